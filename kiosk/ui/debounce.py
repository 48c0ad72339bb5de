"""Where fingers have been a moment ago: what a finger that stays in one place may still mean.

A tap that comes right after something has happened, where that was done, is the same finger
trembling. And a finger that taps one place again and again came for what was to be seen there when
it came: what shows up under it meanwhile, another person's question above all, is decided only
once it has been away for a moment.
"""

from collections.abc import Hashable
from math import inf

import msgspec
from kivy.clock import Clock
from kivy.metrics import dp

AWAY_SECONDS = 1.0
"""So long after the last touch at a place the next one there has come anew."""
SEEN_SECONDS = 0.25
"""So long something has to be shown before a finger comes for it."""
_BOUNCE_SECONDS = 0.35
_REACH = 40
"""In dp: what is nearer is the same place."""

Point = tuple[float, float]

NOWHERE: Point = (-inf, -inf)
"""Where no finger was: near to no touch."""


class _Stay(msgspec.Struct, eq=False):
    """A place, when a finger came there, and when it was last felt there."""

    where: Point
    came: float
    felt: float


class Fingers:
    """What the fingers on the screen have done; points are the window's, whichever way it turns."""

    def __init__(self) -> None:
        self._stays: list[_Stay] = []
        self._down: dict[Hashable, _Stay] = {}
        self._last = _Stay(NOWHERE, -inf, -inf)
        self._acted = (-inf, NOWHERE)
        self._touched = -inf

    def touch(self, finger: Hashable, where: Point) -> None:
        """A finger goes down somewhere."""
        now = self._touched = Clock.get_time()
        self._stays = [
            stay
            for stay in self._stays
            if now - stay.felt < AWAY_SECONDS or stay in self._down.values()
        ]
        came = min((one.came for one in self._stays if _is_near(one.where, where)), default=now)
        self._last = self._down[finger] = _Stay(where, came, now)
        self._stays.append(self._last)

    def lift(self, finger: Hashable) -> None:
        """A finger is lifted."""
        stay = self._down.pop(finger, None)
        if stay is not None:
            stay.felt = Clock.get_time()
            self._last = stay

    def come_anew(self) -> None:
        """What happens now comes of no finger that was felt: of a key, say."""
        now = self._touched = Clock.get_time()
        self._last = _Stay(NOWHERE, now, now)

    def came_for(self, since: float, seen: float = SEEN_SECONDS) -> bool:
        """Whether the finger that was felt last came for what has been shown since a time.

        What no finger has touched since then is meant by something else. Times are the app's
        clock's, in seconds; what nobody waited for is `seen` later.
        """
        return self._last.felt < since or self._last.came >= since + seen

    def has_seen(self, since: float) -> bool:
        """Whether what has been shown since a time was seen before the last touch began.

        Other than with `came_for` the finger may have been there before, for the same again.
        """
        return self._last.felt < since or self._touched >= since + SEEN_SECONDS

    def act(self) -> None:
        """The last touch has done something: the same finger may still tremble."""
        self._acted = (Clock.get_time(), self._last.where)

    @property
    def bounces(self) -> bool:
        """Whether the last touch is still the one that did something before it."""
        when, where = self._acted
        return Clock.get_time() - when < _BOUNCE_SECONDS and _is_near(where, self._last.where)


def _is_near(one: Point, other: Point) -> bool:
    return all(abs(here - there) < dp(_REACH) for here, there in zip(one, other, strict=True))
