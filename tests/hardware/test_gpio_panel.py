import os
import threading
import time
from itertools import pairwise

import pytest
from gpiod import LineSettings
from gpiod.line import Bias, Direction

from hardware import gpio_panel, panel_thread
from hardware.gpio_outputs import PwmOutputs
from hardware.gpio_panel import (
    POLL_SECONDS,
    GpioDriver,
    GpioPanelDevice,
    open_gpio_panel,
    open_header_chip,
)
from hardware.lamps import Lamp, LampScheduler, LampSettings, make_lamp_pattern
from hardware.panel import PanelKind, PanelState, PanelStatus, PressKind
from hardware.panel_config import ButtonSettings
from hardware.panel_thread import Mailbox
from hardware.pins import GpioSettings, LampPins
from hardware.troubles import PanelError, TroubleKind, make_trouble
from tests.hardware.cables import LONG, eventually
from tests.hardware.fake_chip import FakeChip

PINS = GpioSettings()
BUTTON = ButtonSettings(debounce_milliseconds=15, hold_seconds=2.0)
STEP = 0.005


class Board:
    def __init__(self, clock, pins: GpioSettings = PINS) -> None:
        self.clock = clock
        self.chip = FakeChip(clock)
        self.lamps = LampScheduler(clock, LampSettings(brightness_percent=100))
        self.driver = GpioDriver(pins, BUTTON, clock, lambda: (0, self.chip))
        self.mailbox = Mailbox(self.lamps, PanelStatus(PanelKind.GPIO, PanelState.SEARCHING))
        self.pins = GpioPanelDevice(self.chip, pins, BUTTON, clock)
        self.button = self.chip.lines[pins.button]
        self.lines = {lamp: self.chip.lines[pins.lamp_pin(lamp)] for lamp in Lamp}

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.driver.serve_once(self.pins, self.mailbox)
            self.pins.update_outputs(self.clock())
            self.clock.advance(STEP)
        self.driver.serve_once(self.pins, self.mailbox)

    def bounce(self, *, down: bool) -> None:
        for low in (down, not down, down, not down, down):
            self.button.drive(high=not low)
            self.clock.advance(0.0015)

    def presses(self) -> list[tuple[PressKind, int]]:
        return [(press.kind, press.sequence_number) for press in self.mailbox.poll().presses]

    def levels(self, lamp: Lamp) -> list[bool]:
        return [level for _, level in self.lines[lamp].written]

    def clear_levels(self) -> None:
        for line in self.lines.values():
            del line.written[:-1]

    def lit(self) -> list[Lamp]:
        return [lamp for lamp, line in self.lines.items() if line.level]


@pytest.fixture
def board(clock):
    board = Board(clock)
    board.run(0.1)
    yield board
    if not board.chip.is_closed:
        board.pins.close()
    board.mailbox.close_sockets()


def test_nothing_is_lit_and_nothing_pressed_at_the_start(board):
    assert board.lit() == []
    assert board.presses() == []


def test_the_button_pin_is_pulled_up_and_leaves_its_bouncing_to_us(board):
    settings = board.button.settings
    assert (settings.bias, settings.debounce_period.total_seconds()) == (Bias.PULL_UP, 0)


def test_a_bouncing_press_is_one_press(board):
    board.bounce(down=True)
    board.run(0.2)
    board.bounce(down=False)
    board.run(0.2)
    assert board.presses() == [(PressKind.PRESSED, 1)]


def test_two_presses_between_two_looks_are_both_told(board):
    for _ in range(2):
        board.bounce(down=True)
        board.clock.advance(0.05)
        board.bounce(down=False)
        board.clock.advance(0.05)
    board.run(0.05)
    assert board.presses() == [(PressKind.PRESSED, 1), (PressKind.PRESSED, 2)]


