"""Points that count up to what they are, wherever players' points stand."""

from collections.abc import Mapping

from kivy.animation import Animation
from kivy.properties import NumericProperty

from companion.pieces import Color
from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface

COUNT_SECONDS = 0.6
"""How long points count, however many they are: less than the druid walks."""


class Counting(Surface):
    """Shows players' points, which can count together; whoever makes them keeps `numbers`."""

    counted = NumericProperty(1.0)

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.numbers: dict[Color, PointsNumber] = {}

    def count_from(self, former: Mapping[Color, int]) -> None:
        """Let the numbers of all whose points were others count from those to the present ones."""
        for color, number in self.numbers.items():
            number.count_from(former[color])
        if any(former[color] != number.points for color, number in self.numbers.items()):
            self.counted = 0.0
            Animation(counted=1.0, duration=COUNT_SECONDS).start(self)

    def finish_count(self) -> None:
        """Show the present points at once."""
        Animation.cancel_all(self, "counted")
        self.counted = 1.0

    def on_counted(self, _widget: object, part: float) -> None:
        """Show how far the numbers have counted."""
        for number in self.numbers.values():
            number.show(part)


class PointsNumber(Surface):
    """A player's `points`, which can count up to what they are; `size` in dp."""

    def __init__(self, box: Box, points: int, ground: theme.Rgb, size: float) -> None:
        super().__init__(box)
        self.points = points
        self._former = points
        self.ground = ground
        self._size = size
        self._shown: int | None = None
        self.show(1.0)

    def count_from(self, former: int) -> None:
        """Begin at other points when `show` is called next."""
        self._former = former

    def show(self, part: float) -> None:
        """Show the points so far on the way from the former ones, from 0 to 1."""
        number = round(self._former + (self.points - self._former) * part)
        if number == self._shown:
            return
        self._shown = number
        self.clear()
        self.write(
            str(number),
            self.box,
            ink=theme.ink_on(self.ground),
            size=self._size,
            bold=True,
            halign="right",
        )
