"""The app's die while it tumbles: under a second, and over at a tap (touchscreen, principle 8)."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.pieces import FACES
from kiosk import theme
from kiosk.widgets import drawing
from kiosk.widgets.surface import Box, Surface

TUMBLES = 7
"""Faces that are shown before the die lies still."""
_SECONDS = 0.1


class TumblingDie(Surface):
    """Shows face after face over a card, then calls `on_end` once; `skip` ends it at once."""

    def __init__(self, box: Box, on_end: Callable[[], None]) -> None:
        super().__init__(box)
        self._on_end = on_end
        self._shown = 0
        self._show_next(0.0)
        self._clock = Clock.schedule_interval(self._show_next, _SECONDS)

    def skip(self) -> None:
        """Let the die lie still now."""
        self.stop()
        self._on_end()

    def stop(self) -> None:
        """Stop without an end: another screen comes."""
        self._clock.cancel()

    def _show_next(self, _delta: float) -> None:
        if self._shown == TUMBLES:
            self.skip()
            return
        self.canvas.clear()
        self.fill(theme.PAPER, radius=14)
        face = FACES[self._shown % len(FACES)]
        with self.canvas:
            size = min(self.box.width, self.box.height) * 0.28
            drawing.die(face, self.box.center, size, theme.LIGHT)
        self._shown += 1
