"""Routes: a struct for each page, with its arguments. Free of Kivy.

The page of `PastGame` is the class `PastGamePage` in `kiosk.pages.past_game`, imported when it is
first shown (`navigator.page_of`). Routes are here and not with their pages, so that pages can lead
to one another without import cycles.
"""

import re
from enum import StrEnum

import msgspec

from companion.commands import Command
from companion.events import Event
from companion.game import Setup
from companion.memory.journal import SavedGame
from companion.pieces import BuildingKind, Color, Material, Rune
from kiosk.first_steps import STEPS, FirstStep


class Route(msgspec.Struct, frozen=True):
    """Route to a page.

    Without arguments, the page appears as it was left, or at its start.
    """


def name_of(route: type[Route]) -> str:
    """Return the module name of a route's page, such as `past_game`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", route.__name__).lower()


# Things to correct


class PlayerPieces(msgspec.Struct, frozen=True):
    """Thing to correct: a player's points, chips and rune stones."""

    color: Color


class Plain(msgspec.Struct, frozen=True):
    """Thing to correct: a high plain with its chips and workers."""

    plain: Material


class WholeField(msgspec.Struct, frozen=True):
    """Thing to correct: a field with the pieces on it."""

    field: int


class FieldPrint(msgspec.Struct, frozen=True):
    """Thing to correct: the rune area and icons printed on a field, as read by the table."""

    field: int


class Runes(msgspec.Struct, frozen=True):
    """Thing to correct: the rune stones, with one of them selected or none."""

    rune: Rune | None = None


class DruidPlace(msgspec.Struct, frozen=True):
    """Thing to correct: the druid's place."""


class Turn(msgspec.Struct, frozen=True):
    """Thing to correct: the player whose turn it is."""


Thing = PlayerPieces | Plain | WholeField | FieldPrint | Runes | DruidPlace | Turn
"""Things that a long press can correct."""


class Ruling(msgspec.Struct, frozen=True):
    """Command that a rule (its id) refused but the table allows; `why` is the log's reason."""

    command: Command
    rule: str
    why: str


# What-ifs


class Building(msgspec.Struct, frozen=True):
    """Building to try out on a field; `builder` None means the active player."""

    field: int
    kind: BuildingKind = BuildingKind.HUT
    builder: Color | None = None


class Worker(msgspec.Struct, frozen=True):
    """Worker of a plain to try out on another plain.

    `level` is 1 or more from the bottom, None for the topmost; `target` None is the first plain
    with room.
    """

    plain: Material
    level: int | None = None
    target: Material | None = None


Thought = Building | Worker


# Amendments


class AmendKind(StrEnum):
    """Ways to amend a step."""

    CHANGE = "change"
    INSERT = "insert"
    REMOVE = "remove"


class Amendment(msgspec.Struct, frozen=True):
    """Amendment to make at a step; `place` counts the game's steps from 1.

    An inserted step comes before that place.
    """

    place: int
    kind: AmendKind


# Games


class GameFilter(StrEnum):
    """Filter for the list of saved games; `ALL` leaves out archived ones."""

    ALL = "all"
    UNFINISHED = "unfinished"
    ENDED = "ended"
    ARCHIVED = "archived"


# Pages


class Amend(Route, frozen=True):
    """Page that changes or removes an old step, or inserts a forgotten one."""

    amendment: Amendment


class Backup(Route, frozen=True):
    """Page that backs up saved games to a stick, and restores them."""


class CheckUp(Route, frozen=True):
    """Page with the doctor's findings about the machine."""


class Correct(Route, frozen=True):
    """Page that corrects the app: a thing on the board, or a house rule."""

    at: Thing | Ruling | None = None


class End(Route, frozen=True):
    """Page with the final score of the current game."""


class FinalScoring(Route, frozen=True):
    """Page with the final scoring, step by step."""


class FirstStart(Route, frozen=True):
    """Page with the questions of a new machine; `steps` are the questions to ask.

    `again`: another page opened it, and it leads back there.
    """

    steps: tuple[FirstStep, ...] = STEPS
    again: bool = False


class Games(Route, frozen=True):
    """Page with saved games: those of a `person` (an id), or of `everybody`.

    Without `show` the filter stays as it was; without any argument the list does.
    """

    show: GameFilter | None = None
    person: str | None = None
    everybody: bool = False


class HandOver(Route, frozen=True):
    """Page with a finished game as a code for another app, and as files on a stick."""


class Help(Route, frozen=True):
    """Page with the report for helpers, as codes and as a file."""


class Log(Route, frozen=True):
    """Page with the log of the game; `forgot`: to find where a step was forgotten."""

    forgot: bool = False


class Machine(Route, frozen=True):
    """Page about the machine: version, clock, network, switching it off."""


class NewGame(Route, frozen=True):
    """Page that sets up a new game; `first`: for people who have never played.

    `rematch` is the setup of the game whose players play again; a first game keeps the former one.
    """

    first: bool = False
    rematch: Setup | None = None


class Panel(Route, frozen=True):
    """Page with the state of the panel."""


class PastBoard(Route, frozen=True):
    """Page with the board of a past game after any of its steps."""


class PastGame(Route, frozen=True):
    """Page with a saved game; None: the game that it showed before."""

    game: SavedGame | None = None


class People(Route, frozen=True):
    """Page with all people; `joins` is the id of a person to merge with the one tapped next."""

    joins: str | None = None


class Person(Route, frozen=True):
    """Page with a person, by id."""

    id: str


class Resume(Route, frozen=True):
    """Page that compares the board with the app before a game is resumed."""


class Rolls(Route, frozen=True):
    """Page with the die rolls of the game."""


class Rules(Route, frozen=True):
    """Page with the rules; `behind` are the ids of rules that apply together."""

    behind: tuple[str, ...] = ()


class Settings(Route, frozen=True):
    """Page with the settings of the table."""


class Seats(Route, frozen=True):
    """Page with the players' seats at the current game."""


class Sound(Route, frozen=True):
    """Page with the sound settings: tones, voice, volume."""


class Start(Route, frozen=True):
    """Start page, below all others."""


class Statistics(Route, frozen=True):
    """Page with statistics of all finished games, or of those of a `person` (an id)."""

    person: str | None = None


class Survey(Route, frozen=True):
    """Page to enter fields off the board, from `field` on, or from the next unknown one.

    `board` is the name of a saved board; None: the board of the current game.
    """

    field: int | None = None
    board: str | None = None


class Table(Route, frozen=True):
    """Page with the current game; `happened` are the events of a step made on another page."""

    happened: tuple[Event, ...] = ()


class Times(Route, frozen=True):
    """Page with thinking times."""


class Updates(Route, frozen=True):
    """Page that says where to get updates, and how to install them."""


class WhatIf(Route, frozen=True):
    """Page with the consequences of a decision that has not been made yet."""

    thought: Thought
