"""One finger, one step: a second tap so soon and so near is the same finger trembling."""

from math import inf

from kivy.clock import Clock
from kivy.metrics import dp

_SECONDS = 0.35
_REACH = 40
"""In dp."""

Point = tuple[float, float]

NOWHERE: Point = (-inf, -inf)
"""Where no finger was: near to no touch."""


class LastStep:
    """When and where a finger has last decided something, taken it back, or come to a page."""

    def __init__(self) -> None:
        self._when = -1.0
        self._where = NOWHERE

    def happen(self, touch: Point) -> None:
        """A step came of a touch that began there."""
        self._when, self._where = Clock.get_time(), touch

    def is_meant_by(self, touch: Point) -> bool:
        """Whether a touch is still the one that made the last step."""
        near = all(
            abs(now - then) < dp(_REACH) for now, then in zip(touch, self._where, strict=True)
        )
        return near and Clock.get_time() - self._when < _SECONDS
