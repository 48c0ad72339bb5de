"""Our own drawings of the players: symbol, badge and workers, never only a colour (principle 7).

Every function draws onto the canvas that is open (`with widget.canvas:`), around a centre and
in pixels.
"""

from kivy.graphics import Color as Ink
from kivy.graphics import Rectangle, SmoothLine, SmoothRoundedRectangle

from companion.pieces import Color
from kiosk.pieces import palette
from kiosk.pieces.picture import InTower
from kiosk.ui import theme
from kiosk.ui.shapes import Point, around, disc, polygon
from kiosk.ui.sprite_atlas import sprite
from kiosk.ui.theme import Rgb

_OUTLINE = theme.mixed(theme.LIGHT_SOFT, theme.INK_SOFT, 0.5)
"""Stands out from dark buttons and from paper."""
_IN_TOWER = 0.66
"""How high a worker of a small tower is, of half its width."""


@sprite(lambda _color, _center, _size, ink: ink)
def symbol(color: Color, center: Point, size: float, ink: Rgb) -> None:
    """A player's symbol: diamond, disc, triangle or square; `size` is half its width."""
    match color:
        case Color.PURPLE:
            polygon(around(center, size, (0, 1), (1, 0), (0, -1), (-1, 0)), ink)
        case Color.BLUE:
            disc(center, size * 0.9, ink)
        case Color.GREEN:
            polygon(around(center, size, (0, 1), (1, -0.8), (-1, -0.8)), ink)
        case Color.RED:
            _square(center, size * 0.85, ink)


def _square(center: Point, size: float, ink: Rgb) -> None:
    """A square on whole pixels, whose edges are sharp; `size` is half its width."""
    x, y, half = round(center[0]), round(center[1]), round(size + 0.5)
    Ink(*ink)
    Rectangle(pos=(x - half, y - half), size=(2 * half, 2 * half))


@sprite(theme.LINE)
def badge(color: Color, center: Point, radius: float) -> None:
    """A player's sign: a disc in the colour with the symbol on it."""
    fill = palette.PLAYERS[color]
    disc(center, radius, theme.LINE)
    disc(center, radius * 0.93, fill)
    symbol(color, center, radius * 0.5, theme.ink_on(fill))


@sprite(theme.LINE)
def worker(color: Color, center: Point, width: float, height: float) -> None:
    """A worker lying in its stack: a bar in the colour with the symbol as its pattern."""
    fill = palette.PLAYERS[color]
    left, bottom = center[0] - width / 2, center[1] - height / 2
    Ink(*theme.LINE)
    SmoothRoundedRectangle(pos=(left, bottom), size=(width, height), radius=[height * 0.4])
    Ink(*fill)
    SmoothRoundedRectangle(
        pos=(left + 1, bottom + 1), size=(width - 2, height - 2), radius=[height * 0.36]
    )
    for step in (-0.27, 0, 0.27):
        symbol(color, (center[0] + step * width, center[1]), height * 0.26, theme.ink_on(fill))


def in_tower(piece: InTower, center: Point, size: float) -> None:
    """A tower in which one worker is meant: the others are outlines. `size` is half its width."""
    high = size * _IN_TOWER
    bottom = center[1] - high * (len(piece.stack) - 1) / 2
    for level, owner in enumerate(piece.stack, start=1):
        middle = (center[0], bottom + (level - 1) * high)
        if level == piece.level:
            worker(owner, middle, 2 * size, high)
        else:
            empty_worker(middle, 2 * size - 2, high - 2, _OUTLINE)


@sprite(lambda _center, _width, _height, color: color)
def empty_worker(center: Point, width: float, height: float, color: Rgb) -> None:
    """A free place in a stack."""
    Ink(*color)
    SmoothLine(
        rounded_rectangle=(
            center[0] - width / 2,
            center[1] - height / 2,
            width,
            height,
            height * 0.4,
        ),
        width=1,
    )
