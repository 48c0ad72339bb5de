"""Python's garbage collector, kept from working while somebody waits for the screen.

Every decision draws its widgets anew, and widgets hold each other: only the collector can free the
former ones. Left to itself it begins in the middle of an answer to a touch, and stops that answer
for as long as it takes to go through everything the program holds.

Kivy has to be configured before this is imported.
"""

import gc
from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.window import Window

_LOOK_SECONDS = 1
_WORTH_IT = 5_000
"""Objects: about one decision's widgets."""
_MOST = 200_000
"""Objects, some tens of megabytes: with so many the collector works whoever waits."""


class QuietCleaning:
    """Frees what screens have left behind, once nobody has touched the window for a moment.

    The moment is `quiet_seconds` long. `last_press` tells the last press of the panel's button,
    which counts as a touch. What exists when this begins is taken to stay, and not looked through
    any more.
    """

    def __init__(
        self, quiet_seconds: float = 1, last_press: Callable[[], object] = lambda: None
    ) -> None:
        self._quiet_seconds = quiet_seconds
        self._last_press = last_press
        self._press_seen = last_press()
        self._before = gc.get_threshold()
        self._touched = Clock.get_time()
        gc.collect()
        gc.freeze()
        gc.set_threshold(_MOST, *self._before[1:])
        self._bound = dict.fromkeys(("on_touch_down", "on_touch_move", "on_touch_up"), self._touch)
        Window.bind(**self._bound)
        self._clock = Clock.schedule_interval(self._look, _LOOK_SECONDS)

    def close(self) -> None:
        """Leave it to the collector again when it works."""
        self._clock.cancel()
        Window.unbind(**self._bound)
        gc.set_threshold(*self._before)
        gc.unfreeze()

    def _touch(self, *_event: object) -> None:
        self._touched = Clock.get_time()

    def _look(self, _delta: float) -> None:
        press = self._last_press()
        if press is not self._press_seen:
            self._press_seen = press
            self._touch()
        quiet = Clock.get_time() - self._touched >= self._quiet_seconds
        if quiet and gc.get_count()[0] >= _WORTH_IT:
            gc.collect()
