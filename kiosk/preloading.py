"""Preloads modules once the first picture is shown.

After each touch, garbage is collected before it could delay a tap. Configure Kivy before importing
this.
"""

import gc
from collections.abc import Callable
from importlib import import_module

from kivy.clock import Clock
from kivy.core.window import Window

from kiosk import routes
from kiosk.idle_timer import IdleTimer
from kiosk.navigator import Navigator, page_of
from kiosk.process import release_memory
from kiosk.routes import Route
from kiosk.ui.graphics_memory import release_compiler

MODULES: tuple[str | type[Route], ...] = (
    "companion.preview",
    "companion.telling",
    "companion.what_if",
    "kiosk.words.narration",
    "kiosk.words.reasons",
    "kiosk.pieces.board",
    "kiosk.pieces.tray",
    "kiosk.words.babel_dates",
    routes.Resume,
    "kiosk.pages.table.card",
    "kiosk.pages.table.view",
    routes.Table,
    "kiosk.pages.board_page",
    "kiosk.pages.flow_page",
    "kiosk.ui.keyboard",
    routes.NewGame,
    routes.Settings,
    routes.FinalScoring,
    routes.End,
    routes.Log,
    routes.Games,
    routes.WhatIf,
    routes.Correct,
    routes.Rules,
    routes.Rolls,
    routes.Statistics,
    routes.Panel,
)
"""Modules in the order of loading: the ones needed soonest first, and large parts of a page before
the page. Pages that only other pages lead to are loaded when they are opened, to save memory."""

_QUIET_SECONDS = 0.5
"""Seconds without loading after a touch or a press, as another touch may follow."""
_PAUSE_SECONDS = 1 / 30

_THRESHOLDS = (2_000, 6, 6)
"""Thresholds of Python's garbage collector. With them it never runs during a tap as long as there
are pauses between taps; without pauses it runs a full collection as often as with its defaults
(700, 10, 10)."""


class Preloader:
    """Imports one module per frame while neither the screen nor the keyboard is in use.

    Preloading starts with the first picture. After the last module, the preloader calls `when_done`
    once. After each touch, key press and change of page, it collects garbage. If a module is needed
    earlier, it is imported at once.
    """

    def __init__(
        self, idle_timer: IdleTimer, navigator: Navigator, when_done: Callable[[], object]
    ) -> None:
        self._idle_timer = idle_timer
        self._navigator = navigator
        self._when_done = when_done
        self._modules = iter(MODULES)
        self._is_done = False
        self._tidied: set[object] = set()
        self._clock = Clock.create_trigger(self._work, _PAUSE_SECONDS, interval=True)
        self._former_thresholds = gc.get_threshold()
        gc.set_threshold(*_THRESHOLDS)
        Window.bind(on_flip=self._begin)

    def close(self) -> None:
        """Stop preloading. Python's garbage collector gets its former thresholds back."""
        gc.set_threshold(*self._former_thresholds)
        Window.unbind(on_flip=self._begin)
        self._idle_timer.remove_observer(self._go_on)
        self._navigator.on_show = None
        self._clock.cancel()

    def _begin(self, _window: object) -> None:
        Window.unbind(on_flip=self._begin)
        self._idle_timer.add_observer(self._go_on)
        self._navigator.on_show = self._go_on
        self._clock()

    def _go_on(self) -> None:
        """Start again after an activity or a change of page."""
        self._clock()

    def _work(self, _delta: float) -> None:
        if self._idle_timer.quiet_seconds < _QUIET_SECONDS or self._loads_module():
            return
        if not self._is_done:
            self._is_done = True
            self._when_done()
        else:
            self._clock.cancel()
            self._collect_ahead()

    def _loads_module(self) -> bool:
        """Import the next module; return False if all are imported."""
        module = next(self._modules, None)
        if isinstance(module, str):
            import_module(module)
        elif module is not None:
            page_of(module)
        return module is not None

    def _collect_ahead(self) -> None:
        """Collect young garbage, and an older generation if its threshold is at least half reached.

        The oldest generation takes longest, and is collected only every twelfth time. Freed memory
        is returned to the system only at these times and after a page was first shown, because
        allocating it again takes time.
        """
        _new, young, old = gc.get_count()
        is_new = type(self._navigator.page) not in self._tidied
        self._tidied.add(type(self._navigator.page))
        if 2 * old >= _THRESHOLDS[2]:
            gc.collect(2)
        elif 2 * young >= _THRESHOLDS[1]:
            gc.collect(1)
        else:
            gc.collect(0)
        if is_new or 2 * old >= _THRESHOLDS[2]:
            release_compiler()
            release_memory()
