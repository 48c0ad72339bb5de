"""A worker moves and a plain works (big.*)."""

import pytest

from companion.commands import MoveWorker
from companion.events import Share, YieldEarned
from companion.state import GameState, Phase
from tests.companion.positions import (
    BLUE,
    COPPER,
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


def part_two(**laid) -> GameState:
    return position(BLUE, GREEN, RED, phase=Phase.ACTION, **laid)


@pytest.mark.parametrize(
    ("level", "left"), [(1, (GREEN, BLUE)), (2, (BLUE, BLUE)), (3, (BLUE, GREEN))]
)
def test_big_move__a_worker_may_leave_from_any_height(level: int, left: tuple):
    stack = (BLUE, GREEN, BLUE)
    state = position(BLUE, GREEN, RED, active=stack[level - 1], stacks={WOOD: stack, COPPER: ()})
    after = played(state, MoveWorker(by=state.active, source=WOOD, level=level, target=COPPER))
    assert after.stack(WOOD) == left
    assert after.stack(COPPER) == (state.active,)


def test_big_move__only_ones_own_worker_moves():
    state = part_two(stacks={WOOD: (BLUE, RED)})
    assert refusal(state, MoveWorker(by=BLUE, source=WOOD, level=2, target=STONE)) == (
        "big.move: the top worker on the wood plain belongs to red; choose one of yours"
    )
    alone = part_two(stacks={WOOD: (RED,)})
    assert refusal(alone, MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE)) == (
        "big.move: the worker on the wood plain belongs to red; choose one of yours"
    )


@pytest.mark.parametrize("level", [-1, 0, 3])
def test_big_move__a_worker_has_to_stand_there(level: int):
    state = part_two(stacks={WOOD: (BLUE, BLUE)})
    assert refusal(state, MoveWorker(by=BLUE, source=WOOD, level=level, target=STONE)) == (
        "big.move: no such worker stands on the wood plain; choose one of your own"
    )


def test_big_move__never_onto_the_same_plain():
    state = part_two(stacks={WOOD: (BLUE, RED)})
    assert refusal(state, MoveWorker(by=BLUE, source=WOOD, level=1, target=WOOD)) == (
        "big.move: the worker has to leave the wood plain: choose another one"
    )


def test_big_move__never_onto_three():
    state = part_two(stacks={WOOD: (BLUE,), WOOL: (RED, GREEN, RED)})
    assert refusal(state, MoveWorker(by=BLUE, source=WOOD, level=1, target=WOOL)) == (
        "big.move: three workers already stand on the wool plain; choose another plain"
    )


def test_big_yield__the_top_is_served_first_while_the_supply_lasts():
    state = part_two(stacks={WOOD: (BLUE,), STONE: (GREEN, GREEN)}, supply="4 stone")
    move = MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE)
    (earned,) = told(state, move, YieldEarned)
    assert earned.shares == (Share(BLUE, 3, 3), Share(GREEN, 2, 1), Share(GREEN, 1, 0))
    after = played(state, move)
    assert gained(state, after) == {BLUE: chips("3 stone"), GREEN: chips("1 stone")}
    assert after.supply == chips()


def test_big_yield__from_an_empty_plain_nobody_gets_anything():
    state = part_two(stacks={WOOD: (BLUE,), STONE: (GREEN,)}, supply="5 wood")
    after = played(state, MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE))
    assert gained(state, after) == {}
    assert after.decider == GREEN
