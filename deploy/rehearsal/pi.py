"""Test a panel on the GPIO pins of an emulated Raspberry Pi 3; called by deploy/rehearse-pi.

    python3 deploy/rehearsal/pi.py FOLDER

FOLDER contains the files that `RaspberryPi` names. The panel consists of lamps and a button. The
first failure ends the test.
"""

import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from harness import Computer, TroubleError, expect, play, receive, wait_for

_HOLD_SECONDS = 900
"""Timeout in seconds for the lamp test, which starts when the button is held."""
_NEARLY = 0.25
"""Tolerance of a measured duty cycle. An emulated processor is slow at computing, but not at
sleeping, so that on a busy host every duty cycle is measured nearer to a half."""


_PINS = 0x3F200000
"""Address of the GPIO registers. Source: Broadcom, BCM2835 ARM Peripherals, 6.1."""
_SET, _CLEAR, _LEVELS = _PINS + 0x1C, _PINS + 0x28, _PINS + 0x34
_COMMAND_LINE = "console=ttyS1,115200 quiet loglevel=1 rdinit=/init rootfstype=ramfs panic=1"

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
    """An emulated Raspberry Pi 3 with four processors and 1 GB; its first process is a shell.

    `folder` contains `kernel`, `board` (the device tree) and `memory-disk` (the initrd).
    """

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

    def switch_on(self, *more: str) -> None:
        super().switch_on(*more)
        self._registers = self._connect("registers")

    def stand_still(self) -> None:
        """Pause the emulation, so that no emulated time passes."""
        self.order("stop")

    def go_on(self) -> None:
        """Resume the emulation."""
        self.order("cont")

    def lit(self) -> frozenset[str]:
        """Return the lamps whose pins are high at this instant."""
        levels = int(self._say(f"readl {_LEVELS:#x}").split()[1], 16)
        return frozenset(lamp for lamp, pin in LAMPS.items() if levels >> pin & 1)

    def shares(self, seconds: float = 1.0) -> dict[str, float]:
        """Return the share of time, 0 to 1, for which each lamp was lit during the next `seconds`.

        Lamps that stayed dark are left out.
        """
        seen = list(self.glances(seconds))
        counts = {lamp: sum(lamp in lit for lit in seen) for lamp in LAMPS}
        return {lamp: count / len(seen) for lamp, count in counts.items() if count}

    def glances(self, seconds: float) -> Iterator[frozenset[str]]:
        """Yield the lit lamps as often as possible for this number of seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            yield self.lit()

    def set_button(self, *, down: bool) -> None:
        """Connect the button's pin to ground if `down` is true; otherwise disconnect it."""
        self._say(f"writel {_CLEAR if down else _SET:#x} {1 << BUTTON:#x}")

    def _say(self, order: str) -> str:
        self._registers.sendall(f"{order}\n".encode())
        told = b""
        while not told.endswith(b"\n"):
            told += receive(self._registers, 4096)
        return told.decode()


LONG_SECONDS = 1800
"""Timeout in seconds for a start: every instruction is translated, and the host may be busy."""
LAMP_SECONDS = 300
"""Timeout in seconds for changes that a real panel makes immediately."""
_ORDERS, _TOLD, _NUMBER = "/tmp/orders", "/tmp/told", "/tmp/number"  # noqa: S108 - over there
_PRESS_SECONDS = 0.3
_QUIET_SECONDS = 1.5
"""Seconds in which no further presses may follow."""
_CLOSE_SECONDS = 300
_PANEL_FILE = "/var/lib/meduris/panel.toml"


