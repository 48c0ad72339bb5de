"""Places on the board that are highlighted: where moved pieces end up.

For a piece that leaves the board, this is the place from which it is taken. Source: SCREEN.md, 3.
"""

from collections.abc import Iterable, Iterator

import msgspec

from companion import moves
from companion.moves import Row, is_move, unwrap_row
from companion.pieces import MATERIALS, Material, Rune
from companion.state import GameState


class FieldPlace(msgspec.Struct, frozen=True):
    """The place of a building or a bonus chip on a field, or of the die beside a field."""

    field: int


class WorkerPlace(msgspec.Struct, frozen=True):
    """The place of a worker on a plain; `level` 1 is the bottom."""

    plain: Material
    level: int


class SupplyPlace(msgspec.Struct, frozen=True):
    """The place of the supply of a material: the chips on its plain."""

    plain: Material


class RunePlace(msgspec.Struct, frozen=True):
    """The place of a rune stone: beside its area, or with its holder."""

    rune: Rune


class DruidPlace(msgspec.Struct, frozen=True):
    """The druid's current place."""


class RiverPlace(msgspec.Struct, frozen=True):
    """The great river, between the last field and the first; no piece can stand there."""


Place = FieldPlace | WorkerPlace | SupplyPlace | RunePlace | DruidPlace | RiverPlace
"""A place on the board that can be highlighted."""


def places_touched(rows: Iterable[Row], state: GameState) -> tuple[Place, ...]:
    """Return the places that pieces move to, or from which they are taken off the board.

    The places are in the order of `rows`, without duplicates. `state` is the state after the moves.
    Point markers and hands have no places, because they are not on the board.
    """
    moved = (row for row in rows if is_move(unwrap_row(row)))
    return tuple(dict.fromkeys(place for row in moved for place in _places(row, state)))


def _places(row: Row, state: GameState) -> Iterator[Place]:  # noqa: C901, PLR0912 - one flat case a row
    match row:
        case moves.ChipsToTake(_, chips) | moves.ChipsToReturn(_, chips):
            yield from (SupplyPlace(plain) for plain in MATERIALS if chips.number(plain))
        case moves.SupplyTarget(_, plain):
            yield SupplyPlace(plain)
        case moves.WorkerToPlace(_, plain) | moves.WorkerToMove(target=plain):
            yield WorkerPlace(plain, len(state.stack(plain)))
        case moves.WorkerToRemove(_, plain):
            yield WorkerPlace(plain, len(state.stack(plain)) + 1)
        case moves.StackTarget(_, plain, workers):
            yield from (WorkerPlace(plain, level) for level in range(1, len(workers) + 1))
        case moves.BuildingToPlace(field=field) | moves.BuildingToRemove(field=field):
            yield FieldPlace(field)
        case moves.BonusToRemove(field=field) | moves.BonusToReturn(field=field):
            yield FieldPlace(field)
        case moves.RuneToMove(_, rune) | moves.RuneTarget(_, rune):
            yield RunePlace(rune)
        case moves.DruidToMove():
            yield DruidPlace()
        case moves.DieToMove(_, field):
            if field is not None:
                yield FieldPlace(field)
        case moves.AlreadyInPlace(_, one) | moves.UndoIfDone(_, one):
            yield from _places(one, state)
        case _:
            return
