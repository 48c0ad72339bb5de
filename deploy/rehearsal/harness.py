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
START_SECONDS = 1800
"""Timeout in seconds for booting: qemu translates every instruction, and the host may be busy."""


class RehearsalError(Exception):
    """The tested machine did not behave as expected."""


def wait_for(what: str, condition: Callable[[], object], seconds: float, pause: float = 2) -> None:
    """Call the function `condition` every `pause` seconds until it returns true.

    Raises RehearsalError after `seconds`, with `what` in its message.
    """
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise RehearsalError(f"timeout after {seconds:.0f} s waiting for {what}")
        time.sleep(pause)


def expect_text(wanted: str, text: str) -> None:
    """Raise RehearsalError unless `text` contains `wanted`."""
    if wanted not in text:
        raise RehearsalError(f"expected {wanted!r} in: {text}")


class Computer:
    """A computer emulated by qemu, with a root shell on its last serial port.

    `arguments` are qemu's command and options. The sockets to qemu are in `folder`.
    """

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.console = folder / "console"
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self._monitor: socket.socket
        self._shell: socket.socket

    def switch_on(self, *more: str) -> None:
        """Start qemu with the options `more`. Returns before the system has booted."""
        for path in self.folder.glob("*.socket"):
            path.unlink()
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            [
                *(*self._arguments, *more, "-display", "none"),
                *("-serial", f"unix:{self.folder / 'shell.socket'},server=on,wait=off"),
                *("-qmp", f"unix:{self.folder / 'monitor.socket'},server=on,wait=off"),
            ],
            stdin=subprocess.DEVNULL,
        )
        self._monitor = self.connect_socket("monitor")
        receive_line(self._monitor)
        self.monitor_command("qmp_capabilities")
        self._shell = self.connect_socket("shell")

    def pull_the_plug(self) -> None:
        """Kill qemu. For the emulated computer, this is like a power cut."""
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

    def run_as_root(self, command: str, seconds: float = _ANSWER_SECONDS) -> str:
        """Run a command as root on the computer; return its output.

        Raises RehearsalError if the command fails.
        """
        number = time.monotonic_ns()
        # The terminal may echo the line, which therefore must not contain its own end marker.
        # Base64 passes through any terminal unchanged.
        self._shell.sendall(
            f"stty -echo; ( {command}\n) </dev/null 2>&1 | base64; "
            f"echo ended-$(({number} + 1)) ${{PIPESTATUS[0]}}\n".encode()
        )
        end = f"ended-{number + 1}"
        told = b""
        self._shell.settimeout(seconds)
        while (ended := re.search(rf"{end} (\d+)".encode(), told)) is None:
            try:
                told += _receive(self._shell, 65536)
            except TimeoutError as error:
                raise RehearsalError(f"no answer within {seconds:.0f} s from: {command}") from error
        words = re.findall(rb"^[\w+/]+=*\r?$", told[: ended.start()], re.MULTILINE)
        answer = base64.b64decode(b"".join(words)).decode(errors="replace")
        if ended[1] != b"0":
            raise RehearsalError(f"failed: {command}\n{answer}")
        return answer

    def shell_answers(self, command: str = "true") -> bool:
        """Return whether the shell is ready and `command` succeeds within a few seconds.

        A shell that is not ready loses the command, so callers repeat this call until it is True.
        """
        try:
            self.run_as_root(command, _LISTEN_SECONDS)
        except RehearsalError:
            return False
        return True

    def unit_state(self, unit: str) -> str:
        """Return the state of a systemd unit, such as `active`."""
        return self.run_as_root(f"systemctl show --property=ActiveState --value {unit}").strip()

    def log(self) -> str:
        """Return the computer's latest log messages.

        If the shell does not answer, the output of the console is returned instead.
        """
        try:
            return self.run_as_root(
                "systemctl --failed --no-pager; journalctl --no-pager --lines=60", 120
            )
        except (RehearsalError, OSError):
            return self.console.read_text(errors="replace")

    def connect_socket(self, name: str) -> socket.socket:
        line = socket.socket(socket.AF_UNIX)

        def is_connected() -> bool:
            try:
                line.connect(str(self.folder / f"{name}.socket"))
            except OSError:
                return False
            return True

        wait_for("qemu", is_connected, CONNECT_SECONDS, pause=0.2)
        return line

    def monitor_command(self, monitor_command: str, **details: Any) -> None:
        """Send a command, with the arguments `details`, to the monitor of qemu.

        Raises RehearsalError if qemu refuses the command.
        """
        self._monitor.sendall(
            json.dumps({"execute": monitor_command, "arguments": details}).encode()
        )
        while "event" in (answer := json.loads(receive_line(self._monitor))):
            pass
        if "error" in answer:
            raise RehearsalError(f"{monitor_command}: {answer['error']['desc']}")


