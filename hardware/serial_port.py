"""USB serial ports of this computer, and non-blocking access to them.

Each port is opened exclusively. Callers wait with `select` on the port's file descriptor.
"""

import errno
import fcntl
import os
import termios

import serial
from serial.tools import list_ports

from hardware.troubles import PanelError, TroubleKind, make_trouble

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


class SerialPort:
    """A serial port, opened exclusively. Only `close` without `discard_unsent` may block."""

    def __init__(self, path: str, speed: int) -> None:
        self._path = path
        try:
            self._port = serial.Serial(path, speed, timeout=0, exclusive=True)
        except (OSError, ValueError) as error:
            kind = _KIND_OF_ERROR.get(getattr(error, "errno", None) or 0, TroubleKind.PORT_BROKEN)
            raise PanelError(make_trouble(kind, port=path, error=error)) from error
        # pyserial's lock stops only programs that use pyserial; this lock stops all programs.
        fcntl.ioctl(self._port.fileno(), termios.TIOCEXCL)

    def fileno(self) -> int:
        return int(self._port.fileno())

    def read(self) -> bytes:
        """Return received bytes, at most 4096. Raises PanelError."""
        try:
            return bytes(self._port.read(_MOST_BYTES))
        except OSError as error:
            raise self._gone() from error

    def write(self, data: bytes) -> int:
        """Send as many bytes as possible at once; return their number. Raises PanelError."""
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise self._gone() from error

    def close(self, *, discard_unsent: bool) -> None:
        """Close the port; if `discard_unsent` is set, drop unsent bytes.

        Otherwise, the system may wait half a minute for a device that does not read.
        """
        try:
            if discard_unsent:
                self._port.reset_output_buffer()
            # Without this the port stays locked while the other end of a pseudo-terminal is open.
            fcntl.ioctl(self._port.fileno(), termios.TIOCNXCL)
        except (OSError, termios.error):
            # The device is gone, and its unsent output with it.
            return
        finally:
            self._port.close()

    def _gone(self) -> PanelError:
        return PanelError(make_trouble(TroubleKind.UNPLUGGED, port=self._path))


class UsbSerialPorts:
    """Lists the USB serial ports of this computer that may have a panel.

    These are the ports of boards by Raspberry Pi. Opening any other port could reset the board that
    is plugged in there, so other ports must be named in panel.toml.
    """

    def likely_panel_ports(self) -> tuple[str, ...]:
        """Return the device files of the ports that may have a panel, such as /dev/ttyACM0."""
        found = list_ports.comports()
        return tuple(sorted(port.device for port in found if port.vid == _RASPBERRY_PI))

    def open(self, path: str, speed: int) -> SerialPort:
        """Open `path` at `speed` bits a second; USB devices ignore the speed. Raises PanelError."""
        return SerialPort(path, speed)
