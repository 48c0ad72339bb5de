"""Frame of a chart: title, round numbers with their lines, and the bottom line."""

from kivy.graphics import Color as Ink
from kivy.graphics import Line
from kivy.metrics import dp, sp

from kiosk.pieces.course import MOST_LEVELS, grid_levels
from kiosk.ui import theme
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box, Surface, text_width

_PADDING = 10
_TITLE = 24
FOOT = 20
NUMBER = 22
"""Heights in sp of the bottom line of a chart (`FOOT`), and of a number in the chart (`NUMBER`)."""


class Plot(Surface):
    """Chart with a scale from 0 to at least `most`; subclasses draw the values.

    `right` is the width in pixels left free at the right of the values. `foot` is the height left
    free below them, by default one line of text. `inner` is the box within the margins. `head` is
    the line of the title. `plot` is the box of the values.
    """

    def __init__(
        self, box: Box, title: str, most: float, *, right: float = 0, foot: float | None = None
    ) -> None:
        super().__init__(box)
        self.fill(theme.SURFACE, radius=12)
        self.inner = box.inset(dp(_PADDING))
        self.head = Box(self.inner.x, self.inner.top - sp(_TITLE), self.inner.width, sp(_TITLE))
        self.note(title, self.head, "left", size=theme.TEXT, ink=theme.LIGHT, bold=True)
        below = sp(FOOT) if foot is None else foot
        high = self.head.y - self.inner.y - below - dp(4 + 10)
        lines = max(1, min(MOST_LEVELS, int(high / sp(NUMBER))))
        self._levels = grid_levels(most, lines)
        left = dp(8) + max(text_width(str(level), theme.SMALL_TEXT) for level in self._levels)
        self.plot = Box(
            self.inner.x + left,
            self.inner.y + below + dp(4),
            self.inner.width - left - right,
            high,
        )
        self._draw_levels()

    def note(
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

    def point(self, across: float, value: float) -> Point:
        """Return the point of a value; `across` goes from 0 at the left to 1 at the right."""
        plot = self.plot
        return (
            plot.x + across * plot.width,
            plot.y + value / self._levels[-1] * plot.height,
        )

    def draw_expected(self, value: float) -> None:
        """Draw a line at an average or expected value."""
        _x, y = self.point(0, value)
        with self.canvas:
            Ink(*theme.SAND)
            Line(points=[self.plot.x, y, self.plot.right, y], width=dp(1))

    def _draw_levels(self) -> None:
        for level in self._levels:
            _x, y = self.point(0, level)
            with self.canvas:
                Ink(*theme.mixed(theme.SURFACE, theme.LIGHT, 0.16))
                Line(points=[self.plot.x, y, self.plot.right, y], width=1)
            label = Box(self.inner.x, y - sp(10), self.plot.x - self.inner.x - dp(8), sp(20))
            self.note(str(level), label, "right")
