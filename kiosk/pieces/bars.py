"""Bar charts: points by source, and die rolls with their expected number."""

from collections.abc import Sequence
from typing import NamedTuple

from kivy.graphics import Color as Ink
from kivy.graphics import Line
from kivy.metrics import dp, sp

from companion.pieces import FACES, Face
from kiosk.pieces import drawing
from kiosk.pieces.plot import NUMBER, Plot
from kiosk.ui import theme
from kiosk.ui.surface import Box, BoxCutter, Surface, text_width
from kiosk.words.language import _, format_decimal

_PADDING = 12
_TITLE = 24
_GAP = 8
_MOST_BAR = 26
_LEAST_SCALE = 1.0
"""Least number of points that a bar of full width stands for, so that a tenth of a point is no long
bar."""
_MOST_LABEL = 0.5
_DIE = 15
_FACES = 36
_BAR = 0.5
"""Width of a bar of the die's chart, relative to its column."""


class Bar(NamedTuple):
    """Bar of a chart: its label, its value (which may be negative), and the value as text."""

    label: str
    value: float
    text: str


class PointSourceChart(Surface):
    """Bar chart with one line for each bar: the label, the bar, and its value at the right."""

    def __init__(self, box: Box, title: str, bars: Sequence[Bar]) -> None:
        super().__init__(box)
        self.fill(theme.SURFACE, radius=12)
        column = BoxCutter(box.inset(dp(_PADDING), dp(10)), 0)
        self.write(title, column.take(sp(_TITLE)), bold=True)
        labels = max(text_width(bar.label, theme.TEXT) for bar in bars) + dp(2)
        self._labels = min(labels, column.box.width * _MOST_LABEL)
        self._numbers = max(text_width(bar.text, theme.TEXT, bold=True) for bar in bars) + dp(2)
        least = min(0.0, *(bar.value for bar in bars))
        self._from = least
        self._all = max(_LEAST_SCALE, *(bar.value for bar in bars)) - least
        rows = column.remaining_box().rows((1,) * len(bars), 0)
        for bar, row in zip(bars, rows, strict=True):
            self._draw(bar, row)

    def _draw(self, bar: Bar, row: Box) -> None:
        self.write(bar.label, Box(row.x, row.y, self._labels, row.height))
        number = Box(row.right - self._numbers, row.y, self._numbers, row.height)
        self.write(bar.text, number, bold=True, halign="right")
        left = row.x + self._labels + dp(_GAP)
        pixels = (number.x - dp(_GAP) - left) / self._all
        high = min(row.height * 0.6, dp(_MOST_BAR))
        start = left - self._from * pixels + min(bar.value, 0) * pixels
        place = Box(start, row.center[1] - high / 2, abs(bar.value) * pixels, high)
        if place.width >= 1:
            self.fill(theme.RIVER if bar.value > 0 else theme.BONUS_RED, place)


class DieChart(Plot):
    """Bar chart with the number of rolls of each die face; a line marks the expected number."""

    def __init__(self, box: Box, counts: Sequence[int]) -> None:
        expected = sum(counts) / len(FACES)
        super().__init__(
            box, _("Rolls of the die"), max(*counts, expected), foot=dp(_FACES) + sp(NUMBER)
        )
        by_chance = _("expected {number}", number=format_decimal(expected))
        self.note(by_chance, self.head, "right", size=theme.TEXT, ink=theme.SAND)
        columns = self.plot.split((1,) * len(FACES), 0)
        for face, count, column in zip(FACES, counts, columns, strict=True):
            width = column.width * _BAR
            _x, top = self.point(0, count)
            if count:
                bar = Box(column.center[0] - width / 2, column.y, width, top - column.y)
                self.fill(theme.RIVER, bar, radius=3)
            number = Box(column.x, self.inner.y, column.width, sp(NUMBER))
            self.note(str(count), number, "center", size=theme.TEXT, ink=theme.LIGHT)
            with self.canvas:
                middle = number.top + dp(_FACES) / 2
                drawing.die(face, (column.center[0], middle), dp(_DIE))
        self.draw_expected(expected)


def draw_rolls_and_expected(surface: Surface, box: Box, share: float, expected: float) -> None:
    """Draw a bar of the height `share` and a line at `expected`, both 0 to 1 (the box's height)."""
    width = box.width * _BAR
    if share:
        bar = Box(box.center[0] - width / 2, box.y, width, box.height * share)
        surface.fill(theme.RIVER, bar, radius=3)
    y, over = box.y + box.height * expected, dp(_GAP) / 2
    with surface.canvas:
        Ink(*theme.SAND)
        Line(points=[box.x - over, y, box.right + over, y], width=dp(1))


def draw_expected_label(surface: Surface, box: Box, expected: float, text: str) -> None:
    """Write `text` in the box, centred at the height `expected`, 0 to 1 (the box's height)."""
    middle = box.y + box.height * expected
    line = Box(box.x, max(middle - sp(NUMBER) / 2, box.y), box.width, sp(NUMBER))
    surface.write(text, line, ink=theme.SAND, halign="center")


def draw_die(surface: Surface, box: Box, face: Face) -> None:
    with surface.canvas:
        drawing.die(face, box.center, dp(_DIE))
