"""The app's own sign: a ring of nine areas, the river through it, and a hut in the middle."""

from math import pi

from kivy.graphics import Color as Ink
from kivy.graphics import Mesh, SmoothLine

from companion.pieces import RUNES
from kiosk.pieces import drawing, palette
from kiosk.pieces.ring import RIVER_ANGLE
from kiosk.ui import theme
from kiosk.ui.shapes import Point, arc, around, flat, on_circle, polygon

_GAP = pi * 1.6 / 180
_ARC_STEPS = 10


def emblem(center: Point, radius: float) -> None:
    """Draw the sign onto the open canvas; `radius` in pixels."""
    step = 2 * pi / len(RUNES)
    for number, rune in enumerate(RUNES):
        start = RIVER_ANGLE - number * step - _GAP
        _segment(center, radius, start, start - step + 2 * _GAP, palette.AREAS[rune])
        middle = start - step / 2 + _GAP
        place = on_circle(center, radius * 0.84, middle)
        drawing.rune.strokes(rune, place, radius * 0.075, theme.SAND)  # seen here only
    _river(center, radius)
    _hut(center, radius * 0.36)


def _segment(center: Point, radius: float, start: float, end: float, fill: theme.Rgb) -> None:
    inner, outer = (arc(center, radius * part, start, end, _ARC_STEPS) for part in (0.7, 0.98))
    across = [
        part for pair in zip(inner, outer, strict=True) for x, y in pair for part in (x, y, 0, 0)
    ]
    Ink(*fill)
    Mesh(vertices=across, indices=list(range(len(across) // 4)), mode="triangle_strip")
    SmoothLine(points=flat([*inner, *reversed(outer)]), close=True, width=1)


def _river(center: Point, radius: float) -> None:
    ends = [on_circle(center, radius * part, RIVER_ANGLE) for part in (0.62, 1.04)]
    Ink(*theme.RIVER)
    SmoothLine(points=flat(ends), width=radius * 0.028, cap="round")


def _hut(center: Point, size: float) -> None:
    x, y = center
    arch = arc((x, y + size * 0.05), size, 0, pi, 16)
    polygon([*around(center, size, (-1, -1), (1, -1)), *arch], theme.SAND)
    opening = arc((x, y - size * 0.42), size * 0.36, 0, pi, 10)
    sill = around(center, size, (-0.36, -1.03), (0.36, -1.03))
    polygon([*sill, *opening], theme.GROUND)
