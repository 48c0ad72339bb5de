import pytest

from hardware.lamps import DARK_LEVELS, Lamp, make_lamp_pattern
from hardware.panel import PanelKind, PanelState, PanelStatus, PressKind
from hardware.panel_config import SerialSettings
from hardware.troubles import TroubleKind
from tests.hardware.panels import FirmwarePanel
from tests.hardware.serial_desk import FIRST, RED_FRAME, RED_LIT, SECOND, STEP


@pytest.mark.parametrize(
    ("expected", "state"), [(False, PanelState.SEARCHING), (True, PanelState.TROUBLED)]
)
def test_no_panel_is_a_trouble_to_those_who_asked_for_one(desk, expected, state):
    desk.begin(expected=expected)
    desk.run(5.0)
    assert (desk.status.state, desk.status.trouble.kind) == (state, TroubleKind.NO_PANEL_FOUND)


def test_a_panel_is_found_and_told_with_port_and_firmware(desk):
    desk.plug_in(FIRST)
    desk.run(2.0)
    assert desk.status == PanelStatus(
        PanelKind.SERIAL,
        PanelState.READY,
        port=FIRST,
        firmware="1.1.0",
        capabilities=("button", "lamps10", "dim"),
    )


def test_an_unplugged_panel_is_told_with_what_to_do(desk, panel):
    desk.unplug(FIRST)
    desk.run(0.1)
    assert desk.status.state is PanelState.TROUBLED
    assert str(desk.status.trouble) == (
        "The panel at /dev/ttyACM0 was unplugged. Plug it in again, and the app finds it;"
        " until then, play on the screen."
    )
    desk.run(60.0)
    assert desk.status.trouble.kind is TroubleKind.UNPLUGGED


@pytest.mark.parametrize("away", [0.02, 0.5, 3.0, 120.0])
@pytest.mark.parametrize("socket", [FIRST, SECOND])
def test_a_replugged_panel_works_within_five_seconds_lamps_right(desk, panel, away, socket):
    desk.unplug(FIRST)
    desk.run(away)
    desk.mailbox.show_pattern(make_lamp_pattern(steady=[Lamp.WOOD]))
    again = desk.plug_in(socket)
    desk.run(5.0)
    assert (desk.status.state, desk.status.port) == (PanelState.READY, socket)
    assert again.levels() == (255, *[0] * 9)
    assert desk.press_for(again, 0.2) == [PressKind.PRESSED]


def test_a_panel_that_was_reset_is_ready_again_within_five_seconds(desk, panel):
    desk.sockets[FIRST].panel = again = FirmwarePanel(desk.clock)
    desk.run(5.0)
    assert desk.status.state is PanelState.READY
    assert again.levels() == RED_FRAME


def test_a_program_started_anew_is_heard_by_the_panel_within_five_seconds(desk, panel):
    desk.driver.close_ports()
    desk.begin()
    desk.mailbox.show_pattern(make_lamp_pattern(steady=[Lamp.WOOD]))
    desk.run(5.0)
    assert desk.status.state is PanelState.READY
    assert panel.levels() == (255, *[0] * 9)


def test_beside_a_foreign_device_the_panel_is_found_at_once(desk):
    desk.plug_in(SECOND, chatter=b"hm\n")
    panel = desk.plug_in(FIRST)
    desk.mailbox.show_pattern(RED_LIT)
    desk.run(2.0)
    assert desk.status.port == FIRST
    assert panel.levels() == RED_FRAME
    assert not desk.sockets[SECOND].port.is_open


def test_the_first_of_two_panels_is_used_and_the_second_when_it_is_unplugged(desk, panel):
    second = desk.plug_in(SECOND)
    desk.run(5.0)
    assert desk.status.port == FIRST
    desk.unplug(FIRST)
    desk.run(5.0)
    assert desk.status.port == SECOND
    assert second.levels() == RED_FRAME


def test_a_named_port_is_the_only_one_tried(desk):
    desk.begin(SerialSettings(port=SECOND))
    desk.plug_in(FIRST)
    desk.run(5.0)
    assert desk.sockets[FIRST].opened == 0
    assert (desk.status.state, desk.status.trouble.kind) == (
        PanelState.TROUBLED,
        TroubleKind.PORT_MISSING,
    )
    desk.plug_in(SECOND)
    desk.run(5.0)
    assert desk.status.port == SECOND


def test_a_named_port_that_goes_away_says_unplugged_rather_than_missing(desk):
    desk.begin(SerialSettings(port=SECOND))
    desk.plug_in(SECOND)
    desk.run(2.0)
    desk.unplug(SECOND)
    desk.run(30.0)
    assert desk.status.trouble.kind is TroubleKind.UNPLUGGED


def test_leaving_darkens_the_lamps_and_gives_the_ports_back(desk, panel):
    port = desk.sockets[FIRST].port
    desk.mailbox.stop()
    desk.driver.serve_until_stopped(desk.mailbox)
    panel.hear(port.take_written())
    assert panel.levels() == DARK_LEVELS
    assert not port.is_open


def test_a_panel_whose_computer_is_gone_goes_dark_by_itself(desk, panel, clock):
    clock.advance(2.5)
    panel.step()
    assert panel.levels() == DARK_LEVELS


def test_without_a_computer_a_hold_tests_the_lamps_all_the_same(clock):
    panel = FirmwarePanel(clock)
    panel.step()
    clock.advance(0.02)
    panel.step()
    panel.is_down = True
    shown = []
    for _ in range(600):
        clock.advance(STEP)
        panel.step()
        if not shown or shown[-1] != panel.levels():
            shown.append(panel.levels())
    alone = [tuple(160 if place == lamp else 0 for place in range(10)) for lamp in range(10)]
    assert shown == [DARK_LEVELS, *alone, DARK_LEVELS]
