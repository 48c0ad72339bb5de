"""What is open to the table: reading a field, correcting (board.survey, correct.table)."""

from typing import assert_never

from companion.commands import (
    Change,
    Correct,
    SetActive,
    SetBonus,
    SetDruid,
    SetField,
    SetHand,
    SetPoints,
    SetRune,
    SetStack,
    SetSupply,
    Survey,
)
from companion.errors import RuleViolation
from companion.events import Corrected, FieldSurveyed
from companion.evolution import corrected
from companion.pieces import CHIPS_PER_MATERIAL, DRUID_STONES, Color
from companion.rules.areas import areas_follow
from companion.rules.consistency import problems
from companion.rules.unfolding import Unfolding
from companion.state import GameState, Phase

MOST_POINTS = 999_999
"""A bound for corrected points that no game comes near."""


def survey(state: GameState, command: Survey) -> Unfolding:
    """Read an unknown field off the cardboard (board.survey)."""
    rule = "board.survey"
    field = command.field
    if not state.in_play:
        raise RuleViolation(rule, "fields are read between the first turn and the end of the game")
    if not 1 <= field <= len(state.board):
        raise RuleViolation(rule, "there is no field {field} on this board", field=field)
    if state.board.field(field).known:
        raise RuleViolation(rule, "field {field} has been read already", field=field)
    runes = [known.rune for known in state.board.fields]
    runes[field - 1] = command.rune
    if not areas_follow(tuple(runes)):
        raise RuleViolation(
            rule,
            "with {rune} on field {field} the areas would not follow each other round the ring",
            rune=command.rune,
            field=field,
        )
    unfolding = Unfolding(state)
    unfolding.happen(FieldSurveyed(field, command.needs, command.rune))
    return unfolding


def correct(state: GameState, command: Correct) -> Unfolding:
    """Overrule the app, if the result is possible (correct.table)."""
    rule = "correct.table"
    if state.phase not in (Phase.ROLL, Phase.ACTION):
        raise RuleViolation(rule, "the table corrects before a roll or before part 2")
    if not 1 <= len(command.why) <= Correct.REASON_LIMIT:
        raise RuleViolation(rule, "a correction needs a reason of 1 to 200 characters")
    for color in command.named:
        _check_color(state, color)
    for change in command.changes:
        _check_names(state, change)
    found = problems(corrected(state, command.changes))
    if found:
        raise RuleViolation(rule, found[0].message, **found[0].facts)
    unfolding = Unfolding(state)
    unfolding.happen(Corrected(command.changes, command.why))
    return unfolding


def _check_names(state: GameState, change: Change) -> None:
    """Refuse colours that do not play, fields that do not exist and numbers out of range."""
    match change:
        case SetPoints(color, points):
            _check_color(state, color)
            _check_number(points, MOST_POINTS)
        case SetHand(color, _, number):
            _check_color(state, color)
            _check_number(number, CHIPS_PER_MATERIAL)
        case SetSupply(_, number):
            _check_number(number, CHIPS_PER_MATERIAL)
        case SetStack(_, workers):
            for color in workers:
                _check_color(state, color)
        case SetRune(_, holder):
            _check_color(state, holder)
        case SetField(field, building):
            _check_field(state, field)
            _check_color(state, building.owner if building else None)
        case SetBonus(field, _):
            _check_field(state, field)
        case SetDruid(stone, field):
            _check_druid(state, stone, field)
        case SetActive(color):
            _check_color(state, color)
        case _:
            assert_never(change)


def _check_color(state: GameState, color: Color | None) -> None:
    if color is not None and color not in state.colors:
        raise RuleViolation("correct.table", "{color} does not play", color=color)


def _check_field(state: GameState, field: int) -> None:
    if not 1 <= field <= len(state.board):
        raise RuleViolation("correct.table", "there is no field {field} on this board", field=field)


def _check_number(number: int, most: int) -> None:
    if not 0 <= number <= most:
        raise RuleViolation(
            "correct.table", "{number} is not between 0 and {most}", number=number, most=most
        )


def _check_druid(state: GameState, stone: int | None, field: int | None) -> None:
    if (stone is None) == (field is None):
        raise RuleViolation("correct.table", "the druid stands either on a stone or at a field")
    if stone is not None:
        _check_number(stone, DRUID_STONES)
    if field is not None:
        _check_field(state, field)
