"""A panel on pins, with mock pins that are driven electrically.

States are compared as whole lists: the library's own comparison overlooks what is too many.
"""

import threading
import time
from collections.abc import Callable

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware import gpio_panel
from hardware.gpio_header import Header
from hardware.gpio_panel import LOOK_SECONDS, GpioAttendant, PinBoard, open_gpio_panel
from hardware.lamps import Lamp, LampEffect, LampScheduler, LampSettings, picture
from hardware.panel import PanelKind, PanelState, PanelStatus, PressKind
from hardware.panel_config import ButtonSettings
from hardware.panel_thread import Mailbox
from hardware.pins import GpioSettings, LampPins
from hardware.troubles import PanelError, TroubleKind, trouble
from tests.hardware.faulty_pins import (
    BrokenPinError,
    BusyPin,
    EdgelessPin,
    LingeringPin,
    UnknownBoardPin,
)

PINS = GpioSettings()
BUTTON = ButtonSettings(debounce_milliseconds=15, hold_seconds=2.0)
LONG = 10.0
STEP = 0.005


class Board:
    """Mock pins with the board that uses them, and the time."""

    def __init__(self, clock, pins: GpioSettings = PINS) -> None:
        self.clock = clock
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.lamps = LampScheduler(clock, LampSettings(brightness_percent=100))
        self.attendant = GpioAttendant(pins, BUTTON, clock, self.open_header)
        self.mailbox = Mailbox(self.lamps, PanelStatus(PanelKind.GPIO, PanelState.SEARCHING))
        self.pins = PinBoard(self.open_header(), pins, BUTTON, clock, self.mailbox.wake)
        self.button = self.factory.pin(pins.button)
        self.lamp_pins = {lamp: self.factory.pin(pins.lamp_pin(lamp)) for lamp in Lamp}

    def open_header(self) -> Header:
        return Header(self.factory, 0)

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.attendant.work(self.pins, self.mailbox)
            self.clock.advance(STEP)
        self.attendant.work(self.pins, self.mailbox)

    def bounce(self, *, down: bool) -> None:
        """The contact closes or opens as real ones do, within six milliseconds."""
        for drive_low in (down, not down, down, not down, down):
            (self.button.drive_low if drive_low else self.button.drive_high)()
            self.clock.advance(0.0015)

    def presses(self) -> list[tuple[PressKind, int]]:
        return [(press.kind, press.number) for press in self.mailbox.poll().presses]

    def states(self, lamp: Lamp) -> list[float]:
        return [state.state for state in self.lamp_pins[lamp].states]

    def clear_states(self) -> None:
        for pin in self.lamp_pins.values():
            pin.clear_states()

    def lit(self) -> list[Lamp]:
        return [lamp for lamp, pin in self.lamp_pins.items() if pin.state > 0]


@pytest.fixture
def board(clock):
    board = Board(clock)
    board.run(0.1)
    board.clear_states()
    yield board
    board.pins.close()
    board.mailbox.free()


def test_nothing_is_lit_and_nothing_pressed_at_the_start(board):
    assert board.lit() == []
    assert board.presses() == []


def test_the_button_pin_is_pulled_up_and_leaves_its_bouncing_to_us(board):
    assert (board.button.pull, board.button.bounce) == ("up", None)


def test_a_bouncing_press_is_one_press(board):
    board.bounce(down=True)
    board.run(0.2)
    board.bounce(down=False)
    board.run(0.2)
    assert board.presses() == [(PressKind.PRESSED, 1)]


def test_a_spike_is_no_press(board):
    board.button.drive_low()
    board.clock.advance(0.002)
    board.button.drive_high()
    board.run(0.2)
    assert board.presses() == []


def test_two_presses_between_two_looks_are_both_told(board):
    for _ in range(2):
        board.bounce(down=True)
        board.clock.advance(0.05)
        board.bounce(down=False)
        board.clock.advance(0.05)
    board.run(0.05)
    assert board.presses() == [(PressKind.PRESSED, 1), (PressKind.PRESSED, 2)]


def test_a_press_held_for_two_seconds_tests_the_lamps_one_by_one(board):
    board.lamps.show(picture(steady=[Lamp.STONE]))
    board.run(0.1)
    board.clear_states()
    board.bounce(down=True)
    board.run(6.0)
    assert board.presses() == [(PressKind.PRESSED, 1), (PressKind.HELD, 2)]
    expected = {lamp: [0.0, 1.0, 0.0] for lamp in Lamp}
    expected[Lamp.STONE] = [1.0, 0.0, 1.0, 0.0, 1.0]
    assert {lamp: board.states(lamp) for lamp in Lamp} == expected


def test_a_button_jammed_from_the_start_does_nothing(clock):
    board = Board(clock)
    board.button.drive_low()
    board.run(5.0)
    assert board.presses() == []
    board.pins.close()
    board.mailbox.free()


