"""Symbols and sentences for the moves of real pieces that players must make on the table.

Trays show the symbols in rows, one row for each move. Imports no Kivy.
"""

from collections.abc import Iterable

from companion import moves
from companion.moves import Row as Telling
from companion.pieces import MATERIALS, Chips, Color, Face, Rune, StackPosition
from companion.state import Building
from companion.trays import Tray
from kiosk.pieces.form import RolledDie, RuneStone, Sign, Worker
from kiosk.pieces.picture import (
    ArrowInRow,
    DruidPathStoneInRow,
    FieldInRow,
    GameBoxInRow,
    MarkerInRow,
    PlainInRow,
    RowPart,
    SignedCountInRow,
    StackInRow,
    TrackSpaceInRow,
    WorkerInStack,
)
from kiosk.words.language import _, plural
from kiosk.words.latest_moves import PieceMoves

_NOTED = 3
"""Maximum number of corrections listed one by one; of more, only the number is shown."""

_STOREYS = (StackPosition.BOTTOM, StackPosition.MIDDLE, StackPosition.TOP)
Signs = tuple[RowPart, ...]

_MAIN = (
    moves.BonusToRemove,
    moves.BonusToReturn,
    moves.BuildingToRemove,
    moves.BuildingToPlace,
    moves.WorkerToRemove,
    moves.WorkerToMove,
    moves.WorkerToPlace,
    moves.StackTarget,
)
"""Main moves of a step, which a tray shows first. A bonus chip comes before the hut that is built
over it."""


def main_moves_first(rows: Iterable[Telling]) -> tuple[Telling, ...]:
    return tuple(sorted(rows, key=lambda row: not isinstance(moves.unwrap_row(row), _MAIN)))


def newest_moves_first(tray: Tray) -> tuple[moves.Row, ...]:
    """Return the moves listed in a tray, those from the latest step of the game first.

    Among the moves from one step, the main ones (`_MAIN`) come first, such as moving a worker.
    """
    recency = dict(zip(tray.rows, tray.recency, strict=True))
    return tuple(sorted(main_moves_first(tray.rows), key=lambda row: -recency[row]))


def row_symbols(row: Telling) -> Signs:  # noqa: C901, PLR0911, PLR0912 - one flat case a row
    """Return the symbols with which a tray shows `row`, a move of real pieces on the table.

    Raises ValueError if trays do not show this kind of move.
    """
    match row:
        case moves.ChipsToTake(_, chips):
            return _chip(chips, "+")
        case moves.ChipsToReturn(_, chips):
            return _chip(chips, "−")
        case moves.WorkerToPlace((owner,), plain):
            return (Worker(owner), ArrowInRow(), PlainInRow(plain))
        case moves.WorkerToRemove((owner,)):
            return ("−", Worker(owner))
        case moves.WorkerToMove((owner,), source, which, target):
            worker: RowPart = Worker(owner)
            if which is not None:
                level = _STOREYS.index(which) + 1
                worker = WorkerInStack((owner,) * len(_STOREYS), level)
            return (worker, PlainInRow(source), ArrowInRow(), PlainInRow(target))
        case moves.StackTarget((owner,), plain, workers):
            return (StackInRow(workers), ArrowInRow(), PlainInRow(plain))
        case moves.BuildingToPlace((owner,), kind, field):
            return (Building(kind, owner), ArrowInRow(), FieldInRow(field))
        case moves.BuildingToRemove((owner,), kind, field):
            return ("−", Building(kind, owner), FieldInRow(field))
        case moves.BonusToRemove(_, bonus):
            return (bonus, ArrowInRow(), GameBoxInRow())
        case moves.BonusToReturn(_, bonus, field):
            return (bonus, ArrowInRow(), FieldInRow(field))
        case moves.RuneToMove((owner,), rune, source, target):
            return _rune(rune, owner, source, target)
        case moves.RuneTarget((owner,), rune, holder):
            return _rune(rune, owner, None, holder)
        case moves.DruidToMove(_, _, target) if target.field is not None:
            return (Sign.DRUID, ArrowInRow(), FieldInRow(target.field))
        case moves.DruidToMove(_, _, target):
            return (Sign.DRUID, ArrowInRow(), DruidPathStoneInRow(target.stone or 0))
        case moves.DieToMove(_, field):
            die = RolledDie(Face.PLUS)
            return ("−", die) if field is None else (die, ArrowInRow(), FieldInRow(field))
        case moves.MarkerToMove((owner,), before, points):
            return (
                MarkerInRow(owner),
                TrackSpaceInRow(before),
                ArrowInRow(),
                TrackSpaceInRow(points),
            )
        case moves.MarkerTarget((owner,), points):
            return (MarkerInRow(owner), ArrowInRow(), TrackSpaceInRow(points))
        case moves.UndoIfDone(_, one):
            first, *others = row_symbols(one)
            # A “?” means: only if the player has already made the move that was undone.
            if isinstance(first, SignedCountInRow):
                return (SignedCountInRow(f"?{first.sign}", first.number), *others)
            if first in ("+", "−"):
                return (f"?{first}", *others)
            return ("?", first, *others)
        case _:
            raise ValueError(f"{row!r} cannot be shown in a tray")


def _chip(chips: Chips, sign: str) -> Signs:
    (material,) = (one for one in MATERIALS if chips.number(one))
    return SignedCountInRow(sign, chips.total), material


def _rune(rune: Rune, owner: Color, source: Color | None, target: Color | None) -> Signs:
    stone = RuneStone(rune, None)
    if target == owner:
        return ("+", stone) if source is None else (source, ArrowInRow(), stone)
    return ("−", stone) if target is None else (stone, ArrowInRow(), target)


def correction_sentences(latest_moves: PieceMoves) -> tuple[str, ...]:
    """Return sentences about the changes made by the latest correction or amendment; () if none.

    `latest_moves` has the moves that the last decision requires.
    """
    noted = [row.text for row in latest_moves.moves if isinstance(row.move, moves.AlreadyInPlace)]
    if len(noted) > _NOTED:
        noted = [plural("{number} change", "{number} changes", len(noted))]
    heading = (latest_moves.edit_summary,) if latest_moves.edit_summary else ()
    if noted:
        # Only once, so that two changes fit the notice above the question.
        noted[0] = f"{_('Corrected:')} {noted[0]}"
    return (*heading, *noted)
