"""Where the board's pieces are that a list of moves is about."""

import pytest

from companion import moves
from companion.pieces import Bonus, BuildingKind, Chips, Rune
from companion.state import Druid
from companion.telling.places import (
    DruidPlace,
    InStack,
    MaterialSupply,
    OnField,
    RunePlace,
    places_touched,
)
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, WOOL, position

STATE = position(BLUE, GREEN, RED, stacks={WOOL: (RED, BLUE), STONE: (GREEN,)})


@pytest.mark.parametrize(
    ("row", "places"),
    [
        (
            moves.ChipsTaken((BLUE,), Chips(wood=2, stone=1)),
            (MaterialSupply(WOOD), MaterialSupply(STONE)),
        ),
        (moves.ChipsReturned((BLUE,), Chips(wool=1)), (MaterialSupply(WOOL),)),
        (moves.SupplyTarget((), WOOD, 7), (MaterialSupply(WOOD),)),
        (moves.WorkerPlaced((BLUE,), WOOL), (InStack(WOOL, 2),)),
        (moves.WorkerRemoved((BLUE,), WOOL), (InStack(WOOL, 3),)),
        (moves.WorkerMoved((GREEN,), WOOD, None, STONE), (InStack(STONE, 1),)),
        (moves.StackTarget((), WOOL, (RED, BLUE)), (InStack(WOOL, 1), InStack(WOOL, 2))),
        (moves.BuildingPlaced((RED,), BuildingKind.HUT, 9), (OnField(9),)),
        (moves.BuildingRemoved((RED,), BuildingKind.TEMPLE, 9), (OnField(9),)),
        (moves.BonusPutIntoBox((), Bonus.HUT, 9), (OnField(9),)),
        (moves.BonusReturned((), Bonus.HUT, 9), (OnField(9),)),
        (moves.RuneMoved((RED,), Rune.EYE, None, RED), (RunePlace(Rune.EYE),)),
        (moves.DruidMoved((), Druid(stone=0), Druid(field=9)), (DruidPlace(),)),
        (moves.DruidMoved((), Druid(field=9), Druid(field=9)), ()),
        (moves.AlreadyDone((), moves.BuildingRemoved((RED,), BuildingKind.HUT, 9)), (OnField(9),)),
        (moves.DieMoved((), 9), (OnField(9),)),
        (moves.DieMoved((), None), ()),
        (moves.MarkerMoved((RED,), 5, 9), ()),
        (moves.HiddenHandCorrected((RED,)), ()),
    ],
)
def test_each_move_has_its_place(row: moves.Row, places: tuple[object, ...]) -> None:
    assert places_touched((row,), STATE) == places


def test_a_place_that_two_moves_touch_is_told_once() -> None:
    rows = (
        moves.BuildingPlaced((RED,), BuildingKind.HUT, 9),
        moves.BonusPutIntoBox((), Bonus.HUT, 9),
    )
    assert places_touched(rows, STATE) == (OnField(9),)
