"""One push button: from a bouncing contact to presses and holds.

The same rules as hardware/button.py, with times in whole milliseconds that only ever grow.
"""

from .wire import HELD, PRESSED

SETTLE_MILLISECONDS = 15
HOLD_MILLISECONDS = 2000


class Button:
    """Believes a contact once it has kept still; a button that is down at first is no press."""

    def __init__(
        self,
        settle_milliseconds: int = SETTLE_MILLISECONDS,
        hold_milliseconds: int = HOLD_MILLISECONDS,
    ) -> None:
        self._settle = settle_milliseconds
        self._hold = hold_milliseconds
        self._believed: bool | None = None
        self._contact: bool | None = None
        self._contact_since = 0
        self._held_from: int | None = None

    def contact(self, now: int, *, down: bool) -> list[str]:
        """Tell what the contact is now, often; returns what became certain: PRESSED, HELD."""
        events = self._settled(now) + self._held(now)
        if down != self._contact:
            self._contact = down
            self._contact_since = now
        return events

    def _settled(self, now: int) -> list[str]:
        if self._contact == self._believed or now - self._contact_since < self._settle:
            return []
        is_press = self._believed is False
        self._believed = self._contact
        self._held_from = self._contact_since if is_press else None
        return [PRESSED] if is_press else []

    def _held(self, now: int) -> list[str]:
        if self._held_from is None or not self._contact or now - self._held_from < self._hold:
            return []
        self._held_from = None
        return [HELD]
