"""Line chart of a player's points from game to game, and their average."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import hypot

from kivy.graphics import Color as Ink
from kivy.graphics import Line, Mesh
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp

from kiosk.pieces.plot import FOOT, Plot
from kiosk.ui import theme
from kiosk.ui.shapes import Point, disc
from kiosk.ui.sprite_atlas import draw_sprites, sprite
from kiosk.ui.surface import Box
from kiosk.words.language import _, decimal, several

_DOT = 3
_LINE = 0.8
"""Half the width of the opaque part of a line, in dp."""
_EDGE = 1.2
"""Width of the fading edge of a line, in pixels."""
_ACROSS = (b"\x00", b"\xff", b"\xff", b"\x00")
"""Opacity across a line, from one edge to the other."""


class GamesChart(Plot):
    """Line chart of the points of one or more games, beginning with the oldest game."""

    def __init__(self, box: Box, title: str, points: Sequence[int]) -> None:
        average = sum(points) / len(points)
        super().__init__(box, title, max(points), right=dp(6))
        text = _("average {number}", number=decimal(average))
        self.note(text, self.head, "right", size=theme.TEXT, ink=theme.SAND)
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
        with self.canvas:
            Ink(*theme.RIVER)
            _lay_lines([*pairwise(places)])
            draw_sprites(_dot.placed(place, dp(_DOT)) for place in places)


@sprite(theme.RIVER)
def _dot(center: Point, radius: float) -> None:
    disc(center, radius, theme.RIVER)


def _lay_lines(pieces: Sequence[tuple[Point, Point]]) -> None:
    """Draw straight lines with soft edges as one mesh.

    The lines are separate, because a continuous line would overshoot its points at sharp corners.
    With a `SmoothLine` for each of them, the page took twice as long to open.
    """
    vertices: list[float] = []
    indices: list[int] = []
    for (x, y), (to_x, to_y) in pieces:
        wide = (dp(_LINE) + _EDGE) / max(hypot(to_x - x, to_y - y), 1)
        right, up = (to_y - y) * wide, (x - to_x) * wide
        first = 4 * (len(indices) // 6)
        vertices += (x - right, y - up, 0, 0, x + right, y + up, 1, 0)
        vertices += (to_x - right, to_y - up, 0, 1, to_x + right, to_y + up, 1, 1)
        indices += (first, first + 1, first + 2, first + 1, first + 2, first + 3)
    Mesh(vertices=vertices, indices=indices, mode="triangles", texture=_soft_edges())


@cache
def _soft_edges() -> Texture:
    """Return the texture across a line: transparent at both edges, opaque between them."""
    texture = Texture.create(size=(len(_ACROSS), 1), colorfmt="rgba")

    def blit(target: Texture) -> None:
        target.blit_buffer(b"".join(b"\xff\xff\xff" + share for share in _ACROSS), colorfmt="rgba")

    blit(texture)
    texture.add_reload_observer(blit)
    return texture
