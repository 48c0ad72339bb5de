"""Measures the time since the last input. Imports no Kivy.

After a long time without input, the screen is dimmed; later the screen and the lamps of the button
panel go dark. Short pauses between touches are used for preloading.
"""

from collections.abc import Callable, Hashable
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Protocol

import msgspec

from companion.memory.local_time import local_time
from hardware.panel import PressKind


class ScreenBrightness(Enum):
    FULL = "full"
    DIM = "dim"
    DARK = "dark"


class LastButtonPress(msgspec.Struct, frozen=True):
    kind: PressKind
    time: datetime


class TouchSource(Protocol):
    """Window that passes each touch to listeners before any widget, as Kivy's window does."""

    def bind(self, **listeners: Callable[..., object]) -> None:
        """Add listeners. If a listener returns true, widgets do not receive the touch."""

    def unbind(self, **listeners: Callable[..., object]) -> None: ...


class IdleTimer:
    """Measures the time since the last input: a touch, a key press, or a press on the button panel.

    Without input, the screen dims after `dim_after` seconds and goes dark after `dark_after`
    seconds; 0 stands for never. While the screen is dimmed or dark, input only wakes the screen.
    `clock` returns a monotonic time in seconds.
    """

    def __init__(
        self, clock: Callable[[], float], dim_after: float = 0, dark_after: float = 0
    ) -> None:
        self.last_press: LastButtonPress | None = None
        self._clock = clock
        self._dim_after = dim_after
        self._dark_after = dark_after
        self._last_sign = clock()
        self._waking: set[Hashable] = set()
        self._observers: list[Callable[[], object]] = []

    def watch_touches(self, window: TouchSource) -> Callable[[], None]:
        """Observe all touches of a window; return a function that stops observing."""
        listeners: dict[str, Callable[[Any, Any], bool]] = {
            "on_touch_down": lambda _window, touch: self.record_touch_down(touch.uid),
            "on_touch_move": lambda _window, touch: self.record_touch_move(touch.uid),
            "on_touch_up": lambda _window, touch: self.record_touch_up(touch.uid),
        }
        window.bind(**listeners)
        return lambda: window.unbind(**listeners)

    def add_activity_observer(self, observer: Callable[[], object]) -> None:
        self._observers.append(observer)

    def remove_activity_observer(self, observer: Callable[[], object]) -> None:
        if observer in self._observers:
            self._observers.remove(observer)

    @property
    def idle_seconds(self) -> float:
        return self._clock() - self._last_sign

    @property
    def brightness(self) -> ScreenBrightness:
        """Brightness that the screen should have, given the time since the last input."""
        if self._dark_after and self.idle_seconds >= self._dark_after:
            return ScreenBrightness.DARK
        if self._dim_after and self.idle_seconds >= self._dim_after:
            return ScreenBrightness.DIM
        return ScreenBrightness.FULL

    def record_touch_down(self, touch: Hashable) -> bool:
        """Record a touch.

        Return true if the touch only wakes the screen and must not do anything else.
        """
        if self._only_wakes():
            self._waking.add(touch)
        self._sign()
        return touch in self._waking

    def record_touch_move(self, touch: Hashable) -> bool:
        self._sign()
        return touch in self._waking

    def record_touch_up(self, touch: Hashable) -> bool:
        only_woke = self.record_touch_move(touch)
        self._waking.discard(touch)
        return only_woke

    def record_panel_press(self, kind: PressKind) -> bool:
        """Record a press on the button panel.

        Return true if the press only wakes the screen and must not do anything else.
        """
        self.last_press = LastButtonPress(kind, local_time(datetime.now(UTC)))
        return self.record_key_press()

    def record_key_press(self) -> bool:
        """Record a key press.

        Return true if the press only wakes the screen and must not do anything else.
        """
        only_wakes = self._only_wakes()
        self._sign()
        return only_wakes

    def _only_wakes(self) -> bool:
        return bool(self._waking) or self.brightness is not ScreenBrightness.FULL

    def _sign(self) -> None:
        self._last_sign = self._clock()
        for told in self._observers:
            told()
