"""Drawing of the table from above: the screen, the seats around it, and the direction of turns."""

from collections.abc import Sequence
from math import pi

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp

from companion.pieces import Color
from kiosk.pieces import drawing
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.rounded import rounded
from kiosk.ui.shapes import Point, arc_points, flat_coordinates, polygon
from kiosk.ui.surface import Box, Surface

_BADGE = 0.085
"""Radius of a badge, relative to the side of the drawing."""
_TABLE = 0.62
_LEAST = 90
"""Least width of the drawing, in dp."""
_SCREEN = (0.26, 0.16)
_ARROW = 0.22
_ARROW_FROM, _ARROW_TO = pi * 1.18, -pi * 0.18
"""Angles of the start and the end of the clockwise arrow, in radians."""


class RoundTableView(Surface):
    """Widget that shows the table from above; `seats` are the players clockwise, in turn order."""

    def __init__(self, box: Box, seats: Sequence[tuple[Color, Rotation]]) -> None:
        super().__init__(box)
        side = min(box.width, box.height)
        x, y = box.center
        table = Box(x - side * _TABLE / 2, y - side * _TABLE / 2, side * _TABLE, side * _TABLE)
        self.fill(theme.RAISED, table, radius=14)
        across, up = side * _SCREEN[0], side * _SCREEN[1]
        low, half = y - up * 0.3, across * 0.3
        with self.canvas:
            Ink(*theme.GROUND)
            rounded(x - across / 2, y - up / 2, across, up, dp(5))
            Ink(*theme.RIVER)
            SmoothLine(points=[x - half, low, x + half, low], width=dp(1.4))
            _draw_arrow((x, y), side * _ARROW)
            for color, place in _places(seats, (x, y), side):
                drawing.player_badge(color, place, side * _BADGE)

    @staticmethod
    def has_room(box: Box) -> bool:
        return min(box.width, box.height) >= dp(_LEAST)


def _draw_arrow(center: Point, radius: float) -> None:
    """Draw an arrow in a clockwise arc, from left to right above the picture of the screen."""
    Ink(*theme.LIGHT_SOFT)
    SmoothLine(
        points=flat_coordinates(arc_points(center, radius, _ARROW_FROM, _ARROW_TO, 40)),
        width=dp(1.6),
    )
    (tip_x, tip_y) = arc_points(center, radius, _ARROW_FROM, _ARROW_TO, 1)[1]
    size = radius * 0.2
    polygon(
        [
            (tip_x - size * 1.1, tip_y + size * 0.5),
            (tip_x + size * 0.9, tip_y + size * 0.9),
            (tip_x - size * 0.25, tip_y - size * 1.0),
        ],
        theme.LIGHT_SOFT,
    )


def _places(
    seats: Sequence[tuple[Color, Rotation]], center: Point, side: float
) -> list[tuple[Color, Point]]:
    """Return each player's colour and badge position; players on one side are side by side."""
    found = []
    for turn in Rotation:
        there = [color for color, sits in seats if sits is turn]
        for number, color in enumerate(there):
            # For a player at the front, clockwise means to the left.
            aside = ((len(there) - 1) / 2 - number) * 2.3 * _BADGE * side
            right, up = turn.rotate_point(aside, -(_TABLE / 2 + _BADGE * 1.15) * side)
            found.append((color, (center[0] + right, center[1] + up)))
    return found
