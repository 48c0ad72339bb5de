"""Line chart of points by turn, with a colour, a symbol and a final number per player."""

from collections.abc import Sequence

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp, sp

from companion.pieces import Color
from kiosk.pieces import drawing, palette
from kiosk.pieces.course import PointsByTurn, spread_labels, turn_marks
from kiosk.pieces.plot import FOOT, NUMBER, Plot
from kiosk.ui import theme
from kiosk.ui.shapes import Point, flat_coordinates
from kiosk.ui.surface import Box, Surface, text_width
from kiosk.words.language import _

_BADGE = 10
_END = 28
"""Width of the badges at the right end in dp, and of the numbers after the badges in sp."""
_NUMBERS = 34
_MOST_TURN_MARKS = 6
_LEAST_LINE_CONTRAST = 3.5
_LEAST_CHART = 130
"""Smallest height of a readable chart, in sp."""


def line_ink(color: Color) -> theme.Rgb:
    """Return a player's colour, lightened until it is visible on the chart's background."""
    ink, share = palette.PLAYERS[color], 0.0
    while theme.contrast(ink, theme.SURFACE) < _LEAST_LINE_CONTRAST:
        share += 0.05
        ink = theme.mixed(palette.PLAYERS[color], theme.LIGHT, share)
    return ink


def _end() -> float:
    return float(dp(_END) + sp(_NUMBERS))


class PointsChart(Plot):
    """Line chart of all players' points over the turns; `end` is the label below the last point."""

    def __init__(self, box: Box, courses: Sequence[PointsByTurn], end: str = "") -> None:
        most = max(max(course.points) for course in courses)
        super().__init__(box, _("Points by turn"), most, right=_end())
        self._courses = courses
        self._end = end or _("end")
        self._draw_turns(self.inner)
        for course in courses:
            self._draw_course(course)
        self._draw_ends()

    @property
    def _columns(self) -> int:
        return len(self._courses[0].points)

    def _point(self, column: float, points: float) -> Point:
        return self.point(column / max(1, self._columns - 1), points)

    def _draw_turns(self, inner: Box) -> None:
        """Write the turn numbers below the chart, leaving room for the label of the last point."""
        end = self._end
        width = text_width(end, theme.SMALL_TEXT) + dp(4)
        x, _y = self._point(self._columns - 1, 0)
        self.note(end, Box(x - width / 2, inner.y, width, sp(FOOT)), "center")
        free = inner.x
        for turn in turn_marks(self._columns - 2, _MOST_TURN_MARKS):
            place, _y = self._point(turn, 0)
            if free <= place - sp(8) and place + sp(16) < x - width / 2:
                self.note(str(turn), Box(place - sp(14), inner.y, sp(28), sp(FOOT)), "center")
                free = place + sp(12)

    def _draw_course(self, course: PointsByTurn) -> None:
        ink = line_ink(course.color)
        points = flat_coordinates(
            self._point(column, number) for column, number in enumerate(course.points)
        )
        with self.canvas:
            Ink(*theme.SURFACE)
            SmoothLine(points=points, width=dp(2.6))
            Ink(*ink)
            SmoothLine(points=points, width=dp(1.5))
            for turn in turn_marks(self._columns - 2, _MOST_TURN_MARKS)[1:]:
                place = self._point(turn, course.points[turn])
                drawing.symbol(course.color, place, dp(4.5), ink)

    def _draw_ends(self) -> None:
        """Draw the players' badges at the right ends of their lines, without overlaps."""
        plot = self.plot
        ends = [self._point(self._columns - 1, course.points[-1]) for course in self._courses]
        places = spread_labels(
            [y for _x, y in ends],
            max(dp(2 * _BADGE), sp(NUMBER - 2)) + dp(2),
            plot.y + dp(_BADGE),
            self.box.top - dp(44),
        )
        for course, (x, y), place in zip(self._courses, ends, places, strict=True):
            center = (x + dp(14 + _BADGE), place)
            with self.canvas:
                Ink(*line_ink(course.color))
                SmoothLine(points=[x, y, *center], width=dp(1))
                drawing.player_badge(course.color, center, dp(_BADGE))
            text = Box(center[0] + dp(_BADGE + 4), place - sp(NUMBER / 2), sp(_NUMBERS), sp(NUMBER))
            self.note(
                str(course.points[-1]), text, "left", size=theme.TEXT, ink=theme.LIGHT, bold=True
            )


def points_chart(box: Box, courses: Sequence[PointsByTurn], end: str) -> Surface:
    """Return the chart of the players' points, or an empty surface if the box is too low."""
    return PointsChart(box, courses, end) if box.height >= sp(_LEAST_CHART) else Surface(box)
