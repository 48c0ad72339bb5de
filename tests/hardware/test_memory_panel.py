import pytest

from hardware.lamps import DARK_LEVELS, Lamp, LampSettings, make_lamp_pattern
from hardware.panel import PanelState, PressKind
from hardware.simulated_panel import SimulatedPanel
from hardware.troubles import TroubleKind

RED_FRAME = (*[0] * 9, 255)


@pytest.fixture
def panel(clock):
    panel = SimulatedPanel(lamps=LampSettings(brightness_percent=100), clock=clock)
    panel.show_pattern(make_lamp_pattern(steady=[Lamp.RED]))
    return panel


def kinds(panel: SimulatedPanel) -> list[PressKind]:
    return [press.kind for press in panel.poll().presses]


def push(panel: SimulatedPanel, clock, seconds: float) -> None:
    panel.press_button()
    clock.advance(seconds)
    panel.release_button()
    clock.advance(0.1)


def test_it_is_ready_and_lit_at_once(panel):
    assert panel.poll().status.state is PanelState.READY
    assert panel.lamp_levels() == RED_FRAME


def test_a_push_is_a_press_told_once(panel, clock):
    push(panel, clock, 0.1)
    assert kinds(panel) == [PressKind.PRESSED]
    assert kinds(panel) == []


def test_a_push_may_come_at_the_very_first_moment(clock):
    clock.now = 0.0
    panel = SimulatedPanel(clock=clock)
    push(panel, clock, 0.1)
    assert kinds(panel) == [PressKind.PRESSED]


def test_a_long_push_tests_the_lamps(panel, clock):
    push(panel, clock, 2.2)
    assert kinds(panel) == [PressKind.PRESSED, PressKind.HELD]
    assert panel.lamp_levels() == (255, *[0] * 9)


def test_unplugged_it_is_dark_and_deaf_and_says_so(panel, clock):
    panel.unplug()
    push(panel, clock, 0.1)
    report = panel.poll()
    assert report.presses == ()
    assert (report.status.state, report.status.trouble.kind) == (
        PanelState.TROUBLED,
        TroubleKind.UNPLUGGED,
    )
    assert panel.lamp_levels() == DARK_LEVELS


def test_plugged_in_again_its_lamps_are_right(panel, clock):
    panel.unplug()
    panel.show_pattern(make_lamp_pattern(steady=[Lamp.WOOD]))
    panel.plug_in()
    assert panel.poll().status.state is PanelState.READY
    assert panel.lamp_levels() == (255, *[0] * 9)


def test_a_button_held_while_unplugged_is_let_go(panel, clock):
    panel.press_button()
    clock.advance(0.5)
    panel.unplug()
    clock.advance(5.0)
    assert kinds(panel) == [PressKind.PRESSED]


def test_closed_it_is_dark(panel):
    panel.close()
    panel.close()
    assert panel.lamp_levels() == DARK_LEVELS
    assert panel.poll().status.state is PanelState.OFF
