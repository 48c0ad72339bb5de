"""Whose games can be shown, and who may be one person with another; knows no Kivy."""

import msgspec

from companion.memory.people import People, Person
from companion.pieces import Color
from kiosk.words.language import _, visible
from kiosk.words.texts import color_name


class Joining(msgspec.Struct, frozen=True):
    """The page asks with whom the person with that id is one."""

    person: str


class Choice(msgspec.Struct, frozen=True):
    """A button; `person` is whom it stands for, None for everybody. A name may be shortened."""

    key: str
    text: str
    person: Person | None = None
    away: bool = False


def title(joining: Joining | None) -> str:
    """What is asked."""
    return _("Whose games?") if joining is None else _("Who is the same person?")


def told(people: People, joining: Joining | None) -> str:
    """What a tap does, where that needs saying, and where there is nobody to tap; else ""."""
    person = None if joining is None else people.with_id(joining.person)
    if person is None:
        return ""
    if len(_named(people)) <= 1:
        return _("Nobody else has played yet.")
    return _(
        "{name} and whoever you tap are one person from then on, with the name you tap.",
        name=visible(person.name),
    )


def choices(people: People, joining: Joining | None, *, some_away: bool) -> tuple[Choice, ...]:
    """Everybody and each of them, whoever played last first; where some are, the games away."""
    persons = [
        Choice(f"person.{place}", visible(person.name), person)
        for place, person in enumerate(_named(people))
        if joining is None or person.id != joining.person
    ]
    if joining is not None:
        return tuple(persons)
    away = [Choice("away", _("Archived games"), away=True)] if some_away else []
    return (Choice("everybody", _("Everybody")), *persons, *away)


def _named(people: People) -> list[Person]:
    """Those who have a name: a player without one is called by a colour."""
    colors = {color_name(color) for color in Color}
    return [person for person in people.everybody if person.name not in colors]
