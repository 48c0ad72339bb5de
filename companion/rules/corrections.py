"""Two commands: correct the game, and enter what is printed on a field of the board.

Any player may give these commands in any turn. Rules board.survey and correct.table.
"""

from typing import assert_never

from companion import commands as do
from companion.errors import HiddenHandViolation, RuleViolation
from companion.events import Corrected, PrintedFieldEntered
from companion.evolution import apply_changes
from companion.pieces import CHIPS_PER_MATERIAL, DRUID_STONES, Color
from companion.rules.areas import can_be_in_area
from companion.rules.consequences import Consequences
from companion.rules.consistency import chip_problems, state_problems
from companion.rules.finale import cancel_last_turns_if_void
from companion.rules.setup import check_field_on_board
from companion.rules.small_yield import begin_part_two_if_all_answered
from companion.sentence import N_
from companion.state import GameState, Phase

IN_ANY_PHASE = (do.SetPoints, do.SetHand, do.SetSupply, do.SetRune)
"""Changes that are allowed in any phase. All other changes are allowed only before the roll and
before part 2 of a turn (rule correct.table)."""
MOST_POINTS = 999_999
"""Maximum number of points in a correction, far more than in any game."""


def enter_printed_field(state: GameState, command: do.EnterPrintedField) -> Consequences:
    """Enter the icons and rune area of a field, if not entered before (rule board.survey)."""
    rule = "board.survey"
    field = command.field
    if not state.is_in_play:
        raise RuleViolation(
            rule, "fields can be read only from the first turn until the end of the game"
        )
    check_field_on_board(len(state.board), field, rule)
    if state.board.field(field).is_known:
        raise RuleViolation(rule, "field {field} has been read already", field=field)
    if not can_be_in_area(state.board, field, command.rune):
        raise RuleViolation(
            rule,
            "the {rune} area cannot lie at field {field}: the nine areas come in a fixed order; "
            "look at your board again",
            rune=command.rune,
            field=field,
        )
    consequences = Consequences(state)
    consequences.add(PrintedFieldEntered(field, command.needs, command.rune))
    return consequences


def correct(state: GameState, command: do.Correct) -> Consequences:
    """Carry out a correction if its result is possible (rule correct.table)."""
    rule = "correct.table"
    if not state.is_in_play:
        raise RuleViolation(
            rule, "the app can be corrected only from the first turn until the end of the game"
        )
    check_phase_allows_changes(state, command.changes)
    if not 1 <= len(command.why) <= do.Correct.REASON_LIMIT:
        raise RuleViolation(
            rule,
            "a correction needs a reason; say why in at most {most} characters",
            most=do.Correct.REASON_LIMIT,
        )
    for color in command.named:
        _check_color(state, color)
    for change in command.changes:
        _check_names(state, change)
    _check_possible(apply_changes(state, command.changes), command)
    consequences = Consequences(state)
    consequences.add(Corrected(command.changes, command.why))
    cancel_last_turns_if_void(consequences)
    begin_part_two_if_all_answered(consequences)
    return consequences


def check_phase_allows_changes(state: GameState, changes: tuple[do.Change, ...]) -> None:
    """Raise RuleViolation for changes not allowed in the current phase (rule correct.table)."""
    if state.phase not in (Phase.ROLL, Phase.ACTION) and not all(
        isinstance(change, IN_ANY_PHASE) for change in changes
    ):
        raise RuleViolation(
            "correct.table",
            "only points, chips and rune stones can be corrected now; everything else only "
            "before a roll or before part 2 of a turn",
        )


def _check_possible(after: GameState, command: do.Correct) -> None:
    """Raise RuleViolation if the pieces in the box do not allow the state `after` a correction.

    Chips are checked last. If the correction changes a hand, a problem with the chips raises
    HiddenHandViolation, because hands are secret.
    """
    hands = [change for change in command.changes if isinstance(change, do.SetHand)]
    chips = tuple(chip_problems(after))
    found = next((one for one in state_problems(after) if one not in chips), None)
    if found is not None:
        raise RuleViolation("correct.table", found.message, **found.facts)
    for change in hands:
        check_corrected_number(change.number, largest_corrected_number(change), HiddenHandViolation)
    if chips:
        refused = HiddenHandViolation if hands else RuleViolation
        raise refused("correct.table", chips[0].message, **chips[0].facts)


def _check_names(state: GameState, change: do.Change) -> None:  # noqa: C901, PLR0912 - one flat case a change
    """Raise RuleViolation if a change has an unknown colour or field, or a number out of range."""
    match change:
        case do.SetPoints(color, number):
            _check_color(state, color)
            check_corrected_number(number, largest_corrected_number(change))
        case do.SetHand(color):
            _check_color(state, color)
        case do.SetSupply(_, number):
            check_corrected_number(number, largest_corrected_number(change))
        case do.SetStack(_, workers):
            for color in workers:
                _check_color(state, color)
        case do.SetRune(_, holder):
            _check_color(state, holder)
        case do.SetBuilding(field, building):
            check_field_on_board(len(state.board), field, "correct.table")
            _check_color(state, building.owner if building else None)
        case do.SetBonus(field, _) | do.SetPrintedField(field, _, _):
            check_field_on_board(len(state.board), field, "correct.table")
        case do.SetDruid(stone, field):
            if (stone is None) == (field is None):
                raise RuleViolation(
                    "correct.table",
                    "the druid must stand in his temple, on one of his stones or at a hut",
                )
            if stone is not None:
                check_corrected_number(stone, DRUID_STONES)
            if field is not None:
                check_field_on_board(len(state.board), field, "correct.table")
        case do.SetActive(color):
            _check_color(state, color)
        case _:
            assert_never(change)


def _check_color(state: GameState, color: Color | None) -> None:
    if color is not None and color not in state.colors:
        raise RuleViolation("correct.table", "nobody plays {color} in this game", color=color)


def check_corrected_number(
    number: int, maximum: int, error_class: type[RuleViolation] = RuleViolation
) -> None:
    """Raise an error unless a corrected number is from 0 to `maximum` (rule correct.table).

    `error_class` is the class of the error.
    """
    if not 0 <= number <= maximum:
        raise error_class(
            "correct.table",
            N_("the number must be from 0 to {most}, not {number}"),
            number=number,
            most=maximum,
        )


def largest_corrected_number(change: do.SetPoints | do.SetHand | do.SetSupply) -> int:
    """Return the maximum number that this change can set."""
    return MOST_POINTS if isinstance(change, do.SetPoints) else CHIPS_PER_MATERIAL