class Console:
    """Runs `meduris panel` in the emulated computer, and handles its output and input."""

    def __init__(self, computer: Computer) -> None:
        self._computer = computer
        self._forgotten = 0

    def open(self, *, brightness_percent: int) -> None:
        """Start `meduris panel` as the user of the service. Returns immediately."""
        settings = f"[lamps]\\nbrightness_percent = {brightness_percent}\\n"
        self._computer.ask(f"printf '{settings}' >{_PANEL_FILE}")
        self._forgotten = 0
        self._computer.ask(
            f": >{_ORDERS}; : >{_TOLD}; (tail -f {_ORDERS} | as-kiosk bash -c "
            f"'echo $$ >{_NUMBER}; exec meduris panel --panel gpio' >{_TOLD} 2>&1) "
            ">/dev/null 2>&1 </dev/null &"
        )

    def say(self, word: str) -> None:
        self._computer.ask(f"echo {word} >>{_ORDERS}")

    @property
    def told(self) -> str:
        """Output since the last `forget`."""
        return self._computer.ask(f"cat {_TOLD}")[self._forgotten :]

    def forget(self) -> None:
        """Leave the output so far out of `told`."""
        self._forgotten += len(self.told)

    def wait_for(self, words: str, seconds: float) -> None:
        """Wait for `words` in the output. Raises TroubleError after this number of seconds."""
        wait_for(f'"{words}"', lambda: words in self.told, seconds, pause=0.2)

    def expect_presses(self, kinds: list[str], act: Callable[[], None]) -> None:
        """Raise TroubleError unless `act` causes exactly these presses of the button in order."""
        began = time.monotonic()
        act()
        took = time.monotonic() - began
        time.sleep(_QUIET_SECONDS)
        found = re.findall(r"button (\w+) \(number", self.told)
        if found != kinds:
            raise TroubleError(f"{kinds} were to come of {took:.1f} s, and {found} did")
        self.forget()

    def expect_the_units_user(self) -> None:
        """Raise TroubleError unless the program runs as the user meduris with its groups only.

        The program must not have any capabilities of root.
        """
        told = self._computer.ask(
            f"cat /proc/$(cat {_NUMBER})/status; id -u meduris; id -G meduris"
        )
        user, groups = told.splitlines()[-2:]
        facts = dict(line.split(":", 1) for line in told.splitlines() if ":" in line)
        if facts["Uid"].split() != [user] * 4 or set(facts["Groups"].split()) != set(
            groups.split()
        ):
            raise TroubleError(f"not the unit's user: {told}")
        if any(int(facts[kind], 16) for kind in ("CapEff", "CapPrm", "CapBnd")):
            raise TroubleError(f"it may do more than a user: {told}")

    def close(self) -> None:
        """Type `quit`, and wait until the program ends."""
        self.say("quit")
        alive = f"test -e {_NUMBER} && kill -0 $(cat {_NUMBER}) 2>/dev/null && echo yes || true"
        wait_for("its end", lambda: not self._computer.ask(alive), _CLOSE_SECONDS, pause=0.2)

    def log(self) -> str:
        """Return the last lines of the output."""
        try:
            return self._computer.ask(f"tail -n 25 {_TOLD}")
        except (TroubleError, OSError) as error:
            return str(error)


