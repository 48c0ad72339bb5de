"""Our own drawings of huts and temples.

Every function draws onto the canvas that is open (`with widget.canvas:`), around a centre and
in pixels.
"""

from math import pi

from companion.pieces import BuildingKind, Color
from kiosk.pieces import palette
from kiosk.pieces.players import symbol
from kiosk.ui import theme
from kiosk.ui.shapes import Point, arc, around, polygon
from kiosk.ui.sprite_atlas import sprite


@sprite(theme.LINE)
def hut(color: Color, center: Point, size: float) -> None:
    """A hut: an arch in the owner's colour with the symbol; `size` is half its width."""
    x, y = center
    fill = palette.PLAYERS[color]
    arch = arc((x, y + size * 0.1), size, 0, pi, 8)
    foot = around(center, size, (-1, -0.85), (1, -0.85))
    polygon([*foot, *arch], fill, theme.LINE, max(1.0, size * 0.1))
    symbol(color, center, size * 0.45, theme.ink_on(fill))


@sprite(theme.LINE, reach=1.45)
def temple(color: Color, center: Point, size: float) -> None:
    """A temple: a steep roof on a broad base with the symbol; `size` is half its width."""
    x, y = center
    fill = palette.PLAYERS[color]
    points = around(center, size, (-1, -0.9), (1, -0.9), (0.55, -0.1), (0, 1.15), (-0.55, -0.1))
    polygon(points, fill, theme.LINE, max(1.0, size * 0.1))
    symbol(color, (x, y - size * 0.3), size * 0.38, theme.ink_on(fill))


BUILDINGS = {BuildingKind.HUT: hut, BuildingKind.TEMPLE: temple}


def building(kind: BuildingKind, color: Color, center: Point, size: float) -> None:
    """A hut or a temple."""
    BUILDINGS[kind](color, center, size)
