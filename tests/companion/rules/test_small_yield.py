"""Part 1 of a turn (small.*)."""

from companion import events as ev
from companion.commands import GiveBack, Roll, Swap, Take
from companion.game import decide
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


def before_a_roll(**laid) -> GameState:
    return position(BLUE, GREEN, RED, phase=Phase.ROLL, **laid)


def test_small_roll__nothing_else_begins_a_turn():
    assert refusal(before_a_roll(), Take(by=BLUE, material=None)).startswith("turn.decider: ")


def test_small_material__the_top_worker_is_served_first():
    state = before_a_roll(stacks={WOOD: (BLUE, RED, GREEN)}, supply="2 wood", hands={})
    (earned,) = told(state, Roll(by=BLUE, face=Face.WOOD), ev.YieldEarned)
    assert earned == ev.YieldEarned(
        WOOD, big=False, shares=(ev.Share(GREEN, 1, 1), ev.Share(RED, 1, 1), ev.Share(BLUE, 1, 0))
    )
    after = played(state, Roll(by=BLUE, face=Face.WOOD))
    assert gained(state, after) == {GREEN: chips("1 wood"), RED: chips("1 wood")}
    assert after.supply == chips()


def test_small_plus__a_material_that_has_run_out_cannot_be_taken():
    state = before_a_roll(supply="3 wool")
    state = played(state, Roll(by=BLUE, face=Face.PLUS))
    assert (
        refusal(state, Take(by=BLUE, material=WOOD))
        == "small.plus: the wood plain is empty; choose another material"
    )


def test_small_plus__the_rest_are_passed_over_once_everything_is_gone():
    state = before_a_roll(supply="2 wool")
    state = played(state, Roll(by=BLUE, face=Face.PLUS), Take(by=BLUE, material=WOOL))
    assert state.decider == GREEN
    assert decide(state, Take(by=GREEN, material=WOOL)) == (
        ev.ChipTaken(GREEN, WOOL),
        ev.DecisionAsked(Phase.ACTION, (BLUE,)),
    )


def test_small_plus__nobody_is_asked_when_nothing_is_there():
    state = before_a_roll(supply="")
    assert decide(state, Roll(by=BLUE, face=Face.PLUS)) == (
        ev.DieRolled(BLUE, Face.PLUS),
        ev.DecisionAsked(Phase.TAKE, (BLUE, GREEN, RED)),
        ev.DecisionAsked(Phase.ACTION, (BLUE,)),
    )


def test_small_plus__a_swap_in_between_fills_a_plain_again():
    state = before_a_roll(supply="1 wool", hands={GREEN: "3 wood"})
    state = played(
        state,
        Roll(by=BLUE, face=Face.PLUS),
        Swap(by=GREEN, pay=chips("3 wood"), take=WOOL),
        Take(by=BLUE, material=WOOD),
    )
    assert (state.phase, state.decider) == (Phase.TAKE, GREEN)


def test_small_minus__who_has_none_is_passed_over():
    state = before_a_roll(hands={RED: "1 stone"})
    assert decide(state, Roll(by=BLUE, face=Face.MINUS)) == (
        ev.DieRolled(BLUE, Face.MINUS),
        ev.DecisionAsked(Phase.GIVE_BACK, (BLUE, GREEN, RED)),
    )
    state = played(state, Roll(by=BLUE, face=Face.MINUS))
    assert state.asked == (RED,)
    assert decide(state, GiveBack(by=RED, material=STONE)) == (
        ev.ChipReturned(RED, STONE),
        ev.DecisionAsked(Phase.ACTION, (BLUE,)),
    )


def test_small_minus__nobody_returns_anything_when_nobody_has_chips():
    assert decide(before_a_roll(), Roll(by=BLUE, face=Face.MINUS)) == (
        ev.DieRolled(BLUE, Face.MINUS),
        ev.DecisionAsked(Phase.GIVE_BACK, (BLUE, GREEN, RED)),
        ev.DecisionAsked(Phase.ACTION, (BLUE,)),
    )


def test_small_minus__only_a_chip_that_one_has_can_be_returned():
    state = before_a_roll(hands={BLUE: "2 wood"})
    state = played(state, Roll(by=BLUE, face=Face.MINUS))
    assert refusal(state, GiveBack(by=BLUE, material=STONE)) == (
        "small.minus: blue has no stone to return; choose another material"
    )
