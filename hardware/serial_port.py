"""Serial ports of this computer: which may have a panel, and non-blocking access.

A port is opened exclusively. Reading and writing never block; use `select` on the port's file
descriptor to wait.
"""

import errno
import fcntl
import os
import termios
import time
from pathlib import Path

import msgspec
import serial
from serial.tools import list_ports

from hardware.troubles import PanelError, TroubleKind, trouble

_DEVICES = Path("/dev")
PANEL_NAME = "/dev/companion-panel"
"""Name that the udev rule gives to a panel's port."""

# USB vendor number of Raspberry Pi, which a Pico with MicroPython shows.
_RASPBERRY_PI = 0x2E8A
_MOST_BYTES = 4096
_SETTLED_NANOSECONDS = 2_000_000_000
"""Age from which a folder's modification time is reliable: clocks are coarse."""

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

    `sure` ports are a panel's by name or vendor and stay open; others are released soon without a
    hello. Paths with the same `device` number are the same port; None if unknown.
    """

    path: str
    sure: bool
    device: int | None = None


class SerialPort:
    """An exclusively opened port; no call blocks."""

    def __init__(self, path: str, speed: int) -> None:
        self._path = path
        try:
            self._port = serial.Serial(path, speed, timeout=0, exclusive=True)
        except (OSError, ValueError) as error:
            raise _cannot_open(path, error) from error
        # pyserial's lock only stops programs that use it; this stops all.
        fcntl.ioctl(self._port.fileno(), termios.TIOCEXCL)

    def fileno(self) -> int:
        """File descriptor for `select`."""
        return int(self._port.fileno())

    def read(self) -> bytes:
        """Return received bytes, at most 4096. Raises PanelError if the device is gone."""
        try:
            return bytes(self._port.read(_MOST_BYTES))
        except OSError as error:
            raise self._gone() from error

    def write(self, data: bytes) -> int:
        """Send what fits; return how much. Raises PanelError if the device is gone."""
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise self._gone() from error

    def close(self, *, discard: bool) -> None:
        """Close the port; `discard` drops unsent bytes.

        Otherwise the system waits half a minute for a device that does not read.
        """
        try:
            if discard:
                self._port.reset_output_buffer()
            # Without this the port stays locked while the other end of a pseudo-terminal is open.
            fcntl.ioctl(self._port.fileno(), termios.TIOCNXCL)
        except (OSError, termios.error):
            # The device is gone, and the pending output with it.
            return
        finally:
            self._port.close()

    def _gone(self) -> PanelError:
        return PanelError(trouble(TroubleKind.UNPLUGGED, port=self._path))


class UsbPorts:
    """The USB serial ports of this computer.

    Ports on the board itself are left out, as they may be a console's; panel.toml can name one.

    The list is refreshed only when `devices` has changed: listing asks the system about every port,
    and a search does that each second.
    """

    def __init__(self, devices: Path = _DEVICES) -> None:
        self._devices = devices
        self._listed: tuple[Candidate, ...] = ()
        self._listed_at: int | None = None

    def likely(self) -> tuple[Candidate, ...]:
        """Return the ports at which a panel may be, likely ones first."""
        changed = self._devices.stat().st_mtime_ns
        if changed != self._listed_at:
            self._listed = _listed_ports()
            # A port that appears in the same instant as the listing would not change the time seen.
            settled = time.time_ns() - changed > _SETTLED_NANOSECONDS
            self._listed_at = changed if settled else None
        return self._listed

    def open(self, path: str, speed: int) -> SerialPort:
        """Open `path` at `speed` bits a second. Raises PanelError.

        A USB device ignores the speed.
        """
        return SerialPort(path, speed)


def _listed_ports() -> tuple[Candidate, ...]:
    device = device_number(PANEL_NAME)
    named = () if device is None else (Candidate(PANEL_NAME, sure=True, device=device),)
    at_usb = (
        Candidate(port.device, port.vid == _RASPBERRY_PI, device_number(port.device))
        for port in list_ports.comports()
        if port.vid is not None
    )
    others = [port for port in at_usb if device is None or port.device != device]
    return (*named, *sorted(others, key=lambda candidate: (not candidate.sure, candidate.path)))


def device_number(path: str) -> int | None:
    """Return the system's number of the device at `path`; None if there is none."""
    try:
        return Path(path).stat().st_rdev or None
    except OSError:
        return None


def _cannot_open(path: str, error: OSError | ValueError) -> PanelError:
    number = getattr(error, "errno", None)
    if number in _KIND_OF_ERROR:
        return PanelError(trouble(_KIND_OF_ERROR[number], port=path))
    return PanelError(trouble(TroubleKind.PORT_BROKEN, port=path, error=error))
