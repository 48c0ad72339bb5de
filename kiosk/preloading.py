"""Loads what the first picture does not need, after it: the pages, before anybody goes there.

Kivy has to be configured before this is imported.
"""

from collections import deque
from collections.abc import Callable
from importlib import import_module

from kivy.clock import Clock
from kivy.core.window import Window

from kiosk.presence import Presence

MODULES = (
    "companion.preview",
    "companion.telling",
    "kiosk.words.narration",
    "kiosk.words.reasons",
    "kiosk.pieces.board",
    "kiosk.pieces.standings",
    "kiosk.pages.resume.screen",
    "kiosk.pages.table.card",
    "kiosk.pages.table.view",
    "kiosk.pages.table.screen",
    "kiosk.pages.flow.driver",
    "kiosk.toolkit.keyboard",
    "kiosk.pages.new_game.screen",
    "kiosk.pages.settings.screen",
    "kiosk.pages.end.screen",
    "kiosk.pages.log.screen",
    "kiosk.pages.correct.screen",
    "kiosk.pages.rolls.screen",
    "kiosk.pages.times.screen",
    "kiosk.pages.panel.screen",
    "kiosk.pages.machine.screen",
)
"""What is loaded, in this order: what people come to first, and a page's large parts before it."""

_QUIET_SECONDS = 0.5
"""So long after a touch or a press nothing is loaded: the next one is not far."""
_PAUSE_SECONDS = 1 / 30


class Preloading:
    """Imports one module at a time, a frame's length apart, while nobody touches or presses.

    It begins with the first picture; `when_done` is called once, after the last module. A page
    that is wanted sooner is imported when it is shown.
    """

    def __init__(self, presence: Presence, when_done: Callable[[], object]) -> None:
        self._presence = presence
        self._when_done = when_done
        self._left = deque(MODULES)
        self._clock = Clock.create_trigger(self._load, _PAUSE_SECONDS, interval=True)
        Window.bind(on_flip=self._begin)

    def close(self) -> None:
        """Load nothing more."""
        Window.unbind(on_flip=self._begin)
        self._clock.cancel()

    def _begin(self, _window: object) -> None:
        Window.unbind(on_flip=self._begin)
        self._clock()

    def _load(self, _delta: float) -> None:
        if self._presence.quiet_seconds < _QUIET_SECONDS:
            return
        if self._left:
            import_module(self._left.popleft())
            return
        self._clock.cancel()
        self._when_done()
