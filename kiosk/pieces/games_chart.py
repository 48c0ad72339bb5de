"""Line chart of a player's points from game to game, and their average."""

from collections.abc import Sequence
from itertools import pairwise

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp, sp

from kiosk.pieces.plot import FOOT, Plot
from kiosk.ui import theme
from kiosk.ui.shapes import Point, disc, flat_coordinates
from kiosk.ui.sprite_atlas import draw_sprites, sprite
from kiosk.ui.surface import Box
from kiosk.words.language import _, format_decimal, plural

_DOT = 3
_LINE = 1.2
"""Half the width of the line of points, in dp."""


class GamesChart(Plot):
    """Line chart of the points of one or more games, beginning with the oldest game."""

    def __init__(self, box: Box, title: str, points: Sequence[int]) -> None:
        average = sum(points) / len(points)
        super().__init__(box, title, max(points), right=dp(6))
        text = _("average {number}", number=format_decimal(average))
        self.note(text, self.head, "right", size=theme.TEXT, ink=theme.SAND)
        self.draw_expected(average)
        last = max(1, len(points) - 1)
        places = [self.point(game / last, number) for game, number in enumerate(points)]
        with self.canvas:
            Ink(*theme.RIVER)
            for pair in pairwise(places):  # a continuous line would overshoot at sharp corners
                SmoothLine(points=flat_coordinates(pair), width=dp(_LINE))
            draw_sprites(_dot.placed(place, dp(_DOT)) for place in places)
        foot = Box(self.plot.x, self.inner.y, self.plot.width, sp(FOOT))
        before = len(points) - 1
        if before:
            ago = plural("{number} game before", "{number} games before", before)
            left, right = foot.split((1.4, 1), dp(4))
            self.note(ago, left, "left")
            self.note(_("last game"), right, "right")


@sprite(theme.RIVER)
def _dot(center: Point, radius: float) -> None:
    disc(center, radius, theme.RIVER)
