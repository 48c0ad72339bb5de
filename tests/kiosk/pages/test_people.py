import pytest

from companion.memory.people import People
from kiosk import routes
from kiosk.words.language import use_language
from tests.companion.playing import named
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.past_games import people, play
from tests.kiosk.touch import says


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_nobody_is_offered_who_is_known_only_by_a_colour(touch, code):
    use_language(code)
    play(touch, named(beginning(2), "Ada", "Purple"), 3)
    touch.navigator.go(routes.People())
    assert touch.keys() == ["back", "everybody", "person.0"]


def test_people_are_offered_by_name_and_merged_only_with_others(touch):
    play(touch, named(beginning(2), "Ada", "Purple"), 3)
    touch.navigator.go(routes.People())
    assert touch.keys() == ["back", "everybody", "person.0"]
    touch.tap("person.0", "person", "join")
    assert touch.keys() == ["back"]
    assert says(touch, "Nobody else has played yet.")
    play(touch, named(beginning(2), "Bo", "Purple"), 3)
    touch.navigator.go(
        routes.People(
            person_to_merge=People.from_journal(touch.app_state.journal).find_or_new("Ada").id
        )
    )
    assert touch.keys() == ["back", "person.0"]
    assert says(touch, "Tap the same person as Ada")


def test_two_spellings_become_one_person_and_the_games_stay(touch):
    play(touch, named(beginning(2), "Ada", "Bo"), 3)
    play(touch, named(beginning(2), "Adda", "Bo"), 3)
    heads = [touch.app_state.journal.game_header(game) for game in (1, 2)]
    touch.navigator.go(routes.Games())
    touch.tap("people", "person.0", "person", "join", "person.1")
    assert says(touch, "Adda and Bo played in the same game: they are two people.")
    assert len(people(touch)) == 3
    touch.tap("person.2")
    assert touch.name == "person"
    assert people(touch) == [("Ada", "Adda"), ("Bo",)]
    assert [touch.app_state.journal.game_header(game) for game in (1, 2)] == heads
    touch.tap("games")
    assert touch.shows("game.1")
    assert touch.shows("game.2")
