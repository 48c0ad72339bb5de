"""What the lamps of a panel show: what the computer says, or a test.

The computer says complete frames and does all blinking itself. Without a computer the lamps are
dark, unless the button is held: then they test themselves one by one, so that whoever builds a
panel can try its wiring with nothing but a power supply.
"""

from .wire import LAMPS

DARK = (0,) * LAMPS
TEST_MILLISECONDS = 300
TEST_LEVEL = 160

_HIGHEST_DUTY = 65535


def duty(level: int) -> int:
    """For how much of 65535 a lamp has current to look this bright, 0 to 255, to an eye."""
    return level * level * _HIGHEST_DUTY // (255 * 255)


class Lamps:
    """Ten brightnesses from 0 to 255."""

    def __init__(self) -> None:
        self._frame: tuple[int, ...] = DARK
        self._test_from: int | None = None

    def show(self, frame: tuple[int, ...]) -> None:
        """Show what the computer says; that ends a test."""
        self._frame = frame
        self._test_from = None

    def go_dark(self) -> None:
        """There is nobody to say what to show."""
        self._frame = DARK

    def test(self, now: int) -> None:
        """Light one lamp after the other, beginning now."""
        if self._test_from is None:
            self._test_from = now

    def levels(self, now: int) -> tuple[int, ...]:
        """How bright each lamp is now."""
        if self._test_from is None:
            return self._frame
        lit = (now - self._test_from) // TEST_MILLISECONDS
        if lit >= LAMPS:
            self._test_from = None
            return self._frame
        return tuple(TEST_LEVEL if lamp == lit else 0 for lamp in range(LAMPS))
