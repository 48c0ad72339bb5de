"""Drawing that shows where to read the cardboard: an arrow to a field, a finger on its icon."""

from math import cos, pi, sin

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp

from kiosk.pieces.picture import FieldIconPointer
from kiosk.pieces.ring import ICONS, Ring
from kiosk.ui import shapes, theme

_WAY = 0.302
"""Distance of the arrow from the middle of the board, relative to the board's side."""
_TAIL = 0.262
_HALF_WIDTH = 0.017
_EDGE = 1.5
_ARROW = 7
_BEFORE = 0.45
"""Distance between the end of the arrow and the finger, in widths of a field."""


def draw_pointing_finger(ring: Ring, finger: FieldIconPointer) -> None:
    _draw_way(ring, finger)
    angle, width = ring.angle(finger.field), _HALF_WIDTH * ring.side
    tip = ICONS[finger.icon] * ring.side - width

    def along(far: float, aside: float = 0.0) -> shapes.Point:
        x, y = shapes.point_on_circle(ring.box.center, far, angle)
        return (x - sin(angle) * aside, y + cos(angle) * aside)

    tail = _TAIL * ring.side
    for wide, fill in ((width + dp(_EDGE), theme.LINE), (width, theme.PAPER)):
        sides = [along(tip, wide), along(tip, -wide), along(tail, -wide), along(tail, wide)]
        shapes.polygon(sides, fill)
        shapes.disc(along(tip), wide, fill)
        shapes.disc(along(tail), wide, fill)
    shapes.disc(along(tip + width * 0.2), width * 0.6, theme.SAND)
    Ink(*theme.mixed(theme.PAPER, theme.INK_SOFT, 0.6))
    for far in (tail + width * 0.1, tail + width * 0.6):
        SmoothLine(points=[*along(far, width * 0.6), *along(far, -width * 0.6)], width=dp(0.8))


def _draw_way(ring: Ring, finger: FieldIconPointer) -> None:
    ahead = -1 if finger.clockwise else 1
    start = ring.river_angle
    end = ring.angle(finger.field) - ahead * ring.step * _BEFORE
    if not finger.clockwise:
        end += 2 * pi
    middle, far = ring.box.center, _WAY * ring.side
    Ink(*theme.RIVER)
    way = shapes.arc_points(middle, far, start, end, 2 * ring.fields)
    SmoothLine(points=shapes.flat_coordinates(way), width=dp(2))
    back = end - ahead * dp(_ARROW) / far
    head = [
        shapes.point_on_circle(middle, far, end),
        shapes.point_on_circle(middle, far + dp(_ARROW), back),
        shapes.point_on_circle(middle, far - dp(_ARROW), back),
    ]
    shapes.polygon(head, theme.RIVER)
