"""The panel's program on a Raspberry Pi Pico: its pins and its USB cable, and nothing else.

MicroPython starts this file by itself. Ctrl-C over the cable ends it, so that new firmware can
be put on; no line of the protocol contains that byte.
"""

# Only the board itself has these modules.
# mypy: disable-error-code="import-not-found,attr-defined"

import select
import sys
import time

from machine import PWM, Pin
from panel import pins
from panel.device import DARK, Device, duty

_PWM_HERTZ = 1000
_HALF = 32768
"""The duty with which a buzzer is loudest."""
_PAUSE_MILLISECONDS = 1
_MOST_BYTES = 64


class Clock:
    """Milliseconds since the start that only ever grow; the board's own begin anew in between."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._now = 0

    def now(self) -> int:
        """Milliseconds since the start; to be asked more often than once in six days."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


class Board:
    """The button, the lamps and the cable of this board."""

    def __init__(self) -> None:
        self._button = Pin(pins.BUTTON, Pin.IN, Pin.PULL_UP)
        self._lamps = [PWM(Pin(pin)) for pin in pins.LAMPS]
        for lamp in self._lamps:
            lamp.freq(_PWM_HERTZ)
        self._buzzer = None if pins.BUZZER is None else PWM(Pin(pins.BUZZER))
        self._hertz = 0
        self._shown: tuple[int, ...] | None = None
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self.show(DARK)

    def is_down(self) -> bool:
        """Whether the button joins its pin to ground."""
        return bool(self._button.value() == 0)

    def show(self, levels: tuple[int, ...]) -> None:
        """Make the lamps this bright, 0 to 255."""
        if levels == self._shown:
            return
        self._shown = levels
        for lamp, level in zip(self._lamps, levels):  # noqa: B905 - there is no strict in MicroPython
            lamp.duty_u16(duty(level))

    def sound(self, hertz: int) -> None:
        """Let the buzzer sound, or be quiet at 0."""
        if self._buzzer is None or hertz == self._hertz:
            return
        self._hertz = hertz
        if hertz:
            self._buzzer.freq(hertz)
        self._buzzer.duty_u16(_HALF if hertz else 0)

    def read(self) -> bytes:
        """What has come over the cable; one byte at a time, as a longer read would wait."""
        data = bytearray()
        while len(data) < _MOST_BYTES and self._poll.poll(0):
            data.extend(sys.stdin.buffer.read(1))
        return bytes(data)

    def write(self, data: bytes) -> None:
        """Send this over the cable."""
        if data:
            sys.stdout.buffer.write(data)


def step(board: Board, device: Device, now: int) -> None:
    """Do once what there is to do at the time `now`."""
    board.write(device.hear(board.read(), now))
    board.write(device.watch(now, down=board.is_down()))
    board.write(device.remind(now))
    board.show(device.levels(now))
    board.sound(device.hertz(now))


def main() -> None:
    """Be a panel until the power is cut or somebody says Ctrl-C."""
    board = Board()
    device = Device(has_buzzer=pins.BUZZER is not None)
    clock = Clock()
    try:
        while True:
            step(board, device, clock.now())
            time.sleep_ms(_PAUSE_MILLISECONDS)
    finally:
        board.show(DARK)
        board.sound(0)


if __name__ == "__main__":
    main()
