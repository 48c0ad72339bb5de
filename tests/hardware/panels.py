"""Panels for tests: the real firmware's behaviour at the other end of a cable that is in memory."""

from hardware.firmware.panel.device import Device
from hardware.troubles import PanelError, TroubleKind, make_trouble
from tests.hardware.clocks import HandClock


class FirmwarePanel:
    """The firmware without its board: a button to push, lamps to look at, a cable to hold."""

    def __init__(self, clock: HandClock) -> None:
        self._clock = clock
        self._device = Device()
        self.is_down = False

    def hear(self, data: bytes) -> bytes:
        return self._device.reply_messages(data, self._now())

    def step(self) -> bytes:
        said = self._device.button_messages(self._now(), down=self.is_down)
        return said + self._device.periodic_messages(self._now())

    def levels(self) -> tuple[int, ...]:
        return self._device.lamp_levels(self._now())

    def _now(self) -> int:
        return round(self._clock() * 1000)


class MemoryPort:
    """A port in memory; what is written to it lands in `written`, `incoming` is to be read."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.incoming = b""
        self.written = b""
        self.room = 1_000_000
        self.is_open = True
        self.is_plugged_in = True

    def fileno(self) -> int:
        raise AssertionError("a port in memory cannot be waited for")

    def read(self) -> bytes:
        self._check()
        data, self.incoming = self.incoming[:4096], self.incoming[4096:]
        return data

    def write(self, data: bytes) -> int:
        self._check()
        taken = data[: self.room]
        self.room -= len(taken)
        self.written += taken
        return len(taken)

    def close(self, *, discard_unsent: bool) -> None:
        self.is_open = False

    def take_written(self) -> bytes:
        written, self.written = self.written, b""
        return written

    def _check(self) -> None:
        assert self.is_open, "a closed port is used"
        if not self.is_plugged_in:
            raise PanelError(make_trouble(TroubleKind.UNPLUGGED, port=self.path))
