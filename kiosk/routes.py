"""Routes: a struct for each page, with the page's arguments. Imports no Kivy.

For example, the page of the route `PastGame` is the class `PastGamePage` in
`kiosk.pages.past_game`, imported when the page is first shown (`navigator.page_class`). Routes are
separate from their pages, so that pages can lead to one another without import cycles.
"""

import re
from enum import StrEnum

import msgspec

from companion.commands import Command
from companion.game import Setup
from companion.memory.journal import SavedGame
from companion.pieces import BuildingKind, Color, Material, Rune
from kiosk.first_steps import QUESTIONS, FirstStartQuestion


class Route(msgspec.Struct, frozen=True):
    """Page to open, with its arguments.

    Without arguments, the page opens as it was when it was last left or, if it was never open
    before, in its initial state.
    """


def page_module_name(route: type[Route]) -> str:
    """Return the name of the module that contains a route's page, such as `past_game`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", route.__name__).lower()


# Things to correct


class PlayerToCorrect(msgspec.Struct, frozen=True):
    color: Color


class PlainToCorrect(msgspec.Struct, frozen=True):
    plain: Material


class FieldToCorrect(msgspec.Struct, frozen=True):
    field: int


class PrintedFieldToCorrect(msgspec.Struct, frozen=True):
    """Thing to correct: the rune area and icons that the players entered for a field.

    `field` is the number of the field.
    """

    field: int


class RunesToCorrect(msgspec.Struct, frozen=True):
    """Thing to correct: the holders of the rune stones; `rune` is the selected stone, or None."""

    rune: Rune | None = None


class DruidToCorrect(msgspec.Struct, frozen=True): ...


class TurnToCorrect(msgspec.Struct, frozen=True): ...


ThingToCorrect = (
    PlayerToCorrect
    | PlainToCorrect
    | FieldToCorrect
    | PrintedFieldToCorrect
    | RunesToCorrect
    | DruidToCorrect
    | TurnToCorrect
)


class CommandToAllow(msgspec.Struct, frozen=True):
    """Command to allow although the rule with the id `rule` refused it.

    `why` is the reason for allowing it, which the log of the game shows.
    """

    command: Command
    rule: str
    why: str


# What-ifs


class BuildingToTry(msgspec.Struct, frozen=True):
    """Building to try out on the field with the number `field`.

    If `builder` is None, the active player builds it.
    """

    field: int
    kind: BuildingKind = BuildingKind.HUT
    builder: Color | None = None


class WorkerToTry(msgspec.Struct, frozen=True):
    """Move of a worker to try out, from `plain` to `target_plain`.

    `level` is the worker's level in its stack, counted from 1 at the bottom; None stands for the
    topmost worker. If `target_plain` is None, the worker moves to the first plain with room.
    """

    plain: Material
    level: int | None = None
    target_plain: Material | None = None


Trial = BuildingToTry | WorkerToTry


# Amendments


class AmendmentKind(StrEnum):
    CHANGE = "change"
    INSERT = "insert"
    REMOVE = "remove"


class StepToAmend(msgspec.Struct, frozen=True):
    """Past step of the game to change, insert or remove.

    `step_number` counts the steps of the game from 1. A forgotten step is inserted before the step
    with this number.
    """

    step_number: int
    kind: AmendmentKind


# Games


class GameFilter(StrEnum):
    """Filter for the list of saved games. `ALL` shows all games that are not archived."""

    ALL = "all"
    UNFINISHED = "unfinished"
    ENDED = "ended"
    ARCHIVED = "archived"


# Pages


class Backup(Route, frozen=True): ...


class BoardCheck(Route, frozen=True): ...


class ButtonPanel(Route, frozen=True): ...


class Correct(Route, frozen=True):
    """Page for correcting the position, allowing a refused command, or changing a step of the game.

    If `subject` is None, the players choose on the page what to correct.
    """

    subject: ThingToCorrect | CommandToAllow | StepToAmend | None = None


class DieRolls(Route, frozen=True): ...


class ExportGame(Route, frozen=True): ...


class FinalScoring(Route, frozen=True): ...


class FirstStart(Route, frozen=True):
    """Page that asks `questions` on a machine that has just been set up.

    If `returns_afterwards` is set, the page was opened from another page, and leads back to that
    page after the last question.
    """

    questions: tuple[FirstStartQuestion, ...] = QUESTIONS
    returns_afterwards: bool = False


class GameResult(Route, frozen=True): ...


class Games(Route, frozen=True):
    """Page with the list of saved games.

    `person_id` is the id of a person whose games are listed, and `all_people` is set to list the
    games of all people. If `game_filter` is None, the filter is the one that the list had last. If
    no argument is given, the whole list is the same as last time.
    """

    game_filter: GameFilter | None = None
    person_id: str | None = None
    all_people: bool = False


class HealthCheck(Route, frozen=True): ...


class Log(Route, frozen=True):
    """Page with the log of the game.

    If `for_forgotten_step` is set, the page asks at which place in the log players forgot to enter
    a step of the game. If `shows_board` is set, the page shows the board of a past game instead of
    the log.
    """

    for_forgotten_step: bool = False
    shows_board: bool = False


class Machine(Route, frozen=True): ...


class NewGame(Route, frozen=True):
    """Page that sets up a new game.

    `for_beginners` is set if the players have never played before. `rematch` is the setup of a
    finished game whose players want to play again.
    """

    for_beginners: bool = False
    rematch: Setup | None = None


class PastGame(Route, frozen=True):
    """Page with the saved game `game`. If it is None, the page shows the game it showed last."""

    game: SavedGame | None = None


class People(Route, frozen=True):
    """Page with all people who have played.

    If `person_to_merge` is the id of a person, the page merges that person with the person whom
    players tap next.
    """

    person_to_merge: str | None = None


class Person(Route, frozen=True):
    id: str


class PrintedFields(Route, frozen=True):
    """Page on which the players enter the rune areas and icons printed on their board.

    If `field` is None, the page begins with the next field whose runes and icons are unknown.
    `board_name` is the name of a saved board; None stands for the board of the current game.
    """

    field: int | None = None
    board_name: str | None = None


class Rules(Route, frozen=True):
    """Page with the rules of the game. It first shows the rules with the ids `rule_ids`, if any."""

    rule_ids: tuple[str, ...] = ()


class Seats(Route, frozen=True): ...


class Settings(Route, frozen=True): ...


class Sound(Route, frozen=True): ...


class Start(Route, frozen=True): ...


class Statistics(Route, frozen=True):
    """Page with statistics of all finished games, or of those of one person.

    `person_id` is the id of this person, or None for all games.
    """

    person_id: str | None = None


class SupportReport(Route, frozen=True): ...


class Table(Route, frozen=True):
    """Page with the current game.

    `has_news` is set if players have made a step of the game on another page. The page then
    announces this step, and discards the input that was unfinished when players last left the page.
    """

    has_news: bool = False


class ThinkingTimes(Route, frozen=True): ...


class Updates(Route, frozen=True): ...


class WhatIf(Route, frozen=True):
    """Page with the consequences of `trial`, a decision that the players are only considering."""

    trial: Trial