def test_a_release_that_the_kernel_lost_does_not_become_a_hold(board):
    board.bounce(down=True)
    board.run(0.5)
    noticed = board.button.when_changed
    board.button.when_changed = None
    board.button.drive_high()
    board.run(3.0)
    board.button.when_changed = noticed
    assert board.presses() == [(PressKind.PRESSED, 1)]


def test_a_press_while_the_die_tumbles_is_told_and_disturbs_no_lamp(board):
    board.lamps.show(picture(steady=[Lamp.COPPER]))
    board.lamps.play(LampEffect.TUMBLE)
    board.run(0.2)
    board.bounce(down=True)
    board.lamps.play(LampEffect.NOT_NOW)
    board.run(1.0)
    assert board.presses() == [(PressKind.PRESSED, 1)]
    assert {lamp: board.states(lamp) for lamp in Lamp} == {
        Lamp.WOOD: [0.0, 1.0, 0.0],
        Lamp.WOOL: [0.0, 1.0, 0.0, 1.0, 0.0],
        Lamp.COPPER: [0.0, 1.0, 0.0, 1.0],
        Lamp.STONE: [0.0, 1.0, 0.0, 1.0, 0.0],
        Lamp.PLUS: [0.0, 1.0, 0.0, 1.0, 0.0],
        Lamp.MINUS: [0.0, 1.0, 0.0, 1.0, 0.0],
        **{lamp: [0.0] for lamp in (Lamp.PURPLE, Lamp.BLUE, Lamp.GREEN, Lamp.RED)},
    }


def test_a_slow_blink_is_seen_at_its_pin(board):
    board.lamps.show(picture(steady=[Lamp.RED], blinking=[Lamp.BLUE]))
    board.run(2.5)
    assert board.states(Lamp.BLUE) == [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]
    assert board.states(Lamp.RED) == [0.0, 1.0]
    assert board.states(Lamp.WOOD) == [0.0]


def test_dimmed_lamps_get_less_current(board):
    board.lamps.tune(LampSettings(brightness_percent=60))
    board.lamps.show(picture(steady=[Lamp.WOOD]))
    board.run(0.1)
    assert board.states(Lamp.WOOD) == [0.0, 0.36]


def test_lamps_wired_from_above_are_lit_low(clock):
    board = Board(clock, GpioSettings(lit_at="low"))
    board.lamps.show(picture(steady=[Lamp.WOOD]))
    board.run(0.1)
    assert (board.lamp_pins[Lamp.WOOD].state, board.lamp_pins[Lamp.WOOL].state) == (0.0, 1.0)
    board.pins.close()
    board.mailbox.free()


def test_a_closed_board_is_dark_and_its_pins_are_free(board):
    board.lamps.show(picture(steady=Lamp))
    board.run(0.1)
    board.pins.close()
    assert {pin.function for pin in board.lamp_pins.values()} == {"input"}
    assert all(board.states(lamp)[-1] == 0.0 for lamp in Lamp)
    PinBoard(board.open_header(), PINS, BUTTON, board.clock, board.mailbox.wake).close()


def test_a_lamp_whose_pulses_end_while_it_is_lit_is_dark_before_its_pin_is_free(clock):
    factory = MockFactory(pin_class=LingeringPin)
    board = PinBoard(Header(factory, 0), PINS, BUTTON, clock, lambda: None)
    board.show((255,) * len(Lamp))
    lamps = [factory.pin(PINS.lamp_pin(lamp)) for lamp in Lamp]
    board.close()
    assert [pin.states[-1].state for pin in lamps] == [0.0] * len(Lamp)


def test_a_board_that_does_not_say_which_it_is_is_not_taken_for_a_pin_in_use(clock):
    factory = MockFactory(pin_class=UnknownBoardPin)
    with pytest.raises(PanelError) as refusal:
        PinBoard(Header(factory, 0), PINS, BUTTON, clock, lambda: None)
    assert refusal.value.trouble.kind is TroubleKind.UNKNOWN_BOARD


def test_a_chip_without_edges_is_looked_at_again_and_again(clock):
    factory = MockFactory(pin_class=EdgelessPin)
    board = PinBoard(Header(factory, 0), PINS, BUTTON, clock, lambda: None)
    button = factory.pin(PINS.button)
    pressed = []
    for drive in (lambda: None, button.drive_low, button.drive_high, button.drive_low):
        drive()
        until = clock() + 0.1
        while clock() < until:
            due = board.due()
            assert due <= clock() + LOOK_SECONDS
            clock.advance(due - clock())
            pressed += [kind for kind, _at in board.events(clock())]
    assert pressed == [PressKind.PRESSED, PressKind.PRESSED]
    board.close()


def test_a_chip_that_tells_of_edges_is_looked_at_only_when_it_does(board):
    assert board.pins.due() <= board.clock() + LOOK_SECONDS
    board.bounce(down=True)
    board.run(0.2)
    board.bounce(down=False)
    board.run(0.2)
    assert board.pins.due() is None


