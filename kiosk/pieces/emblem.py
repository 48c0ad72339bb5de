"""The app's own sign: a ring of nine areas, the river through it, and a hut in the middle."""

from itertools import pairwise
from math import cos, pi, sin

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine

from companion.pieces import RUNES
from kiosk.pieces import drawing, palette
from kiosk.pieces.ring import RIVER_ANGLE
from kiosk.toolkit import shapes, theme
from kiosk.toolkit.shapes import Point

_GAP = pi * 1.6 / 180
_ARC_STEPS = 10


def emblem(center: Point, radius: float) -> None:
    """Draw the sign onto the open canvas; `radius` in pixels."""
    step = 2 * pi / len(RUNES)
    for number, rune in enumerate(RUNES):
        start = RIVER_ANGLE - number * step - _GAP
        _segment(center, radius, start, start - step + 2 * _GAP, palette.AREAS[rune])
        middle = start - step / 2 + _GAP
        place = (center[0] + radius * 0.84 * cos(middle), center[1] + radius * 0.84 * sin(middle))
        drawing.rune(rune, place, radius * 0.075, theme.SAND)
    _river(center, radius)
    _hut(center, radius * 0.36)


def _segment(center: Point, radius: float, start: float, end: float, fill: theme.Rgb) -> None:
    angles = [start + (end - start) * part / _ARC_STEPS for part in range(_ARC_STEPS + 1)]
    for here, there in pairwise(angles):
        shapes.polygon(
            [
                _at(center, radius * 0.7, here),
                _at(center, radius * 0.98, here),
                _at(center, radius * 0.98, there),
                _at(center, radius * 0.7, there),
            ],
            fill,
        )


def _at(center: Point, radius: float, angle: float) -> Point:
    return (center[0] + radius * cos(angle), center[1] + radius * sin(angle))


def _river(center: Point, radius: float) -> None:
    points = [part for place in (0.62, 1.04) for part in _at(center, radius * place, RIVER_ANGLE)]
    Ink(*theme.RIVER)
    SmoothLine(points=points, width=radius * 0.028, cap="round")


def _hut(center: Point, size: float) -> None:
    x, y = center
    arch = [
        (x + size * cos(k * pi / 16), y + size * 0.05 + size * sin(k * pi / 16)) for k in range(17)
    ]
    shapes.polygon([(x - size, y - size), (x + size, y - size), *arch], theme.SAND)
    door = size * 0.36
    opening = [
        (x + door * cos(k * pi / 10), y - size * 0.42 + door * sin(k * pi / 10)) for k in range(11)
    ]
    sill = y - size * 1.03
    shapes.polygon([(x - door, sill), (x + door, sill), *opening], theme.GROUND)
