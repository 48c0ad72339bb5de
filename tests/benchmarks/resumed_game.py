"""Cost of resuming a saved game: from the tap on it to its table's first picture.

    python -m tests.benchmarks.resumed_game FOLDER

Prints the main thread's seconds of processor time. Runs the unchanged app: its first page is shown
for some seconds, as in real use; then its game is tapped, and on the next page `play`.
"""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kiosk import process, routes
from tests.benchmarks.watching import tell

_KEYS = ("resume", "play")
_GLANCE_SECONDS = 4
"""Time before the first tap, in which the app loads the pages and draws the pieces."""


def main() -> None:
    """Resume the folder's game, and print."""
    process.configure(800, 480, fullscreen=False)
    from kivy.app import App  # noqa: PLC0415 - Kivy is configured by now

    from kiosk.app import CompanionApp  # noqa: PLC0415

    told: list[float] = []

    def at_table(seconds: float) -> None:
        told.append(seconds)
        App.get_running_app().stop()

    CompanionApp(
        Path(sys.argv[1]),
        lambda navigator: Guest(navigator, _GLANCE_SECONDS, at_table),
        language="en",
    ).run()
    tell(seconds=told[0])


class Guest:
    """Looks at the first page for `glance` seconds, then taps through to the table.

    Each tap follows as soon as the picture of the one before is drawn. `at_table` is called with
    the main thread's seconds of processor time from the first tap to the table's picture. Configure
    Kivy before creating one.
    """

    def __init__(self, navigator: Any, glance: float, at_table: Callable[[float], object]) -> None:
        from kivy.clock import Clock  # noqa: PLC0415 - Kivy is configured by now
        from kivy.core.window import Window  # noqa: PLC0415

        self._navigator, self._at_table = navigator, at_table
        self._window = Window
        self._way = self._to_the_table()
        Clock.schedule_once(self._go_on, glance)

    def _go_on(self, *_event: object) -> None:
        next(self._way, None)

    def _to_the_table(self) -> Iterator[None]:
        began = time.thread_time()
        self._window.bind(on_flip=self._go_on)
        for key in _KEYS:
            while not (taps := self._taps(key)):  # the game may still be loading
                yield
            page = self._navigator.page
            self._touch(taps[0])
            while self._navigator.page is page:
                yield
        self._window.unbind(on_flip=self._go_on)
        took = time.thread_time() - began
        if self._navigator.current_route is not routes.Table:
            raise ValueError(f"the table is not shown, but {self._navigator.current_route}")
        self._at_table(took)

    def _taps(self, key: str) -> list[Any]:
        walk = self._navigator.walk(restrict=True)
        return [one for one in walk if getattr(one, "key", "") == key]

    def _touch(self, tap: Any) -> None:
        x, y = tap.box.center
        for what in ("down", "up"):
            self._window.dispatch(f"on_mouse_{what}", x, self._window.height - 1 - y, "left", [])


if __name__ == "__main__":
    main()
