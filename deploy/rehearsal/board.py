"""A Raspberry Pi Pico whose pins are files, for MicroPython on a computer.

    micropython board.py FIRMWARE STATE

Runs the panel's unchanged firmware, with the cable at standard input and output. In the folder
STATE, the button is down while the file `button` begins with a 1, and `lamps` has the duty cycle of
each lamp's pin, from 0 to 65535.
"""

# MicroPython has no pathlib.
# ruff: noqa: PTH123

import sys

FIRMWARE, STATE = sys.argv[1], sys.argv[2]
DUTIES: dict[int, int] = {}


class Pin:
    """A pin with the interface of MicroPython's `machine.Pin`."""

    IN, PULL_UP = 0, 1

    def __init__(self, number: int, *_modes: int) -> None:
        self.number = number

    def value(self) -> int:
        """Return the level of the button's pin."""
        try:
            with open(STATE + "/button") as file:
                return 0 if file.read(1) == "1" else 1
        except OSError:
            return 1


class PWM:
    """A lamp's pin; each change writes the file with all duty cycles."""

    def __init__(self, pin: Pin) -> None:
        self._number = pin.number

    def freq(self, _hertz: int) -> None:
        """Ignore the frequency: files do not flicker."""

    def duty_u16(self, duty: int) -> None:
        """Set the lamp's duty cycle, from 0 to 65535."""
        DUTIES[self._number] = duty
        with open(STATE + "/lamps", "w") as file:
            file.write("".join(f"{number} {DUTIES[number]}\n" for number in sorted(DUTIES)))


class Machine:
    """The parts of `machine` that the firmware imports."""

    Pin, PWM = Pin, PWM


sys.modules["machine"] = Machine  # type: ignore[assignment]
sys.path.insert(0, FIRMWARE)
__import__("main").main()
