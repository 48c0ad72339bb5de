"""What the app works out beside its own thread, for tests that want to see it."""

import threading

from tests.kiosk.touch import Touchscreen

_ENOUGH_SECONDS = 20


def until_shown(touch: Touchscreen, worker: str = "code") -> None:
    """Wait until the code has been worked out and is drawn, or whatever is worked out beside."""
    for thread in threading.enumerate():
        if thread.name == worker:
            thread.join(_ENOUGH_SECONDS)
    touch.step()
