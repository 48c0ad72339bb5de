"""Our own drawings of chips: of the four materials, and of the three bonuses.

Every function draws onto the canvas that is open (`with widget.canvas:`), around a centre and
in pixels.
"""

from math import pi

from kivy.graphics import Color as Ink
from kivy.graphics import Rectangle

from companion.pieces import Bonus, Material
from kiosk.pieces import palette
from kiosk.pieces.druid import staff
from kiosk.ui import theme
from kiosk.ui.shapes import Point, arc, around, disc, letters, polygon
from kiosk.ui.sprite_atlas import sprite
from kiosk.ui.theme import Rgb


@sprite(theme.LINE)
def chip(material: Material, center: Point, radius: float) -> None:
    """A material chip: a hexagon in the material's colour with its drawing."""
    corners = arc(center, radius, 0, 5 * pi / 3, 5)
    edge = max(1.0, radius * 0.07)
    polygon(corners, palette.MATERIALS[material], theme.LINE, edge)
    glyph(material, center, radius * 0.5, theme.LINE)


@sprite(lambda _material, _center, _size, ink: ink)
def glyph(material: Material, center: Point, size: float, ink: Rgb) -> None:
    """A material's drawing: a tree, a fleece, an ingot, a block; `size` is half its width."""
    x, y = center
    match material:
        case Material.WOOD:
            polygon(around(center, size, (-0.8, -0.45), (0.8, -0.45), (0, 1)), ink)
            Ink(*ink)
            Rectangle(pos=(x - size * 0.2, y - size), size=(size * 0.4, size * 0.6))
        case Material.WOOL:
            for curl in around(center, size, (-0.45, -0.1), (0.45, -0.1), (0, 0.35), (0, -0.3)):
                disc(curl, 0.5 * size, ink)
        case Material.COPPER:
            corners = ((-1, -0.55), (1, -0.55), (0.55, 0.55), (-0.55, 0.55))
            polygon(around(center, size, *corners), ink)
        case Material.STONE:
            block = ((-0.85, -0.6), (0.7, -0.7), (0.95, 0.1), (0.3, 0.8), (-0.6, 0.6))
            polygon(around(center, size, *block), ink)


@sprite(theme.BONUS_RED)
def bonus(kind: Bonus, center: Point, radius: float) -> None:
    """A bonus chip: a ringed disc with 2, a hut or the druid's staff."""
    disc(center, radius, theme.BONUS_RED)
    disc(center, radius * 0.8, theme.PAPER)
    match kind:
        case Bonus.POINTS:
            letters("2", center, radius * 1.15, theme.INK)
        case Bonus.HUT:
            small = radius * 0.42
            foot = around(center, small, (-1, -1), (1, -1))
            polygon([*foot, *arc(center, small, 0, pi, 6)], theme.INK)
        case Bonus.DRUID:
            staff(center, radius * 0.55, theme.INK)
