"""One push button: converts changes of a bouncing contact into presses and holds.

The module has no input or output: the caller reports changes of the contact with their times. Times
are on any monotonic clock, in the unit of `settle_time`: seconds on a computer, whole milliseconds
on a microcontroller. Computers and microcontrollers both run this module, so it uses only features
that CPython and MicroPython share.
"""

from .wire import HELD, PRESSED


class Button:
    """A button whose contact bounces: a change counts after being stable for `settle_time`.

    A press is reported when the contact has settled. A hold is reported if the button is still down
    `hold_time` after the press began. A button already down at startup may be jammed, so it
    is ignored until it is released. Set `known_open` if the button is certainly up at startup.
    """

    def __init__(self, settle_time: float, hold_time: float, *, known_open: bool = False) -> None:
        self._settle_time = settle_time
        self._hold_time = hold_time
        self._believed: bool | None = False if known_open else None
        self._contact = self._believed
        self._contact_since = 0.0
        self._held_from: float | None = None
        self._events: list[tuple[str, float]] = []
        self._now = 0.0

    def record_contact(self, at: float, *, down: bool) -> None:
        """Record that the contact closed (`down`) or opened at time `at`."""
        self._move_on(at)
        if down != self._contact:
            self._contact = down
            self._contact_since = self._now

    def events_until(self, at: float) -> list[tuple[str, float]]:
        """Return the events up to time `at` in order; each is PRESSED or HELD with its time."""
        self._move_on(at)
        events = self._events
        self._events = []
        return events

    def next_wakeup_time(self) -> float | None:
        """Return when `events_until` may return an event; None if no event is pending."""
        if self._contact != self._believed:
            return self._contact_since + self._settle_time
        if self._held_from is not None:
            return self._held_from + self._hold_time
        return None

    def _move_on(self, at: float) -> None:
        self._now = max(self._now, at)
        settles = self._contact_since + self._settle_time
        if self._contact != self._believed and self._now >= settles:
            is_press = self._believed is False
            self._believed = self._contact
            self._held_from = None
            if is_press:
                self._held_from = self._contact_since
                self._events.append((PRESSED, settles))
        if self._held_from is not None and self._contact:
            held = self._held_from + self._hold_time
            if self._now >= held:
                self._held_from = None
                self._events.append((HELD, held))
