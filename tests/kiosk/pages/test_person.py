from typing import cast

from companion.memory.people import People, merge_people
from kiosk import routes
from kiosk.pages.person import PersonPage
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
        merge_people(touch.app_state.journal, people.find_or_new(name), people.find_or_new("Ada"))
    touch.navigator.go(
        routes.Person(People.from_journal(touch.app_state.journal).find_or_new("Ada").id)
    )


def test_a_person_is_renamed_and_the_games_stay(touch):
    joined(touch)
    head = touch.app_state.journal.game_header(1)
    touch.tap("rename")
    Typist(touch).type("Bo")
    assert says(touch, "Somebody is already called Bo.")
    touch.tap("key.cancel")
    assert people(touch) == [("Ada",), ("Bo",)]
    touch.tap("rename", "key.X")
    touch.navigator.resize(*touch.navigator.size)
    assert cast(PersonPage, touch.page).keyboard_state.text == "X"
    touch.tap("key.cancel", "rename")
    Typist(touch).type("Adele")
    assert touch.name == "person"
    assert says(touch, "Adele")
    assert ("Adele", "Ada") in people(touch)
    assert touch.app_state.journal.game_header(1) == head


def test_a_spelling_is_parted_again_and_by_a_finger_that_trembles_only_one(touch):
    joined(touch, "Adda", "Aida")
    assert says(touch, "This person has also played as:")
    with full_disk():
        touch.tap("part.1")
        assert says(touch, "nothing can be saved")
    assert people(touch)[0] == ("Ada", "Aida", "Adda")
    touch.wait(1)
    place = touch.place("part.1").center
    touch.tap_at(place)
    touch.tap_at(place)
    assert {("Aida",), ("Ada", "Adda")} <= {*people(touch)}
    assert len(people(touch)) == 3
    touch.wait(1)
    touch.tap_at(place)
    assert len(people(touch)) == 4
    assert not touch.shows("part.1")
