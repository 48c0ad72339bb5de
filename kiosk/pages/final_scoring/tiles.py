"""Everybody's points during the final scoring, large, with what the present step brings."""

from collections.abc import Sequence
from typing import NamedTuple

from kivy.metrics import dp

from companion.pieces import Color
from kiosk.pages.final_scoring.view import signed
from kiosk.pieces import drawing, palette
from kiosk.pieces.points import Counting, PointsNumber
from kiosk.ui import theme
from kiosk.ui.surface import Box, text_width

HEIGHT = 92
_BADGE = 15
_POINTS = 38


class Tile(NamedTuple):
    """A player's points before and after a step; `lit` where the step is theirs."""

    color: Color
    name: str
    former: int
    points: int
    gain: int
    lit: bool


class ScoreTiles(Counting):
    """A tile for every player, in seating order; their points can count from the former ones."""

    def __init__(self, box: Box, tiles: Sequence[Tile]) -> None:
        super().__init__(box)
        self._former = {tile.color: tile.former for tile in tiles}
        places = box.split((1,) * len(tiles), dp(theme.GAP))
        for tile, place in zip(tiles, places, strict=True):
            number = self._draw(tile, place)
            self.numbers[tile.color] = number
            self.add_widget(number)

    def count(self) -> None:
        """Let the points count from the former ones."""
        self.count_from(self._former)

    def _draw(self, tile: Tile, box: Box) -> PointsNumber:
        ground = theme.readable(palette.PLAYERS[tile.color]) if tile.lit else theme.SURFACE
        ink = theme.ink_on(ground)
        self.fill(ground, box, radius=10)
        inner = box.inset(dp(8), dp(6))
        head, foot = inner.rows((0.62, 0.38), 0)
        radius = dp(_BADGE)
        with self.canvas:
            drawing.badge(tile.color, (head.x + radius, head.center[1]), radius)
        name = foot
        if tile.gain:
            text = signed(tile.gain)
            width = text_width(text, theme.TITLE_TEXT, bold=True) + dp(14)
            chip = Box(foot.right - width, foot.y, width, foot.height)
            self.fill(theme.RIVER, chip, radius=7)
            self.write(
                text,
                chip,
                ink=theme.LINE,
                ground=theme.RIVER,
                size=theme.TITLE_TEXT,
                bold=True,
                halign="center",
            )
            name = Box(foot.x, foot.y, chip.x - foot.x - dp(4), foot.height)
        self.write(tile.name, name, ink=ink, ground=ground, size=theme.TEXT, is_name=True)
        left = 2 * radius + dp(2)
        points = Box(head.x + left, head.y, head.width - left, head.height)
        return PointsNumber(points, tile.points, ground, _POINTS)
