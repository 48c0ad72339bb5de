"""The pins over libgpiod, on a chip that is played: its lines, its edges, and its end."""

import os
import time
from collections import deque
from datetime import timedelta
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from gpiod.edge_event import EdgeEvent
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import PinSetInput

from hardware.gpio_header import Header
from hardware.gpio_panel import PinBoard, open_gpio_panel
from hardware.gpiod_pins import GpiodFactory
from hardware.lamps import Lamp, LampSettings, picture
from hardware.panel import PanelState, PressKind
from hardware.panel_config import ButtonSettings
from hardware.pins import GpioSettings
from hardware.troubles import PanelError, TroubleKind

LONG = 10.0
PINS = GpioSettings()


class PlayedLine:
    """A line as the kernel gives it to whoever asks for it; pulled up it is high by itself."""

    def __init__(self, settings: Any) -> None:
        self.settings = settings
        self.fd, self._tells = os.pipe()
        self.level = settings.bias is Bias.PULL_UP
        self.written: list[tuple[float, bool]] = []
        self.events: deque[Any] = deque()
        self.is_released = self.is_gone = False

    def __bool__(self) -> bool:
        return not self.is_released

    def reconfigure_lines(self, config: dict[int, Any]) -> None:
        (self.settings,) = config.values()
        if self.settings.direction is Direction.INPUT:
            self.level = self.settings.bias is Bias.PULL_UP

    def get_value(self, _number: int) -> Value:
        if self.is_gone:
            raise OSError(19, "No such device")
        return Value.ACTIVE if self.level else Value.INACTIVE

    def set_value(self, _number: int, value: Value) -> None:
        if self.is_gone:
            raise OSError(19, "No such device")
        self.level = value is Value.ACTIVE
        self.written.append((time.monotonic(), self.level))

    def drive(self, *, high: bool, seconds_ago: float = 0) -> None:
        """Somebody outside moves it; the kernel tells where it was asked to."""
        self.level = high
        if self.settings.edge_detection is Edge.BOTH:
            kind = EdgeEvent.Type.RISING_EDGE if high else EdgeEvent.Type.FALLING_EDGE
            at = time.monotonic_ns() - int(seconds_ago * 1e9)
            self.events.append(SimpleNamespace(event_type=kind, timestamp_ns=at))
            os.write(self._tells, b"!")

    def unplug(self) -> None:
        self.is_gone = True
        os.write(self._tells, b"!")

    def read_edge_events(self) -> list[Any]:
        os.read(self.fd, 1)
        if self.is_gone:
            raise OSError(19, "No such device")
        return [self.events.popleft()]

    def release(self) -> None:
        self.is_released = True
        os.close(self.fd)
        os.close(self._tells)


class PlayedChip:
    """A chip and the lines that were asked for."""

    def __init__(self) -> None:
        self.lines: dict[int, PlayedLine] = {}
        self.is_closed = False

    def request_lines(self, config: dict[int, Any], _consumer: str) -> PlayedLine:
        ((number, settings),) = config.items()
        self.lines[number] = PlayedLine(settings)
        return self.lines[number]

    def close(self) -> None:
        self.is_closed = True


class Pi3Factory(GpiodFactory):
    """On a board that says it is a Raspberry Pi 3."""

    def _get_revision(self) -> int:
        return 0xA02082


@pytest.fixture
def chip():
    return PlayedChip()


@pytest.fixture
def factory(chip):
    factory = Pi3Factory(chip)
    yield factory
    if not chip.is_closed:
        factory.close()


def eventually(holds) -> None:
    until = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < until, "it did not come true in time"
        time.sleep(0.002)


def test_a_whole_panel_hears_its_button_and_lights_its_lamps(chip, factory):
    panel = open_gpio_panel(
        PINS,
        ButtonSettings(),
        LampSettings(brightness_percent=100),
        open_header=lambda: Header(factory, 0, (OSError,)),
    )
    eventually(lambda: panel.poll().status.state is PanelState.READY)
    contact, lamp = chip.lines[PINS.button], chip.lines[PINS.lamp_pin(Lamp.GREEN)]
    assert contact.settings.bias is Bias.PULL_UP
    assert contact.settings.debounce_period == timedelta(0)
    panel.show(picture(steady=[Lamp.GREEN]))
    eventually(lambda: lamp.level)
    time.sleep(0.05)
    contact.drive(high=False)
    presses = []
    eventually(lambda: presses.extend(panel.poll().presses) or presses)
    assert [press.kind for press in presses] == [PressKind.PRESSED]
    panel.close(wait_seconds=LONG)
    assert chip.is_closed
    assert all(line.is_released for line in chip.lines.values())
    assert not lamp.level
    assert lamp.settings.direction is Direction.INPUT


