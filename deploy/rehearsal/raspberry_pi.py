"""A Raspberry Pi 3 that qemu plays, and its pins, which are read and set from outside."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

from virtual_machine import Computer

_PINS = 0x3F200000
"""Where the chip's registers of the pins are. Source: Broadcom, BCM2835 ARM Peripherals, 6.1."""
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
"""The GPIO of each lamp, as hardware/README.md tells people to wire them."""


class RaspberryPi(Computer):
    """Four processors, 1 GB; the shell is its first process.

    In `folder` lie `kernel`, `board` (what the kernel is told of it) and `memory-disk`.
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

    def switch_on(self) -> None:
        """Give it power; returns before it has started."""
        super().switch_on()
        self._registers = self._connect("registers")

    def stand_still(self) -> None:
        """Let no time go by in it."""
        self.order("stop")

    def go_on(self) -> None:
        """Let it go on."""
        self.order("cont")

    def lit(self) -> frozenset[str]:
        """The lamps whose pins have current at this instant."""
        levels = int(self._say(f"readl {_LEVELS:#x}").split()[1], 16)
        return frozenset(lamp for lamp, pin in LAMPS.items() if levels >> pin & 1)

    def shares(self, seconds: float = 1.0) -> dict[str, float]:
        """For which share of that time each lamp had current; those that had none are left out."""
        seen = list(self.glances(seconds))
        counts = {lamp: sum(lamp in lit for lit in seen) for lamp in LAMPS}
        return {lamp: count / len(seen) for lamp, count in counts.items() if count}

    def glances(self, seconds: float) -> Iterator[frozenset[str]]:
        """The lit lamps, as often as it can be looked in that time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            yield self.lit()

    def set_button(self, *, down: bool) -> None:
        """Join the button's pin to ground, or let go of it."""
        self._say(f"writel {_CLEAR if down else _SET:#x} {1 << BUTTON:#x}")

    def _say(self, order: str) -> str:
        self._registers.sendall(f"{order}\n".encode())
        told = b""
        while not told.endswith(b"\n"):
            told += self._registers.recv(4096)
        return told.decode()
