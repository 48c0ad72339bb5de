"""One push button: from a bouncing contact to presses and holds.

Pure: whoever watches the contact says what it does and when. Times are seconds on any clock
that never runs backwards. The microcontroller has its own writing of the same rules in
`firmware/panel/button.py`; both are held to `tests/hardware/button_vectors.json`.
"""

from enum import StrEnum

import msgspec


class PressKind(StrEnum):
    """What can be done with a button: press it, and then keep holding it."""

    PRESSED = "pressed"
    HELD = "held"


class ButtonEvent(msgspec.Struct, frozen=True):
    """A press or a hold, and when the contact made it one."""

    kind: PressKind
    at: float


class DebouncedButton:
    """Believes a contact once it has kept still for `settle_seconds`.

    A press is told when the contact has settled, a hold `hold_seconds` after the press began.
    A button that is already down at the start is not a press, and no hold either: a jammed
    button does nothing until it has been let go. `known_open` says that it cannot be jammed.
    """

    def __init__(
        self,
        settle_seconds: float = 0.015,
        hold_seconds: float = 2.0,
        *,
        known_open: bool = False,
    ) -> None:
        self._settle_seconds = settle_seconds
        self._hold_seconds = hold_seconds
        self._believed: bool | None = False if known_open else None
        self._contact = self._believed
        self._contact_since = 0.0
        self._held_from: float | None = None
        self._events: list[ButtonEvent] = []
        self._now = 0.0

    def contact(self, *, down: bool, at: float) -> None:
        """The contact is closed (`down`) or open from the time `at` on."""
        self._move_on(at)
        if down != self._contact:
            self._contact = down
            self._contact_since = self._now

    def advance(self, at: float) -> tuple[ButtonEvent, ...]:
        """What has become certain until the time `at`, each told once, in order."""
        self._move_on(at)
        events = tuple(self._events)
        self._events.clear()
        return events

    def due(self) -> float | None:
        """The time at which `advance` may have something to tell; None while nothing waits."""
        if self._is_settling():
            return self._settles_at()
        if self._held_from is not None:
            return self._held_from + self._hold_seconds
        return None

    def _move_on(self, at: float) -> None:
        self._now = max(self._now, at)
        if self._is_settling() and self._now >= self._settles_at():
            self._believe()
        if self._held_from is not None and self._contact:
            self._tell_hold(self._held_from + self._hold_seconds)

    def _is_settling(self) -> bool:
        return self._contact is not None and self._contact != self._believed

    def _settles_at(self) -> float:
        return self._contact_since + self._settle_seconds

    def _believe(self) -> None:
        was_open = self._believed is False
        self._believed = self._contact
        self._held_from = None
        if was_open:
            self._held_from = self._contact_since
            self._events.append(ButtonEvent(PressKind.PRESSED, self._settles_at()))

    def _tell_hold(self, at: float) -> None:
        if self._now >= at:
            self._held_from = None
            self._events.append(ButtonEvent(PressKind.HELD, at))
