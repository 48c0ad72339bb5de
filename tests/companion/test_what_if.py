"""What would come of a building or a worker's move, and that it comes so."""

from companion.pieces import Bonus, BuildingKind, Rune
from companion.preview import DruidVisit
from companion.state import Phase
from companion.what_if import PointsRange, building_outcome, move_outcome
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, booklet_example, position

HUT, TEMPLE = BuildingKind


def test_a_hut_is_told_to_the_end_of_the_ritual() -> None:
    state = booklet_example(bonus={21: Bonus.DRUID})
    outlook = building_outcome(state, HUT, 19)
    icons = [state.board.field(field).needs for field in (19, 20, 21)]
    assert outlook.preview.visits == (
        DruidVisit(19, BLUE, icons[0], 3, has_druid_chip=False),
        DruidVisit(20, RED, icons[1], 3, has_druid_chip=False),
        DruidVisit(21, RED, icons[2], 3, has_druid_chip=True),
    )
    assert outlook.points == (
        PointsRange(BLUE, 5, 4, 8),
        PointsRange(GREEN, 5, 5, 5),
        PointsRange(RED, 5, 3, 11),
    )
    assert (outlook.state_if_refused.druid.field, outlook.state_if_refused.visits) == (21, ())


def test_in_a_ritual_its_end_counts_the_answers_and_the_river_that_is_certain() -> None:
    state = booklet_example(
        huts={RED: (31, 32, 1), GREEN: (17,)},
        phase=Phase.OFFERING,
        visits=(32, 1),
        druid=32,
        decider=RED,
        runes={Rune.WAVES: RED, Rune.EYE: RED, Rune.HOOK: GREEN},
        bonus={},
    )
    points = {one.color: one for one in building_outcome(state, TEMPLE, 25, BLUE).points}

    # Both of Ria's huts are asked, the river scores between them; then Gus is asked at 17.
    assert points[RED] == PointsRange(RED, 5, 5 - 1 + 2 - 1, 5 + 3 + 2 + 3)
    assert points[GREEN] == PointsRange(GREEN, 5, 5 + 1 - 1, 5 + 1 + 1)
    assert points[BLUE] == PointsRange(BLUE, 5, 5, 5)


def test_a_worker_of_anybody_is_told_with_the_small_yields_that_follow() -> None:
    state = position(
        BLUE, GREEN, RED, phase=Phase.ROLL, stacks={WOOD: (GREEN, BLUE), STONE: (RED, BLUE)}
    )
    outlook = move_outcome(state, WOOD, 1, STONE)

    assert outlook.preview.earnings == ((GREEN, 3), (BLUE, 2), (RED, 1))
    assert [(one.plain, one.shares) for one in outlook.small_yields] == [
        (WOOD, ((BLUE, 1),)),
        (STONE, ((GREEN, 1), (BLUE, 1), (RED, 1))),
    ]
    assert outlook.state_after.stack(STONE) == (RED, BLUE, GREEN)
