"""The list of people, and how two of them become one."""

from companion.memory.people import People, Person
from kiosk import routes
from kiosk.pages.people import PendingMerge, merge_hint, page_title, person_buttons
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.past_games import named, play
from tests.kiosk.touch import Touchscreen, says

ADA, BO, NAMELESS = (Person(name.lower(), name, (name,)) for name in ("Ada", "Bo", "Purple"))
PEOPLE = People((ADA, BO, NAMELESS), {one.name: one for one in (ADA, BO, NAMELESS)})


def offered(merge=None):
    return [choice.text for choice in person_buttons(PEOPLE, merge)]


def test_everybody_and_each_of_those_who_have_a_name():
    assert offered() == ["Everybody", "Ada", "Bo"]
    assert page_title(None) == "Whose games?"
    assert merge_hint(PEOPLE, None) == ""


def test_with_whom_somebody_can_be_one_person():
    assert offered(PendingMerge("ada")) == ["Bo"]
    assert page_title(PendingMerge("ada")) == "Who is the same person?"
    assert merge_hint(PEOPLE, PendingMerge("ada")).startswith("Ada and whoever you tap")


def test_where_nobody_else_has_played_that_is_said():
    alone = People((ADA,), {"Ada": ADA})
    assert merge_hint(alone, PendingMerge("ada")) == "Nobody else has played yet."


def names(touch):
    return [person.names for person in People.of(touch.app_state.journal).everybody]


def test_two_spellings_become_one_person_and_the_games_stay(tmp_path):
    with Touchscreen(tmp_path) as touch:
        play(touch, named(beginning(2), "Ada", "Bo"), 3)
        play(touch, named(beginning(2), "Adda", "Bo"), 3)
        heads = [touch.app_state.journal.head(game) for game in (1, 2)]
        touch.navigator.go(routes.Games())
        touch.tap("people", "person.0", "person", "join", "person.2")
        assert touch.name == "person"
        assert names(touch) == [("Ada", "Adda"), ("Bo",)]
        assert [touch.app_state.journal.head(game) for game in (1, 2)] == heads
        touch.tap("games")
        assert touch.shows("game.1")
        assert touch.shows("game.2")


def test_who_has_sat_at_one_table_is_refused(tmp_path):
    with Touchscreen(tmp_path) as touch:
        play(touch, named(beginning(2), "Ada", "Bo"), 3)
        touch.navigator.go(routes.Games())
        touch.tap("people", "person.0", "person", "join", "person.1")
        assert says(touch, "Ada and Bo have played in one game: they are two people.")
        assert len(names(touch)) == 2
