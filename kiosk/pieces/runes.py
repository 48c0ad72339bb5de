"""Our own drawings of the nine runes and of their stones.

Both draw onto the canvas that is open (`with widget.canvas:`), around a centre and in pixels.
"""

from math import pi

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothEllipse, SmoothLine

from companion.pieces import Color, Rune
from kiosk.pieces import palette
from kiosk.pieces.players import badge
from kiosk.ui import shapes, theme
from kiosk.ui.shapes import Point
from kiosk.ui.sprite_atlas import sprite
from kiosk.ui.theme import Rgb


@sprite(lambda _kind, _center, _size, ink: ink)
def rune(kind: Rune, center: Point, size: float, ink: Rgb) -> None:  # noqa: C901 - one flat case a rune
    """A rune in strokes after the printed shape's description; `size` is half its height."""
    thick = max(1.0, size * 0.13)
    Ink(*ink)

    def stroke(*points: Point) -> None:
        SmoothLine(points=shapes.flat(shapes.around(center, size, *points)), width=thick)

    def dot(right: float, up: float) -> None:
        ((x, y),) = shapes.around(center, size, (right, up))
        part = max(1.2, size * 0.17)
        SmoothEllipse(pos=(x - part, y - part), size=(2 * part, 2 * part))

    def arc(right: float, up: float, radius: float, start: float, end: float) -> None:
        stroke(*shapes.arc((right, up), radius, start, end, 12))

    match kind:
        case Rune.SERPENT:
            arc(-0.1, 0.42, 0.42, 0, pi * 1.5)
            arc(-0.1, -0.42, 0.42, pi * 0.5, -pi)
            dot(0.75, 0.75)
        case Rune.SHIELD:
            stroke((0, 0.9), (0.6, 0), (0, -0.9), (-0.6, 0), (0, 0.9))
            dot(0.85, 0.7)
        case Rune.SPROUT:
            arc(-0.75, -0.85, 0.75, 0, pi / 2.2)
            arc(0.75, -0.85, 0.75, pi, pi - pi / 2.2)
            stroke((0, -0.9), (0, 0.2))
            dot(0, 0.75)
        case Rune.EYE:
            stroke((-0.9, -0.5), (0.9, -0.5))
            arc(0, -0.5, 0.8, 0, pi)
            dot(0, -0.12)
        case Rune.SPIRAL:
            arc(-0.38, 0, 0.42, -pi * 0.2, pi * 1.6)
            arc(0.38, 0, 0.42, pi * 0.8, pi * 2.6)
        case Rune.WAVES:
            for level in (-0.15, -0.7):
                crest = level + 0.4
                stroke((-0.9, level), (-0.45, crest), (0, level), (0.45, crest), (0.9, level))
            dot(0, 0.75)
        case Rune.CROSS:
            arc(-0.95, 0, 0.75, -pi / 3, pi / 3)
            arc(0.95, 0, 0.75, pi - pi / 3, pi + pi / 3)
            dot(0, 0.85)
            dot(0, -0.85)
        case Rune.HOOK:
            arc(0, 0, 0.7, pi * 0.6, -pi)
            stroke((-0.7, 0), (-0.7, 0.6))
            dot(0, 0)
        case Rune.ARROW:
            stroke((-0.85, 0.35), (0, 0.95), (0.85, 0.35))
            stroke((0, -0.9), (0, 0.35))
            stroke((-0.4, 0), (0, 0.4), (0.4, 0))
            dot(-0.6, -0.6)
            dot(0.6, -0.6)


_BADGE = 0.56
"""How large the holder's sign is, as a part of the stone."""


def _edge(holder: Color | None) -> Rgb:
    return palette.PLAYERS[holder] if holder else theme.LINE


@sprite(lambda _kind, _center, _radius, holder: _edge(holder))
def rune_stone(kind: Rune, center: Point, radius: float, holder: Color | None) -> None:
    """A rune stone, ringed in its holder's colour and with their symbol while somebody has it."""
    shapes.disc(center, radius, _edge(holder))
    shapes.disc(center, radius * 0.8, theme.PAPER if holder else theme.SAND)
    if holder is None:
        rune(kind, center, radius * 0.5, theme.INK)
        return
    aside, corner = shapes.around(center, radius, (-0.12, 0.12), (0.64, -0.64))
    rune(kind, aside, radius * 0.5, theme.INK)
    badge(holder, corner, radius * _BADGE)
