"""A Raspberry Pi Pico whose pins are files, for MicroPython on a computer.

    micropython board.py FIRMWARE STATE

Runs the panel's firmware as it is, with the cable at standard input and output. In the folder
STATE, the button is down while the file `button` begins with a 1, and `lamps` tells for each pin
of a lamp for how much of 65535 it has current.
"""

# It has no pathlib.
# ruff: noqa: PTH123

import sys

FIRMWARE, STATE = sys.argv[1], sys.argv[2]
DUTIES: dict[int, int] = {}


class Pin:
    """A pin as the board's own module `machine` has it."""

    IN, PULL_UP = 0, 1

    def __init__(self, number: int, *_modes: int) -> None:
        self.number = number

    def value(self) -> int:
        """What the button's contact gives: nothing but it is read."""
        try:
            with open(STATE + "/button") as file:
                return 0 if file.read(1) == "1" else 1
        except OSError:
            return 1


class PWM:
    """A lamp's pin; each change is written for all of them."""

    def __init__(self, pin: Pin) -> None:
        self._number = pin.number

    def freq(self, _hertz: int) -> None:
        """Files do not flicker."""

    def duty_u16(self, duty: int) -> None:
        """Give the lamp current for so much of 65535."""
        DUTIES[self._number] = duty
        with open(STATE + "/lamps", "w") as file:
            file.write("".join(f"{number} {DUTIES[number]}\n" for number in sorted(DUTIES)))


class Machine:
    """What the firmware imports of `machine`."""

    Pin, PWM = Pin, PWM


sys.modules["machine"] = Machine  # type: ignore[assignment]
sys.path.insert(0, FIRMWARE)
__import__("main").main()
