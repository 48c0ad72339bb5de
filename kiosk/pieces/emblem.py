"""Logo of the app: a ring of nine rune areas, the river, and a hut in the middle."""

from math import pi

from kivy.graphics import Color as Ink
from kivy.graphics import Mesh, SmoothLine
from kivy.metrics import dp, sp

from companion.pieces import RUNES
from kiosk.pieces import drawing, palette
from kiosk.pieces.ring import RIVER_ANGLE
from kiosk.ui import theme
from kiosk.ui.shapes import (
    Point,
    arc_points,
    canvas_points,
    draw_polygon,
    flat_coordinates,
    point_on_circle,
)
from kiosk.ui.surface import Box, BoxCutter, Surface

_GAP = pi * 1.6 / 180
_ARC_STEPS = 10


_LINES = ((34, 40, theme.LIGHT), (22, 30, theme.SAND), (theme.SMALL_TEXT, 22, theme.LIGHT_SOFT))
"""Letter size in sp, line height in sp and colour of each line of text below the logo."""
_BELOW = 10


def draw_emblem_with_text(surface: Surface, box: Box, *lines: str) -> None:
    """Draw the logo in the middle of a box, with `lines`, one to three lines of text, below it."""
    words = sum(sp(high) for _size, high, _ink in _LINES[: len(lines)])
    share = 0.4 if len(lines) == 1 else 0.3
    radius = min(box.width * 0.46, box.height * share, (box.height - words - dp(_BELOW)) / 2)
    top = box.center[1] + radius + (words + dp(_BELOW)) / 2
    with surface.canvas:
        draw_emblem((box.center[0], top - radius), radius)
    column = BoxCutter(Box(box.x, box.y, box.width, top - 2 * radius - dp(_BELOW) - box.y), 0)
    for text, (size, high, ink) in zip(lines, _LINES, strict=False):
        bold = size > theme.SMALL_TEXT
        surface.write(
            text, column.cut_from_top(sp(high)), ink=ink, size=size, bold=bold, halign="center"
        )


def draw_emblem(center: Point, radius: float) -> None:
    draw_emblem_board(center, radius)
    (x, y), size = center, radius * 0.36
    arch = arc_points((x, y + size * 0.05), size, 0, pi, 16)
    draw_polygon([*canvas_points(center, size, (-1, -1), (1, -1)), *arch], theme.SAND)
    opening = arc_points((x, y - size * 0.42), size * 0.36, 0, pi, 10)
    sill = canvas_points(center, size, (-0.36, -1.03), (0.36, -1.03))
    draw_polygon([*sill, *opening], theme.GROUND)


def draw_emblem_board(center: Point, radius: float) -> None:
    step = 2 * pi / len(RUNES)
    for number, rune in enumerate(RUNES):
        start = RIVER_ANGLE - number * step - _GAP
        inner, outer = (
            arc_points(center, radius * part, start, start - step + 2 * _GAP, _ARC_STEPS)
            for part in (0.7, 0.98)
        )
        vertices = [
            part
            for pair in zip(inner, outer, strict=True)
            for x, y in pair
            for part in (x, y, 0, 0)
        ]
        Ink(*palette.AREAS[rune])
        Mesh(vertices=vertices, indices=list(range(2 * len(inner))), mode="triangle_strip")
        SmoothLine(points=flat_coordinates([*inner, *reversed(outer)]), close=True, width=1)
        place = point_on_circle(center, radius * 0.84, start - step / 2 + _GAP)
        # Drawn only once, so not cached.
        drawing.draw_rune.draw_uncached(rune, place, radius * 0.075, theme.SAND)
    river = [point_on_circle(center, radius * part, RIVER_ANGLE) for part in (0.62, 1.04)]
    Ink(*theme.RIVER)
    SmoothLine(points=flat_coordinates(river), width=radius * 0.028, cap="round")
