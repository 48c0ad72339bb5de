"""When the screen dims and goes dark, and which touches only wake it; the time is passed in."""

from collections.abc import Hashable
from enum import Enum


class Light(Enum):
    """How bright the screen is."""

    FULL = "full"
    DIM = "dim"
    DARK = "dark"


class Idleness:
    """Counts the seconds since the last touch, and swallows a touch that found no full light.

    `dim_after` and `dark_after` in seconds, 0 for never; `now` is any clock that only goes on.
    """

    def __init__(self, dim_after: float, dark_after: float, now: float) -> None:
        self._dim_after = dim_after
        self._dark_after = dark_after
        self._last = now
        self._waking: set[Hashable] = set()

    def light(self, now: float) -> Light:
        """How bright the screen has to be now."""
        idle = now - self._last
        if self._dark_after and idle >= self._dark_after:
            return Light.DARK
        if self._dim_after and idle >= self._dim_after:
            return Light.DIM
        return Light.FULL

    def wake(self, now: float) -> None:
        """Somebody is there: a touch, or the button of a panel."""
        self._last = now

    def begins(self, touch: Hashable, now: float) -> bool:
        """A touch begins; returns whether it only wakes the screen."""
        if self._waking or self.light(now) is not Light.FULL:
            self._waking.add(touch)
        self.wake(now)
        return touch in self._waking

    def moves(self, touch: Hashable, now: float) -> bool:
        """A touch moves; returns whether it only wakes the screen."""
        self.wake(now)
        return touch in self._waking

    def ends(self, touch: Hashable, now: float) -> bool:
        """A touch ends; returns whether it only woke the screen."""
        self.wake(now)
        only_woke = touch in self._waking
        self._waking.discard(touch)
        return only_woke
