"""Drawings of the pieces in lists of moves, registered with `draw_symbol`."""

from companion.pieces import Bonus, Color, Face, Material, Rune
from kiosk.pieces import drawing
from kiosk.ui.renderer import draw_symbol
from kiosk.ui.shapes import Point
from kiosk.words.moves import Picture, Piece

_WORKER = 0.56
"""Height of a worker relative to its width."""


@draw_symbol.register
def _(symbol: Picture, center: Point, size: float) -> None:
    match symbol.piece, symbol.which, symbol.owner:
        case Piece.WORKER, _, Color() as owner:
            drawing.worker(owner, center, size * 2, size * 2 * _WORKER)
        case Piece.HUT, _, Color() as owner:
            drawing.hut(owner, center, size)
        case Piece.TEMPLE, _, Color() as owner:
            drawing.temple(owner, center, size * 0.9)
        case Piece.CHIP, Material() as material, _:
            drawing.chip(material, center, size)
        case Piece.BONUS, Bonus() as bonus, _:
            drawing.bonus(bonus, center, size)
        case Piece.RUNE, Rune() as rune, _:
            drawing.rune_stone(rune, center, size, None)
        case Piece.DRUID, _, _:
            drawing.druid(center, size)
        case Piece.DIE, _, _:
            drawing.die(Face.PLUS, center, size)
        case _:
            raise ValueError(f"there is no drawing of {symbol}")
