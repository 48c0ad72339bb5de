"""Cables for tests: pseudo-terminals, with a port of this computer at one end."""

import os
import pty
import select
import time
import tty
from collections.abc import Callable

from hardware.serial_port import SerialPort

LONG = 10.0
"""How many seconds a test waits for what should come true at once."""


class Cable:
    """A cable whose near end is a port of this computer and whose far end a test holds."""

    def __init__(self) -> None:
        self.far, self._near = pty.openpty()
        tty.setraw(self._near)
        os.set_blocking(self.far, False)
        self.path = os.ttyname(self._near)
        self.is_whole = True

    def say(self, data: bytes) -> None:
        """Send all of it, however long the computer takes to read it."""
        rest = memoryview(data)
        while rest:
            select.select([], [self.far], [])
            rest = rest[os.write(self.far, rest) :]

    def hear(self) -> bytes:
        try:
            return os.read(self.far, 65536)
        except BlockingIOError:
            return b""

    def clog(self) -> None:
        os.set_blocking(self._near, False)
        # The kernel moves on what it has taken a moment later, and has room once more.
        while self._fill():
            time.sleep(0.02)

    def _fill(self) -> int:
        written = 0
        try:
            while True:
                written += os.write(self._near, bytes(4096))
        except BlockingIOError:
            return written

    def pull_out(self) -> None:
        if self.is_whole:
            self.is_whole = False
            os.close(self._near)
            os.close(self.far)


class Sockets:
    """The cables that are plugged in now, as the ports of a computer."""

    def __init__(self) -> None:
        self.cables: list[Cable] = []

    def likely_panel_ports(self) -> tuple[str, ...]:
        return tuple(cable.path for cable in self.cables if cable.is_whole)

    def open(self, path: str, speed: int) -> SerialPort:
        return SerialPort(path, speed)

    def plug_in(self) -> Cable:
        self.cables.append(Cable())
        return self.cables[-1]


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < until, "it did not come true in time"
        time.sleep(0.005)
