"""Illustrations of lessons as data: places on the board, pieces, numbers beside players."""

from enum import StrEnum

import msgspec

from companion.pieces import Bonus, Color, Material, Rune
from companion.telling.places import Place
from companion.what_if import Yields


class Piece(StrEnum):
    """Pieces in illustrations; also a player's tray on the screen, and an arrow."""

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
    FOR = "for"


class Drawn(msgspec.Struct, frozen=True):
    """A number of pieces of one kind, with owner and variant if these matter.

    A negative number shows pieces that leave a tray.
    """

    piece: Piece
    number: int
    color: Color | None = None
    material: Material | None = None
    bonus: Bonus | None = None
    rune: Rune | None = None


class Picture(msgspec.Struct, frozen=True):
    """The illustration of a text.

    `lit` are places on the board to highlight, `way` are the fields on the druid's way. `drawn` are
    pieces, `yields` examples of yields, `numbers` are shown beside players, in seating order.
    """

    lit: tuple[Place, ...] = ()
    way: tuple[int, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    yields: tuple[Yields, ...] = ()
    numbers: tuple[tuple[Color, int], ...] = ()

    @property
    def is_drawn(self) -> bool:
        """True if anything is drawn beside the board."""
        return bool(self.drawn or self.yields or self.numbers)
