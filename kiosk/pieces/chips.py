"""Our own drawings of chips: of the four materials, and of the three bonuses.

Every function draws onto the canvas that is open (`with widget.canvas:`), around a centre and
in pixels.
"""

from math import cos, pi, sin

from kivy.graphics import Color as Ink
from kivy.graphics import Rectangle

from companion.pieces import Bonus, Material
from kiosk.pieces import palette
from kiosk.pieces.druid import staff
from kiosk.toolkit import theme
from kiosk.toolkit.shapes import Point, disc, letters, polygon
from kiosk.toolkit.theme import Rgb


def chip(material: Material, center: Point, radius: float) -> None:
    """A material chip: a hexagon in the material's colour with its drawing."""
    x, y = center
    corners = [(x + radius * cos(k * pi / 3), y + radius * sin(k * pi / 3)) for k in range(6)]
    edge = max(1.0, radius * 0.07)
    polygon(corners, palette.MATERIALS[material], theme.LINE, edge)
    glyph(material, center, radius * 0.5, theme.LINE)


def glyph(material: Material, center: Point, size: float, ink: Rgb) -> None:
    """A material's drawing: a tree, a fleece, an ingot, a block; `size` is half its width."""
    x, y = center
    match material:
        case Material.WOOD:
            polygon(
                [
                    (x - size * 0.8, y - size * 0.45),
                    (x + size * 0.8, y - size * 0.45),
                    (x, y + size),
                ],
                ink,
            )
            Ink(*ink)
            Rectangle(pos=(x - size * 0.2, y - size), size=(size * 0.4, size * 0.6))
        case Material.WOOL:
            for dx, dy, part in (
                (-0.45, -0.1, 0.5),
                (0.45, -0.1, 0.5),
                (0, 0.35, 0.5),
                (0, -0.3, 0.5),
            ):
                disc((x + dx * size, y + dy * size), part * size, ink)
        case Material.COPPER:
            polygon(
                [
                    (x - size, y - size * 0.55),
                    (x + size, y - size * 0.55),
                    (x + size * 0.55, y + size * 0.55),
                    (x - size * 0.55, y + size * 0.55),
                ],
                ink,
            )
        case Material.STONE:
            polygon(
                [
                    (x - size * 0.85, y - size * 0.6),
                    (x + size * 0.7, y - size * 0.7),
                    (x + size * 0.95, y + size * 0.1),
                    (x + size * 0.3, y + size * 0.8),
                    (x - size * 0.6, y + size * 0.6),
                ],
                ink,
            )


def bonus(kind: Bonus, center: Point, radius: float) -> None:
    """A bonus chip: a ringed disc with 2, a hut or the druid's staff."""
    disc(center, radius, theme.BONUS_RED)
    disc(center, radius * 0.8, theme.PAPER)
    x, y = center
    match kind:
        case Bonus.POINTS:
            letters("2", center, radius * 1.15, theme.INK)
        case Bonus.HUT:
            small = radius * 0.42
            arch = [(x + small * cos(k * pi / 6), y + small * sin(k * pi / 6)) for k in range(7)]
            polygon([(x - small, y - small), (x + small, y - small), *arch], theme.INK)
        case Bonus.DRUID:
            staff((x, y), radius * 0.55, theme.INK)
