"""The app's die while it tumbles, which a tap ends (touchscreen, 8)."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.pieces import FACES
from kiosk.pieces import drawing
from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface

TUMBLE_SECONDS = 0.7
"""How long the die tumbles where no panel's lamps tumble with it."""
TUMBLES = 7
"""At most so many faces are shown before the die lies still."""


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
        self._stop()
        self._on_end()

    def close(self) -> None:
        """Stop without an end: another page comes."""
        self._stop()
        super().close()

    def _stop(self) -> None:
        self._clock.cancel()
        self._end.cancel()

    def _show_next(self, _delta: float) -> None:
        self.clear()
        self.fill(theme.PAPER, radius=14)
        face = FACES[self._shown % len(FACES)]
        with self.canvas:
            size = min(self.box.width, self.box.height) * 0.28
            drawing.die(face, self.box.center, size, theme.LIGHT)
        self._shown += 1
