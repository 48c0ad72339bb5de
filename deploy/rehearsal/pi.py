"""Test a panel on the GPIO pins of an emulated Raspberry Pi 3; called by deploy/rehearse-pi.

    python3 deploy/rehearsal/pi.py FOLDER

FOLDER contains `kernel`, `board` (the device tree) and `memory-disk` (the initrd), whose first
process is a shell. The panel consists of lamps and a button. The first failure ends the test.
"""

import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median

from harness import (
    START_SECONDS,
    Computer,
    RehearsalError,
    expect_text,
    receive_line,
    run_tests,
    wait_for,
)

_HOLD_SECONDS = 900
"""Timeout in seconds for the self-test of the lamps while the button is held."""
_LAMP_SECONDS = 300
"""Timeout in seconds for changes that a real panel makes immediately."""
_PRESS_SECONDS = 0.3
_QUIET_SECONDS = 1.5
"""Seconds after a test during which no further press may be reported."""
_NEARLY = 0.05
"""Tolerance of a measured duty cycle."""
_PINS = 0x3F200000
"""Address of the GPIO registers. Source: Broadcom, BCM2835 ARM Peripherals, 6.1."""
_SET, _CLEAR, _LEVELS = _PINS + 0x1C, _PINS + 0x28, _PINS + 0x34
_MICROSECONDS = 0x3F003004
"""Address of the lower half of the system timer. Source: as above, 12.1."""
_COMMAND_LINE = "console=ttyS1,115200 quiet loglevel=1 rdinit=/init rootfstype=ramfs panic=1"
_ORDERS, _TOLD, _NUMBER = "/tmp/orders", "/tmp/told", "/tmp/number"  # noqa: S108 - over there
BUTTON = 17
LAMPS = {
    "wood": 27,
    "wool": 22,
    "copper": 5,
    "stone": 6,
    "plus": 13,
    "minus": 26,
    "purple": 23,
    "blue": 24,
    "green": 25,
    "red": 12,
}
"""GPIO number of each lamp, as wired in hardware/README.md."""


