from companion.memory.people import People, merge
from kiosk import routes
from tests.companion.memory.spoilt_disks import full_disk
from tests.companion.playing import named
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.past_games import people, play
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import says


def joined(touch, *others):
    """Ada, who has also played as all the others."""
    for name in ("Ada", *others):
        play(touch, named(beginning(2), name, "Bo"), 1)
    for name in others:
        people = People.from_journal(touch.app_state.journal)
        merge(touch.app_state.journal, people.find_or_new(name), people.find_or_new("Ada"))
    touch.navigator.go(
        routes.Person(People.from_journal(touch.app_state.journal).find_or_new("Ada").id)
    )


def test_a_person_is_renamed_and_the_games_stay(touch):
    joined(touch)
    head = touch.app_state.journal.game_header(1)
    touch.tap("rename")
    Typist(touch).type("Adele")
    assert touch.name == "person"
    assert says(touch, "Adele")
    assert ("Adele", "Ada") in people(touch)
    assert touch.app_state.journal.game_header(1) == head


def test_a_name_that_is_somebody_elses_is_refused_and_can_be_typed_anew(touch):
    joined(touch)
    touch.tap("rename")
    Typist(touch).type("Bo")
    assert says(touch, "Somebody is already called Bo.")
    touch.tap("key.cancel")
    assert people(touch) == [("Ada",), ("Bo",)]


def test_what_is_being_typed_is_there_after_the_screen_was_turned(touch):
    joined(touch)
    touch.tap("rename", "key.X")
    touch.navigator.resize(*touch.navigator.size)
    assert touch.page.typing.text == "X"


def test_a_spelling_is_parted_again(touch):
    joined(touch, "Adda")
    assert says(touch, "This person has also played as:")
    touch.tap("part.1")
    assert people(touch) == [("Adda",), ("Bo",), ("Ada",)]
    assert not touch.shows("part.1")


def test_a_finger_that_trembles_parts_one_spelling_and_not_the_next_one_too(touch):
    joined(touch, "Adda", "Aida")
    place = touch.place("part.1").center
    touch.tap_at(place)
    touch.tap_at(place)
    assert len(people(touch)) == 3
    touch.wait(1)
    touch.tap_at(place)
    assert len(people(touch)) == 4


def test_on_a_full_disk_the_reason_is_told(touch):
    joined(touch, "Adda")
    with full_disk():
        touch.tap("part.1")
        assert says(touch, "nothing can be saved")
    assert people(touch)[0] == ("Ada", "Adda")
