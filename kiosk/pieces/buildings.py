"""Our own drawings of huts and temples.

Every function draws onto the canvas that is open (`with widget.canvas:`), around a centre and
in pixels.
"""

from math import cos, pi, sin

from kivy.graphics import Color as Ink

from companion.pieces import BuildingKind, Color
from kiosk.pieces import palette
from kiosk.pieces.players import symbol
from kiosk.toolkit import theme
from kiosk.toolkit.shapes import Point, polygon


def hut(color: Color, center: Point, size: float) -> None:
    """A hut: an arch in the owner's colour with the symbol; `size` is half its width."""
    x, y = center
    arch = [(x + size * cos(k * pi / 8), y + size * 0.1 + size * sin(k * pi / 8)) for k in range(9)]
    points = [(x - size, y - size * 0.85), (x + size, y - size * 0.85), *arch]
    fill = palette.PLAYERS[color]
    polygon(points, fill, theme.LINE, max(1.0, size * 0.1))
    symbol(color, (x, y), size * 0.45, theme.ink_on(fill))


def temple(color: Color, center: Point, size: float) -> None:
    """A temple: a steep roof on a broad base with the symbol; `size` is half its width."""
    x, y = center
    fill = palette.PLAYERS[color]
    points = [
        (x - size, y - size * 0.9),
        (x + size, y - size * 0.9),
        (x + size * 0.55, y - size * 0.1),
        (x, y + size * 1.15),
        (x - size * 0.55, y - size * 0.1),
    ]
    Ink(*fill)
    polygon(points, fill, theme.LINE, max(1.0, size * 0.1))
    symbol(color, (x, y - size * 0.3), size * 0.38, theme.ink_on(fill))


def building(kind: BuildingKind, color: Color, center: Point, size: float) -> None:
    """A hut or a temple."""
    if kind is BuildingKind.HUT:
        hut(color, center, size)
    else:
        temple(color, center, size)