def test_a_press_held_for_two_seconds_tests_the_lamps_one_by_one(board):
    board.lamps.show_pattern(make_lamp_pattern(steady=[Lamp.STONE]))
    board.run(0.1)
    board.clear_levels()
    board.bounce(down=True)
    board.run(6.0)
    assert board.presses() == [(PressKind.PRESSED, 1), (PressKind.HELD, 2)]
    expected = {lamp: [0.0, 1.0, 0.0] for lamp in Lamp}
    expected[Lamp.STONE] = [1.0, 0.0, 1.0, 0.0, 1.0]
    assert {lamp: board.levels(lamp) for lamp in Lamp} == expected


def test_a_button_jammed_from_the_start_does_nothing(clock):
    board = Board(clock)
    board.button.drive(high=False)
    board.run(5.0)
    assert board.presses() == []
    board.pins.close()
    board.mailbox.close_sockets()


def test_a_release_that_the_kernel_lost_does_not_become_a_hold(board):
    board.bounce(down=True)
    board.run(0.5)
    board.button.level = True
    board.run(3.0)
    assert board.presses() == [(PressKind.PRESSED, 1)]


def test_lamps_wired_from_above_are_lit_low(clock):
    board = Board(clock, GpioSettings(lit_at="low"))
    board.lamps.show_pattern(make_lamp_pattern(steady=[Lamp.WOOD]))
    board.run(0.1)
    assert (board.lines[Lamp.WOOD].level, board.lines[Lamp.WOOL].level) == (False, True)
    board.pins.close()
    assert board.lines[Lamp.WOOD].written[-1][1]
    board.mailbox.close_sockets()


def test_a_closed_board_is_dark_and_its_pins_are_free(board):
    board.lamps.show_pattern(make_lamp_pattern(steady=Lamp))
    board.run(0.1)
    board.pins.close()
    assert board.lit() == []
    assert {line.settings.direction for line in board.lines.values()} == {Direction.INPUT}
    assert all(line.is_released for line in board.chip.lines.values())
    assert board.chip.is_closed


def test_a_chip_without_edges_is_looked_at_again_and_again(clock):
    chip = FakeChip(clock, tells_edges=False)
    board = GpioPanelDevice(chip, PINS, BUTTON, clock)
    pressed = []
    for high in (True, False, True, False):
        chip.lines[PINS.button].drive(high=high)
        until = clock() + 0.1
        while clock() < until:
            due = board.next_wakeup_time()
            assert due <= clock() + POLL_SECONDS
            clock.advance(due - clock())
            pressed += [kind for kind, _at in board.button_events(clock())]
    assert pressed == [PressKind.PRESSED, PressKind.PRESSED]
    board.close()


def test_a_chip_that_tells_of_edges_is_looked_at_only_when_it_does(board):
    assert board.pins.next_wakeup_time() <= board.clock() + POLL_SECONDS
    board.bounce(down=True)
    board.run(0.2)
    board.bounce(down=False)
    board.run(0.2)
    assert board.pins.next_wakeup_time() is None


def test_a_pin_in_use_is_named_and_the_others_given_back(clock):
    chip = FakeChip(clock, busy=13)
    with pytest.raises(PanelError) as refusal:
        GpioPanelDevice(chip, PINS, BUTTON, clock)
    assert str(refusal.value) == (
        "GPIO 13 for the plus lamp cannot be used: [Errno 16] Device or resource busy. Switch off"
        " whatever else uses this pin, or give the plus lamp another pin in panel.toml."
    )
    assert chip.is_closed
    assert all(line.is_released for line in chip.lines.values())
    GpioPanelDevice(chip, GpioSettings(lamps=LampPins(plus=16)), BUTTON, clock).close()


@pytest.mark.parametrize("pin", [PINS.button, PINS.lamp_pin(Lamp.WOOD)])
def test_a_pin_that_breaks_later_is_told(board, pin):
    board.chip.lines[pin].is_gone = True
    board.lamps.show_pattern(make_lamp_pattern(steady=[Lamp.WOOD]))
    with pytest.raises(PanelError, match="The pins have stopped working"):
        board.run(0.1)


