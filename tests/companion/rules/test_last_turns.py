from companion.commands import Correct, MoveWorker, SetField
from companion.pieces import BuildingKind
from companion.state import Building
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, played, position


def test_end_trigger__only_a_construction_begins_the_last_turns() -> None:
    """A correction that puts up the last building leaves the end to the next construction."""
    state = position(
        BLUE,
        GREEN,
        RED,
        huts={BLUE: (1, 3, 5, 7, 9, 11, 13)},
        temples={BLUE: (20, 22)},
        stacks={WOOD: (BLUE,)},
        druid=1,
    )
    last = SetField(15, Building(BuildingKind.HUT, BLUE))

    corrected = played(state, Correct(changes=(last,), why="forgotten"))
    after = played(corrected, MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE))

    assert corrected.huts_left(BLUE) == corrected.temples_left(BLUE) == 0
    assert after.finale is None
