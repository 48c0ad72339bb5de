"""Illustrations of lessons as data: highlighted places, pieces, and numbers beside players."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from companion.pieces import Bonus, Color, Material, Rune
from companion.telling.places import Place
from companion.what_if import Yields


class Piece(StrEnum):
    """Pieces that can be drawn.

    `TRAY` is a player's tray. `EXCHANGE_ARROW` is an arrow between the chips that a player pays and
    the chips that the player gets for them.
    """

    BOARD = "board"
    DRUID = "druid"
    DIE = "die"
    HUT = "hut"
    TEMPLE = "temple"
    WORKER = "worker"
    MARKER = "marker"
    SHIELD = "shield"
    RUNE_STONE = "rune_stone"
    TRAY = "tray"
    BONUS_CHIP = "bonus_chip"
    CHIP = "chip"
    HUNDRED_CHIP = "hundred_chip"
    EXCHANGE_ARROW = "for"


class PieceGroup(msgspec.Struct, frozen=True):
    """Identical pieces in an illustration.

    `number` is how many pieces are drawn. But for a tray, 1 means that its player takes a chip, and
    -1 that the player returns one. The attributes after `number` are None if they do not apply.
    """

    piece: Piece
    number: int
    color: Color | None = None
    material: Material | None = None
    bonus: Bonus | None = None
    rune: Rune | None = None


def bonus_chip_groups(chips: Sequence[Bonus | None]) -> tuple[PieceGroup, ...]:
    """Return bonus chips as drawn pieces, grouped by kind."""
    return tuple(
        PieceGroup(Piece.BONUS_CHIP, chips.count(kind), bonus=kind)
        for kind in Bonus
        if kind in chips
    )


class Illustration(msgspec.Struct, frozen=True):
    """The illustration for a text.

    `highlighted` has the places on the board to highlight. `druid_way` has the fields along the
    druid's way. `piece_groups` has the pieces to draw outside the board. `yield_examples` has
    examples of what workers earn. `player_numbers` are shown beside the players, in seating order.
    """

    highlighted: tuple[Place, ...] = ()
    druid_way: tuple[int, ...] = ()
    piece_groups: tuple[PieceGroup, ...] = ()
    yield_examples: tuple[Yields, ...] = ()
    player_numbers: tuple[tuple[Color, int], ...] = ()

    @property
    def has_drawing(self) -> bool:
        """True if there is anything to draw outside the board."""
        return bool(self.piece_groups or self.yield_examples or self.player_numbers)
