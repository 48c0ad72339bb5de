"""Routes: a struct for each page, with its arguments. No Kivy.

The page of `PastGame` is the class `PastGamePage` in `kiosk.pages.past_game`, imported when it is
first shown (`navigator.page_of`). Routes are here and not with their pages, so that pages can lead
to one another without import cycles.
"""

import re
from enum import StrEnum

import msgspec

from companion.commands import Command
from companion.events import Event
from companion.memory.journal import SavedGame
from companion.pieces import BuildingKind, Color, Material, Rune
from kiosk.first_steps import STEPS, FirstStep


class Route(msgspec.Struct, frozen=True):
    """A route to a page; without fields, the page is as it was left, or at its start."""


def name_of(route: type[Route]) -> str:
    """Return the module name of a route's page, such as `past_game`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", route.__name__).lower()


# Things to correct


class PlayerPieces(msgspec.Struct, frozen=True):
    """A player's points, chips and rune stones."""

    color: Color


class Plain(msgspec.Struct, frozen=True):
    """A high plain: its chips and its workers."""

    plain: Material


class WholeField(msgspec.Struct, frozen=True):
    """A field and the pieces on it."""

    field: int


class Printed(msgspec.Struct, frozen=True):
    """The area and icons that were read off a field."""

    field: int


class Runes(msgspec.Struct, frozen=True):
    """The rune stones, one of them selected or none."""

    rune: Rune | None = None


class DruidPlace(msgspec.Struct, frozen=True):
    """The druid's place."""


class Turn(msgspec.Struct, frozen=True):
    """Whose turn it is."""


Thing = PlayerPieces | Plain | WholeField | Printed | Runes | DruidPlace | Turn
"""Things that can be pointed at to correct them."""


class Ruling(msgspec.Struct, frozen=True):
    """A step that a rule (its id) refused and the table plays differently; `why` is the reason."""

    command: Command
    rule: str
    why: str


# What-ifs


class Building(msgspec.Struct, frozen=True):
    """A building to try out on a field; `builder` None means the active player."""

    field: int
    kind: BuildingKind = BuildingKind.HUT
    builder: Color | None = None


class Worker(msgspec.Struct, frozen=True):
    """A worker of a plain, at `level` 1 or more from the bottom, that moves to another one.

    `level` None: the topmost; `target` None: the first plain with room.
    """

    plain: Material
    level: int | None = None
    target: Material | None = None


Thought = Building | Worker


# Amendments


class AmendKind(StrEnum):
    """What can be amended about a step."""

    CHANGE = "change"
    INSERT = "insert"
    REMOVE = "remove"


class Amendment(msgspec.Struct, frozen=True):
    """A wanted amendment, at a place among the steps that count, from 1.

    An inserted step comes before that place.
    """

    place: int
    how: AmendKind


# Games


class GameFilter(StrEnum):
    """Which saved games are listed; `ALL` leaves out archived ones."""

    ALL = "all"
    UNFINISHED = "unfinished"
    ENDED = "ended"
    ARCHIVED = "archived"


# Pages


class Amend(Route, frozen=True):
    """Changes or removes an old step, or inserts a forgotten one."""

    amendment: Amendment


class Backup(Route, frozen=True):
    """Backs up saved games to a stick, and restores them."""


class CheckUp(Route, frozen=True):
    """What the doctor says about the machine."""


class Correct(Route, frozen=True):
    """Corrects the app: a thing pointed at on the board, or a house rule."""

    at: Thing | Ruling | None = None


class End(Route, frozen=True):
    """The final score of the current game."""


class FinalScoring(Route, frozen=True):
    """The final scoring, step by step."""


class FirstStart(Route, frozen=True):
    """The questions asked on a new machine; `steps` lists which.

    `again`: opened from another page, and goes back to it.
    """

    steps: tuple[FirstStep, ...] = STEPS
    again: bool = False


class Games(Route, frozen=True):
    """Saved games: those of a `person` (an id), or of `everybody`.

    Without `show` the filter stays as it was, and without any field the list does.
    """

    show: GameFilter | None = None
    person: str | None = None
    everybody: bool = False


class HandOver(Route, frozen=True):
    """A finished game as a code for another app, and as files on a stick."""


class Help(Route, frozen=True):
    """The report for helpers, as codes and as a file."""


class Log(Route, frozen=True):
    """The log of the game; `forgot`: opened to find where a step was forgotten."""

    forgot: bool = False


class Machine(Route, frozen=True):
    """The machine: version, clock, network, switching it off."""


class NewGame(Route, frozen=True):
    """Sets up a new game; `first`: for people who have never played."""

    first: bool = False


class Panel(Route, frozen=True):
    """State of the panel."""


class PastBoard(Route, frozen=True):
    """The board of a past game after any of its steps."""


class PastGame(Route, frozen=True):
    """A saved game; None: the one that was shown before."""

    game: SavedGame | None = None


class People(Route, frozen=True):
    """All people; `joins` is the id of the person to join with a tapped one."""

    joins: str | None = None


class Person(Route, frozen=True):
    """A person, by id."""

    id: str


class Resume(Route, frozen=True):
    """Compares the board with the app before a game is resumed."""


class Rolls(Route, frozen=True):
    """The rolls of the game."""


class Rules(Route, frozen=True):
    """The rules; `behind` are the ids of rules that apply together."""

    behind: tuple[str, ...] = ()


class Settings(Route, frozen=True):
    """Settings of the table."""


class Seats(Route, frozen=True):
    """Who sits where at the current game."""


class Sound(Route, frozen=True):
    """Sound: tones, voice, volume."""


class Start(Route, frozen=True):
    """The start page, below all others."""


class Statistics(Route, frozen=True):
    """Statistics of all finished games, or of those of a `person` (an id)."""

    person: str | None = None


class Survey(Route, frozen=True):
    """Reads fields off the board, from `field` on, or from the next unknown one.

    `board` is the name of a saved board; None: the board of the current game.
    """

    field: int | None = None
    board: str | None = None


class Table(Route, frozen=True):
    """The current game.

    `happened` is what a step on another page led to.
    """

    happened: tuple[Event, ...] = ()


class Times(Route, frozen=True):
    """Thinking times."""


class Updates(Route, frozen=True):
    """Where to get updates, and how they are installed."""


class WhatIf(Route, frozen=True):
    """Consequences of a decision that has not been made yet."""

    thought: Thought