def test_an_edge_counts_from_when_the_kernel_saw_it_however_late_it_is_told(chip, factory):
    heard = []
    pin = factory.pin(17)
    pin.pull = "up"
    pin.edges = "both"

    def hear(ticks: float, state: int) -> None:
        heard.append((factory.ticks_diff(factory.ticks(), ticks), state))

    pin.when_changed = hear
    chip.lines[17].drive(high=False, seconds_ago=5.0)
    eventually(lambda: heard)
    ((age, state),) = heard
    assert state == 0
    assert 5.0 <= age < 5.0 + LONG


def test_nothing_is_told_of_a_pin_that_nobody_listens_to_any_more(chip, factory):
    heard = []
    pin = factory.pin(17)

    def hear(ticks: float, state: int) -> None:
        heard.append((ticks, state))

    pin.when_changed = hear
    pin.when_changed = None
    chip.lines[17].drive(high=True)
    time.sleep(0.05)
    assert heard == []
    assert chip.lines[17].settings.edge_detection is Edge.NONE


def test_the_kernel_debounces_where_that_is_asked_for(chip, factory):
    pin = factory.pin(17)
    pin.bounce = 0.015
    assert chip.lines[17].settings.debounce_period == timedelta(milliseconds=15)
    assert pin.bounce == pytest.approx(0.015)
    pin.bounce = None
    assert pin.bounce is None


@pytest.mark.parametrize("duty", [0.25, 0.75])
def test_a_dimmed_lamp_is_high_for_its_share_of_the_time(chip, factory, duty):
    pin = factory.pin(25)
    pin.function = "output"
    pin.frequency = 50
    pin.state = duty
    line = chip.lines[25]
    eventually(lambda: len(line.written) > 40)
    pin.frequency = None
    pulses = line.written[1:]
    highs = lows = 0.0
    for (begins, level), (ends, _) in pairwise(pulses):
        highs, lows = (highs + ends - begins, lows) if level else (highs, lows + ends - begins)
    assert highs / (highs + lows) == pytest.approx(duty, abs=0.2)
    assert pin.frequency is None


@pytest.mark.parametrize(("duty", "level"), [(0, False), (1, True)])
def test_a_lamp_that_is_dark_or_fully_lit_needs_no_pulses(chip, factory, duty, level):
    pin = factory.pin(25)
    pin.function = "output"
    pin.frequency = 200
    pin.state = duty
    written = len(chip.lines[25].written)
    time.sleep(0.05)
    assert (chip.lines[25].level, len(chip.lines[25].written)) == (level, written)


def test_an_input_cannot_be_lit(factory):
    with pytest.raises(PinSetInput):
        factory.pin(25).state = 1


def test_a_chip_that_vanishes_is_told_at_the_next_look(chip, factory):
    header = Header(factory, 0, (OSError,))
    woken = []
    board = PinBoard(header, PINS, ButtonSettings(), time.monotonic, lambda: woken.append(True))
    chip.lines[PINS.button].unplug()
    eventually(lambda: woken)
    with pytest.raises(PanelError) as error:
        board.events(time.monotonic())
    assert error.value.trouble.kind is TroubleKind.PINS_BROKEN
    board.close()


def test_a_lamp_that_breaks_while_it_is_dimmed_is_told_when_it_is_touched_next(chip, factory):
    pin = factory.pin(25)
    pin.function = "output"
    pin.frequency = 100
    pin.state = 0.5
    chip.lines[25].is_gone = True
    written = chip.lines[25].written

    def is_still() -> bool:
        before = len(written)
        time.sleep(0.05)
        return len(written) == before

    eventually(is_still)
    with pytest.raises(OSError, match="No such device"):
        pin.state = 0.3
