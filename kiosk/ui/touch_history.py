"""Recent touches, used to ignore accidental taps.

Content that has just come into sight ignores a second tap in the same place: the finger trembled,
and the tap was meant for the content that was there before. Content that stays in sight and keeps
its meaning, such as the plus button of a number, can be tapped repeatedly at any speed.

If somebody taps repeatedly in one place, all these taps are taken as meant for the content that was
there at the first of them. Decisions are stricter than other content: another player's question
that appears there later can be answered only after a pause of `AWAY_SECONDS`.
"""

from collections.abc import Hashable
from math import inf

import msgspec
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from kiosk.ui.shapes import Point

AWAY_SECONDS = 1.0
"""After this many seconds without a touch at a place, the next touch there counts as new."""
SEEN_SECONDS = 0.25
"""Time in seconds for which content must be visible before a tap can be meant for it. After an
action, a second tap in the same place within this time comes from a trembling finger, as even a
fast person taps only every 0.3 s."""
_REACH = 40
"""Touches are in the same place if they are closer to each other than this distance in dp."""

NOWHERE: Point = (-inf, -inf)
_REPEATS = "repeats"


class Sight(msgspec.Struct, eq=False):
    """Time at which content came into sight, in seconds of the app's clock.

    It is `inf` before the content has been drawn. Content that is built after a tap comes into
    sight with the next frame, which on a slow machine may be half a second after the tap.
    """

    since: float = inf

    @property
    def is_new(self) -> bool:
        return Clock.get_time() < self.since + SEEN_SECONDS


LONG_SEEN = Sight(-inf)
_next_sight = LONG_SEEN


def coming_into_sight() -> Sight:
    """Return the `Sight` of content that is being built."""
    global _next_sight  # noqa: PLW0603 - one for all content of a frame
    if _next_sight.since < inf:
        _next_sight = sight = Sight()

        def appear(_delta: float) -> None:
            sight.since = Clock.get_time()

        Clock.schedule_once(appear)
    return _next_sight


def is_repeat(touch: MotionEvent) -> bool:
    """Return whether a touch is in the same place as the touch before it."""
    return bool(touch.ud.get(_REPEATS))


class _Stay(msgspec.Struct, eq=False):
    where: Point
    came: float
    felt: float


class TouchHistory:
    """Recent touches in window coordinates, used to recognize accidental taps."""

    def __init__(self) -> None:
        self._stays: list[_Stay] = []
        self._down: dict[Hashable, _Stay] = {}
        self._last = _Stay(NOWHERE, -inf, -inf)
        self._acted = (LONG_SEEN, NOWHERE)
        self._touched = -inf

    def touch_down(self, touch: MotionEvent, position: Point) -> None:
        """Record a touch at `position`, in window coordinates."""
        now = self._touched = Clock.get_time()
        touch.ud[_REPEATS] = _is_near(self._last.where, position)
        self._stays = [
            stay
            for stay in self._stays
            if now - stay.felt < AWAY_SECONDS or stay in self._down.values()
        ]
        came = min((one.came for one in self._stays if _is_near(one.where, position)), default=now)
        self._last = self._down[touch.uid] = _Stay(position, came, now)
        self._stays.append(self._last)

    def touch_up(self, finger: Hashable) -> None:
        stay = self._down.pop(finger, None)
        if stay is not None:
            stay.felt = Clock.get_time()
            self._last = stay

    def forget_last_position(self) -> None:
        now = self._touched = Clock.get_time()
        self._last = _Stay(NOWHERE, now, now)

    def was_meant_for(self, shown_since: float) -> bool:
        """Return whether the last touch was meant for the content that appeared at `shown_since`.

        `shown_since` is in seconds of the app's clock. Repeated taps in the same place are meant
        for the content if the first of these taps came at least `SEEN_SECONDS` after `shown_since`.
        Return True also if there has been no touch after `shown_since`.
        """
        return self._last.felt < shown_since or self._last.came >= shown_since + SEEN_SECONDS

    def content_was_seen(self, shown_since: float) -> bool:
        """Return whether the last touch came at least `SEEN_SECONDS` after `shown_since`.

        `shown_since` is the time at which the touched content appeared, in seconds of the app's
        clock. Return True also if there has been no touch since then. Unlike `was_meant_for`, this
        accepts repeated taps in one place, so that players can repeat an action.
        """
        return self._last.felt < shown_since or self._touched >= shown_since + SEEN_SECONDS

    def record_action(self) -> None:
        """Record that the last touch caused an action.

        For a moment, `is_accidental_repeat` is then true for another touch in the same place.
        """
        self._acted = (coming_into_sight(), self._last.where)

    @property
    def is_accidental_repeat(self) -> bool:
        """True if the last touch accidentally repeats an earlier touch that caused an action."""
        sight, where = self._acted
        return sight.is_new and _is_near(where, self._last.where)


def _is_near(one: Point, other: Point) -> bool:
    return all(abs(here - there) < dp(_REACH) for here, there in zip(one, other, strict=True))
