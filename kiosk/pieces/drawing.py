"""All drawings of pieces under one name: `drawing.badge`, `drawing.hut`, `drawing.die` ...

Every one draws onto the canvas that is open (`with widget.canvas:`), around a centre and in
pixels; never only a colour tells pieces apart (touchscreen, principle 7).
"""

from functools import partial

from companion.pieces import Bonus, Color, Face, Material, Rune
from kiosk.pieces.buildings import BUILDINGS, building, hut, temple
from kiosk.pieces.chips import bonus, chip, glyph
from kiosk.pieces.die import die, face_sign
from kiosk.pieces.druid import druid, staff
from kiosk.pieces.panel_signs import light, troubled_panel
from kiosk.pieces.picture import InTower
from kiosk.pieces.players import badge, empty_worker, in_tower, symbol, worker
from kiosk.pieces.runes import rune, rune_stone
from kiosk.ui.shapes import Draw, Point

__all__ = [
    "BUILDINGS",
    "badge",
    "bonus",
    "building",
    "chip",
    "die",
    "drawn",
    "druid",
    "empty_worker",
    "face_sign",
    "glyph",
    "hut",
    "light",
    "rune",
    "rune_stone",
    "sign",
    "staff",
    "symbol",
    "temple",
    "troubled_panel",
    "worker",
]


def sign(piece: object, center: Point, size: float) -> None:
    """The drawing of any piece that a choice names; `size` is half its width."""
    match piece:
        case Material():
            chip(piece, center, size)
        case Face():
            face_sign(piece, center, size)
        case Rune():
            rune_stone(piece, center, size, None)
        case Color():
            badge(piece, center, size)
        case Bonus():
            bonus(piece, center, size)
        case InTower():
            in_tower(piece, center, size)
        case _:
            raise TypeError(f"nothing is drawn for {piece!r}")


def drawn(piece: object) -> Draw:
    """What draws the sign of a piece, for a button to call."""
    return partial(sign, piece)
