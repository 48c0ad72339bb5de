"""Points by turn as lines: a colour, a symbol and a number at the end for every player."""

from collections.abc import Sequence

from kivy.graphics import Color as Ink
from kivy.graphics import Line, SmoothLine
from kivy.metrics import dp, sp

from companion.pieces import Color
from kiosk.pieces import drawing, palette
from kiosk.pieces.course import MOST_LEVELS, Course, levels, spread, turn_marks
from kiosk.toolkit import theme
from kiosk.toolkit.shapes import Point, flat
from kiosk.toolkit.surface import Box, Surface, text_width
from kiosk.words.language import _

_PADDING = 10
_TITLE = 24
_FOOT = 20
_BADGE = 10
_END = 28
"""What the badges at the right end need, in dp, and after them the numbers, in sp."""
_NUMBER = 22
_NUMBERS = 34
"""How high and wide a number is there."""
_MOST_TURN_MARKS = 6
_LEAST_LINE_CONTRAST = 3.5


def line_ink(color: Color) -> theme.Rgb:
    """A player's colour, lifted where it would not stand out from the chart's ground."""
    ink, share = palette.PLAYERS[color], 0.0
    while theme.contrast(ink, theme.SURFACE) < _LEAST_LINE_CONTRAST:
        share += 0.05
        ink = theme.mixed(palette.PLAYERS[color], theme.LIGHT, share)
    return ink


def _end() -> float:
    return float(dp(_END) + sp(_NUMBERS))


class PointsChart(Surface):
    """The courses of all players over the turns; the last point is the final scoring."""

    def __init__(self, box: Box, courses: Sequence[Course]) -> None:
        super().__init__(box)
        self._courses = courses
        self.fill(theme.SURFACE, radius=12)
        inner = box.inset(dp(_PADDING))
        title = Box(inner.x, inner.top - sp(_TITLE), inner.width, sp(_TITLE))
        self._write(_("Points by turn"), title, "left", size=theme.TEXT, ink=theme.LIGHT, bold=True)
        high = title.y - inner.y - sp(_FOOT) - dp(4 + 10)
        lines = max(1, min(MOST_LEVELS, int(high / sp(_NUMBER))))
        self._levels = levels(max(max(course.points) for course in courses), lines)
        left = dp(8) + max(text_width(str(level), theme.SMALL_TEXT) for level in self._levels)
        self._plot = Box(
            inner.x + left,
            inner.y + sp(_FOOT) + dp(4),
            inner.width - left - _end(),
            high,
        )
        self._draw_levels(inner)
        self._draw_turns(inner)
        for course in courses:
            self._draw_course(course)
        self._draw_ends()

    def _write(
        self,
        text: str,
        box: Box,
        halign: str,
        *,
        size: float = theme.SMALL_TEXT,
        ink: theme.Rgb = theme.LIGHT_SOFT,
        bold: bool = False,
    ) -> None:
        self.write(text, box, ink=ink, size=size, halign=halign, bold=bold)

    @property
    def _columns(self) -> int:
        return len(self._courses[0].points)

    def _point(self, column: float, points: float) -> Point:
        plot = self._plot
        across = column / max(1, self._columns - 1)
        return (plot.x + across * plot.width, plot.y + points / self._levels[-1] * plot.height)

    def _draw_levels(self, inner: Box) -> None:
        for level in self._levels:
            _x, y = self._point(0, level)
            with self.canvas:
                Ink(*theme.mixed(theme.SURFACE, theme.LIGHT, 0.16))
                Line(points=[self._plot.x, y, self._plot.right, y], width=1)
            label = Box(inner.x, y - sp(10), self._plot.x - inner.x - dp(8), sp(20))
            self._write(str(level), label, "right")

    def _draw_turns(self, inner: Box) -> None:
        """Turn numbers below, as far as they leave room for the word at the end."""
        end = _("end")
        width = text_width(end, theme.SMALL_TEXT) + dp(4)
        x, _y = self._point(self._columns - 1, 0)
        self._write(end, Box(x - width / 2, inner.y, width, sp(_FOOT)), "center")
        free = inner.x
        for turn in turn_marks(self._columns - 2, _MOST_TURN_MARKS):
            place, _y = self._point(turn, 0)
            if free <= place - sp(8) and place + sp(16) < x - width / 2:
                self._write(str(turn), Box(place - sp(14), inner.y, sp(28), sp(_FOOT)), "center")
                free = place + sp(12)

    def _draw_course(self, course: Course) -> None:
        ink = line_ink(course.color)
        points = flat(self._point(column, number) for column, number in enumerate(course.points))
        with self.canvas:
            Ink(*theme.SURFACE)
            SmoothLine(points=points, width=dp(2.6))
            Ink(*ink)
            SmoothLine(points=points, width=dp(1.5))
            for turn in turn_marks(self._columns - 2, _MOST_TURN_MARKS)[1:]:
                place = self._point(turn, course.points[turn])
                drawing.symbol(course.color, place, dp(4.5), ink)

    def _draw_ends(self) -> None:
        """Badges at the right, moved apart where the points lie close together."""
        plot = self._plot
        ends = [self._point(self._columns - 1, course.points[-1]) for course in self._courses]
        places = spread(
            [y for _x, y in ends],
            max(dp(2 * _BADGE), sp(_NUMBER - 2)) + dp(2),
            plot.y + dp(_BADGE),
            self.box.top - dp(44),
        )
        for course, (x, y), place in zip(self._courses, ends, places, strict=True):
            center = (x + dp(14 + _BADGE), place)
            with self.canvas:
                Ink(*line_ink(course.color))
                SmoothLine(points=[x, y, *center], width=dp(1))
                drawing.badge(course.color, center, dp(_BADGE))
            text = Box(
                center[0] + dp(_BADGE + 4), place - sp(_NUMBER / 2), sp(_NUMBERS), sp(_NUMBER)
            )
            self._write(
                str(course.points[-1]), text, "left", size=theme.TEXT, ink=theme.LIGHT, bold=True
            )
