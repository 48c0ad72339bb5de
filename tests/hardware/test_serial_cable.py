"""A whole serial panel, thread and all, at a pseudo-terminal for a cable.

The firmware without its board sits at the other end and keeps real time.
"""

import threading
import time

import pytest

from hardware import serial_panel
from hardware.firmware.panel.device import Device
from hardware.lamps import Lamp, LampScheduler, LampSettings, lamp_pattern
from hardware.panel import PanelKind, PanelState, PanelStatus, Press, PressKind
from hardware.panel_config import SerialSettings
from hardware.panel_thread import ThreadedPanel
from hardware.serial_panel import SerialDriver
from hardware.serial_port import SerialPort
from hardware.troubles import PanelError, TroubleKind
from tests.hardware.cables import LONG, Cable, Sockets, eventually

RED_FRAME = (*[0] * 9, 255)


class FirmwareAt:
    """The firmware without its board, living at the far end of a cable in its own thread."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._device = Device()
        self._ends = threading.Event()
        self._began = time.monotonic()
        self._is_down = False
        self._looked = 0
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def levels(self) -> tuple[int, ...]:
        return self._device.levels(self._now())

    def push(self, seconds: float) -> None:
        """Let the button be up and then down for so long."""
        self._keep(seconds)
        self._is_down = True
        self._keep(seconds)
        self._is_down = False

    def _keep(self, seconds: float) -> None:
        """Wait until the device has looked at its button for so long, however seldom it does."""
        began = self._now()
        eventually(lambda: self._looked > began)
        until = self._looked + seconds * 1000
        eventually(lambda: self._looked >= until)

    def end(self) -> None:
        self._ends.set()
        self._thread.join()

    def _now(self) -> int:
        return int((time.monotonic() - self._began) * 1000)

    def _live(self) -> None:
        while not self._ends.wait(0.002):
            now = self._now()
            said = self._device.hear(self._cable.hear(), now)
            said += self._device.watch(now, down=self._is_down) + self._device.periodic_messages(
                now
            )
            self._looked = now
            if said:
                self._cable.say(said)


@pytest.fixture
def sockets():
    sockets = Sockets()
    yield sockets
    for cable in sockets.cables:
        cable.pull_out()


@pytest.fixture
def panel(sockets, monkeypatch):
    # As quick as the test machine can go; the real times are tested without waiting.
    monkeypatch.setattr(serial_panel, "SEARCH_SECONDS", 0.05)
    monkeypatch.setattr(serial_panel, "RETRY_SECONDS", 0.05)
    monkeypatch.setattr(serial_panel, "SILENCE_SECONDS", 0.5)
    monkeypatch.setattr(serial_panel, "STALL_SECONDS", 0.3)
    lamps = LampScheduler(time.monotonic, LampSettings(brightness_percent=100))
    attendant = SerialDriver(SerialSettings(), time.monotonic, expected=True, ports=sockets)
    panel = ThreadedPanel(attendant, lamps, PanelStatus(PanelKind.SERIAL, PanelState.SEARCHING))
    panel.show(lamp_pattern(steady=[Lamp.RED]))
    yield panel
    panel.close(wait_seconds=LONG)


@pytest.fixture
def firmware():
    """Puts the firmware at the far end of a cable; ends it with the test."""
    living = []

    def begin(cable: Cable) -> FirmwareAt:
        living.append(FirmwareAt(cable))
        return living[-1]

    yield begin
    for device in living:
        device.end()


def collect(panel, count: int) -> list[Press]:
    presses: list[Press] = []

    def are_there() -> bool:
        presses.extend(panel.poll().presses)
        return len(presses) >= count

    eventually(are_there)
    return presses


def is_ready(panel) -> bool:
    return panel.poll().status.state is PanelState.READY


def test_a_panel_is_found_lit_and_its_press_told(panel, sockets, firmware):
    cable = sockets.plug_in()
    device = firmware(cable)
    eventually(lambda: is_ready(panel))
    assert panel.poll().status.port == cable.path
    eventually(lambda: device.levels() == RED_FRAME)
    device.push(0.1)
    presses = collect(panel, 1)
    assert [press.kind for press in presses] == [PressKind.PRESSED]


def test_a_port_is_this_programs_alone(sockets):
    cable = sockets.plug_in()
    port = SerialPort(cable.path, 115200)
    with pytest.raises(PanelError) as refusal:
        SerialPort(cable.path, 115200)
    assert str(refusal.value) == (
        f"Another program is using {cable.path}. End the other program; the panel is then taken"
        " up by itself."
    )
    port.close(discard=True)


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/dev/no-such-port", TroubleKind.PORT_MISSING), ("/dev/null", TroubleKind.PORT_BROKEN)],
)
def test_what_is_no_port_is_refused_with_the_reason(path, kind):
    with pytest.raises(PanelError) as refusal:
        SerialPort(path, 115200)
    assert refusal.value.trouble.kind is kind


def test_reading_and_writing_never_wait(sockets):
    cable = sockets.plug_in()
    port = SerialPort(cable.path, 115200)
    assert port.read() == b""
    cable.clog()
    assert port.write(b"x" * 100) == 0
    cable.pull_out()
    with pytest.raises(PanelError, match="was unplugged"):
        port.read()
    with pytest.raises(PanelError, match="was unplugged"):
        port.write(b"x")
    port.close(discard=True)
