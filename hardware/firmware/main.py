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
from panel.device import DARK, Device, duty_u16

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
        self.set_lamp_levels(DARK)

    def is_button_down(self) -> bool:
        return bool(self._button.value() == 0)

    def set_lamp_levels(self, levels: tuple[int, ...]) -> None:
        if levels == self._shown:
            return
        self._shown = levels
        for lamp, level in zip(self._lamps, levels):  # noqa: B905 - there is no strict in MicroPython
            lamp.duty_u16(duty_u16(level))

    def play_tone(self, hertz: int) -> None:
        """Play a tone; 0 is silence."""
        if self._buzzer is None or hertz == self._hertz:
            return
        self._hertz = hertz
        if hertz:
            self._buzzer.freq(hertz)
        self._buzzer.duty_u16(_HALF if hertz else 0)

    def read_serial(self) -> bytes:
        """Return the bytes received so far; never blocks."""
        data = bytearray()
        # Reading several bytes at once would block until all of them have arrived.
        while len(data) < _MOST_BYTES and self._poll.poll(0):
            data.extend(sys.stdin.buffer.read(1))
        return bytes(data)

    def write_serial(self, data: bytes) -> None:
        if data:
            sys.stdout.buffer.write(data)


def run_once(board: Board, device: Device, now: int) -> None:
    """Run one iteration of the main loop at time `now`."""
    board.write_serial(device.reply_messages(board.read_serial(), now))
    board.write_serial(device.button_messages(now, down=board.is_button_down()))
    board.write_serial(device.periodic_messages(now))
    board.set_lamp_levels(device.lamp_levels(now))
    board.play_tone(device.buzzer_hertz(now))


def main() -> None:
    """Run until power-off or Ctrl-C."""
    board = Board()
    device = Device(has_buzzer=pins.BUZZER is not None)
    clock = Clock()
    try:
        while True:
            run_once(board, device, clock.now())
            time.sleep_ms(_PAUSE_MILLISECONDS)
    finally:
        board.set_lamp_levels(DARK)
        board.play_tone(0)


if __name__ == "__main__":
    main()
