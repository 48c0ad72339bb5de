"""A whole serial panel, thread and all, at a pseudo-terminal for a cable.

The firmware without its board sits at the other end and keeps real time.
"""

import threading
import time
from typing import Self

import pytest

from hardware.lamps import Lamp, LampScheduler, LampSettings, make_lamp_pattern
from hardware.panel import PanelKind, PanelState, PanelStatus, Press, PressKind
from hardware.panel_config import SerialSettings
from hardware.panel_thread import ThreadedPanel
from hardware.serial_panel import SerialDriver
from hardware.serial_port import SerialPort
from hardware.troubles import PanelError, TroubleKind
from tests.hardware.cables import LONG, Cable, Sockets, eventually
from tests.hardware.panels import FirmwarePanel


class FirmwareAt(FirmwarePanel):
    def __init__(self, cable: Cable) -> None:
        super().__init__(time.monotonic)
        self._cable = cable
        self._ends = threading.Event()
        self._looked = 0.0
        self._thread = threading.Thread(target=self._live, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def push(self, seconds: float) -> None:
        """Let the button be up and then down until the device has seen that for so long."""
        for is_down in (False, True):
            self.is_down = is_down
            began = time.monotonic()
            eventually(lambda began=began: self._looked > began)
            until = self._looked + seconds
            eventually(lambda until=until: self._looked >= until)
        self.is_down = False

    def __exit__(self, *_what: object) -> None:
        self._ends.set()
        self._thread.join()

    def _live(self) -> None:
        while not self._ends.wait(0.002):
            said = self.hear(self._cable.hear()) + self.step()
            self._looked = time.monotonic()
            if said:
                self._cable.say(said)


@pytest.fixture
def sockets():
    sockets = Sockets()
    yield sockets
    for cable in sockets.cables:
        cable.pull_out()


def test_a_panel_is_found_lit_and_its_press_told(sockets):
    cable = sockets.plug_in()
    lamps = LampScheduler(time.monotonic, LampSettings(brightness_percent=100))
    driver = SerialDriver(SerialSettings(), time.monotonic, expected=True, ports=sockets)
    panel = ThreadedPanel(driver, lamps, PanelStatus(PanelKind.SERIAL, PanelState.SEARCHING))
    panel.show_pattern(make_lamp_pattern(steady=[Lamp.RED]))
    with FirmwareAt(cable) as device:
        eventually(lambda: panel.poll().status.state is PanelState.READY)
        assert panel.poll().status.port == cable.path
        eventually(lambda: device.levels() == (*[0] * 9, 255))
        device.push(0.1)
        presses: list[Press] = []
        eventually(lambda: presses.extend(panel.poll().presses) or presses)
        assert [press.kind for press in presses] == [PressKind.PRESSED]
        panel.close(wait_seconds=LONG)


def test_a_port_is_this_programs_alone(sockets):
    cable = sockets.plug_in()
    port = SerialPort(cable.path, 115200)
    with pytest.raises(PanelError) as refusal:
        SerialPort(cable.path, 115200)
    assert str(refusal.value) == (
        f"Another program is using {cable.path}. Close the other program; then the app uses the"
        " panel."
    )
    port.close(discard_unsent=True)


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
    port.close(discard_unsent=True)
