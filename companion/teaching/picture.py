"""What a lesson wants drawn, as data: places on this table's board, pieces, numbers beside people.

Whoever draws it chooses how; nothing here knows a screen.
"""

from enum import StrEnum

import msgspec

from companion.events import Share
from companion.pieces import Bonus, Color, Material, Rune
from companion.state import GameState
from companion.telling.places import Place
from companion.what_if import if_landed, if_rolled, workers_if_landed, workers_if_rolled


class Piece(StrEnum):
    """What lies in the box, as a lesson shows it; a player's tray on the screen, and an arrow."""

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
    """So many pieces of a kind; whose they are, and which of its kind, where that matters.

    A tray with a number below 0 is one from which that is put back.
    """

    piece: Piece
    number: int
    color: Color | None = None
    material: Material | None = None
    bonus: Bonus | None = None
    rune: Rune | None = None


class Yields(msgspec.Struct, frozen=True):
    """Who gets how many chips on a plain, whose worker is highest first.

    `workers` tell it worker by worker, the highest first, where that is to be seen; 0: only where
    they stand. `landed`: he has come there, and so sets all of them to work.
    """

    plain: Material
    shares: tuple[tuple[Color, int], ...]
    workers: tuple[tuple[Color, int], ...] = ()
    landed: bool = False


def if_rolled_there(state: GameState, plain: Material) -> Yields:
    """What a plain would bring if the die showed it."""
    workers = _each(workers_if_rolled(state, plain))
    return Yields(plain, if_rolled(state, plain), workers)


def if_landed_there(state: GameState, color: Color, plain: Material) -> Yields:
    """What a plain would bring if a worker of that player came there.

    Raises RuleViolation where three stand there already.
    """
    workers = _each(workers_if_landed(state, color, plain))
    return Yields(plain, if_landed(state, color, plain), workers, landed=True)


def _each(shares: tuple[Share, ...]) -> tuple[tuple[Color, int], ...]:
    return tuple((share.color, share.got) for share in shares)


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

    @property
    def is_drawn(self) -> bool:
        """Whether anything of it is not on the board."""
        return bool(self.drawn or self.yields or self.numbers)