class PiRehearsal:
    """Tests of a panel (lamps and a button) on the GPIO pins."""

    def __init__(self, folder: Path) -> None:
        self._pi = RaspberryPi(folder)
        self._console = Console(self._pi)

    def play(self) -> bool:
        """Run the tests; return whether all passed."""
        parts = (
            ("it boots: a Raspberry Pi 3 with the real driver of its pins", self._boot),
            ("the header is found, also by the doctor", self._find_the_header),
            ("the panel on the pins opens, as the unit's user", self._open_the_pins),
            ("every lamp is alone on its own pin", self._light_each_lamp),
            ("brightness is a share of time", self._measure_brightness),
            ("a press", self._press),
            ("a hold, and each lamp in turn", self._hold),
            ("all lamps are dark after closing", self._close_the_pins),
        )
        return play(parts, self._pi, self._console.log)

    # Machine

    def _boot(self) -> None:
        self._pi.switch_on()
        wait_for("its shell", self._pi.answers, LONG_SECONDS)
        # This replaces the pull-up resistor of the contact, which qemu lacks.
        self._pi.set_button(down=False)
        expect("Raspberry Pi 3 Model B", self._pi.ask("tr -d '\\0' </proc/device-tree/model"))

    def _find_the_header(self) -> None:
        chip = "/sys/bus/gpio/devices/gpiochip0"
        expect("brcm,bcm2835-gpio", self._pi.ask(f"tr '\\0' ' ' <{chip}/of_node/compatible"))
        expect("pinctrl-bcm2835", self._pi.ask(f"readlink {chip}/../driver"))
        # The computer has no display or touchscreen, so other checks fail.
        told = self._pi.ask("as-kiosk meduris doctor || true", LONG_SECONDS)
        if not re.search(r"^ok +pins +gpiochip0$", told, re.MULTILINE):
            raise TroubleError(told)

    # Pins

    def _open_the_pins(self) -> None:
        self._open_with(brightness_percent=60)
        expect("Pins of /dev/gpiochip0.", self._console.told)
        self._console.expect_the_units_user()
        if self._pi.lit():
            raise TroubleError(f"lit without having been asked: {self._pi.shares()}")

    def _open_with(self, *, brightness_percent: int) -> None:
        self._console.close()
        self._console.open(brightness_percent=brightness_percent)
        self._console.wait_for("Panel on the pins: ready.", LONG_SECONDS)

    def _light_each_lamp(self) -> None:
        for lamp in LAMPS:
            self._console.say(lamp)
            self._wait_for_lamps({lamp}, 0.1)
            shares = self._pi.shares()
            if set(shares) != {lamp}:
                raise TroubleError(f"only the {lamp} lamp should be lit: {shares}")
            self._console.say(lamp)
        wait_for("dark", lambda: not self._pi.shares(0.1), LAMP_SECONDS)

    def _measure_brightness(self) -> None:
        # The duty cycle is the square of the perceived brightness: 0.6 gives 0.36.
        self._expect_shares(0.36)
        self._open_with(brightness_percent=100)
        self._expect_shares(1.0)
        self._open_with(brightness_percent=60)

    def _expect_shares(self, wanted: float) -> None:
        self._console.say("all")
        wait_for("all lamps", lambda: set(self._pi.shares(0.2)) == set(LAMPS), LAMP_SECONDS)
        shares = self._pi.shares(2.0)
        if any(abs(shares.get(lamp, 0) - wanted) > _NEARLY for lamp in LAMPS):
            raise TroubleError(f"each should have current for {wanted} of the time: {shares}")

    def _press(self) -> None:
        def press() -> None:
            self._pi.set_button(down=True)
            self._pi.ask(f"sleep {_PRESS_SECONDS}")
            self._pi.set_button(down=False)

        self._console.expect_presses(["pressed"], press)

    def _hold(self) -> None:
        # At full brightness, a lit lamp is on at every instant.
        self._open_with(brightness_percent=100)
        self._pi.set_button(down=True)
        seen: list[frozenset[str]] = []
        end = time.monotonic() + _HOLD_SECONDS
        while len(seen) < len(LAMPS) and time.monotonic() < end:
            self._pi.ask("sleep 0.02")
            self._pi.stand_still()
            lit = self._pi.lit()
            if lit and seen[-1:] != [lit]:
                seen.append(lit)
            self._pi.go_on()
        self._pi.set_button(down=False)
        if seen != [frozenset({lamp}) for lamp in LAMPS]:
            raise TroubleError(f"not each lamp in turn: {seen}")
        self._console.expect_presses(["pressed", "held"], lambda: None)

    def _close_the_pins(self) -> None:
        self._console.say("all")
        wait_for("all lamps", lambda: set(self._pi.shares(0.2)) == set(LAMPS), LAMP_SECONDS)
        self._console.close()
        self._expect_dark()

    def _expect_dark(self) -> None:
        shares = self._pi.shares(2.0)
        if shares:
            raise TroubleError(f"not dark: {shares}")

    def _wait_for_lamps(self, lamps: set[str], seconds: float) -> None:
        """Sample the lamps for `seconds` at a time until exactly these lamps are lit."""
        wait_for(f"only {lamps}", lambda: set(self._pi.shares(seconds)) == lamps, LAMP_SECONDS)


if __name__ == "__main__":
    sys.exit(0 if PiRehearsal(Path(sys.argv[1])).play() else 1)
