"""Charts: points by turn and from game to game, points by source, and rolls of the die."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple

import msgspec
from kivy.graphics import Color as Ink
from kivy.graphics import Line, SmoothLine
from kivy.metrics import dp, sp

from companion.pieces import FACES, Color, Face
from kiosk.pieces import drawing, palette
from kiosk.ui import theme
from kiosk.ui.shapes import Point, draw_disc, flat_coordinates
from kiosk.ui.sprite_atlas import cached_as_sprite, draw_sprites
from kiosk.ui.surface import Box, BoxCutter, Surface, text_width
from kiosk.words.language import _, format_decimal, plural

# Data and scale


class PointsByTurn(msgspec.Struct, frozen=True):
    """Points of one player in the course of a game.

    `points` has the number at the start, after each turn, and after the final scoring.
    """

    color: Color
    points: tuple[int, ...]


_STEPS = (5, 10, 20, 25, *(part * 10**zeros for zeros in range(1, 6) for part in (5, 10, 20, 25)))
MOST_LEVELS = 5


def grid_levels(most: float, lines: int = MOST_LEVELS) -> tuple[int, ...]:
    """Return the values at which a chart has grid lines: round numbers from 0 to at least `most`.

    At most `lines` of the values are above 0.
    """
    step = next((step for step in _STEPS if most <= step * lines), _STEPS[-1])
    needed = max(1, ceil(most / step))
    return tuple(step * line for line in range(needed + 1))


def turn_marks(turns: int, most: int) -> tuple[int, ...]:
    """Return the numbers of the turns to label on the axis of a chart with `turns` turns.

    They are 0 and at most `most` round numbers, evenly spaced.
    """
    step = next((step for step in (1, 2, *_STEPS) if turns <= step * most), _STEPS[-1])
    return tuple(range(0, turns + 1, step))


def spread_labels(
    wanted: Sequence[float], gap: float, low: float, high: float
) -> tuple[float, ...]:
    """Return positions for labels, in the order of `wanted`, the positions that they should have.

    Each position is as close as possible to the wanted one. Neighbouring positions are at least
    `gap` apart. All are between `low` and `high` if there is room.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    places = [min(max(wanted[index], low), high) for index in order]
    for before, index in pairwise(range(len(places))):
        places[index] = max(places[index], places[before] + gap)
    ceiling = high
    for index in reversed(range(len(places))):
        places[index] = min(places[index], ceiling)
        ceiling = places[index] - gap
    result = [0.0] * len(wanted)
    for index, place in zip(order, places, strict=True):
        result[index] = place
    return tuple(result)


# Frame of a chart


_PADDING = 10
_TITLE = 24
FOOT = 20
NUMBER = 22
"""Heights in sp of the bottom line of a chart (`FOOT`), and of a number in the chart (`NUMBER`)."""