def outputs_of(chip: FakeChip, *pins: int) -> PwmOutputs:
    off = LineSettings(direction=Direction.OUTPUT)
    return PwmOutputs(chip.request_lines({pins: off}, "test"), pins)


def run_pulses(outputs: PwmOutputs, seconds: float, late: float = 0.0) -> list[float]:
    """Pulse from 0 s on, each time `late` seconds after it was due; return these times."""
    times = [0.0]
    while times[-1] < seconds:
        wanted = outputs.update_outputs(times[-1])
        assert wanted > times[-1]
        times.append(wanted + late)
    return times


def test_each_dimmed_lamp_is_high_for_its_share_of_the_time():
    chip = FakeChip()
    duties = {24: 0.25, 25: 0.75, 26: 1.0, 27: 0.0}
    outputs = outputs_of(chip, *duties)
    outputs.set_pwm(list(duties.values()), 100, 0.0)
    lit = dict.fromkeys(duties, 0.0)
    for begins, ends in pairwise(run_pulses(outputs, 1.0)):
        outputs.update_outputs(begins)
        for pin in duties:
            lit[pin] += (ends - begins) * chip.lines[pin].level
    assert lit == pytest.approx(duties, abs=0.02)


def test_lamps_of_equal_brightness_wake_the_processor_twice_a_pulse():
    outputs = outputs_of(FakeChip(), 24, 25, 26)
    outputs.set_pwm([0.36, 0.36, 0.36], 100, 0.0)
    assert len(run_pulses(outputs, 1.0)) == pytest.approx(200, abs=2)


def test_late_wake_ups_do_not_add_up():
    outputs = outputs_of(FakeChip(), 24)
    outputs.set_pwm([0.36], 100, 0.0)
    times = run_pulses(outputs, 1.0, late=0.002)
    assert [at % 0.01 for at in times[1::2]] == pytest.approx([0.0056] * 100, abs=0.0001)


def test_lamps_that_are_dark_or_fully_lit_need_no_pulses():
    outputs = outputs_of(FakeChip(), 24, 25)
    outputs.set_pwm([0.5, 1.0], 100, 0.0)
    assert outputs.update_outputs(0.0) is not None
    outputs.set_pwm([0.0, 1.0], 100, 0.003)
    assert outputs.update_outputs(0.003) is None


# This computer's header


@pytest.fixture
def device(tmp_path, monkeypatch):
    monkeypatch.setattr(gpio_panel, "find_header_chip_number", lambda: 7)
    monkeypatch.setattr(gpio_panel, "_DEVICES", tmp_path)
    device = tmp_path / "gpiochip7"
    device.touch()
    return device


def test_a_header_whose_device_is_missing_or_no_chip_is_told(device):
    for spoil in (lambda: None, device.unlink):
        spoil()
        with pytest.raises(PanelError) as refusal:
            open_header_chip()
        assert refusal.value.trouble.kind is TroubleKind.CHIP_BROKEN


def test_a_chip_that_may_not_be_opened_is_told_with_the_group_to_join(device, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PanelError, match="to the group gpio"):
        open_header_chip()


# With its thread -----------------------------------------------------------------------------


def test_a_whole_panel_takes_a_press_from_another_thread_and_lights_its_lamps():
    chip = FakeChip()
    panel = open_gpio_panel(PINS, BUTTON, LampSettings(), open_header_chip=lambda: (15, chip))
    eventually(lambda: panel.poll().status.state is PanelState.READY)
    assert panel.poll().status.gpio_chip_number == 15
    panel.show_pattern(make_lamp_pattern(steady=[Lamp.GREEN]))
    lamp = chip.lines[PINS.lamp_pin(Lamp.GREEN)]
    eventually(lambda: len(lamp.written) > 4)
    time.sleep(0.05)  # until the button counts as open
    chip.lines[PINS.button].drive(high=False)
    presses = []
    eventually(lambda: presses.extend(panel.poll().presses) or presses)
    assert [(press.kind, press.sequence_number) for press in presses] == [(PressKind.PRESSED, 1)]
    panel.close(wait_seconds=LONG)
    assert chip.is_closed
    assert not lamp.level


