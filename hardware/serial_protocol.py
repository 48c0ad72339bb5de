"""The computer's side of the serial panel protocol, without any input or output.

Callers pass in received bytes and the current time, and get the bytes to send. Nothing is sent
until the device says hello, because another kind of device may be connected.
"""

from enum import StrEnum

from hardware.firmware.panel import wire
from hardware.lamps import BRIGHTEST, LampLevels
from hardware.panel import Notes, Press, PressKind
from hardware.troubles import TroubleKind

SILENCE_SECONDS = 3.0
"""A panel that sends nothing for this many seconds counts as disconnected."""

TICK_SECONDS = 1.0
"""Interval in seconds of the keep-alive messages; each repeats the state of the lamps."""


class HandshakeState(StrEnum):
    """State of the handshake with a serial panel.

    In the state `listening`, no hello has been received yet. In `welcomed`, a hello was received
    and a welcome was sent. In `talking`, the panel has confirmed the welcome. In `refused`, the
    panel uses another version of the protocol.
    """

    LISTENING = "listening"
    WELCOMED = "welcomed"
    TALKING = "talking"
    REFUSED = "refused"


class SerialProtocol:
    """Protocol state machine for one serial port.

    After a timeout, nothing is sent until the panel says hello again.
    """

    def __init__(self, now: float) -> None:
        self.state = HandshakeState.LISTENING
        self.hello: wire.Message | None = None
        self.end_reason: TroubleKind | None = None
        self.missed_presses = 0
        self._reader = wire.MessageDecoder(wire.FROM_PANEL)
        self._noise_before = 0
        self._heard_at = now
        self._welcomed_at = now
        self._next_tick = now
        self._must_welcome = False
        self._last_number: int | None = None
        self._levels_sent: LampLevels | None = None
        self._notes: Notes = ()

    def receive(self, data: bytes, now: float) -> tuple[Press, ...]:
        taken = (self._take(message, now) for message in self._reader.feed(data))
        return tuple(press for press in taken if press is not None)

    def bytes_to_send(self, levels: LampLevels, now: float) -> bytes:
        """Return the bytes to send now, if any.

        `levels` has the brightness of each lamp. It is sent whenever it changes, and repeated with
        the keep-alive message every second, in case a message was lost.
        """
        if self.state not in (HandshakeState.WELCOMED, HandshakeState.TALKING):
            return b""
        said = b""
        if self._must_welcome:
            self._must_welcome = False
            said += wire.encode_welcome()
        is_tick = now >= self._next_tick
        if is_tick:
            self._next_tick = now + TICK_SECONDS
            said += wire.frame_message(wire.TICK)
        if is_tick or levels != self._levels_sent:
            self._levels_sent = levels
            said += self._lights(levels)
        if self._notes and self.state is HandshakeState.TALKING:
            said += wire.encode_melody(self._notes)
        self._notes = ()
        return said

    def play_melody(self, notes: Notes) -> None:
        """Queue notes for the buzzer, or do nothing if the panel has no buzzer."""
        if self.hello is not None and "buzzer" in self.hello.capabilities:
            self._notes = notes

    def check_timeouts(self, now: float) -> None:
        """End the connection if the panel has been silent for `SILENCE_SECONDS`.

        The connection also ends if the panel does not confirm the welcome within `SILENCE_SECONDS`.
        """
        if self.state is HandshakeState.WELCOMED and now - self._welcomed_at >= SILENCE_SECONDS:
            self._end(TroubleKind.NOT_LISTENING, now)
        elif self.state is not HandshakeState.LISTENING and now - self._heard_at >= SILENCE_SECONDS:
            babbled = self._reader.noise_bytes - self._noise_before > wire.MAX_LINE
            self._end(TroubleKind.BABBLING if babbled else TroubleKind.SILENT, now)

    def next_wakeup_time(self) -> float | None:
        """Return the time of the next timeout or transmission, or None if nothing is scheduled."""
        match self.state:
            case HandshakeState.LISTENING:
                return None
            case HandshakeState.REFUSED:
                return self._heard_at + SILENCE_SECONDS
            case HandshakeState.WELCOMED:
                return min(self._next_tick, self._welcomed_at + SILENCE_SECONDS)
            case HandshakeState.TALKING:
                return min(self._next_tick, self._heard_at + SILENCE_SECONDS)

    def _take(self, message: wire.Message, now: float) -> Press | None:
        self._heard_at = now
        self._noise_before = self._reader.noise_bytes
        if message.word == wire.HELLO:
            self.hello = message
            if message.number != wire.VERSION:
                self.state = HandshakeState.REFUSED
                return None
            if self.state is not HandshakeState.WELCOMED:
                self.state = HandshakeState.WELCOMED
                self._welcomed_at = now
            self._must_welcome = True
            self._next_tick = now
            self._last_number = None
        elif message.word == wire.TOCK and self.state is HandshakeState.WELCOMED:
            self.state = HandshakeState.TALKING
            self.end_reason = None
        elif message.word == wire.PRESS and self.state is HandshakeState.TALKING:
            return self._press(message.number, PressKind(message.kind), now)
        return None

    def _press(self, number: int, kind: PressKind, now: float) -> Press | None:
        if number == self._last_number:
            return None
        if self._last_number is not None:
            self.missed_presses += (number - self._last_number - 1) % (wire.HIGHEST_NUMBER + 1)
        self._last_number = number
        return Press(kind, number, now)

    def _lights(self, levels: LampLevels) -> bytes:
        capabilities = self.hello.capabilities if self.hello is not None else ()
        if "lamps10" not in capabilities:
            return b""
        if "dim" not in capabilities:
            levels = tuple(BRIGHTEST if level else 0 for level in levels)
        return wire.encode_lamp_levels(levels)

    def _end(self, ending: TroubleKind, now: float) -> None:
        self.state = HandshakeState.LISTENING
        self.end_reason = ending
        self._heard_at = now
        self._must_welcome = False