class Chart(Surface):
    """Chart with a vertical scale from 0 to at least `most`; subclasses draw the values.

    `right` and `foot` are the space in pixels to leave free to the right of the values and below
    them; the default for `foot` is one line of text. Subclasses draw in three boxes: `head` for the
    title, `plot` for the values, and `inner` for the whole chart without its padding.
    """

    def __init__(
        self, box: Box, title: str, most: float, *, right: float = 0, foot: float | None = None
    ) -> None:
        super().__init__(box)
        self.fill(theme.SURFACE, radius=12)
        self.inner = box.inset(dp(_PADDING))
        self.head = Box(self.inner.x, self.inner.top - sp(_TITLE), self.inner.width, sp(_TITLE))
        self.draw_text(title, self.head, "left", size=theme.TEXT, ink=theme.LIGHT, bold=True)
        below = sp(FOOT) if foot is None else foot
        high = self.head.y - self.inner.y - below - dp(4 + 10)
        lines = max(1, min(MOST_LEVELS, int(high / sp(NUMBER))))
        self._levels = grid_levels(most, lines)
        left = dp(8) + max(text_width(str(level), theme.SMALL_TEXT) for level in self._levels)
        self.plot = Box(
            self.inner.x + left, self.inner.y + below + dp(4), self.inner.width - left - right, high
        )
        for level in self._levels:
            _x, y = self.point_of_value(0, level)
            with self.canvas:
                Ink(*theme.mix_colors(theme.SURFACE, theme.LIGHT, 0.16))
                Line(points=[self.plot.x, y, self.plot.right, y], width=1)
            label = Box(self.inner.x, y - sp(10), self.plot.x - self.inner.x - dp(8), sp(20))
            self.draw_text(str(level), label, "right")

    def draw_text(
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

    def point_of_value(self, across: float, value: float) -> Point:
        """Return the point at which to draw `value`.

        `across` goes from 0 at the left end of the chart's box `plot` to 1 at its right end.
        """
        plot = self.plot
        return (plot.x + across * plot.width, plot.y + value / self._levels[-1] * plot.height)

    def draw_expected_line(self, value: float) -> None:
        _x, y = self.point_of_value(0, value)
        with self.canvas:
            Ink(*theme.SAND)
            Line(points=[self.plot.x, y, self.plot.right, y], width=dp(1))


# Points by turn


_BADGE = 10
_END = 28
"""Width of the badges at the right end in dp, and of the numbers after the badges in sp."""
_NUMBERS = 34
_MOST_TURN_MARKS = 6
_LEAST_LINE_CONTRAST = 3.5
_LEAST_CHART = 130
"""Minimum height of a readable chart, in sp."""


def visible_line_color(color: Color) -> theme.Rgb:
    """Return the colour of a player, lightened until a line in it is visible on a chart."""
    ink, share = palette.PLAYERS[color], 0.0
    while theme.contrast(ink, theme.SURFACE) < _LEAST_LINE_CONTRAST:
        share += 0.05
        ink = theme.mix_colors(palette.PLAYERS[color], theme.LIGHT, share)
    return ink


class PointsByTurnChart(Chart):
    """Line chart of all players' points over the turns.

    `courses` has one entry for each player. `end` is the label below the last point of the lines.
    """

    def __init__(self, box: Box, courses: Sequence[PointsByTurn], end: str) -> None:
        most = max(max(course.points) for course in courses)
        super().__init__(box, _("Points by turn"), most, right=dp(_END) + sp(_NUMBERS))
        self._columns = len(courses[0].points)
        self._draw_turns(end or _("end"))
        for course in courses:
            self._draw_course(course)
        self._draw_ends(courses)

    def _point(self, column: float, points: float) -> Point:
        return self.point_of_value(column / max(1, self._columns - 1), points)

    def _draw_turns(self, end: str) -> None:
        # Leave room for the label of the last point.
        inner = self.inner
        width = text_width(end, theme.SMALL_TEXT) + dp(4)
        x, _y = self._point(self._columns - 1, 0)
        self.draw_text(end, Box(x - width / 2, inner.y, width, sp(FOOT)), "center")
        free = inner.x
        for turn in turn_marks(self._columns - 2, _MOST_TURN_MARKS):
            place, _y = self._point(turn, 0)
            if free <= place - sp(8) and place + sp(16) < x - width / 2:
                self.draw_text(str(turn), Box(place - sp(14), inner.y, sp(28), sp(FOOT)), "center")
                free = place + sp(12)

    def _draw_course(self, course: PointsByTurn) -> None:
        ink = visible_line_color(course.color)
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
                drawing.draw_player_symbol(course.color, place, dp(4.5), ink)

    def _draw_ends(self, courses: Sequence[PointsByTurn]) -> None:
        plot = self.plot
        ends = [self._point(self._columns - 1, course.points[-1]) for course in courses]
        places = spread_labels(
            [y for _x, y in ends],
            max(dp(2 * _BADGE), sp(NUMBER - 2)) + dp(2),
            plot.y + dp(_BADGE),
            self.box.top - dp(44),
        )
        for course, (x, y), place in zip(courses, ends, places, strict=True):
            center = (x + dp(14 + _BADGE), place)
            with self.canvas:
                Ink(*visible_line_color(course.color))
                SmoothLine(points=[x, y, *center], width=dp(1))
                drawing.draw_player_badge(course.color, center, dp(_BADGE))
            text = Box(center[0] + dp(_BADGE + 4), place - sp(NUMBER / 2), sp(_NUMBERS), sp(NUMBER))
            self.draw_text(
                str(course.points[-1]), text, "left", size=theme.TEXT, ink=theme.LIGHT, bold=True
            )


def is_tall_enough_for_points_by_turn(box: Box) -> bool:
    return box.height >= sp(_LEAST_CHART)


# Points from game to game


_DOT = 3
_LINE = 1.2
"""Half the width of the line of points, in dp."""


class PointsPerGameChart(Chart):
    """Line chart of `points`, a number of points for each game, with the oldest game first."""

    def __init__(self, box: Box, title: str, points: Sequence[int]) -> None:
        average = sum(points) / len(points)
        super().__init__(box, title, max(points), right=dp(6))
        text = _("average {number}", number=format_decimal(average))
        self.draw_text(text, self.head, "right", size=theme.TEXT, ink=theme.SAND)
        self.draw_expected_line(average)
        last = max(1, len(points) - 1)
        places = [self.point_of_value(game / last, number) for game, number in enumerate(points)]
        with self.canvas:
            Ink(*theme.RIVER)
            for pair in pairwise(places):  # a continuous line would overshoot at sharp corners
                SmoothLine(points=flat_coordinates(pair), width=dp(_LINE))
            draw_sprites(_dot.placed_sprite(place, dp(_DOT)) for place in places)
        foot = Box(self.plot.x, self.inner.y, self.plot.width, sp(FOOT))
        before = len(points) - 1
        if before:
            ago = plural("{number} game before", "{number} games before", before)
            left, right = foot.split_columns((1.4, 1), dp(4))
            self.draw_text(ago, left, "left")
            self.draw_text(_("last game"), right, "right")


@cached_as_sprite(theme.RIVER)
def _dot(center: Point, radius: float) -> None:
    draw_disc(center, radius, theme.RIVER)


# Bars


_BAR_PADDING = 12
_GAP = 8
_MOST_BAR = 26
_LEAST_SCALE = 1.0
"""Minimum number of points that a bar of full width represents. Without this minimum, a tenth of a
point could get a long bar."""
_MOST_LABEL = 0.5
_DIE = 15
_FACES = 36
_BAR = 0.5
"""Width of a bar of the die's chart, relative to its column."""


class Bar(NamedTuple):
    """A bar of a chart: its label, its value (which may be negative), and this value as text."""

    label: str
    value: float
    value_text: str


class PointSourceChart(Surface):
    """Chart of horizontal bars, one below the other.

    The label of a bar is to its left, and all values are at the right edge of the chart.
    """

    def __init__(self, box: Box, title: str, bars: Sequence[Bar]) -> None:
        super().__init__(box)
        self.fill(theme.SURFACE, radius=12)
        column = BoxCutter(box.inset(dp(_BAR_PADDING), dp(10)), 0)
        self.write(title, column.cut_from_top(sp(_TITLE)), bold=True)
        labels = max(text_width(bar.label, theme.TEXT) for bar in bars) + dp(2)
        labels = min(labels, column.box.width * _MOST_LABEL)
        numbers = max(text_width(bar.value_text, theme.TEXT, bold=True) for bar in bars) + dp(2)
        least = min(0.0, *(bar.value for bar in bars))
        scale = max(_LEAST_SCALE, *(bar.value for bar in bars)) - least
        rows = column.remaining_box().split_rows((1,) * len(bars), 0)
        for bar, row in zip(bars, rows, strict=True):
            self.write(bar.label, row._replace(width=labels))
            number = Box(row.right - numbers, row.y, numbers, row.height)
            self.write(bar.value_text, number, bold=True, halign="right")
            left = row.x + labels + dp(_GAP)
            pixels = (number.x - dp(_GAP) - left) / scale
            high = min(row.height * 0.6, dp(_MOST_BAR))
            start = left - least * pixels + min(bar.value, 0) * pixels
            place = Box(start, row.center[1] - high / 2, abs(bar.value) * pixels, high)
            if place.width >= 1:
                self.fill(theme.RIVER if bar.value > 0 else theme.BONUS_RED, place)


class DieChart(Chart):
    """Bar chart of `counts`, the number of rolls of each die face.

    A line marks the number that is expected for a fair die.
    """

    def __init__(self, box: Box, counts: Sequence[int]) -> None:
        expected = sum(counts) / len(FACES)
        super().__init__(
            box, _("Rolls of the die"), max(*counts, expected), foot=dp(_FACES) + sp(NUMBER)
        )
        by_chance = _("expected {number}", number=format_decimal(expected))
        self.draw_text(by_chance, self.head, "right", size=theme.TEXT, ink=theme.SAND)
        columns = self.plot.split_columns((1,) * len(FACES), 0)
        for face, count, column in zip(FACES, counts, columns, strict=True):
            width = column.width * _BAR
            _x, top = self.point_of_value(0, count)
            if count:
                bar = Box(column.center[0] - width / 2, column.y, width, top - column.y)
                self.fill(theme.RIVER, bar, radius=3)
            number = Box(column.x, self.inner.y, column.width, sp(NUMBER))
            self.draw_text(str(count), number, "center", size=theme.TEXT, ink=theme.LIGHT)
            with self.canvas:
                middle = number.top + dp(_FACES) / 2
                drawing.draw_die(face, (column.center[0], middle), dp(_DIE))
        self.draw_expected_line(expected)


def draw_rolls_and_expected(surface: Surface, box: Box, share: float, expected: float) -> None:
    """Draw a bar for the rolls of one die face, and a line at the expected number of rolls.

    `share` is the height of the bar, and `expected` is the height of the line. Both are relative to
    the box, from 0 to 1.
    """
    width = box.width * _BAR
    if share:
        bar = Box(box.center[0] - width / 2, box.y, width, box.height * share)
        surface.fill(theme.RIVER, bar, radius=3)
    y, over = box.y + box.height * expected, dp(_GAP) / 2
    with surface.canvas:
        Ink(*theme.SAND)
        Line(points=[box.x - over, y, box.right + over, y], width=dp(1))


def draw_expected_label(surface: Surface, box: Box, expected: float, text: str) -> None:
    """Write `text` beside the line that `draw_rolls_and_expected` draws at the height `expected`.

    The text is in `box`, centred at that height, which is relative to the box, from 0 to 1.
    """
    middle = box.y + box.height * expected
    line = Box(box.x, max(middle - sp(NUMBER) / 2, box.y), box.width, sp(NUMBER))
    surface.write(text, line, ink=theme.SAND, halign="center")


def draw_die(surface: Surface, box: Box, face: Face) -> None:
    with surface.canvas:
        drawing.draw_die(face, box.center, dp(_DIE))
