"""Python's garbage collector, kept from working while somebody waits for the screen.

Every decision draws its widgets anew, and widgets hold each other: only the collector can free the
former ones. Left to itself it begins in the middle of an answer to a touch, and stops that answer
for as long as it takes to go through everything the program holds.

Kivy has to be configured before this is imported.
"""

import gc

from kivy.clock import Clock

from kiosk.presence import Presence

_LOOK_SECONDS = 1
_WORTH_IT = 5_000
"""Objects: about one decision's widgets."""
_MOST = 200_000
"""Objects, some tens of megabytes: with so many the collector works whoever waits."""


class QuietCleaning:
    """Frees what screens have left behind, once nobody has touched or pressed for a moment.

    The moment is `quiet_seconds` long. What exists when this begins is taken to stay, and not
    looked through any more.
    """

    def __init__(self, presence: Presence, quiet_seconds: float = 1) -> None:
        self._presence = presence
        self._quiet_seconds = quiet_seconds
        self._before = gc.get_threshold()
        gc.collect()
        gc.freeze()
        gc.set_threshold(_MOST, *self._before[1:])
        self._clock = Clock.schedule_interval(self._look, _LOOK_SECONDS)

    def close(self) -> None:
        """Leave it to the collector again when it works."""
        self._clock.cancel()
        gc.set_threshold(*self._before)
        gc.unfreeze()

    def _look(self, _delta: float) -> None:
        quiet = self._presence.quiet_seconds >= self._quiet_seconds
        if quiet and gc.get_count()[0] >= _WORTH_IT:
            gc.collect()
