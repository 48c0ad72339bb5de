"""What a serial panel does wrong, and what else may be plugged in, is told and does no harm."""

import pytest

from hardware import wire
from hardware.lamps import (
    Lamp,
    picture,
)
from hardware.panel import PanelState
from hardware.troubles import TroubleKind
from tests.hardware.panels import FirmwarePanel
from tests.hardware.serial_desk import FIRST, RED_FRAME, RED_LIT, SECOND, STEP


def test_a_panel_that_falls_silent_is_told_and_its_return_too(app_state, panel):
    socket = app_state.sockets[FIRST]
    socket.panel = None
    app_state.run(4.0)
    assert (app_state.status.state, app_state.status.trouble.kind) == (
        PanelState.TROUBLED,
        TroubleKind.SILENT,
    )
    socket.panel = panel
    app_state.run(5.0)
    assert app_state.status.state is PanelState.READY
    assert panel.levels() == RED_FRAME


def test_a_panel_that_begins_to_babble_is_told_and_not_written_to(app_state, panel):
    socket = app_state.sockets[FIRST]
    socket.panel = None
    socket.chatter = b"\x00\xff\n:" * 50
    app_state.run(4.0)
    assert (app_state.status.state, app_state.status.trouble.kind) == (
        PanelState.TROUBLED,
        TroubleKind.BABBLING,
    )
    socket.heard = b""
    app_state.run(10.0)
    assert socket.heard == b""


def test_a_panel_that_reads_no_more_is_told_and_its_port_opened_anew(app_state, panel):
    socket = app_state.sockets[FIRST]
    socket.port.room = 0
    socket.panel = None
    socket.chatter = wire.seal("tock")
    app_state.run(4.0)
    assert app_state.status.state is PanelState.TROUBLED
    assert app_state.status.trouble.kind is TroubleKind.NOT_LISTENING
    socket.chatter = b""
    socket.panel = FirmwarePanel(app_state.clock)
    app_state.run(5.0)
    assert socket.opened == 2
    assert app_state.status.state is PanelState.READY


def test_lines_do_not_pile_up_for_a_panel_that_reads_slowly(app_state, panel):
    port = app_state.sockets[FIRST].port
    port.room = 0
    for step in range(100):
        app_state.mailbox.order(picture=picture(steady=[tuple(Lamp)[step % 6]]))
        app_state.run(STEP)
    port.room = 1_000_000
    port.take_written()
    app_state.mailbox.order(picture=RED_LIT)
    app_state.run(0.05)
    assert panel.levels() == RED_FRAME
    assert len(app_state.sockets[FIRST].heard) < 5000


def test_another_version_is_told_with_both_numbers(app_state):
    app_state.plug_in(FIRST, chatter=wire.seal("hello companion-panel 2 3.1 button"))
    app_state.run(4.0)
    assert app_state.status.state is PanelState.TROUBLED
    assert str(app_state.status.trouble) == (
        "The panel at /dev/ttyACM0 speaks version 2 of the panel protocol, this program version"
        " 1. Put the firmware that comes with this program on the panel."
    )
    assert app_state.sockets[FIRST].heard == b""


@pytest.mark.parametrize("chatter", [b"", b"\x00\x7f:", b"$GPGGA,120000*47\r\n", b":tock*38AA\n"])
@pytest.mark.parametrize("path", [FIRST, SECOND])
def test_a_foreign_device_is_never_written_to(app_state, path, chatter):
    app_state.plug_in(path, chatter=chatter)
    app_state.run(30.0)
    assert app_state.sockets[path].opened > 0
    assert app_state.sockets[path].heard == b""
    assert app_state.status.state is not PanelState.READY


def test_a_foreign_device_is_given_back_after_three_seconds_and_left_alone(app_state):
    app_state.plug_in(SECOND, chatter=b"hm\n")
    app_state.run(3.5)
    assert not app_state.sockets[SECOND].port.is_open
    app_state.run(120.0)
    assert app_state.sockets[SECOND].opened == 1
    assert (app_state.status.state, app_state.status.trouble.kind) == (
        PanelState.SEARCHING,
        TroubleKind.NOT_A_PANEL,
    )


def test_a_panel_plugged_in_where_something_foreign_was_is_found(app_state):
    app_state.plug_in(SECOND, chatter=b"hm\n")
    app_state.run(10.0)
    app_state.unplug(SECOND)
    app_state.run(1.5)
    app_state.plug_in(SECOND)
    app_state.run(5.0)
    assert app_state.status.state is PanelState.READY


def test_a_board_of_the_right_maker_is_listened_to_for_ever(app_state):
    app_state.plug_in(FIRST, chatter=b"hm\n")
    app_state.run(60.0)
    assert app_state.status.trouble.kind is TroubleKind.NOT_A_PANEL
    assert app_state.status.state is PanelState.TROUBLED
    app_state.plug_in(FIRST)
    app_state.run(2.0)
    assert app_state.status.state is PanelState.READY


@pytest.mark.parametrize(
    "kind", [TroubleKind.PORT_FORBIDDEN, TroubleKind.PORT_BUSY, TroubleKind.PORT_BROKEN]
)
def test_a_port_that_cannot_be_opened_is_told_and_tried_again(app_state, kind):
    app_state.plug_in(FIRST)
    app_state.sockets[FIRST].refusal = kind
    app_state.run(10.0)
    assert (app_state.status.state, app_state.status.trouble.kind) == (PanelState.TROUBLED, kind)
    app_state.sockets[FIRST].refusal = None
    app_state.run(5.0)
    assert app_state.status.state is PanelState.READY


def test_presses_lost_on_the_way_are_counted_over_all_talks(app_state, panel):
    for number in (5, 8):
        app_state.sockets[FIRST].port.incoming += wire.seal(f"press {number} pressed")
    app_state.run(0.1)
    assert app_state.status.missed == 2
    app_state.unplug(FIRST)
    app_state.run(1.0)
    assert app_state.status.missed == 2
