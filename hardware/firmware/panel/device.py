"""Behaviour of a panel, independent of its microcontroller board.

Callers pass in received bytes and states of the button's contact, and get the bytes to send and the
brightness of each lamp. Times are whole milliseconds that never decrease.
"""

from . import wire
from .button import Button

FIRMWARE = "1.1.0"
CAPABILITIES = ("button", "lamps10", "dim")
BUZZER = "buzzer"
"""Capability that a panel with a buzzer lists in its hello."""

HELLO_MILLISECONDS = 500
TOCK_MILLISECONDS = 1000
SILENCE_MILLISECONDS = 2500
SETTLE_MILLISECONDS = 15
HOLD_MILLISECONDS = 2000

DARK = (0,) * wire.LAMPS
TEST_MILLISECONDS = 300
TEST_LEVEL = 160

_HIGHEST_DUTY = 65535


def duty_u16(level: int) -> int:
    """Return the PWM duty cycle, 0 to 65535, for a perceived brightness of 0 to 255."""
    return level * level * _HIGHEST_DUTY // (255 * 255)


class Device:
    """State machine of a panel.

    The panel says hello until it gets a welcome. Then it reports presses and sets its lamps. Each
    message for the lamps has the brightness of all ten; to make lamps blink, the computer sends
    one message after another. After 2.5 seconds without a message from the computer, the lamps go
    dark and the panel says hello again. Without a connection, a press is dropped, but a hold runs a
    self-test of the lamps, so that people can test the wiring without a computer.
    """

    def __init__(self, *, has_buzzer: bool = False) -> None:
        self._capabilities: tuple[str, ...] = CAPABILITIES
        if has_buzzer:
            self._capabilities += (BUZZER,)
        self._notes: tuple[tuple[int, int], ...] = ()
        self._notes_from = 0
        self._reader = wire.MessageDecoder(wire.TO_PANEL)
        self._button = Button(SETTLE_MILLISECONDS, HOLD_MILLISECONDS)
        self._frame: tuple[int, ...] = DARK
        self._test_from: int | None = None
        self._is_welcomed = False
        self._heard_at = 0
        self._next_word = 0
        self._number = 0

    def reply_messages(self, data: bytes, now: int) -> bytes:
        answer = b""
        for message in self._reader.feed(data):
            self._heard_at = now
            if message.word == wire.WELCOME and message.number == wire.VERSION:
                self._is_welcomed = True
                self._next_word = now + TOCK_MILLISECONDS
                answer += wire.frame_message(wire.TOCK)
            elif message.word == wire.LIGHTS and self._is_welcomed:
                self._frame = message.levels
                self._test_from = None
            elif message.word == wire.BUZZ and self._is_welcomed:
                self._notes, self._notes_from = message.notes, now
        return answer

    def button_messages(self, now: int, *, down: bool) -> bytes:
        said = b""
        self._button.record_contact(now, down=down)
        for kind, _at in self._button.events_until(now):
            if self._is_welcomed:
                said += wire.encode_button_event(self._number, kind)
                self._number = (self._number + 1) % (wire.HIGHEST_NUMBER + 1)
            elif kind == wire.HELD and self._test_from is None:
                self._test_from = now
        return said

    def periodic_messages(self, now: int) -> bytes:
        """Return the periodic messages that are due now, if any."""
        if self._is_welcomed and now - self._heard_at >= SILENCE_MILLISECONDS:
            self._is_welcomed = False
            self._frame = DARK
            self._notes = ()
            self._next_word = now
        if now < self._next_word:
            return b""
        if self._is_welcomed:
            self._next_word = now + TOCK_MILLISECONDS
            return wire.frame_message(wire.TOCK)
        self._next_word = now + HELLO_MILLISECONDS
        return wire.encode_hello(FIRMWARE, self._capabilities)

    def buzzer_hertz(self, now: int) -> int:
        """Return the frequency of the buzzer in hertz; 0 is silence."""
        ends = self._notes_from
        for hertz, milliseconds in self._notes:
            ends += milliseconds
            if now < ends:
                return hertz
        self._notes = ()
        return 0

    def lamp_levels(self, now: int) -> tuple[int, ...]:
        if self._test_from is None:
            return self._frame
        lit = (now - self._test_from) // TEST_MILLISECONDS
        if lit >= wire.LAMPS:
            self._test_from = None
            return self._frame
        return tuple(TEST_LEVEL if lamp == lit else 0 for lamp in range(wire.LAMPS))
