"""No call from the screen's thread waits for a panel, whatever the panel is doing."""

import os
import random
import threading
import time

import pytest

from hardware.gpio_panel import open_gpio_panel
from hardware.lamps import Lamp, LampEffect, LampScheduler, LampSettings, lamp_picture
from hardware.panel import Panel, PanelKind, PanelState, PanelStatus
from hardware.panel_config import ButtonSettings, SerialSettings
from hardware.panel_thread import ThreadedPanel
from hardware.pins import GpioSettings
from hardware.serial_panel import SerialAttendant
from tests.hardware.cables import LONG, Cable, Sockets
from tests.hardware.fake_chip import FakeChip

CALLS = 60

pytestmark = pytest.mark.timeout(60)
"""A call that waits here waits for ever: no clock goes on, and nothing lets go before the end."""


def stopped_clock() -> float:
    """No time passes, so that nothing which is waited for is ever given up."""
    return 0.0


class HangingPorts:
    """Ports of which one takes for ever to be opened, or until the test ends."""

    def __init__(self) -> None:
        self.is_opening = threading.Event()
        self.lets_go = threading.Event()

    def likely(self) -> tuple[str, ...]:
        return ("/dev/hanging",)

    def open(self, path: str, speed: int):
        self.is_opening.set()
        self.lets_go.wait()
        raise AssertionError("the hanging port was let go")


def serial_panel(ports) -> ThreadedPanel:
    lamps = LampScheduler(stopped_clock, LampSettings())
    attendant = SerialAttendant(SerialSettings(), stopped_clock, expected=True, ports=ports)
    return ThreadedPanel(attendant, lamps, PanelStatus(PanelKind.SERIAL, PanelState.SEARCHING))


def assert_never_waits(panel: Panel) -> None:
    """Every call returns, as a screen makes them: one of each kind a frame, and the last one."""
    for step in range(CALLS):
        lamp = tuple(Lamp)[step % len(Lamp)]
        panel.poll()
        panel.show(lamp_picture(steady=[lamp]))
        panel.play(LampEffect.NOT_NOW)
        panel.tune(LampSettings())
        time.sleep(0.001)
    panel.close()


@pytest.fixture
def cable():
    cable = Cable()
    yield cable
    cable.pull_out()


@pytest.fixture
def sockets(cable):
    sockets = Sockets()
    sockets.cables.append(cable)
    return sockets


def test_not_for_a_device_that_does_not_answer(sockets):
    panel = serial_panel(sockets)
    time.sleep(0.05)
    assert_never_waits(panel)
    panel.close(wait_seconds=LONG)


def test_not_for_a_device_that_stops_reading(sockets, cable):
    cable.say(b":hello companion-panel 1 1.0.0 button,lamps10,dim*21DC\n:tock*38AA\n")
    panel = serial_panel(sockets)
    time.sleep(0.05)
    cable.clog()
    assert_never_waits(panel)
    panel.close(wait_seconds=LONG)


def test_not_for_a_device_that_babbles_without_pause(sockets, cable):
    ends = threading.Event()
    noise = random.Random(3).randbytes(65536)

    def babble() -> None:
        while not ends.is_set():
            try:
                os.write(cable.far, noise)
            except BlockingIOError:
                ends.wait(0.0005)

    babbler = threading.Thread(target=babble)
    panel = serial_panel(sockets)
    babbler.start()
    assert_never_waits(panel)
    ends.set()
    babbler.join()
    panel.close(wait_seconds=LONG)


def test_not_for_a_port_that_hangs_while_it_is_opened():
    ports = HangingPorts()
    panel = serial_panel(ports)
    assert ports.is_opening.wait(LONG)
    assert_never_waits(panel)
    ports.lets_go.set()
    panel.close(wait_seconds=LONG)


def test_not_for_pins_that_hang_while_they_are_opened():
    is_opening = threading.Event()
    lets_go = threading.Event()

    def open_header() -> tuple[int, FakeChip]:
        is_opening.set()
        lets_go.wait()
        raise AssertionError("the hanging pins were let go")

    panel = open_gpio_panel(
        GpioSettings(),
        ButtonSettings(),
        LampSettings(),
        clock=stopped_clock,
        open_header=open_header,
    )
    assert is_opening.wait(LONG)
    assert_never_waits(panel)
    lets_go.set()
    panel.close(wait_seconds=LONG)
