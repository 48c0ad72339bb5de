"""Where the board's pieces are that a list of moves is about."""

import pytest

from companion import moves
from companion.pieces import Bonus, BuildingKind, Chips, Rune
from companion.state import Druid
from companion.telling.places import (
    DruidPlace,
    FieldPlace,
    RunePlace,
    SupplyPlace,
    WorkerPlace,
    places_touched,
)
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, WOOL, position

STATE = position(BLUE, GREEN, RED, stacks={WOOL: (RED, BLUE), STONE: (GREEN,)})


@pytest.mark.parametrize(
    ("row", "places"),
    [
        (
            moves.ChipsToTake((BLUE,), Chips(wood=2, stone=1)),
            (SupplyPlace(WOOD), SupplyPlace(STONE)),
        ),
        (moves.ChipsToReturn((BLUE,), Chips(wool=1)), (SupplyPlace(WOOL),)),
        (moves.SupplyTarget((), WOOD, 7), (SupplyPlace(WOOD),)),
        (moves.WorkerToPlace((BLUE,), WOOL), (WorkerPlace(WOOL, 2),)),
        (moves.WorkerToRemove((BLUE,), WOOL), (WorkerPlace(WOOL, 3),)),
        (moves.WorkerToMove((GREEN,), WOOD, None, STONE), (WorkerPlace(STONE, 1),)),
        (moves.StackTarget((), WOOL, (RED, BLUE)), (WorkerPlace(WOOL, 1), WorkerPlace(WOOL, 2))),
        (moves.BuildingToPlace((RED,), BuildingKind.HUT, 9), (FieldPlace(9),)),
        (moves.BuildingToRemove((RED,), BuildingKind.TEMPLE, 9), (FieldPlace(9),)),
        (moves.BonusToRemove((), Bonus.HUT, 9), (FieldPlace(9),)),
        (moves.BonusToReturn((), Bonus.HUT, 9), (FieldPlace(9),)),
        (moves.RuneToMove((RED,), Rune.EYE, None, RED), (RunePlace(Rune.EYE),)),
        (moves.DruidToMove((), Druid(stone=0), Druid(field=9)), (DruidPlace(),)),
        (moves.DruidToMove((), Druid(field=9), Druid(field=9)), ()),
        (
            moves.AlreadyInPlace((), moves.BuildingToRemove((RED,), BuildingKind.HUT, 9)),
            (FieldPlace(9),),
        ),
        (moves.DieToMove((), 9), (FieldPlace(9),)),
        (moves.DieToMove((), None), ()),
        (moves.MarkerToMove((RED,), 5, 9), ()),
        (moves.HiddenHandCorrected((RED,)), ()),
    ],
)
def test_each_move_has_its_place(row: moves.Row, places: tuple[object, ...]) -> None:
    assert places_touched((row,), STATE) == places


def test_a_place_that_two_moves_touch_is_told_once() -> None:
    rows = (
        moves.BuildingToPlace((RED,), BuildingKind.HUT, 9),
        moves.BonusToRemove((), Bonus.HUT, 9),
    )
    assert places_touched(rows, STATE) == (FieldPlace(9),)
