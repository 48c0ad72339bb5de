"""Computers that qemu plays: their power, a shell in them, and what can be seen and plugged in."""

import base64
import json
import re
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

_CONNECT_SECONDS = 30
_LISTEN_SECONDS = 10
_ANSWER_SECONDS = 600
_COMMAND_LINE = (
    "root=/dev/vda rw console=tty0 console=ttyS0 quiet vt.global_cursor_default=0 no_timer_check"
)
"""On a busy machine ticks come late, and a kernel that looks for its timer finds none."""


class TroubleError(Exception):
    """The machine does not do what it should."""


def wait_for(what: str, is_so: Callable[[], object], seconds: float, pause: float = 2) -> None:
    """Return as soon as it is so. Raises TroubleError when it is not in time."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TroubleError(f"{what}: not within {seconds:.0f} s")
        time.sleep(pause)


def expect(wanted: str, told: str) -> None:
    """Raises TroubleError where these words are not in what was told."""
    if wanted not in told:
        raise TroubleError(f"{wanted} is not in: {told}")


class Computer:
    """One that has a shell on the last of its serial ports.

    `arguments` say to qemu what kind of computer it is; `folder` takes the sockets.
    """

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._folder = folder
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self._monitor: socket.socket
        self._shell: socket.socket

    def switch_on(self) -> None:
        """Give it power; returns before it has started."""
        for path in self._folder.glob("*.socket"):
            path.unlink()
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            [
                *(*self._arguments, "-display", "none"),
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
        """Take its power away at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def is_off(self) -> bool:
        """Whether it has switched itself off."""
        return self._process is None or self._process.poll() is not None

    def ask(self, command: str, seconds: float = _ANSWER_SECONDS) -> str:
        """What the command says in the machine, as root. Raises TroubleError where it fails."""
        number = time.monotonic_ns()
        # The tty may repeat the line, so the line must not hold its own end; and base64 comes
        # through any tty unchanged.
        self._shell.sendall(
            f"stty -echo; ( {command}\n) </dev/null 2>&1 | base64; "
            f"echo ended-$(({number} + 1)) ${{PIPESTATUS[0]}}\n".encode()
        )
        end = f"ended-{number + 1}"
        told = b""
        self._shell.settimeout(seconds)
        while (ended := re.search(rf"{end} (\d+)".encode(), told)) is None:
            try:
                told += self._shell.recv(65536)
            except TimeoutError as error:
                raise TroubleError(f"{command}: no answer within {seconds:.0f} s") from error
        words = re.findall(rb"^[\w+/]+=*\r?$", told[: ended.start()], re.MULTILINE)
        answer = base64.b64decode(b"".join(words)).decode(errors="replace")
        if ended[1] != b"0":
            raise TroubleError(f"{command}: {answer}")
        return answer

    def answers(self) -> bool:
        """Whether its shell listens already: what is said before that is lost."""
        try:
            self.ask("true", _LISTEN_SECONDS)
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

        wait_for("qemu", is_connected, _CONNECT_SECONDS, pause=0.2)
        return line

    def order(self, order: str, **details: Any) -> None:
        """Say this to qemu's monitor. Raises TroubleError where it refuses."""
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
            told += line.recv(1)
        return dict(json.loads(told))


class VirtualMachine(Computer):
    """One processor, 1 GB, a display of 800 x 480; the shell is `rehearsal-shell.service`.

    `folder` takes sockets and the console's log; kernel and initrd lie in `boot`.
    """

    def __init__(self, folder: Path, disk: Path, boot: Path) -> None:
        self.console = folder / "console"
        # No mouse and no tablet: a pointer would make the compositor show a cursor.
        super().__init__(
            folder,
            *("qemu-system-x86_64", "-nodefaults", "-no-user-config"),
            *("-machine", "q35,i8042=off", "-accel", "tcg", "-smp", "1", "-m", "1024"),
            *("-kernel", str(next(boot.glob("vmlinuz-*")))),
            *("-initrd", str(next(boot.glob("initrd.img-*")))),
            *("-append", _COMMAND_LINE, "-device", "virtio-rng-pci"),
            *("-drive", f"file={disk},format=raw,if=virtio"),
            *("-device", "virtio-vga,xres=800,yres=480", "-device", "qemu-xhci"),
            *("-chardev", f"socket,id=cable,path={self.cable(folder)},server=on,wait=off"),
            *("-serial", f"file:{self.console}"),
        )

    @staticmethod
    def cable(folder: Path) -> Path:
        """The socket at which whatever is at the far end of the cable listens."""
        return folder / "cable.socket"

    def picture(self) -> bytes:
        """What its display shows, as a PPM file."""
        path = self._folder / "picture.ppm"
        self.order("screendump", filename=str(path))
        return path.read_bytes()

    def plug_in_stick(self, stick: Path) -> None:
        """Plug in a stick that has the contents of the file `stick`."""
        file = {"driver": "file", "filename": str(stick)}
        self.order("blockdev-add", **{"driver": "raw", "node-name": "stick", "file": file})
        self.order("device_add", driver="usb-storage", drive="stick", id="stick")

    def pull_stick(self) -> None:
        """Pull that stick again."""
        self.order("device_del", id="stick")
        wait_for("qemu to let go of the stick", self._lets_go_of_the_stick, _CONNECT_SECONDS)

    def _lets_go_of_the_stick(self) -> bool:
        try:
            self.order("blockdev-del", **{"node-name": "stick"})
        except TroubleError:
            return False
        return True

    def plug_in_cable(self) -> None:
        """Plug a cable into its USB socket: a serial port."""
        self.order("device_add", driver="usb-serial", chardev="cable", id="cable")

    def pull_cable(self) -> None:
        """Pull that cable again."""
        self.order("device_del", id="cable")
