"""Where people can go: a struct for each page, whose fields say what the page opens at. No Kivy.

The page of `PastGame` is the class `PastGamePage` in `kiosk.pages.past_game`, imported when it is
first shown (`navigator.page_of`). The routes stand here and not with their pages so that pages can
lead to one another without importing one another.
"""

import re
from enum import StrEnum

import msgspec

from companion.commands import Command
from companion.events import Event
from companion.pieces import BuildingKind, Color, Material, Rune
from kiosk.first_steps import STEPS, FirstStep


class Route(msgspec.Struct, frozen=True):
    """A way to a page; without fields, the page is as it was left, or at its start."""


def name_of(route: type[Route]) -> str:
    """The name of its page's module, such as `past_game`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", route.__name__).lower()


# What can be pointed at to correct it


class OfPlayer(msgspec.Struct, frozen=True):
    """What a player has: points, chips and rune stones."""

    color: Color


class Plain(msgspec.Struct, frozen=True):
    """A high plain: its chips and its workers."""

    plain: Material


class WholeField(msgspec.Struct, frozen=True):
    """A field: what stands and lies on it."""

    field: int


class Runes(msgspec.Struct, frozen=True):
    """The rune stones, one of them taken up or none."""

    rune: Rune | None = None


class DruidPlace(msgspec.Struct, frozen=True):
    """Where the druid stands."""


class Turn(msgspec.Struct, frozen=True):
    """Whose turn it is."""


Thing = OfPlayer | Plain | WholeField | Runes | DruidPlace | Turn
"""What can be pointed at to correct it at once."""


class Ruling(msgspec.Struct, frozen=True):
    """A step that a rule (its id) refused and the table plays differently; `why` is the reason."""

    command: Command
    rule: str
    why: str


# What can be tried out without deciding it


class Building(msgspec.Struct, frozen=True):
    """A building on a field of the ring; `builder` None: of whoever's turn it is."""

    field: int
    kind: BuildingKind = BuildingKind.HUT
    builder: Color | None = None


class Worker(msgspec.Struct, frozen=True):
    """A worker of a plain, at `level` 1 or more from the bottom, who goes to another one.

    `level` None: the topmost; `target` None: the first plain that has room.
    """

    plain: Material
    level: int | None = None
    target: Material | None = None


Thought = Building | Worker


# What can be put right about an old step


class How(StrEnum):
    """What may be put right about a step."""

    CHANGE = "change"
    INSERT = "insert"
    REMOVE = "remove"


class Wish(msgspec.Struct, frozen=True):
    """What somebody wants to put right, at a place among the steps that count, from 1.

    What is inserted comes before the step at that place.
    """

    place: int
    how: How


# The pages


class Amend(Route, frozen=True):
    """An old step is changed, left out, or a forgotten one put in."""

    wish: Wish


class Backup(Route, frozen=True):
    """Saved games go onto a stick and come back from one."""


class CheckUp(Route, frozen=True):
    """What the machine is, and what the doctor says of it."""


class Correct(Route, frozen=True):
    """The table corrects the app: a thing that was pointed at, or a rule it plays differently."""

    at: Thing | Ruling | None = None


class End(Route, frozen=True):
    """The final score of the game at hand."""


class FinalScoring(Route, frozen=True):
    """How it came to the final score, step by step."""


class FirstStart(Route, frozen=True):
    """What a new machine is asked: these `steps`.

    `again`: people have come from another page, and go back to it.
    """

    steps: tuple[FirstStep, ...] = STEPS
    again: bool = False


class HandOver(Route, frozen=True):
    """A game that has ended, as a code for another app and as files on a stick."""


class Help(Route, frozen=True):
    """What somebody who helps has to know of the machine, as codes and as a file."""


class History(Route, frozen=True):
    """All games: those of `everybody`, of a `person` (an id), or those that are `away`."""

    person: str | None = None
    away: bool = False
    everybody: bool = False


class Log(Route, frozen=True):
    """What was done in the game; `forgot`: people look for where a step was forgotten."""

    forgot: bool = False


class Machine(Route, frozen=True):
    """The machine: its version, its clock, its network, switching it off."""


class NewGame(Route, frozen=True):
    """A new game is set up; `first`: by people who have never played."""

    first: bool = False


class Panel(Route, frozen=True):
    """The state of the panel."""


class PastBoard(Route, frozen=True):
    """The board of a past game after any of its steps."""


class PastGame(Route, frozen=True):
    """A saved game that is looked at."""


class People(Route, frozen=True):
    """Everybody who plays; `joins` is the id of the person whom a tapped one is the same as."""

    joins: str | None = None


class Person(Route, frozen=True):
    """One of the people who play, by id."""

    id: str


class Resume(Route, frozen=True):
    """The board is compared with the app before a game goes on."""


class Rolls(Route, frozen=True):
    """What was rolled in the game."""


class Rules(Route, frozen=True):
    """The rules; `behind` are the ids of those that were at work together."""

    behind: tuple[str, ...] = ()


class Settings(Route, frozen=True):
    """What the table can set."""


class Sound(Route, frozen=True):
    """What is heard: tones, a voice, and how loud."""


class Start(Route, frozen=True):
    """The first page, beneath all others."""


class Statistics(Route, frozen=True):
    """Figures of all games that have ended, or of those of a `person` (an id)."""

    person: str | None = None


class Survey(Route, frozen=True):
    """The board is read off the cardboard, from that `field` on, or from the next unknown one."""

    field: int | None = None


class Table(Route, frozen=True):
    """The game at hand.

    `happened` is what a step led to that was done on another page.
    """

    happened: tuple[Event, ...] = ()


class Times(Route, frozen=True):
    """How long everybody took to decide."""


class Unfinished(Route, frozen=True):
    """All games that have not ended."""


class Updates(Route, frozen=True):
    """Where to get the next release, and how it comes onto the machine."""


class WhatIf(Route, frozen=True):
    """What would come of something that somebody considers."""

    thought: Thought
