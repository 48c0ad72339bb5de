"""Illustrations of lessons as data: places on the board, pieces, numbers beside players."""

from enum import StrEnum

import msgspec

from companion.events import Share
from companion.pieces import Bonus, Color, Material, Rune
from companion.state import GameState
from companion.telling.places import Place
from companion.what_if import if_landed, if_rolled, workers_if_landed, workers_if_rolled


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


class Yields(msgspec.Struct, frozen=True):
    """Chips that players get on a plain, the highest worker's owner first.

    `workers` lists the chips worker by worker, the highest first, or 0 for their positions only.
    `landed`: a worker has just arrived, and so all of them work.
    """

    plain: Material
    shares: tuple[tuple[Color, int], ...]
    workers: tuple[tuple[Color, int], ...] = ()
    landed: bool = False


def if_rolled_there(state: GameState, plain: Material) -> Yields:
    """Return the yields of a plain if the die shows it."""
    workers = _each(workers_if_rolled(state, plain))
    return Yields(plain, if_rolled(state, plain), workers)


def if_landed_there(state: GameState, color: Color, plain: Material) -> Yields:
    """Return the yields of a plain if a worker of `color` moves there.

    Raises RuleViolation if the plain is full.
    """
    workers = _each(workers_if_landed(state, color, plain))
    return Yields(plain, if_landed(state, color, plain), workers, landed=True)


def _each(shares: tuple[Share, ...]) -> tuple[tuple[Color, int], ...]:
    return tuple((share.color, share.got) for share in shares)


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
        """Whether anything is drawn beside the board."""
        return bool(self.drawn or self.yields or self.numbers)
