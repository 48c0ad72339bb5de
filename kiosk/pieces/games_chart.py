"""Points from game to game as a line, beside their average."""

from collections.abc import Sequence
from itertools import pairwise

from kivy.graphics import Color as Ink
from kivy.graphics import Line, SmoothLine
from kivy.metrics import dp, sp

from kiosk.pieces.plot import FOOT, Plot
from kiosk.ui import theme
from kiosk.ui.shapes import disc
from kiosk.ui.surface import Box
from kiosk.words.language import _, decimal, several

_DOT = 3


class GamesChart(Plot):
    """The points of games, 1 or more, oldest first."""

    def __init__(self, box: Box, title: str, points: Sequence[int]) -> None:
        average = sum(points) / len(points)
        super().__init__(box, title, max(points), right=dp(6))
        told = _("average {number}", number=decimal(average))
        self.note(told, self.head, "right", size=theme.TEXT, ink=theme.SAND)
        self._draw_average(average)
        self._draw_line(points)
        foot = Box(self.plot.x, self.inner.y, self.plot.width, sp(FOOT))
        before = len(points) - 1
        if before:
            ago = several("{number} game before", "{number} games before", before)
            left, right = foot.split((1.4, 1), dp(4))
            self.note(ago, left, "left")
            self.note(_("last game"), right, "right")

    def _draw_average(self, average: float) -> None:
        _x, y = self.point(0, average)
        with self.canvas:
            Ink(*theme.SAND)
            Line(points=[self.plot.x, y, self.plot.right, y], width=dp(1))

    def _draw_line(self, points: Sequence[int]) -> None:
        last = max(1, len(points) - 1)
        places = [self.point(game / last, number) for game, number in enumerate(points)]
        # Piece by piece: where it turns sharply, a line in one piece would shoot over its points.
        with self.canvas:
            Ink(*theme.RIVER)
            for one, other in pairwise(places):
                SmoothLine(points=[*one, *other], width=dp(1.5))
            for place in places:
                disc(place, dp(_DOT), theme.RIVER)
