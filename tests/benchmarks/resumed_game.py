"""What it costs to go on with a saved game: from the tap on it to its table's first picture.

    python -m tests.benchmarks.resumed_game FOLDER

Told are the main thread's seconds of processor time. The app is run as it is: its first screen is
shown and looked at for some seconds, as people do; then its game is tapped, and on the page that
follows `play`.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kiosk import process
from tests.benchmarks.watching import tell

_GLANCE_SECONDS = 3
"""Before somebody taps; the app loads the pages meanwhile."""
_KEYS = ("resume", "play")


def main() -> None:
    """Go on with the folder's game, and tell."""
    process.configure(800, 480, fullscreen=False)
    from kiosk.app import CompanionApp  # noqa: PLC0415 - Kivy is configured by now

    took: list[float] = []
    CompanionApp(Path(sys.argv[1]), lambda stage: Guest(stage, took)).run()
    tell(seconds=took[0])


class Guest:
    """Taps its way to the table, as soon as each picture is drawn, and notes the seconds."""

    def __init__(self, stage: Any, took: list[float]) -> None:
        from kivy.app import App  # noqa: PLC0415 - Kivy is configured by now
        from kivy.clock import Clock  # noqa: PLC0415
        from kivy.core.window import Window  # noqa: PLC0415

        self._stage, self._took = stage, took
        self._window, self._clock = Window, Clock
        self._app = App.get_running_app()
        self._ways = self._resume()
        Window.bind(on_flip=self._go_on)

    def _go_on(self, _window: object) -> None:
        next(self._ways)

    def _resume(self) -> Iterator[None]:
        self._clock.schedule_once(self._look_no_longer, _GLANCE_SECONDS)
        while not self._took:
            yield

    def _look_no_longer(self, _delta: float) -> None:
        self._ways = self._tap()
        next(self._ways)

    def _tap(self) -> Iterator[None]:
        began = time.thread_time()
        for key in _KEYS:
            page = self._stage.screen
            self._touch(key)
            while self._stage.screen is page:
                yield
        self._took.append(time.thread_time() - began)
        if self._stage.screen_name != "table":
            raise ValueError(f"the table is not shown, but {self._stage.screen_name}")
        self._app.stop()
        yield

    def _touch(self, key: str) -> None:
        (tap,) = (one for one in self._stage.walk(restrict=True) if getattr(one, "key", "") == key)
        x, y = tap.box.center
        for what in ("down", "up"):
            self._window.dispatch(f"on_mouse_{what}", x, self._window.height - 1 - y, "left", [])


if __name__ == "__main__":
    main()
