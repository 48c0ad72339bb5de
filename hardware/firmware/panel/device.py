"""A panel's whole behaviour without its board.

Bytes and what the contact does go in, bytes and brightnesses come out. Times are whole
milliseconds that only ever grow.
"""

from . import wire
from .button import Button
from .lamps import Lamps

FIRMWARE = "1.0.0"
CAPABILITIES = ("button", "lamps10", "dim")

HELLO_MILLISECONDS = 500
TOCK_MILLISECONDS = 1000
SILENCE_MILLISECONDS = 2500


class Device:
    """Says hello until it is welcomed, then what its button does; shows what it is told.

    A computer that has been silent for two and a half seconds is gone: the lamps go dark and
    the hellos begin anew. A press that nobody was there to hear is not told later.
    """

    def __init__(self) -> None:
        self._reader = wire.Reader()
        self._button = Button()
        self._lamps = Lamps()
        self._is_welcomed = False
        self._heard_at = 0
        self._next_word = 0
        self._number = 0

    def hear(self, data: bytes, now: int) -> bytes:
        """Take in what came over the cable; returns what to answer at once."""
        answer = b""
        for message in self._reader.feed(data):
            self._heard_at = now
            if message.word == wire.WELCOME:
                answer += self._take_welcome(message.version, now)
            elif message.word == wire.LIGHTS and self._is_welcomed:
                self._lamps.show(message.levels)
        return answer

    def watch(self, now: int, *, down: bool) -> bytes:
        """Tell what the contact is now; returns what to say about it."""
        said = b""
        for kind in self._button.contact(now, down=down):
            if self._is_welcomed:
                said += wire.press(self._number, kind)
                self._number = (self._number + 1) % (wire.HIGHEST_NUMBER + 1)
            elif kind == wire.HELD:
                self._lamps.test(now)
        return said

    def remind(self, now: int) -> bytes:
        """What is to be said from time to time; empty in between."""
        if self._is_welcomed and now - self._heard_at >= SILENCE_MILLISECONDS:
            self._is_welcomed = False
            self._lamps.go_dark()
            self._next_word = now
        if now < self._next_word:
            return b""
        if self._is_welcomed:
            self._next_word = now + TOCK_MILLISECONDS
            return wire.tock()
        self._next_word = now + HELLO_MILLISECONDS
        return wire.hello(FIRMWARE, CAPABILITIES)

    def levels(self, now: int) -> tuple[int, ...]:
        """How bright each lamp is now, 0 to 255."""
        return self._lamps.levels(now)

    def _take_welcome(self, version: int, now: int) -> bytes:
        if version != wire.VERSION:
            return b""
        self._is_welcomed = True
        self._next_word = now + TOCK_MILLISECONDS
        return wire.tock()
