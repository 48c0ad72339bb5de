"""Animation of the app's die: the die tumbles without a face, then shows the rolled face.

While the die tumbles, it shows no face, because people would take any face for the result. A tap
skips the animation (SCREEN.md, 8).
"""

from collections.abc import Callable
from math import pi, radians, sin, sqrt

from kivy.clock import Clock
from kivy.metrics import dp

from companion.pieces import Face
from kiosk.pieces import drawing
from kiosk.ui import theme
from kiosk.ui.shapes import Point, arc_points, draw_polygon, point_on_circle
from kiosk.ui.surface import Box, Surface, text_height, text_width
from kiosk.words.texts import piece_name

TUMBLE_SECONDS = 0.42
"""Duration of the tumbling in seconds, unless the lamps of a button panel tumble longer."""
STILL_SECONDS = 0.28
"""Seconds for which the final face covers the card."""
TUMBLES = 6
"""Number of drawings of the tumbling die."""
_TUMBLING, _STILL = 0.13, 0.3
"""Half the die's width while it tumbles and when it is still, relative to the shorter side of its
box."""
_TURNS = (-50, -8, 38, 75, 28, -25)
"""Tilt of the die in each drawing, in degrees; never 0."""
_WAY, _HOP = 0.2, 0.12
"""Width of the die's path relative to the width of the box, and height of its hops relative to the
height of the box."""
_PALE = (0.3, 0.7, 0.85)
"""Share of the paper colour in the colours of the die and its trail, the oldest last."""
_NAME = 30
"""Maximum letter size of the material's name, in sp."""


class TumblingDie(Surface):
    """Widget of a die over a card: it tumbles for `seconds` (under 1), then shows `face`.

    The face is visible for `STILL_SECONDS`. If it is a plus or minus, the card asks a question at
    once, which the die should not cover for long: then the whole animation takes only `seconds`,
    half of it tumbling, half showing the face.

    `on_still` is called once, after the face has become visible, and `on_end` at the end of the
    animation. `skip` ends the animation early.
    """

    def __init__(
        self,
        box: Box,
        face: Face,
        on_still: Callable[[], None],
        on_end: Callable[[], None],
        seconds: float = TUMBLE_SECONDS,
    ) -> None:
        super().__init__(box)
        self._face, self._on_still, self._on_end = face, on_still, on_end
        self.is_still = False
        self._shown = 0
        self._lies_before = seconds / 2 if face.material is None else 0.0
        tumbling = seconds - self._lies_before
        self._tumble(0.0)
        self._clock = Clock.schedule_interval(self._tumble, tumbling / TUMBLES)
        self._next = Clock.schedule_once(self._lie_still, tumbling)

    def skip(self) -> None:
        self._stop()
        if not self.is_still:
            self.is_still = True
            self._on_still()
        self._on_end()

    def destroy(self) -> None:
        """Stop the animation because another page opens; `on_end` is not called."""
        self._stop()
        super().destroy()

    def _stop(self) -> None:
        self._clock.cancel()
        self._next.cancel()

    def _lie_still(self, _delta: float) -> None:
        self._stop()
        self._draw_still()
        if self._lies_before:
            self._next = Clock.schedule_once(lambda _delta: self.skip(), self._lies_before)
            return
        # Handling the result takes time, but the face is already visible.
        self._next = Clock.schedule_once(self._tell, 0)

    def _tell(self, _delta: float) -> None:
        self.is_still = True
        self._next = Clock.schedule_once(lambda _delta: self.skip(), STILL_SECONDS)
        self._on_still()

    def _tumble(self, _delta: float) -> None:
        self.clear()
        self.fill(theme.PAPER, radius=14)
        box, size = self.box, min(self.box.width, self.box.height) * _TUMBLING
        with self.canvas:
            for behind in reversed(range(len(_PALE))):
                step = self._shown - behind
                part = step / TUMBLES
                x = box.center[0] - box.width * _WAY * (1 - part)
                y = box.center[1] + box.height * _HOP * abs(sin(2 * pi * part))
                fill = theme.mix_colors(theme.PAPER_SHADE, theme.PAPER, _PALE[behind])
                edge = theme.mix_colors(theme.INK_SOFT, theme.PAPER, _PALE[behind])
                _blank((x, y), size, radians(_TURNS[step % TUMBLES]), fill, edge)
        self._shown += 1

    def _draw_still(self) -> None:
        self.clear()
        self.fill(theme.PAPER, radius=14)
        size = min(self.box.width, self.box.height) * _STILL
        center, name = (
            self.box.center,
            "" if self._face.material is None else piece_name(self._face),
        )
        if name:
            high = text_height(name, self.box.width, _NAME, bold=True)
            wide = text_width(name, _NAME, bold=True) + dp(4)
            beside = self.box.width - 2 * size - wide - 3 * dp(theme.GAP)
            if beside > 0 and self.box.width > self.box.height:
                x = self.box.x + beside / 2 + dp(theme.GAP)
                center = (x + size, center[1])
                words = Box(x + 2 * size + dp(theme.GAP), center[1] - high / 2, wide, high)
            else:
                center = (center[0], center[1] + high / 2)
                words = Box(self.box.x, center[1] - size - high - dp(2), self.box.width, high)
            self.write(name, words, size=_NAME, bold=True, halign="center")
        with self.canvas:
            drawing.draw_die(self._face, center, size, theme.LIGHT)


def _blank(center: Point, size: float, angle: float, fill: theme.Rgb, edge: theme.Rgb) -> None:
    rounding = size * 0.4
    outline: list[Point] = []
    for quarter in range(4):
        start = angle + quarter * pi / 2
        corner = point_on_circle(center, (size - rounding) * sqrt(2), start + pi / 4)
        outline += arc_points(corner, rounding, start, start + pi / 2, 3)
    draw_polygon(outline, fill, edge, max(1.0, float(dp(1))))