def test_a_pin_in_use_is_named_and_the_others_given_back(clock):
    factory = MockFactory(pin_class=BusyPin)
    header = Header(factory, 0, (BrokenPinError,))
    with pytest.raises(PanelError) as refusal:
        PinBoard(header, PINS, BUTTON, clock, lambda: None)
    assert str(refusal.value) == (
        "GPIO 13 for the plus lamp cannot be used: GPIO busy. Switch off what else uses this pin,"
        " or give the plus lamp another pin in panel.toml."
    )
    others = GpioSettings(lamps=LampPins(plus=16))
    PinBoard(header, others, BUTTON, clock, lambda: None).close()


def test_a_pin_that_breaks_later_is_told(board, monkeypatch):
    def break_down(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(MockPWMPin, "_set_state", break_down)
    board.lamps.show(picture(steady=[Lamp.WOOD]))
    with pytest.raises(PanelError, match="The pins have stopped working"):
        board.run(0.1)


# With its thread -----------------------------------------------------------------------------


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < until, "it did not come true in time"
        time.sleep(0.005)


def test_a_whole_panel_takes_a_press_from_another_thread_and_lights_its_lamps():
    factory = MockFactory(pin_class=MockPWMPin)
    panel = open_gpio_panel(PINS, BUTTON, LampSettings(), open_header=lambda: Header(factory, 15))
    eventually(lambda: panel.poll().status.state is PanelState.READY)
    assert panel.poll().status.chip == 15
    panel.show(picture(steady=[Lamp.GREEN]))
    eventually(lambda: factory.pin(25).state > 0)
    lamp = factory.pin(25)
    time.sleep(0.05)
    factory.pin(17).drive_low()
    presses = []

    def is_told() -> bool:
        presses.extend(panel.poll().presses)
        return bool(presses)

    eventually(is_told)
    assert [(press.kind, press.number) for press in presses] == [(PressKind.PRESSED, 1)]
    panel.close(wait_seconds=LONG)
    assert lamp.state == 0


def test_pins_that_cannot_be_opened_are_told_and_tried_again_by_themselves(monkeypatch):
    monkeypatch.setattr(gpio_panel, "RETRY_SECONDS", 0.05)
    factory = MockFactory(pin_class=MockPWMPin)
    failures = [trouble(TroubleKind.CHIP_FORBIDDEN, chip=0)] * 2
    seen = []

    def open_header() -> Header:
        if failures:
            raise PanelError(failures.pop())
        return Header(factory, 0)

    panel = open_gpio_panel(PINS, BUTTON, LampSettings(), open_header=open_header)

    def is_ready() -> bool:
        status = panel.poll().status
        seen.append(status.trouble and status.trouble.kind)
        return status.state is PanelState.READY

    eventually(is_ready)
    assert TroubleKind.CHIP_FORBIDDEN in seen
    assert panel.poll().status.trouble is None
    panel.close(wait_seconds=LONG)


def test_a_panel_that_waits_for_its_next_try_can_be_closed_at_once():
    def open_header() -> Header:
        raise PanelError(trouble(TroubleKind.NO_HEADER))

    before = threading.active_count()
    panel = open_gpio_panel(  # at the next try no clock ever arrives
        PINS, BUTTON, LampSettings(), clock=lambda: 0.0, open_header=open_header
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
    board.mailbox.free()


def test_a_buzzer_plays_its_notes_one_after_the_other_and_is_quiet_then(with_buzzer):
    board = with_buzzer
    pin = board.factory.pin(16)
    board.mailbox.buzz(((440, 100), (880, 200)))
    board.run(0.05)
    assert (pin.frequency, pin.state) == (440, 0.5)
    board.run(0.1)
    assert (round(pin.frequency), pin.state) == (880, 0.5)
    board.run(0.2)
    assert pin.state == 0
    assert board.pins.note_ends is None


def test_a_new_melody_takes_the_place_of_the_one_that_is_played(with_buzzer):
    board = with_buzzer
    board.mailbox.buzz(((440, 2000),))
    board.run(0.05)
    board.mailbox.buzz(((660, 100),))
    board.run(0.05)
    assert round(board.factory.pin(16).frequency) == 660
    board.run(0.2)
    assert board.factory.pin(16).state == 0


def test_what_a_buzzer_cannot_sound_it_sounds_as_near_as_it_can(with_buzzer):
    board = with_buzzer
    board.mailbox.buzz(((60, 50), (5000, 50)))
    board.run(0.02)
    assert board.factory.pin(16).frequency == pytest.approx(55, abs=6)
    board.run(0.05)
    assert board.factory.pin(16).frequency == pytest.approx(3520, abs=5)


def test_a_panel_without_a_buzzer_plays_nothing(board):
    board.mailbox.buzz(((440, 100),))
    board.run(0.05)
    assert board.pins.note_ends is None


def test_the_status_tells_of_a_buzzer_and_a_pin_that_is_used_twice_is_told(with_buzzer):
    board = with_buzzer
    board.attendant._tell(board.mailbox, PanelState.READY)
    assert board.mailbox.poll().status.capabilities == ("buzzer",)
    assert len(GpioSettings(buzzer=17).problems()) == 1
