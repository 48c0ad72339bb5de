"""USB serial ports of this computer, and non-blocking access to them.

Each port is opened exclusively. Callers wait by `select` on its file descriptor.
"""

import errno
import fcntl
import os
import termios
from pathlib import Path

import msgspec
import serial
from serial.tools import list_ports

from hardware.troubles import PanelError, TroubleKind, trouble

PANEL_NAME = "/dev/companion-panel"
"""Device file of a panel's port; it is a link made by our udev rule."""

# USB vendor number of Raspberry Pi, which a Pico with MicroPython reports.
_RASPBERRY_PI = 0x2E8A
_MOST_BYTES = 4096
_KIND_OF_ERROR = {
    errno.ENOENT: TroubleKind.PORT_MISSING,
    errno.ENODEV: TroubleKind.PORT_MISSING,
    errno.ENXIO: TroubleKind.PORT_MISSING,
    errno.EACCES: TroubleKind.PORT_FORBIDDEN,
    errno.EPERM: TroubleKind.PORT_FORBIDDEN,
    errno.EBUSY: TroubleKind.PORT_BUSY,
    errno.EAGAIN: TroubleKind.PORT_BUSY,
}


class Candidate(msgspec.Struct, frozen=True):
    """A port that may have a panel.

    A port is `sure` if it has the name or the USB vendor of a panel. Sure ports stay open; other
    ports are closed if no hello is received soon. Paths with the same `device` number lead to the
    same port; the number is None if it is unknown.
    """

    path: str
    sure: bool
    device: int | None = None


class SerialPort:
    """A serial port, opened exclusively; no call blocks."""

    def __init__(self, path: str, speed: int) -> None:
        self._path = path
        try:
            self._port = serial.Serial(path, speed, timeout=0, exclusive=True)
        except (OSError, ValueError) as error:
            raise _cannot_open(path, error) from error
        # pyserial's lock stops only programs that use pyserial; this lock stops all programs.
        fcntl.ioctl(self._port.fileno(), termios.TIOCEXCL)

    def fileno(self) -> int:
        """Return the file descriptor for `select`."""
        return int(self._port.fileno())

    def read(self) -> bytes:
        """Return received bytes, at most 4096. Raises PanelError if the device is gone."""
        try:
            return bytes(self._port.read(_MOST_BYTES))
        except OSError as error:
            raise self._gone() from error

    def write(self, data: bytes) -> int:
        """Send as many bytes as fit; return their number.

        Raises PanelError if the device is gone.
        """
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise self._gone() from error

    def close(self, *, discard: bool) -> None:
        """Close the port; if `discard` is set, drop unsent bytes.

        If it is not set, the system may wait half a minute for a device that does not read.
        """
        try:
            if discard:
                self._port.reset_output_buffer()
            # Without this the port stays locked while the other end of a pseudo-terminal is open.
            fcntl.ioctl(self._port.fileno(), termios.TIOCNXCL)
        except (OSError, termios.error):
            # The device is gone, and its unsent output with it.
            return
        finally:
            self._port.close()

    def _gone(self) -> PanelError:
        return PanelError(trouble(TroubleKind.UNPLUGGED, port=self._path))


class UsbPorts:
    """Lists the USB serial ports of this computer.

    Serial ports on the board itself are left out, because a console may use them; these must be
    named in panel.toml.
    """

    def likely(self) -> tuple[Candidate, ...]:
        """Return the ports that may have a panel, the most likely port first."""
        device = device_number(PANEL_NAME)
        named = () if device is None else (Candidate(PANEL_NAME, sure=True, device=device),)
        at_usb = (
            Candidate(port.device, port.vid == _RASPBERRY_PI, device_number(port.device))
            for port in list_ports.comports()
            if port.vid is not None
        )
        others = [port for port in at_usb if device is None or port.device != device]
        return (*named, *sorted(others, key=lambda candidate: (not candidate.sure, candidate.path)))

    def open(self, path: str, speed: int) -> SerialPort:
        """Open `path` at `speed` bits a second, which a USB device ignores. Raises PanelError."""
        return SerialPort(path, speed)


def device_number(path: str) -> int | None:
    """Return the device number of a device file, or None if the file does not exist."""
    try:
        return Path(path).stat().st_rdev or None
    except OSError:
        return None


def _cannot_open(path: str, error: OSError | ValueError) -> PanelError:
    number = getattr(error, "errno", None)
    if number in _KIND_OF_ERROR:
        return PanelError(trouble(_KIND_OF_ERROR[number], port=path))
    return PanelError(trouble(TroubleKind.PORT_BROKEN, port=path, error=error))
