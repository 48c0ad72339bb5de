"""Numbers of points that count up or down to a new number in an animation."""

from collections.abc import Mapping
from typing import NamedTuple

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.pieces import Color
from kiosk.pieces import drawing, palette
from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface

COUNT_SECONDS = 0.6
"""Duration of the counting in seconds, for any difference of points; shorter than the druid's walk.
"""
_POINTS = 38


class SurfaceWithCountingPoints(Surface):
    """Surface with all players' points, which count up or down in one animation.

    Subclasses add the widget with each player's points to `numbers`.
    """

    count_progress = NumericProperty(1.0)

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.numbers: dict[Color, PointsNumber] = {}

    def animate_points_from(self, former: Mapping[Color, int]) -> None:
        for color, number in self.numbers.items():
            number.former = former[color]
        if any(former[color] != number.points for color, number in self.numbers.items()):
            self.count_progress = 0.0
            Animation(count_progress=1.0, duration=COUNT_SECONDS).start(self)

    def finish_count(self) -> None:
        Animation.cancel_all(self, "count_progress")
        self.count_progress = 1.0

    def destroy(self) -> None:
        self.finish_count()
        super().destroy()

    def on_count_progress(self, _widget: object, part: float) -> None:
        for number in self.numbers.values():
            number.show_count_progress(part)


_TURNS_INTO = str.maketrans("0689", "0986")
"""Digits that look like other digits upside down."""


def is_ambiguous_upside_down(text: str) -> bool:
    if not text or set(text) - set("0689") or text.endswith("0"):
        return False
    return text[::-1].translate(_TURNS_INTO) != text


class PointsNumber(Surface):
    """Widget with a player's points, which can count from `former`, the points before, to `points`.

    `turned` is set if players on several sides of the table read the number. A number that looks
    like another number upside down, such as 6, is then underlined.
    """

    def __init__(
        self,
        box: Box,
        points: int,
        ground: theme.Rgb,
        size: float,
        turned: bool = False,  # noqa: FBT001, FBT002 - positional, as `Widget` passes it
    ) -> None:
        super().__init__(box)
        self._turned = turned
        self.points = points
        self.former = points
        self.ground = ground
        self._size = size
        self._shown: int | None = None
        self.show_count_progress(1.0)

    def show_count_progress(self, part: float) -> None:
        """Show a number between `former` and `points`.

        `part` goes from 0, at which the number is `former`, to 1, at which it is `points`.
        """
        number = round(self.former + (self.points - self.former) * part)
        if number == self._shown:
            return
        self._shown = number
        self.clear()
        self.write(
            str(number),
            self.box,
            ink=theme.strongest_text_color_on(self.ground),
            size=self._size,
            bold=True,
            halign="right",
            underlined=self._turned and is_ambiguous_upside_down(str(number)),
        )


class ScoreTile(NamedTuple):
    """A player's points before and after a step of the final scoring.

    `is_highlighted` is set if the step scores this player, and not another one.
    """

    color: Color
    name: str
    points_before: int
    points: int
    is_highlighted: bool


class ScoreTiles(SurfaceWithCountingPoints):
    """Row of tiles with the players' points after a step of the final scoring.

    If `counts` is set, an animation counts from the points before the step to the points after it;
    a touch ends the animation. If a player's points have changed, a line above the points shows the
    sum, such as “7 + 3”.
    """

    def __init__(self, box: Box, tiles: tuple[ScoreTile, ...], counts: bool) -> None:  # noqa: FBT001 - positional, as `Widget` passes it
        super().__init__(box)
        places = box.split_columns((1,) * len(tiles), dp(theme.GAP))
        for tile, place in zip(tiles, places, strict=True):
            self.numbers[tile.color] = number = self._draw(tile, place)
            self.add_widget(number)
        if counts:
            self.animate_points_from({tile.color: tile.points_before for tile in tiles})

    def on_touch_down(self, touch: MotionEvent) -> bool:
        self.finish_count()
        return bool(super().on_touch_down(touch))

    def _draw(self, tile: ScoreTile, box: Box) -> PointsNumber:
        ground = (
            theme.darken_for_text(palette.PLAYERS[tile.color])
            if tile.is_highlighted
            else theme.SURFACE
        )
        ink = theme.strongest_text_color_on(ground)
        self.fill(ground, box, radius=10)
        head, sum_line, points = box.inset(dp(8), dp(3)).split_rows((0.27, 0.24, 0.49), 0)
        radius = head.height / 2 - dp(1)
        with self.canvas:
            drawing.draw_player_badge(tile.color, (head.x + radius, head.center[1]), radius)
        left = 2 * radius + dp(6)
        name = head._replace(x=head.x + left, width=head.width - left)
        self.write(tile.name, name, ink=ink, ground=ground, is_name=True)
        gain = tile.points - tile.points_before
        if gain:
            sum_text = f"{tile.points_before} {'+' if gain > 0 else '−'} {abs(gain)}"
            size = theme.DECISION_TEXT
            self.write(sum_text, sum_line, ink=ink, ground=ground, size=size, halign="right")
        return PointsNumber(points, tile.points, ground, _POINTS)
