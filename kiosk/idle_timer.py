"""Is somebody there? The one answer for dimming, loading ahead and the panel. No Kivy."""

from collections.abc import Callable, Hashable
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Protocol

import msgspec

from companion.memory.local_time import local_time
from hardware.panel import PressKind


class Light(Enum):
    """How bright the screen is."""

    FULL = "full"
    DIM = "dim"
    DARK = "dark"


class PressSeen(msgspec.Struct, frozen=True):
    """The last press of the panel's die button, and the time of day when it was seen."""

    kind: PressKind
    at: datetime


class Touched(Protocol):
    """What tells of all touches before anything below feels them: a window of Kivy's."""

    def bind(self, **listeners: Callable[..., object]) -> None:
        """Tell the listeners; one that returns true keeps the touch from those below."""

    def unbind(self, **listeners: Callable[..., object]) -> None:
        """Tell them no more."""


class IdleTimer:
    """Knows when somebody last touched the window or pressed the panel's button.

    Nobody there for `dim_after` seconds dims the screen, for `dark_after` seconds it goes dark; 0
    for never. What finds it without full light only wakes it. `clock` tells seconds and only
    goes on.
    """

    def __init__(
        self, clock: Callable[[], float], dim_after: float = 0, dark_after: float = 0
    ) -> None:
        self.last_press: PressSeen | None = None
        self._clock = clock
        self._dim_after = dim_after
        self._dark_after = dark_after
        self._last_sign = clock()
        self._waking: set[Hashable] = set()
        self._observers: list[Callable[[], object]] = []

    def watch(self, window: Touched) -> Callable[[], None]:
        """Heed all touches of a window; returns what ends that."""
        listeners: dict[str, Callable[[Any, Any], bool]] = {
            "on_touch_down": lambda _window, touch: self.begins(touch.uid),
            "on_touch_move": lambda _window, touch: self.moves(touch.uid),
            "on_touch_up": lambda _window, touch: self.ends(touch.uid),
        }
        window.bind(**listeners)
        return lambda: window.unbind(**listeners)

    def observe(self, told: Callable[[], object]) -> None:
        """Call this at each sign of somebody's being there."""
        self._observers.append(told)

    def unobserve(self, told: Callable[[], object]) -> None:
        """Do not call that any more, if it is called."""
        if told in self._observers:
            self._observers.remove(told)

    @property
    def quiet_seconds(self) -> float:
        """For how long nobody has given a sign."""
        return self._clock() - self._last_sign

    @property
    def light(self) -> Light:
        """How bright the screen has to be now."""
        if self._dark_after and self.quiet_seconds >= self._dark_after:
            return Light.DARK
        if self._dim_after and self.quiet_seconds >= self._dim_after:
            return Light.DIM
        return Light.FULL

    def begins(self, touch: Hashable) -> bool:
        """A touch begins; returns whether it only wakes the screen."""
        if self._only_wakes():
            self._waking.add(touch)
        self._sign()
        return touch in self._waking

    def moves(self, touch: Hashable) -> bool:
        """A touch moves; returns whether it only wakes the screen."""
        self._sign()
        return touch in self._waking

    def ends(self, touch: Hashable) -> bool:
        """A touch ends; returns whether it only woke the screen."""
        self._sign()
        only_woke = touch in self._waking
        self._waking.discard(touch)
        return only_woke

    def press(self, kind: PressKind) -> bool:
        """The panel's die button is pressed; returns whether that only wakes the screen."""
        only_wakes = self._only_wakes()
        self.last_press = PressSeen(kind, local_time(datetime.now(UTC)))
        self._sign()
        return only_wakes

    def key(self) -> bool:
        """A key of a keyboard is pressed; returns whether that only wakes the screen."""
        only_wakes = self._only_wakes()
        self._sign()
        return only_wakes

    def _only_wakes(self) -> bool:
        return bool(self._waking) or self.light is not Light.FULL

    def _sign(self) -> None:
        self._last_sign = self._clock()
        for told in self._observers:
            told()
