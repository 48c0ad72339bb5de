"""What a lesson wants drawn, as data: places on this table's board, pieces, numbers beside people.

Whoever draws it chooses how; nothing here knows a screen.
"""

from enum import StrEnum

import msgspec

from companion.pieces import Bonus, Color, Material
from companion.telling.places import Place


class Piece(StrEnum):
    """What lies in the box, as a lesson shows it."""

    BOARD = "board"
    DRUID = "druid"
    DIE = "die"
    HUT = "hut"
    TEMPLE = "temple"
    WORKER = "worker"
    MARKER = "marker"
    SHIELD = "shield"
    RUNE_STONE = "rune_stone"
    BONUS_CHIP = "bonus_chip"
    CHIP = "chip"
    HUNDRED_CHIP = "hundred_chip"


class Drawn(msgspec.Struct, frozen=True):
    """So many pieces of a kind; whose they are, of which material or bonus, where that matters."""

    piece: Piece
    number: int
    color: Color | None = None
    material: Material | None = None
    bonus: Bonus | None = None


class Yields(msgspec.Struct, frozen=True):
    """Who gets how many chips on a plain, whose worker is highest first."""

    plain: Material
    shares: tuple[tuple[Color, int], ...]


class Picture(msgspec.Struct, frozen=True):
    """What is shown beside a text.

    `lit` are places on the board to light up, `way` are fields that the druid passes, from where he
    stands to where he goes. `drawn` are pieces, `yields` examples of what plains bring, `numbers`
    stand beside players, in seating order.
    """

    lit: tuple[Place, ...] = ()
    way: tuple[int, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    yields: tuple[Yields, ...] = ()
    numbers: tuple[tuple[Color, int], ...] = ()
