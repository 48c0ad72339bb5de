"""Everybody's points during the final scoring, large, with what the present step brings."""

from collections.abc import Sequence
from typing import NamedTuple

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.pieces import Color
from kiosk.pages.final_scoring.view import signed
from kiosk.pieces import drawing, palette
from kiosk.toolkit import theme
from kiosk.toolkit.surface import Box, Surface, text_width

HEIGHT = 92
_BADGE = 15
_POINTS = 38
_COUNT_SECONDS = 0.6


class Tile(NamedTuple):
    """A player's points before and after a step; `lit` where the step is theirs."""

    color: Color
    name: str
    former: int
    points: int
    gain: int
    lit: bool


class ScoreTiles(Surface):
    """A tile for every player, in seating order; their points can count from the former ones."""

    counted = NumericProperty(1.0)

    def __init__(self, box: Box, tiles: Sequence[Tile]) -> None:
        super().__init__(box)
        self._numbers = [
            self._draw(tile, place)
            for tile, place in zip(tiles, box.split((1,) * len(tiles), dp(theme.GAP)), strict=True)
        ]
        for number in self._numbers:
            self.add_widget(number)

    def count(self) -> None:
        """Let the points count from the former ones."""
        if any(number.tile.former != number.tile.points for number in self._numbers):
            self.counted = 0.0
            Animation(counted=1.0, duration=_COUNT_SECONDS).start(self)

    def finish_count(self) -> None:
        """Show the present points at once."""
        Animation.cancel_all(self, "counted")
        self.counted = 1.0

    def on_counted(self, _widget: object, part: float) -> None:
        """Show how far the points have counted."""
        for number in self._numbers:
            number.show(part)

    def _draw(self, tile: Tile, box: Box) -> "_Number":
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
        self.write(tile.name, name, ink=ink, ground=ground, size=theme.TEXT, shorten=True)
        left = 2 * radius + dp(2)
        return _Number(Box(head.x + left, head.y, head.width - left, head.height), tile, ground)


class _Number(Surface):
    """A player's points, which can count."""

    def __init__(self, box: Box, tile: Tile, ground: theme.Rgb) -> None:
        super().__init__(box)
        self.ground = ground
        self.tile = tile
        self._shown: int | None = None
        self.show(1.0)

    def show(self, part: float) -> None:
        """Show the points so far on the way from the former ones, from 0 to 1."""
        number = round(self.tile.former + (self.tile.points - self.tile.former) * part)
        if number == self._shown:
            return
        self._shown = number
        self.wipe()
        ink = theme.ink_on(self.ground)
        self.write(str(number), self.box, ink=ink, size=_POINTS, bold=True, halign="right")
