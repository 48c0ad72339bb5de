"""A worker moves and a plain works (big.*)."""

import pytest

from companion.commands import MoveWorker
from companion.events import YieldEarned, YieldShare
from companion.pieces import Color, Material
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


@pytest.mark.parametrize(
    ("level", "left"), [(1, (GREEN, BLUE)), (2, (BLUE, BLUE)), (3, (BLUE, GREEN))]
)
def test_big_move__a_worker_may_leave_from_any_height(level: int, left: tuple):
    stack = (BLUE, GREEN, BLUE)
    state = position(BLUE, GREEN, RED, active=stack[level - 1], stacks={WOOD: stack, COPPER: ()})
    after = played(state, MoveWorker(by=state.active, source=WOOD, level=level, target=COPPER))
    assert after.stack(WOOD) == left
    assert after.stack(COPPER) == (state.active,)


NO_SUCH_WORKER = "no such worker stands on the wood plain; choose one of your own"


@pytest.mark.parametrize(
    ("stack", "level", "target", "sentence"),
    [
        (
            (BLUE, RED),
            2,
            STONE,
            "the top worker on the wood plain belongs to red; choose one of yours",
        ),
        ((RED,), 1, STONE, "the worker on the wood plain belongs to red; choose one of yours"),
        ((BLUE, BLUE), -1, STONE, NO_SUCH_WORKER),
        ((BLUE, BLUE), 0, STONE, NO_SUCH_WORKER),
        ((BLUE, BLUE), 3, STONE, NO_SUCH_WORKER),
        ((BLUE, RED), 1, WOOD, "the worker must leave the wood plain: choose another one"),
        ((BLUE,), 1, WOOL, "three workers already stand on the wool plain; choose another plain"),
    ],
)
def test_big_move__only_ones_own_worker_goes_to_another_plain_with_room(
    stack: tuple[Color, ...], level: int, target: Material, sentence: str
):
    full = {WOOL: (GREEN, RED, GREEN)} if target is WOOL else {}
    state = position(BLUE, GREEN, RED, stacks={WOOD: stack, **full})
    move = MoveWorker(by=BLUE, source=WOOD, level=level, target=target)
    assert refusal(state, move) == f"big.move: {sentence}"


def test_big_yield__the_top_is_served_first_while_the_supply_lasts():
    stacks = {WOOD: (BLUE,), STONE: (GREEN, GREEN)}
    state = position(BLUE, GREEN, RED, stacks=stacks, supply="4 stone")
    move = MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE)
    (earned,) = told(state, move, YieldEarned)
    assert earned.shares == (
        YieldShare(BLUE, 3, 3),
        YieldShare(GREEN, 2, 1),
        YieldShare(GREEN, 1, 0),
    )
    after = played(state, move)
    assert gained(state, after) == {BLUE: chips("3 stone"), GREEN: chips("1 stone")}
    assert after.supply == chips()