class RaspberryPi(Computer):
    """An emulated Raspberry Pi 3 that runs `meduris panel` as the kiosk's user, not as root."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            folder,
            *("qemu-system-aarch64", "-no-user-config", "-machine", "raspi3b"),
            *("-icount", "shift=1"),
            *("-kernel", str(folder / "kernel"), "-dtb", str(folder / "board")),
            *("-initrd", str(folder / "memory-disk"), "-append", _COMMAND_LINE),
            *("-qtest", f"unix:{folder / 'registers.socket'},server=on,wait=off"),
            *("-qtest-log", "/dev/null", "-serial", "null"),
        )
        self._registers: socket.socket
        self._forgotten = 0
        """Length of the program's output that has already been checked, in characters."""

    def run(self) -> bool:
        parts = (
            ("a Raspberry Pi 3 boots, with the real driver of its pins", self._boot),
            ("the system and the doctor find the header", self._find_the_header),
            ("the panel on the pins opens as the unit's user", self._open_the_pins),
            ("each lamp lights on its own pin only", self._light_each_lamp),
            ("brightness changes the duty cycle", self._measure_brightness),
            ("a press is reported", self._press),
            ("a hold is reported, and tests the lamps one by one", self._hold),
            ("all lamps are dark after closing", self._close_the_pins),
        )
        return run_tests(parts, self)

    # Registers

    def _read(self, address: int) -> int:
        return int(self._write_or_read(f"readl {address:#x}").split()[1], 16)

    def _write_or_read(self, order: str) -> bytes:
        self._registers.sendall(f"{order}\n".encode())
        return receive_line(self._registers)

    def _set_button(self, *, down: bool) -> None:
        self._write_or_read(f"writel {_CLEAR if down else _SET:#x} {1 << BUTTON:#x}")

    def _lit(self) -> frozenset[str]:
        levels = self._read(_LEVELS)
        return frozenset(lamp for lamp, pin in LAMPS.items() if levels >> pin & 1)

    def _shares(self, seconds: float) -> dict[str, float]:
        seen = [lit for _, lit in self._glances(seconds)]
        counts = {lamp: sum(lamp in lit for lit in seen) for lamp in LAMPS}
        return {lamp: count / len(seen) for lamp, count in counts.items() if count}

    def _glances(self, seconds: float) -> Iterator[tuple[int, frozenset[str]]]:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            yield self._read(_MICROSECONDS), self._lit()

    def _duty_cycles(self, seconds: float) -> dict[str, float]:
        # On a busy host the emulated time jumps, which makes some pulses longer and skips others.
        # The medians of all lit and of all dark times are not affected.
        seen = list(self._glances(seconds))
        duties = {}
        for lamp in LAMPS:
            levels = [(at, lamp in lit) for at, lit in seen]
            edges = [now for before, now in pairwise(levels) if now[1] is not before[1]]
            lit, dark = (
                [ends - begins for (begins, level), (ends, _) in pairwise(edges) if level is wanted]
                for wanted in (True, False)
            )
            if lit and dark:
                duties[lamp] = median(lit) / (median(lit) + median(dark))
        return duties

    def _wait_for_lamps(self, lamps: set[str]) -> None:
        what = f"the lit lamps to be {lamps or 'none'}"
        wait_for(what, lambda: set(self._shares(0.2)) == lamps, _LAMP_SECONDS)

    # The program

    def _open(self, *, brightness_percent: int) -> None:
        self._close()
        settings = f"[lamps]\\nbrightness_percent = {brightness_percent}\\n"
        self.run_as_root(f"printf '{settings}' >/var/lib/meduris/panel.toml")
        self._forgotten = 0
        self.run_as_root(
            f": >{_ORDERS}; : >{_TOLD}; (tail -f {_ORDERS} | as-kiosk bash -c "
            f"'echo $$ >{_NUMBER}; exec meduris panel --panel gpio' >{_TOLD} 2>&1) "
            ">/dev/null 2>&1 </dev/null &"
        )
        is_ready = "Panel on the pins: ready."
        wait_for(is_ready, lambda: is_ready in self._told(), START_SECONDS, pause=0.2)

    def _close(self) -> None:
        self._say("quit")
        alive = f"test -e {_NUMBER} && kill -0 $(cat {_NUMBER}) 2>/dev/null && echo yes || true"
        wait_for(
            "the program to end", lambda: not self.run_as_root(alive), _LAMP_SECONDS, pause=0.2
        )

    def _say(self, word: str) -> None:
        self.run_as_root(f"echo {word} >>{_ORDERS}")

    def _told(self) -> str:
        return self.run_as_root(f"cat {_TOLD}")[self._forgotten :]

    def log(self) -> str:
        try:
            return self.run_as_root(f"tail -n 25 {_TOLD}")
        except (RehearsalError, OSError) as error:
            return str(error)

    def _expect_presses(self, kinds: list[str], act: Callable[[], None]) -> None:
        began = time.monotonic()
        act()
        took = time.monotonic() - began
        time.sleep(_QUIET_SECONDS)
        told = self._told()
        found = re.findall(r"button (\w+) \(number", told)
        if found != kinds:
            raise RehearsalError(f"expected {kinds} after {took:.1f} s, got {found}")
        self._forgotten += len(told)

    # Tests

    def _boot(self) -> None:
        self.switch_on()
        self._registers = self.connect_socket("registers")
        wait_for("the shell", self.shell_answers, START_SECONDS)
        # The button's pin must be high: qemu lacks its pull-up resistor.
        self._set_button(down=False)
        expect_text(
            "Raspberry Pi 3 Model B", self.run_as_root("tr -d '\\0' </proc/device-tree/model")
        )

    def _find_the_header(self) -> None:
        chip = "/sys/bus/gpio/devices/gpiochip0"
        expect_text(
            "brcm,bcm2835-gpio", self.run_as_root(f"tr '\\0' ' ' <{chip}/of_node/compatible")
        )
        expect_text("pinctrl-bcm2835", self.run_as_root(f"readlink {chip}/../driver"))
        # The computer has no display or touchscreen, so other checks fail.
        told = self.run_as_root("as-kiosk meduris doctor || true", START_SECONDS)
        if not re.search(r"^ok +pins +gpiochip0$", told, re.MULTILINE):
            raise RehearsalError(told)

    def _open_the_pins(self) -> None:
        self._open(brightness_percent=60)
        expect_text("Pins of /dev/gpiochip0.", self._told())
        told = self.run_as_root(f"cat /proc/$(cat {_NUMBER})/status; id -u meduris; id -G meduris")
        user, groups = told.splitlines()[-2:]
        facts = dict(line.split(":", 1) for line in told.splitlines() if ":" in line)
        own_groups = set(facts["Groups"].split())
        if facts["Uid"].split() != [user] * 4 or own_groups != set(groups.split()):
            raise RehearsalError(f"the program does not run as the unit's user: {told}")
        if any(int(facts[kind], 16) for kind in ("CapEff", "CapPrm", "CapBnd")):
            raise RehearsalError(f"the program has capabilities: {told}")
        if self._lit():
            raise RehearsalError(f"lamps are lit before any command: {self._shares(1)}")

    def _light_each_lamp(self) -> None:
        for lamp in LAMPS:
            self._say(lamp)
            self._wait_for_lamps({lamp})
            shares = self._shares(1)
            if set(shares) != {lamp}:
                raise RehearsalError(f"only the {lamp} lamp should be lit: {shares}")
            self._say(lamp)
        self._wait_for_lamps(set())

    def _measure_brightness(self) -> None:
        self._light_all()
        duties = self._duty_cycles(2)
        # The duty cycle is the square of the perceived brightness, here 0.6.
        if any(abs(duties.get(lamp, 0) - 0.36) > _NEARLY for lamp in LAMPS):
            raise RehearsalError(f"expected a duty cycle of 0.36 for each lamp: {duties}")
        self._open(brightness_percent=100)
        self._light_all()
        shares = self._shares(2)
        if shares != dict.fromkeys(LAMPS, 1.0):
            raise RehearsalError(f"expected each lamp to be always on: {shares}")
        self._open(brightness_percent=60)

    def _light_all(self) -> None:
        self._say("all")
        self._wait_for_lamps(set(LAMPS))

    def _press(self) -> None:
        def press() -> None:
            self._set_button(down=True)
            self.run_as_root(f"sleep {_PRESS_SECONDS}")
            self._set_button(down=False)

        self._expect_presses(["pressed"], press)

    def _hold(self) -> None:
        # At full brightness, a lit lamp is on at every instant.
        self._open(brightness_percent=100)
        self._set_button(down=True)
        seen: list[frozenset[str]] = []
        end = time.monotonic() + _HOLD_SECONDS
        while len(seen) < len(LAMPS) and time.monotonic() < end:
            self.run_as_root("sleep 0.02")
            # No emulated time passes while the lamps are read.
            self.monitor_command("stop")
            lit = self._lit()
            if lit and seen[-1:] != [lit]:
                seen.append(lit)
            self.monitor_command("cont")
        self._set_button(down=False)
        if seen != [frozenset({lamp}) for lamp in LAMPS]:
            raise RehearsalError(f"the lamps did not light one by one: {seen}")
        self._expect_presses(["pressed", "held"], lambda: None)

    def _close_the_pins(self) -> None:
        self._light_all()
        self._close()
        shares = self._shares(2)
        if shares:
            raise RehearsalError(f"expected dark lamps: {shares}")


if __name__ == "__main__":
    sys.exit(0 if RaspberryPi(Path(sys.argv[1])).run() else 1)
