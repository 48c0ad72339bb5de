"""What the pieces in the box do not allow (correct.table)."""

import pytest
from msgspec.structs import replace

from companion.pieces import Bonus, Chips
from companion.rules.consistency import problems
from companion.rules.setup import initial_state
from companion.state import Breakdown, Building, GameState, Phase
from tests.companion.positions import BLUE, GREEN, PURPLE, RED, position, setup

SOUND = position(BLUE, GREEN, RED, huts={BLUE: (3,)}, druid=3, bonus={9: Bonus.HUT})


def sentences(state: GameState) -> list[str]:
    return [str(problem) for problem in problems(state)]


def with_field(field: int, building: Building) -> GameState:
    buildings = list(SOUND.buildings)
    buildings[field - 1] = building
    return replace(SOUND, buildings=tuple(buildings))


def with_points(points: int, breakdown: Breakdown) -> GameState:
    blue, *others = SOUND.players
    return replace(SOUND, players=(replace(blue, points=points, breakdown=breakdown), *others))


@pytest.mark.parametrize(
    "state",
    [SOUND, initial_state(setup(PURPLE, BLUE)), initial_state(setup(PURPLE, BLUE, GREEN, RED))],
)
def test_a_sound_position_has_no_problems(state: GameState):
    assert problems(state) == ()


def test_a_chip_too_few_is_told_for_each_material():
    state = replace(SOUND, supply=Chips(17, 18, 18, 19))
    assert sentences(state) == [
        "the game has 18 wood chips, but there would be 17; set hands and plain",
        "the game has 18 stone chips, but there would be 19; set hands and plain",
    ]


def test_a_heap_of_fewer_than_no_chips_makes_up_for_no_chip_too_many():
    first, *others = SOUND.players
    players = (replace(first, hand=Chips(20, 0, 0, 0)), *others)
    state = replace(SOUND, players=players, supply=Chips(-2, 18, 18, 18))
    assert sentences(state) == [
        "the game has 18 wood chips, but there would be 20; set hands and plain"
    ]


def test_workers_too_many_and_too_few_are_told():
    state = replace(SOUND, stacks=((BLUE, BLUE, BLUE), (GREEN,), (RED, RED), ()))
    assert sentences(state) == [
        "blue has 2 workers, but 3 would stand on the plains",
        "green has 2 workers, but 1 would stand on the plains",
    ]


def test_workers_not_yet_placed_are_no_problem():
    state = initial_state(setup(BLUE, GREEN, RED))
    assert state.phase is Phase.PLACING
    assert problems(state) == ()
    assert sentences(replace(state, stacks=((BLUE, BLUE, BLUE), (), (), ()))) == [
        "blue has 2 workers, but 3 would stand on the plains"
    ]


def test_points_that_do_not_add_up_are_told():
    assert sentences(with_points(8, Breakdown(bonus=2))) == ["the points of blue do not add up"]


def test_points_below_zero_are_told():
    assert sentences(with_points(-1, Breakdown(offerings=-6))) == [
        "blue would have fewer than 0 points"
    ]
