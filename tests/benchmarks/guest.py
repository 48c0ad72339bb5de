"""A guest who resumes the saved game in the unchanged app.

Configure Kivy before creating one.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from kiosk import routes

_KEYS = ("resume", "play")


class Guest:
    """Looks at the first page for `glance` seconds, then taps through to the table.

    Each tap follows as soon as the picture of the one before is drawn. `at_table` is called with
    the main thread's seconds of processor time from the first tap to the table's picture.
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
        if self._navigator.shown is not routes.Table:
            raise ValueError(f"the table is not shown, but {self._navigator.shown}")
        self._at_table(took)

    def _taps(self, key: str) -> list[Any]:
        walk = self._navigator.walk(restrict=True)
        return [one for one in walk if getattr(one, "key", "") == key]

    def _touch(self, tap: Any) -> None:
        x, y = tap.box.center
        for what in ("down", "up"):
            self._window.dispatch(f"on_mouse_{what}", x, self._window.height - 1 - y, "left", [])
