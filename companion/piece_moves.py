"""Moves of single pieces that turn one state into another."""

from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from companion import commands as do
from companion import moves
from companion.pieces import (
    MATERIALS,
    RUNES,
    Bonus,
    BuildingKind,
    Color,
    Material,
    Rune,
)
from companion.state import Building, Druid, GameState


class PlayerChips(msgspec.Struct, frozen=True):
    """A player's chips of one material."""

    color: Color
    material: Material


class PointMarker(msgspec.Struct, frozen=True):
    """A player's point marker."""

    color: Color


class Worker(msgspec.Struct, frozen=True):
    """Any worker of a player; the workers of one player are interchangeable."""

    color: Color


class PlacedBuilding(msgspec.Struct, frozen=True):
    """A player's hut or temple on one field."""

    color: Color
    kind: BuildingKind
    field: int


class BonusOnField(msgspec.Struct, frozen=True):
    """A bonus chip on one field."""

    bonus: Bonus
    field: int


class RuneStone(msgspec.Struct, frozen=True):
    """The rune stone of an area."""

    rune: Rune


class DruidPiece(msgspec.Struct, frozen=True):
    """The druid's piece."""


class CircuitEndDie(msgspec.Struct, frozen=True):
    """The die as a marker beside the hut where the final circuit ends."""


Piece = (
    PlayerChips
    | PointMarker
    | Worker
    | PlacedBuilding
    | BonusOnField
    | RuneStone
    | DruidPiece
    | CircuitEndDie
)
Place = int | Material | Color | Druid | bool | None
"""Position of a piece: a marker's points, a worker's plain, a rune stone's holder, the druid's
place, or the die's field. For a building or bonus chip: whether it is on its field."""


class PieceMove(msgspec.Struct, frozen=True):
    """A move of one piece, or of several chips of one material.

    `owners` are the players who can make the move; `thing` is the piece. For chips, `number` is the
    number that move to the player, or, if it is negative, back to the plains. For other pieces,
    `source` and `target` are the places before and after the move. For workers, the two levels are
    the positions in the stacks; 1 is the bottom.
    """

    owners: tuple[Color, ...]
    thing: Piece
    number: int = 0
    source: Place = None
    target: Place = None
    source_level: int = 0
    target_level: int = 0
    scoring: bool = False


def board_moves_between(
    before: GameState, after: GameState, active: tuple[Color, ...] = ()
) -> Iterator[PieceMove]:
    """Yield the moves of board pieces that lead from state `before` to state `after`.

    These pieces are buildings, bonus chips, rune stones, the druid and the die. `active` has the
    active player, who moves the pieces that no player owns; it is () if there is no active player.
    """
    for field, (old, new) in enumerate(zip(before.buildings, after.buildings, strict=True), 1):
        for building in (old, new) if old != new else ():
            if building is not None:
                piece = PlacedBuilding(building.owner, building.kind, field)
                is_off = building is old
                yield PieceMove((building.owner,), piece, source=is_off, target=not is_off)
    for field, (old_chip, chip) in enumerate(zip(before.bonus, after.bonus, strict=True), 1):
        for bonus in (old_chip, chip) if old_chip is not chip else ():
            if bonus is not None:
                is_off = bonus is old_chip
                yield PieceMove(
                    active, BonusOnField(bonus, field), source=is_off, target=not is_off
                )
    for rune, former, holder in zip(RUNES, before.runes, after.runes, strict=True):
        if former is not holder:
            owners = tuple(color for color in (holder, former) if color is not None)
            yield PieceMove(owners, RuneStone(rune), source=former, target=holder)
    if before.druid != after.druid:
        yield PieceMove(active, DruidPiece(), source=before.druid, target=after.druid)
    if before.final_circuit_end != after.final_circuit_end:
        yield PieceMove(
            active, CircuitEndDie(), source=before.final_circuit_end, target=after.final_circuit_end
        )


