"""Serial ports of this computer: which of them may be a panel's, and using one without waiting.

A port is opened for this program alone. Reading and writing give back at once; whoever wants to
wait does so with `select` on the port's file number.
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
"""The name that the udev rule gives to a panel's port."""

# Raspberry Pi's own number at USB; a Pico with MicroPython shows it.
_RASPBERRY_PI = 0x2E8A
_MOST_BYTES = 4096
_SETTLED_NANOSECONDS = 2_000_000_000
"""How old a change of the folder must be before its time can be trusted: clocks are coarse."""

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
    """A port at which a panel may be.

    `sure` ports are a panel's by name or by maker and are listened to for ever; others may be
    anybody's and are given back soon when no hello comes. Two paths with the same number of
    `device` lead to one and the same; None where nobody has looked.
    """

    path: str
    sure: bool
    device: int | None = None


class SerialPort:
    """A port of this computer, opened for this program alone; each call returns at once."""

    def __init__(self, path: str, speed: int) -> None:
        self._path = path
        try:
            self._port = serial.Serial(path, speed, timeout=0, exclusive=True)
        except (OSError, ValueError) as error:
            raise _cannot_open(path, error) from error
        # The library's lock only keeps out those who ask for it; this keeps out everyone.
        fcntl.ioctl(self._port.fileno(), termios.TIOCEXCL)

    def fileno(self) -> int:
        """The file number to wait for with `select`."""
        return int(self._port.fileno())

    def read(self) -> bytes:
        """What has come in, at most 4096 bytes; raises PanelError if the device is gone."""
        try:
            return bytes(self._port.read(_MOST_BYTES))
        except OSError as error:
            raise self._gone() from error

    def write(self, data: bytes) -> int:
        """Send as much of `data` as fits; returns how much. Raises PanelError if it is gone."""
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise self._gone() from error

    def close(self, *, discard: bool) -> None:
        """Give the port back; what was not sent yet is dropped where `discard` is asked for.

        The system waits half a minute for a device that does not read, unless it is dropped.
        """
        try:
            if discard:
                self._port.reset_output_buffer()
            # Where the cable's other end stays open, the port would stay closed to everyone.
            fcntl.ioctl(self._port.fileno(), termios.TIOCNXCL)
        except (OSError, termios.error):
            # The device is gone, and what was to be sent with it.
            return
        finally:
            self._port.close()

    def _gone(self) -> PanelError:
        return PanelError(trouble(TroubleKind.UNPLUGGED, port=self._path))


class UsbPorts:
    """The ports of this computer that are at USB.

    A port on the board itself is the serial console's, or something else's that no unknown
    program should open; panel.toml can name it.

    They are listed anew only when something has come into or gone from `devices`: listing them
    asks the system about every one, and a search that goes on for ever does it each second.
    """

    def __init__(self, devices: Path = _DEVICES) -> None:
        self._devices = devices
        self._listed: tuple[Candidate, ...] = ()
        self._listed_at: int | None = None

    def likely(self) -> tuple[Candidate, ...]:
        """The ports at which a panel may be plugged in, likely ones first."""
        changed = self._devices.stat().st_mtime_ns
        if changed != self._listed_at:
            self._listed = _listed_ports()
            # What comes at the same moment as the listing would not be seen by its time.
            settled = time.time_ns() - changed > _SETTLED_NANOSECONDS
            self._listed_at = changed if settled else None
        return self._listed

    def open(self, path: str, speed: int) -> SerialPort:
        """Open the port at `path`, at `speed` bits a second; raises PanelError if it cannot be.

        The speed means nothing to a panel that is itself a USB device.
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
    """The system's number of the device that `path` leads to; None if it leads to none."""
    try:
        return Path(path).stat().st_rdev or None
    except OSError:
        return None


def _cannot_open(path: str, error: OSError | ValueError) -> PanelError:
    number = getattr(error, "errno", None)
    if number in _KIND_OF_ERROR:
        return PanelError(trouble(_KIND_OF_ERROR[number], port=path))
    return PanelError(trouble(TroubleKind.PORT_BROKEN, port=path, error=error))
