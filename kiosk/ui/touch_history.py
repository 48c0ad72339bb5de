"""Recent touches, used to ignore accidental taps.

Right after an action, a second tap in the same place counts as accidental: the finger trembled. If
somebody taps repeatedly in one place, all these taps count as meant for the content that was there
at the first of them. Content that appears there later, such as another player's question, can be
tapped only after a pause of `AWAY_SECONDS`.
"""

from collections.abc import Hashable
from math import inf

import msgspec
from kivy.clock import Clock
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
        self._acted = (-inf, NOWHERE)
        self._touched = -inf

    def touch_down(self, finger: Hashable, position: Point) -> None:
        now = self._touched = Clock.get_time()
        self._stays = [
            stay
            for stay in self._stays
            if now - stay.felt < AWAY_SECONDS or stay in self._down.values()
        ]
        came = min((one.came for one in self._stays if _is_near(one.where, position)), default=now)
        self._last = self._down[finger] = _Stay(position, came, now)
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

        Repeated taps in the same place are meant for the content if the first of these taps came at
        least `SEEN_SECONDS` after `shown_since`. Return True also if there has been no touch after
        `shown_since`. `shown_since` is in seconds of the app's clock.
        """
        return self._last.felt < shown_since or self._last.came >= shown_since + SEEN_SECONDS

    def content_was_seen(self, shown_since: float) -> bool:
        """Return whether the last touch came at least `SEEN_SECONDS` after `shown_since`.

        `shown_since` is the time at which the touched content appeared, in seconds of the app's
        clock. Return True also if there has been no touch after `shown_since`. Unlike
        `was_meant_for`, this accepts repeated taps in one place, so that players can repeat an
        action.
        """
        return self._last.felt < shown_since or self._touched >= shown_since + SEEN_SECONDS

    def record_action(self) -> None:
        self._acted = (Clock.get_time(), self._last.where)

    @property
    def is_accidental_repeat(self) -> bool:
        """True if the last touch accidentally repeats an earlier touch that caused an action."""
        when, where = self._acted
        return Clock.get_time() - when < SEEN_SECONDS and _is_near(where, self._last.where)


def _is_near(one: Point, other: Point) -> bool:
    return all(abs(here - there) < dp(_REACH) for here, there in zip(one, other, strict=True))