def test_pins_that_cannot_be_opened_are_told_and_tried_again_by_themselves(monkeypatch):
    monkeypatch.setattr(panel_thread, "_BEGIN_ANEW_SECONDS", 0.05)
    failures = [make_trouble(TroubleKind.CHIP_FORBIDDEN, chip=0)] * 2
    seen = []

    def open_header_chip() -> tuple[int, FakeChip]:
        if failures:
            raise PanelError(failures.pop())
        return 0, FakeChip()

    panel = open_gpio_panel(PINS, BUTTON, LampSettings(), open_header_chip=open_header_chip)

    def is_ready() -> bool:
        status = panel.poll().status
        seen.append(status.trouble and status.trouble.kind)
        return status.state is PanelState.READY

    eventually(is_ready)
    assert TroubleKind.CHIP_FORBIDDEN in seen
    assert panel.poll().status.trouble is None
    panel.close(wait_seconds=LONG)


def test_a_panel_that_waits_for_its_next_try_can_be_closed_at_once():
    def open_header_chip() -> tuple[int, FakeChip]:
        raise PanelError(make_trouble(TroubleKind.NO_HEADER))

    before = threading.active_count()
    panel = open_gpio_panel(  # at the next try no clock ever arrives
        PINS, BUTTON, LampSettings(), clock=lambda: 0.0, open_header_chip=open_header_chip
    )
    eventually(lambda: panel.poll().status.state is PanelState.TROUBLED)
    panel.close(wait_seconds=LONG)
    assert threading.active_count() == before


# A buzzer


@pytest.fixture
def with_buzzer(clock):
    board = Board(clock, GpioSettings(buzzer=16))
    yield board
    board.pins.close()
    board.mailbox.close_sockets()


def test_a_buzzer_plays_its_notes_one_after_the_other_and_is_quiet_then(with_buzzer, monkeypatch):
    board = with_buzzer
    played = []
    monkeypatch.setattr(PwmOutputs, "set_pwm", lambda _self, *what: played.append(what[:2]))
    board.mailbox.play_melody(((440, 100), (880, 200)))
    board.run(0.09)
    assert played == [([0.5], 440)]
    board.run(0.1)
    assert played == [([0.5], 440), ([0.5], 880)]
    board.run(0.2)
    assert [duties for duties, _ in played[2:]] == [[0]]
    assert board.pins.note_ends is None


def test_a_new_melody_takes_the_place_of_the_one_that_is_played(with_buzzer):
    board = with_buzzer
    line = board.chip.lines[16]
    board.mailbox.play_melody(((440, 2000),))
    board.run(0.05)
    assert len(line.written) > 4
    board.mailbox.play_melody(((660, 100),))
    board.run(0.2)
    assert board.pins.note_ends is None
    assert not line.level


def test_a_tone_too_high_for_software_is_lowered(with_buzzer, monkeypatch):
    played = []
    monkeypatch.setattr(PwmOutputs, "set_pwm", lambda _self, *what: played.append(what[:2]))
    with_buzzer.mailbox.play_melody(((60, 50), (5000, 50)))
    with_buzzer.run(0.07)
    assert played == [([0.5], 60), ([0.5], 2000)]


def test_a_panel_without_a_buzzer_plays_nothing(board):
    board.mailbox.play_melody(((440, 100),))
    board.run(0.05)
    assert board.pins.note_ends is None


def test_the_status_tells_of_a_buzzer_and_a_pin_that_is_used_twice_is_told():
    pins = GpioSettings(buzzer=18)
    panel = open_gpio_panel(pins, BUTTON, LampSettings(), open_header_chip=lambda: (0, FakeChip()))
    eventually(lambda: panel.poll().status.state is PanelState.READY)
    assert panel.poll().status.capabilities == ("buzzer",)
    panel.close(wait_seconds=LONG)
    assert len(GpioSettings(buzzer=17).problems()) == 1
