"""Whom the list of people offers."""

from companion.memory.people import People, Person
from kiosk.pages.people.view import Joining, choices, title, told

ADA, BO, NAMELESS = (Person(name.lower(), name, (name,)) for name in ("Ada", "Bo", "Purple"))
PEOPLE = People((ADA, BO, NAMELESS), {one.name: one for one in (ADA, BO, NAMELESS)})


def offered(joining=None, *, some_away=False):
    return [choice.text for choice in choices(PEOPLE, joining, some_away=some_away)]


def test_everybody_and_each_of_those_who_have_a_name():
    assert offered() == ["Everybody", "Ada", "Bo"]
    assert offered(some_away=True) == ["Everybody", "Ada", "Bo", "Archived games"]
    assert title(None) == "Whose games?"
    assert told(PEOPLE, None) == ""


def test_with_whom_somebody_can_be_one_person():
    assert offered(Joining("ada"), some_away=True) == ["Bo"]
    assert title(Joining("ada")) == "Who is the same person?"
    assert told(PEOPLE, Joining("ada")).startswith("Ada and whoever you tap")


def test_where_nobody_else_has_played_that_is_said():
    alone = People((ADA,), {"Ada": ADA})
    assert told(alone, Joining("ada")) == "Nobody else has played yet."
