"""Imports modules and prepares other work while nobody uses the screen.

The imports begin once the first frame is shown. After each touch, the preloader lets the current
page prepare the content that it will probably show next. Then the preloader collects garbage, so
that Python need not do so during a tap. Configure Kivy before importing this module.
"""

import gc
from collections.abc import Callable, Iterator
from importlib import import_module
from time import perf_counter

from kivy.clock import Clock
from kivy.core.window import Window

from kiosk import routes
from kiosk.idle_timer import IdleTimer
from kiosk.navigator import Navigator, page_class
from kiosk.process import return_unused_memory
from kiosk.routes import Route
from kiosk.ui.graphics_memory import release_shader_compiler

MODULES: tuple[str | type[Route], ...] = (
    "companion.preview",
    "companion.telling",
    "companion.what_if",
    "kiosk.words.moves",
    "kiosk.words.reasons",
    "kiosk.pieces.board",
    "kiosk.pieces.tray",
    "kiosk.words.babel_dates",
    routes.BoardCheck,
    "kiosk.pages.table.card",
    "kiosk.pages.table.view",
    "kiosk.pages.table.lookahead",
    routes.Table,
    "kiosk.pages.board_page",
    "kiosk.ui.keyboard",
    routes.NewGame,
    routes.Settings,
    routes.FinalScoring,
    routes.GameResult,
    routes.Log,
    routes.Games,
    routes.WhatIf,
    routes.Correct,
    routes.Rules,
    routes.DieRolls,
    routes.Statistics,
    routes.ButtonPanel,
)
"""Modules in the order of loading. The modules needed soonest are first, and large parts of a page
come before the page. To save memory, pages that can be reached only from other pages are loaded
when they are opened."""

_QUIET_SECONDS = 0.5
"""Seconds without loading after a touch or a press, as another touch may follow."""
_PAUSE_SECONDS = 1 / 30
_MOMENT_SECONDS = 0.008
"""Seconds available for consecutive steps. A fast computer runs several steps in this time, a slow
one only one."""
_DONE = object()

_THRESHOLDS = (2_000, 6, 6)
"""Thresholds of Python's garbage collector. With them, the collector never runs during a tap as
long as there are pauses between taps. Without pauses, it runs a full collection as often as with
Python's defaults (700, 10, 10)."""


class Preloader:
    """Imports one module per frame while neither the screen nor the keyboard is in use.

    Preloading starts after the first frame. After the last module, the preloader runs the
    `prepare_in_steps` method of the current page, then calls `when_done` once. After each touch,
    key press and change of page, the preloader runs `prepare_in_steps` once more and collects
    garbage. If a module is needed before its turn, Python imports it immediately.
    """

    def __init__(
        self, idle_timer: IdleTimer, navigator: Navigator, when_done: Callable[[], object]
    ) -> None:
        self._idle_timer = idle_timer
        self._navigator = navigator
        self._when_done = when_done
        self._modules = iter(MODULES)
        self._page: Iterator[None] | None = None
        self._is_done = False
        self._tidied: set[object] = set()
        self._clock = Clock.create_trigger(self._work, _PAUSE_SECONDS, interval=True)
        self._former_thresholds = gc.get_threshold()
        gc.set_threshold(*_THRESHOLDS)
        Window.bind(on_flip=self._begin)

    def close(self) -> None:
        """Stop preloading, and restore the former thresholds of Python's garbage collector."""
        gc.set_threshold(*self._former_thresholds)
        Window.unbind(on_flip=self._begin)
        self._idle_timer.remove_activity_observer(self._go_on)
        self._navigator.on_show = None
        self._clock.cancel()

    def _begin(self, _window: object) -> None:
        Window.unbind(on_flip=self._begin)
        self._idle_timer.add_activity_observer(self._go_on)
        self._navigator.on_show = self._go_on
        self._clock()

    def _go_on(self) -> None:
        self._page = None
        self._clock()

    def _work(self, _delta: float) -> None:
        if self._idle_timer.idle_seconds < _QUIET_SECONDS or self._takes_step():
            return
        if not self._is_done:
            self._is_done = True
            self._when_done()
        else:
            self._clock.cancel()
            self._collect_ahead()

    def _takes_step(self) -> bool:
        module = next(self._modules, None)
        if isinstance(module, str):
            import_module(module)
        elif module is not None:
            page_class(module)
        if module is not None:
            return True
        if self._page is None and self._navigator.page is not None:
            self._page = self._navigator.page.prepare_in_steps()
        return self._page is not None and _goes_on(self._page)

    def _collect_ahead(self) -> None:
        # The oldest generation takes longest, so it is collected only every twelfth time. Memory is
        # returned to the system only then and after a page's first preparation, because allocating
        # it again takes time.
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
            release_shader_compiler()
            return_unused_memory()


def _goes_on(steps: Iterator[None]) -> bool:
    end = perf_counter() + _MOMENT_SECONDS
    while next(steps, _DONE) is not _DONE:
        if perf_counter() >= end:
            return True
    return False