def _receive(line: socket.socket, most: int) -> bytes:
    told = line.recv(most)
    if not told:
        raise RehearsalError("the connection was closed: the computer is off")
    return told


def receive_line(connection: socket.socket) -> bytes:
    """Return the next line from a socket of qemu. Raises RehearsalError if qemu has ended."""
    told = b""
    while not told.endswith(b"\n"):
        told += _receive(connection, 1)
    return told


def boot_options(boot: Path, kernel_parameters: str) -> tuple[str, ...]:
    """Return qemu's options to boot from the files in `boot`, with a root shell on ttyS1.

    `kernel_parameters` are further ones.
    """
    kernel, initrd = next(boot.glob("vmlinuz-*")), next(boot.glob("initrd.img-*"))
    kernel_parameters = f"{kernel_parameters} systemd.debug_shell=ttyS1"
    return "-kernel", str(kernel), "-initrd", str(initrd), "-append", kernel_parameters


class PC(Computer):
    """A PC with one processor, 1 GB of memory and a display of 800 x 480.

    It boots from the files in `folder/boot`. `disks` are image files. It has no mouse
    or tablet: with a pointer, the compositor would show a cursor.
    """

    def __init__(
        self, folder: Path, kernel_parameters: str, disks: Sequence[Path], *more: str
    ) -> None:
        # Timer ticks come late on a busy host.
        kernel_parameters += " console=ttyS0 no_timer_check"
        super().__init__(
            folder,
            *("qemu-system-x86_64", "-nodefaults", "-no-user-config", "-machine", "q35,i8042=off"),
            *("-accel", "tcg", "-smp", "1", "-m", "1024", "-device", "virtio-rng-pci"),
            # Without cmpxchg16b: after it, qemu 7.2 leaves wrong flags, and an interrupt at that
            # moment makes the kernel panic.
            *("-cpu", "qemu64,-cx16"),
            *("-device", "virtio-vga,xres=800,yres=480", "-serial", f"file:{folder / 'console'}"),
            *boot_options(folder / "boot", kernel_parameters),
            # Unsafe caching loses data only if the host's power fails, not if qemu is killed.
            *(
                word
                for disk in disks
                for word in ("-drive", f"file={disk},format=raw,if=virtio,cache=unsafe")
            ),
            *more,
        )

    def screenshot(self, form: str = "ppm") -> bytes:
        """Return the content of the display as an image file."""
        path = self.folder / f"picture.{form}"
        self.monitor_command("screendump", filename=str(path), format=form)
        return path.read_bytes()


Part = tuple[str, Callable[[], None]]
"""A test: its description, and a function that raises RehearsalError if the test fails."""


def run_tests(parts: Sequence[Part], computer: Computer) -> bool:
    """Run tests until one fails, and return whether all passed.

    A line is printed for each test. After a failure, the computer's log is printed too. At the end,
    qemu is killed.
    """
    try:
        return all(_line(name, part, computer) for name, part in parts)
    finally:
        computer.pull_the_plug()


def _line(name: str, part: Callable[[], None], computer: Computer) -> bool:
    began = time.monotonic()
    trouble: Exception | None = None
    try:
        part()
    except (RehearsalError, OSError, subprocess.SubprocessError) as error:
        trouble = error
    word = "ok" if trouble is None else "FAILED"
    sys.stdout.write(f"{word:7} {name:62} {time.monotonic() - began:5.0f} s\n")
    if trouble is not None:
        told = [*str(trouble).splitlines(), *computer.log().splitlines()[-80:]]
        sys.stdout.writelines(f"        | {line}\n" for line in told)
    sys.stdout.flush()
    return trouble is None
