"""A panel's whole behaviour without its board.

Bytes and what the contact does go in, bytes and brightnesses come out. Times are whole
milliseconds that only ever grow.
"""

from . import wire
from .button import Button

FIRMWARE = "1.1.0"
CAPABILITIES = ("button", "lamps10", "dim")
BUZZER = "buzzer"
"""The capability of a panel that has one."""

HELLO_MILLISECONDS = 500
TOCK_MILLISECONDS = 1000
SILENCE_MILLISECONDS = 2500
SETTLE_MILLISECONDS = 15
HOLD_MILLISECONDS = 2000

DARK = (0,) * wire.LAMPS
TEST_MILLISECONDS = 300
TEST_LEVEL = 160

_HIGHEST_DUTY = 65535


def duty(level: int) -> int:
    """For how much of 65535 a lamp has current to look this bright, 0 to 255, to an eye."""
    return level * level * _HIGHEST_DUTY // (255 * 255)


class Device:
    """Says hello until it is welcomed, then what its button does; shows what it is told.

    The computer says complete frames and does all blinking itself. A computer that has been
    silent for two and a half seconds is gone: the lamps go dark and the hellos begin anew. A press
    that nobody was there to hear is not told later; a hold lets the lamps test themselves one by
    one, so that whoever builds a panel can try its wiring with nothing but a power supply.
    """

    def __init__(self, *, has_buzzer: bool = False) -> None:
        self._capabilities: tuple[str, ...] = CAPABILITIES
        if has_buzzer:
            self._capabilities += (BUZZER,)
        self._notes: tuple[tuple[int, int], ...] = ()
        self._notes_from = 0
        self._reader = wire.Reader(wire.TO_PANEL)
        self._button = Button(SETTLE_MILLISECONDS, HOLD_MILLISECONDS)
        self._frame: tuple[int, ...] = DARK
        self._test_from: int | None = None
        self._is_welcomed = False
        self._heard_at = 0
        self._next_word = 0
        self._number = 0

    def hear(self, data: bytes, now: int) -> bytes:
        """Take in what came over the cable; returns what to answer at once."""
        answer = b""
        for message in self._reader.feed(data):
            self._heard_at = now
            if message.word == wire.WELCOME and message.number == wire.VERSION:
                self._is_welcomed = True
                self._next_word = now + TOCK_MILLISECONDS
                answer += wire.seal(wire.TOCK)
            elif message.word == wire.LIGHTS and self._is_welcomed:
                self._frame = message.levels
                self._test_from = None
            elif message.word == wire.BUZZ and self._is_welcomed:
                self._notes, self._notes_from = message.notes, now
        return answer

    def watch(self, now: int, *, down: bool) -> bytes:
        """Tell what the contact is now; returns what to say about it."""
        said = b""
        self._button.contact(now, down=down)
        for kind, _at in self._button.advance(now):
            if self._is_welcomed:
                said += wire.press(self._number, kind)
                self._number = (self._number + 1) % (wire.HIGHEST_NUMBER + 1)
            elif kind == wire.HELD and self._test_from is None:
                self._test_from = now
        return said

    def remind(self, now: int) -> bytes:
        """What is to be said from time to time; empty in between."""
        if self._is_welcomed and now - self._heard_at >= SILENCE_MILLISECONDS:
            self._is_welcomed = False
            self._frame = DARK
            self._notes = ()
            self._next_word = now
        if now < self._next_word:
            return b""
        if self._is_welcomed:
            self._next_word = now + TOCK_MILLISECONDS
            return wire.seal(wire.TOCK)
        self._next_word = now + HELLO_MILLISECONDS
        return wire.hello(FIRMWARE, self._capabilities)

    def hertz(self, now: int) -> int:
        """What a buzzer sounds now; 0 for nothing."""
        ends = self._notes_from
        for hertz, milliseconds in self._notes:
            ends += milliseconds
            if now < ends:
                return hertz
        self._notes = ()
        return 0

    def levels(self, now: int) -> tuple[int, ...]:
        """How bright each lamp is now, 0 to 255."""
        if self._test_from is None:
            return self._frame
        lit = (now - self._test_from) // TEST_MILLISECONDS
        if lit >= wire.LAMPS:
            self._test_from = None
            return self._frame
        return tuple(TEST_LEVEL if lamp == lit else 0 for lamp in range(wire.LAMPS))
