"""The die: a face of it, and the app's while it tumbles, which a tap ends (touchscreen, 8)."""

from collections.abc import Callable

from kivy.clock import Clock
from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine, SmoothRoundedRectangle

from companion.pieces import FACES, Face
from kiosk.pieces.chips import chip
from kiosk.ui import theme
from kiosk.ui.shapes import Point, letters
from kiosk.ui.sprite_atlas import sprite
from kiosk.ui.surface import Box, Surface
from kiosk.ui.theme import Rgb

TUMBLE_SECONDS = 0.7
"""How long the die tumbles where no panel's lamps tumble with it."""
TUMBLES = 7
"""At most so many faces are shown before the die lies still."""


@sprite(theme.LINE)
def die(face: Face, center: Point, size: float, fill: Rgb = theme.PAPER) -> None:
    """A die with a face up; `size` is half its width."""
    x, y = center
    Ink(*theme.LINE)
    SmoothRoundedRectangle(pos=(x - size, y - size), size=(2 * size, 2 * size), radius=[size * 0.4])
    Ink(*fill)
    SmoothRoundedRectangle(
        pos=(x - size + 1, y - size + 1), size=(2 * size - 2, 2 * size - 2), radius=[size * 0.36]
    )
    face_sign(face, center, size * 0.74)


@sprite(lambda face, _center, _size: theme.LINE if face.material else theme.INK)
def face_sign(face: Face, center: Point, size: float) -> None:
    """What a face of the die shows."""
    if face.material is not None:
        chip(face.material, center, size)
        return
    Ink(*theme.INK)
    SmoothLine(
        ellipse=(center[0] - size, center[1] - size, 2 * size, 2 * size, 40, 380),
        width=max(1.0, size * 0.09),
    )
    letters("+1" if face is Face.PLUS else "−1", center, size * 0.95, theme.INK)


class TumblingDie(Surface):
    """Shows face after face over a card, then calls `on_end` once; `skip` ends it at once.

    `seconds` is how long it tumbles, under a second.
    """

    def __init__(self, box: Box, on_end: Callable[[], None], seconds: float) -> None:
        super().__init__(box)
        self._on_end = on_end
        self._shown = 0
        self._show_next(0.0)
        self._clock = Clock.schedule_interval(self._show_next, seconds / TUMBLES)
        self._end = Clock.schedule_once(lambda _delta: self.skip(), seconds)

    def skip(self) -> None:
        """Let the die lie still now."""
        self.stop()
        self._on_end()

    def stop(self) -> None:
        """Stop without an end: another screen comes."""
        self._clock.cancel()
        self._end.cancel()

    def _show_next(self, _delta: float) -> None:
        self.wipe()
        self.fill(theme.PAPER, radius=14)
        face = FACES[self._shown % len(FACES)]
        with self.canvas:
            size = min(self.box.width, self.box.height) * 0.28
            die(face, self.box.center, size, theme.LIGHT)
        self._shown += 1
