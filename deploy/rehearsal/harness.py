"""Common parts of the tests on emulated computers: output, and a computer with a root shell."""

import base64
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

CONNECT_SECONDS = 30
_LISTEN_SECONDS = 10
_ANSWER_SECONDS = 600


class TroubleError(Exception):
    """The tested machine does not behave as expected."""


def wait_for(what: str, is_so: Callable[[], object], seconds: float, pause: float = 2) -> None:
    """Wait until the function `is_so` returns true, calling it every `pause` seconds.

    Raises TroubleError after `seconds`, with `what` in its message.
    """
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TroubleError(f"{what}: not within {seconds:.0f} s")
        time.sleep(pause)


def expect(wanted: str, told: str) -> None:
    """Raise TroubleError unless the text `told` contains the text `wanted`."""
    if wanted not in told:
        raise TroubleError(f"{wanted} is not in: {told}")


def receive(line: socket.socket, most: int) -> bytes:
    """Return at most `most` bytes from a socket of qemu.

    Raises TroubleError if qemu has ended.
    """
    told = line.recv(most)
    if not told:
        raise TroubleError("the machine is off")
    return told


def boot_options(boot: Path, words: str) -> tuple[str, ...]:
    """Return qemu's options for the kernel (with the command line `words`) and initrd in `boot`."""
    kernel, initrd = next(boot.glob("vmlinuz-*")), next(boot.glob("initrd.img-*"))
    return "-kernel", str(kernel), "-initrd", str(initrd), "-append", words


PC = (
    *("qemu-system-x86_64", "-nodefaults", "-no-user-config", "-machine", "q35,i8042=off"),
    *("-accel", "tcg", "-smp", "1", "-m", "1024", "-device", "virtio-rng-pci"),
    *("-device", "virtio-vga,xres=800,yres=480"),
)
"""Options of qemu for a PC with one processor, 1 GB of memory and a display of 800 x 480.

It has no mouse or tablet: with a pointer, the compositor would show a cursor.
"""


class Computer:
    """A computer emulated by qemu, with a root shell on its last serial port.

    `arguments` are options of qemu that describe the computer; `folder` is for the sockets.
    """

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._folder = folder
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self._monitor: socket.socket
        self._shell: socket.socket

    def switch_on(self, *more: str) -> None:
        """Start qemu with the options `more`. Returns before the system has booted."""
        for path in self._folder.glob("*.socket"):
            path.unlink()
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            [
                *(*self._arguments, *more, "-display", "none"),
                *("-serial", f"unix:{self._folder / 'shell.socket'},server=on,wait=off"),
                *("-qmp", f"unix:{self._folder / 'monitor.socket'},server=on,wait=off"),
            ],
            stdin=subprocess.DEVNULL,
        )
        self._monitor = self._connect("monitor")
        self._answer(self._monitor)
        self.order("qmp_capabilities")
        self._shell = self._connect("shell")

    def pull_the_plug(self) -> None:
        """Kill qemu, which is like a power cut."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def processor_seconds(self) -> float:
        """Return the processor time in seconds that qemu has used since its start."""
        if self._process is None:
            return 0
        told = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def is_off(self) -> bool:
        """Return whether the computer has switched itself off."""
        return self._process is None or self._process.poll() is not None

    def ask(self, command: str, seconds: float = _ANSWER_SECONDS) -> str:
        """Run a command as root in the computer; return its output.

        Raises TroubleError if the command fails.
        """
        number = time.monotonic_ns()
        # The terminal may echo the line, so the line must not contain its own end marker. Base64
        # passes through any terminal unchanged.
        self._shell.sendall(
            f"stty -echo; ( {command}\n) </dev/null 2>&1 | base64; "
            f"echo ended-$(({number} + 1)) ${{PIPESTATUS[0]}}\n".encode()
        )
        end = f"ended-{number + 1}"
        told = b""
        self._shell.settimeout(seconds)
        while (ended := re.search(rf"{end} (\d+)".encode(), told)) is None:
            try:
                told += receive(self._shell, 65536)
            except TimeoutError as error:
                raise TroubleError(f"{command}: no answer within {seconds:.0f} s") from error
        words = re.findall(rb"^[\w+/]+=*\r?$", told[: ended.start()], re.MULTILINE)
        answer = base64.b64decode(b"".join(words)).decode(errors="replace")
        if ended[1] != b"0":
            raise TroubleError(f"{command}: {answer}")
        return answer

    def answers(self, command: str = "true") -> bool:
        """Return whether the shell is ready and a command succeeds at once.

        Any input before the shell is ready is lost.
        """
        try:
            self.ask(command, _LISTEN_SECONDS)
        except TroubleError:
            return False
        return True

    def _connect(self, name: str) -> socket.socket:
        line = socket.socket(socket.AF_UNIX)

        def is_connected() -> bool:
            try:
                line.connect(str(self._folder / f"{name}.socket"))
            except OSError:
                return False
            return True

        wait_for("qemu", is_connected, CONNECT_SECONDS, pause=0.2)
        return line

    def order(self, order: str, **details: Any) -> None:
        """Send a command to the monitor of qemu. Raises TroubleError if qemu refuses it."""
        self._monitor.sendall(json.dumps({"execute": order, "arguments": details}).encode())
        answer = self._answer(self._monitor)
        while "event" in answer:
            answer = self._answer(self._monitor)
        if "error" in answer:
            raise TroubleError(f"{order}: {answer['error']['desc']}")

    @staticmethod
    def _answer(line: socket.socket) -> dict[str, Any]:
        told = b""
        while not told.endswith(b"\n"):
            told += receive(line, 1)
        return dict(json.loads(told))


Part = tuple[str, Callable[[], None]]
"""A test: its description, and a function that raises TroubleError if the test fails."""


def play(parts: Sequence[Part], computer: Computer, log: Callable[[], str]) -> bool:
    """Run tests up to the first failure; print a line for each, and return whether all passed.

    After a failure, the messages that `log` returns are printed. At the end, the computer's plug is
    pulled.
    """
    try:
        return all(_line(name, part, log) for name, part in parts)
    finally:
        computer.pull_the_plug()


def _line(name: str, part: Callable[[], None], log: Callable[[], str]) -> bool:
    began = time.monotonic()
    trouble: Exception | None = None
    try:
        part()
    except (TroubleError, OSError, subprocess.SubprocessError) as error:
        trouble = error
    word = "ok" if trouble is None else "FAILED"
    sys.stdout.write(f"{word:7} {name:62} {time.monotonic() - began:5.0f} s\n")
    if trouble is not None:
        told = f"{trouble}\n{log()}"
        sys.stdout.write("".join(f"        | {line}\n" for line in told.splitlines()))
    sys.stdout.flush()
    return trouble is None