def make_tray_row(
    owners: tuple[Color, ...], piece: Piece, state: GameState, source: tuple[Place, ...] = ()
) -> moves.Row:
    """Return the tray row that asks `owners` to move a piece to its place in `state`.

    A tray lists the moves that a player must still make on the table, one in each row. `piece` is
    the piece. `source` has the place that the piece leaves; it is () if that place is unknown.
    """
    match piece:
        case PointMarker(owner):
            points = state.player(owner).points
            former = source[0] if source else None
            if isinstance(former, int) and former != points:
                return moves.MarkerToMove(owners, former, points)
            return moves.MarkerTarget(owners, points)
        case PlacedBuilding(owner, kind, field):
            if state.building(field) != Building(kind, owner):
                return moves.BuildingToRemove(owners, kind, field)
            return moves.BuildingToPlace(owners, kind, field, state.bonus_staying_under_hut(field))
        case BonusOnField(bonus, field):
            lies = state.bonus_on(field) is bonus
            return (moves.BonusToReturn if lies else moves.BonusToRemove)(owners, bonus, field)
        case RuneStone(rune):
            holder = state.rune_holder(rune)
            former = source[0] if source and isinstance(source[0], Color) else None
            if not source or former is holder:
                return moves.RuneTarget(owners, rune, holder)
            return moves.RuneToMove(owners, rune, former, holder)
        case DruidPiece():
            former = source[0] if source and isinstance(source[0], Druid) else None
            return moves.DruidToMove(owners, former, state.druid)
        case CircuitEndDie():
            return moves.DieToMove(owners, state.final_circuit_end)
        case _:
            raise ValueError(f"the rows of {piece} are computed elsewhere")


def is_piece_corrected(changes: Iterable[do.Change], piece: Piece) -> bool:
    """Return whether one of the `changes` sets the place or the number of this piece."""
    return any(_sets(change, piece) for change in changes)


def _sets(change: do.Change, piece: Piece) -> bool:
    match change, piece:
        case do.SetPoints(color), PointMarker(owner):
            return color is owner
        case do.SetHand(color, material), PlayerChips(owner, of):
            return (color, material) == (owner, of)
        case do.SetStack(), Worker():
            # Players who correct a stack have seen all its workers, wherever these came from.
            return True
        case do.SetRune(rune), RuneStone(of):
            return rune is of
        case (do.SetBuilding(field), PlacedBuilding(field=on)) | (
            do.SetBonus(field),
            BonusOnField(field=on),
        ):
            return field == on
        case do.SetDruid(), DruidPiece():
            return True
        case _:
            return False


ORDER = (
    moves.ChipsToReturn,
    moves.BuildingToRemove,
    moves.BonusToRemove,
    moves.BonusToReturn,
    moves.BuildingToPlace,
    moves.HandTarget,
    moves.HiddenHandCorrected,
    moves.SupplyTarget,
    moves.RuneToMove,
    moves.RuneTarget,
    moves.DruidToMove,
    moves.DieToMove,
    moves.WorkerToRemove,
    moves.WorkerToMove,
    moves.WorkerToPlace,
    moves.StackTarget,
    moves.ChipsToTake,
    moves.MarkerToMove,
    moves.MarkerTarget,
)
"""Order of rows in a list. Pieces are returned first, because players may need them for other
moves."""


def tray_rows_between(
    before: GameState, after: GameState, changes: Iterable[do.Change] = (), *, open_chips: bool
) -> tuple[moves.Row, ...]:
    """Return the tray rows for all pieces whose places differ between two states.

    A tray row asks players to move a piece on the table. `changes` are the changes of all
    corrections that were made between the two states. If `open_chips` is false, hands are secret:
    the row for a corrected hand then shows no numbers, and asks the owner to look at their chips.
    """
    corrected = {change.color for change in changes if isinstance(change, do.SetHand)}
    chips: list[moves.Row] = []
    rows: list[moves.Row] = []
    supply = before.supply
    for old, new in zip(before.players, after.players, strict=True):
        if old.color not in corrected:
            chips += moves.rows_of_hand_change(old.color, old.hand, new.hand)
            supply = supply + old.hand - new.hand
        elif open_chips:
            numbers = zip(MATERIALS, old.hand.counts, new.hand.counts, strict=True)
            changed = tuple((one, number) for one, former, number in numbers if number != former)
            rows += (moves.HandTarget((old.color,), changed),) if changed else ()
        else:
            # An unchanged hand in a correction has a row, too, so that rows do not reveal who was
            # affected.
            rows.append(moves.HiddenHandCorrected((old.color,)))
    if corrected:
        rows += (
            moves.SupplyTarget((), plain, after.supply.number(plain))
            for plain in MATERIALS
            if after.supply.number(plain) != supply.number(plain)
        )
    markers = (
        PieceMove((old.color,), PointMarker(old.color), source=old.points)
        for old, new in zip(before.players, after.players, strict=True)
        if old.points != new.points
    )
    rows += (
        make_tray_row(move.owners[:1], move.thing, after, (move.source,))
        for move in chain(board_moves_between(before, after), markers)
    )
    stacks = (
        moves.StackTarget((), plain, new)
        for plain, old, new in zip(MATERIALS, before.stacks, after.stacks, strict=True)
        if old != new
    )
    in_order = (sorted(some, key=lambda row: ORDER.index(type(row))) for some in (chips, rows))
    return moves.merge_identical_moves(chain(stacks, *in_order))
