"""Part 1 of a turn (small.*)."""

from companion import events as ev
from companion.commands import GiveBackChip, Roll, SwapChips, TakeChip
from companion.game import events_of_command
from companion.pieces import Face
from companion.state import GameState, Phase
from tests.companion.positions import (
    BLUE,
    GREEN,
    RED,
    STONE,
    WOOD,
    WOOL,
    chips,
    gained,
    played,
    position,
    refusal,
    told,
)

PLUS, MINUS = Roll(by=BLUE, face=Face.PLUS), Roll(by=BLUE, face=Face.MINUS)
PART_TWO = ev.DecisionRequested(Phase.ACTION, (BLUE,))


def before_a_roll(**laid) -> GameState:
    return position(BLUE, GREEN, RED, phase=Phase.ROLL, **laid)


def test_small_roll__nothing_else_begins_a_turn():
    assert refusal(before_a_roll(), TakeChip(by=BLUE, material=None)).startswith("turn.decider: ")


def test_small_material__the_top_worker_is_served_first():
    state = before_a_roll(stacks={WOOD: (BLUE, RED, GREEN)}, supply="2 wood", hands={})
    roll = Roll(by=BLUE, face=Face.WOOD)
    (earned,) = told(state, roll, ev.YieldEarned)
    shares = (ev.YieldShare(GREEN, 1, 1), ev.YieldShare(RED, 1, 1), ev.YieldShare(BLUE, 1, 0))
    assert earned == ev.YieldEarned(WOOD, big=False, shares=shares)
    assert gained(state, played(state, roll)) == {GREEN: chips("1 wood"), RED: chips("1 wood")}


def test_small_plus__the_rest_are_passed_over_once_everything_is_gone():
    state = played(before_a_roll(supply="2 wool"), PLUS)
    assert refusal(state, TakeChip(by=BLUE, material=WOOD)) == (
        "small.plus: the wood plain is empty; choose another material"
    )
    state = played(state, TakeChip(by=BLUE, material=WOOL))
    take = TakeChip(by=GREEN, material=WOOL)
    assert events_of_command(state, take) == (ev.ChipTaken(GREEN, WOOL), PART_TWO)


def test_small_plus__nobody_is_asked_when_nothing_is_there():
    assert events_of_command(before_a_roll(supply=""), PLUS)[-1] == PART_TWO


def test_small_plus__a_swap_in_between_fills_a_plain_again():
    state = played(
        before_a_roll(supply="1 wool", hands={GREEN: "3 wood"}),
        PLUS,
        SwapChips(by=GREEN, pay=chips("3 wood"), take=WOOL),
        TakeChip(by=BLUE, material=WOOD),
    )
    assert (state.phase, state.decider) == (Phase.TAKE, GREEN)


def test_small_minus__who_has_none_is_passed_over():
    state = played(before_a_roll(hands={RED: "2 stone"}), MINUS)
    assert state.deciders == (RED,)
    assert refusal(state, GiveBackChip(by=RED, material=WOOD)) == (
        "small.minus: red has no wood to return; choose another material"
    )
    back = GiveBackChip(by=RED, material=STONE)
    assert events_of_command(state, back) == (ev.ChipReturned(RED, STONE), PART_TWO)


def test_small_minus__nobody_returns_anything_when_nobody_has_chips():
    assert events_of_command(before_a_roll(), MINUS)[-1] == PART_TWO
