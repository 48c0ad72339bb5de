"""Entry point of the firmware on a Raspberry Pi Pico.

MicroPython runs this file at power-up. A Ctrl-C sent over the cable stops it, for example for an
update. No message of the protocol contains Ctrl-C, so messages never stop it.
"""

# Only the board itself has these modules.
# mypy: disable-error-code="import-not-found,attr-defined"

import select
import sys
import time

from machine import PWM, Pin
from panel import pins
from panel.device import DARK, Device, duty_cycle

_PWM_HERTZ = 1000
_HALF = 32768
"""Duty cycle (0 to 65535) at which a passive buzzer is loudest."""
_PAUSE_MILLISECONDS = 1
_MOST_BYTES = 64


class Clock:
    """Clock of milliseconds since power-up; unlike the board's own counter, it never wraps."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._now = 0

    def now(self) -> int:
        """Return the milliseconds since power-up.

        Must be called at least once every six days, to notice each time the board's counter wraps.
        """
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


class Board:
    """Button, lamps and USB cable of a Raspberry Pi Pico."""

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
        return bool(self._button.value() == 0)

    def show(self, levels: tuple[int, ...]) -> None:
        if levels == self._shown:
            return
        self._shown = levels
        for lamp, level in zip(self._lamps, levels):  # noqa: B905 - there is no strict in MicroPython
            lamp.duty_u16(duty_cycle(level))

    def play_tone(self, hertz: int) -> None:
        """Play a tone; 0 is silence."""
        if self._buzzer is None or hertz == self._hertz:
            return
        self._hertz = hertz
        if hertz:
            self._buzzer.freq(hertz)
        self._buzzer.duty_u16(_HALF if hertz else 0)

    def read(self) -> bytes:
        """Return the bytes received so far; never blocks."""
        data = bytearray()
        # Reading several bytes at once would block until all of them have arrived.
        while len(data) < _MOST_BYTES and self._poll.poll(0):
            data.extend(sys.stdin.buffer.read(1))
        return bytes(data)

    def write(self, data: bytes) -> None:
        if data:
            sys.stdout.buffer.write(data)


def step(board: Board, device: Device, now: int) -> None:
    """Run one iteration of the main loop at time `now`."""
    board.write(device.hear(board.read(), now))
    board.write(device.watch(now, down=board.is_down()))
    board.write(device.periodic_messages(now))
    board.show(device.levels(now))
    board.play_tone(device.hertz(now))


def main() -> None:
    """Run until power-off or Ctrl-C."""
    board = Board()
    device = Device(has_buzzer=pins.BUZZER is not None)
    clock = Clock()
    try:
        while True:
            step(board, device, clock.now())
            time.sleep_ms(_PAUSE_MILLISECONDS)
    finally:
        board.show(DARK)
        board.play_tone(0)


if __name__ == "__main__":
    main()
