"""A Raspberry Pi Pico at the far end of a virtual machine's cable, with the panel's firmware."""

import socket
import subprocess
import time
from pathlib import Path

from virtual_machine import VirtualMachine

_FIRMWARE = Path(__file__).parents[2] / "hardware" / "firmware"
_BOARD = Path(__file__).parent / "board.py"
DIE_LAMPS = ("wood", "wool", "copper", "stone", "plus", "minus")
TURN_LAMPS = ("purple", "blue", "green", "red")
_FIRST_PIN = 6
_PRESS_SECONDS = 0.3
_LOOK_SECONDS = 20


class Pico:
    """It has power only while it is plugged in, as a real one.

    `folder` holds `micropython/` and takes the state of its pins.
    """

    def __init__(self, folder: Path, machine: VirtualMachine) -> None:
        self._python = folder / "micropython" / "micropython"
        self._state = folder / "pico"
        self._state.mkdir(exist_ok=True)
        self._cable = VirtualMachine.cable(folder)
        self._machine = machine
        self._process: subprocess.Popen[bytes] | None = None

    def plug_in(self) -> None:
        """Give it its cable and its power."""
        with socket.socket(socket.AF_UNIX) as cable, (self._state / "errors").open("wb") as errors:
            cable.connect(str(self._cable))
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                [self._python, _BOARD, _FIRMWARE, self._state],
                stdin=cable.fileno(),
                stdout=cable.fileno(),
                stderr=errors,
            )
        self._machine.plug_in_cable()

    def unplug(self) -> None:
        """Pull its cable; it may be unplugged already."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            (self._state / "lamps").unlink(missing_ok=True)
            if not self._machine.is_off():
                self._machine.pull_cable()

    def lit(self) -> set[str]:
        """The lamps that have current now."""
        try:
            told = (self._state / "lamps").read_text().split()
        except FileNotFoundError:
            return set()
        duties = dict(zip(map(int, told[::2]), map(int, told[1::2]), strict=False))
        lamps = (*DIE_LAMPS, *TURN_LAMPS)
        return {lamp for pin, lamp in enumerate(lamps, _FIRST_PIN) if duties.get(pin)}

    def lit_while_pressed(self) -> set[str]:
        """Press its button; the lamps that were lit at any time until a while after, or all."""
        seen: set[str] = set()
        button = self._state / "button"
        button.write_text("1")
        began = time.monotonic()
        while time.monotonic() - began < _LOOK_SECONDS and not seen >= set(DIE_LAMPS):
            if time.monotonic() - began > _PRESS_SECONDS:
                button.write_text("0")
            seen |= self.lit()
            time.sleep(0.01)
        button.write_text("0")
        return seen
