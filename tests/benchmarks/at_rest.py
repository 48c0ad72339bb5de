"""Processor's share, redraws and memory (KiB) of an idle table, with the saved game in a folder."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hardware.panel_config import PanelChoice
from kiosk import process
from tests.benchmarks.watching import tell, watch

_GLANCE_SECONDS = 2
_SETTLED_SECONDS = 9
"""Time after the first picture until the table is shown, and garbage is collected."""


class Guest:
    """Looks at the first page, then taps through to the table.

    Each tap follows as soon as the picture of the one before is drawn. Configure Kivy before
    creating one.
    """

    def __init__(self, navigator: Any) -> None:
        from kivy.clock import Clock  # noqa: PLC0415 - Kivy is configured by now
        from kivy.core.window import Window  # noqa: PLC0415

        self.is_at_table = False
        self._navigator, self._window = navigator, Window
        self._way = self._to_the_table()
        Clock.schedule_once(self._go_on, _GLANCE_SECONDS)

    def _go_on(self, *_event: object) -> None:
        next(self._way, None)

    def _to_the_table(self) -> Iterator[None]:
        self._window.bind(on_flip=self._go_on)
        for key in ("resume", "play"):
            while not (taps := self._taps(key)):  # the game may still be loading
                yield
            page = self._navigator.page
            x, y = taps[0].box.center
            for what in ("down", "up"):
                point = (x, self._window.height - 1 - y)
                self._window.dispatch(f"on_mouse_{what}", *point, "left", [])
            while self._navigator.page is page:
                yield
        self._window.unbind(on_flip=self._go_on)
        self.is_at_table = True

    def _taps(self, key: str) -> list[Any]:
        walk = self._navigator.walk(restrict=True)
        return [one for one in walk if getattr(one, "key", "") == key]


if __name__ == "__main__":
    process.configure_kivy(800, 480, fullscreen=False)
    from kiosk.app import CompanionApp

    rest = watch(float(sys.argv[1]), _SETTLED_SECONDS)
    app = CompanionApp(Path(sys.argv[2]), Guest, panel_choice=PanelChoice.OFF, language="en")
    app.run()
    if not app.show.is_at_table:
        raise TimeoutError("the table was not shown in time")
    tell(**rest)
