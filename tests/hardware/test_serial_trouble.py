import pytest

from hardware.firmware.panel import wire
from hardware.lamps import Lamp, make_lamp_pattern
from hardware.panel import PanelState
from hardware.troubles import TroubleKind
from tests.hardware.panels import FirmwarePanel
from tests.hardware.serial_desk import FIRST, RED_FRAME, RED_LIT, SECOND, STEP


def test_a_panel_that_falls_silent_is_told_and_its_return_too(desk, panel):
    socket = desk.sockets[FIRST]
    socket.panel = None
    desk.run(4.0)
    assert (desk.status.state, desk.status.trouble.kind) == (
        PanelState.TROUBLED,
        TroubleKind.SILENT,
    )
    socket.panel = panel
    desk.run(5.0)
    assert desk.status.state is PanelState.READY
    assert panel.levels() == RED_FRAME


def test_a_panel_that_begins_to_babble_is_told_and_not_written_to(desk, panel):
    socket = desk.sockets[FIRST]
    socket.panel = None
    socket.chatter = b"\x00\xff\n:" * 50
    desk.run(4.0)
    assert (desk.status.state, desk.status.trouble.kind) == (
        PanelState.TROUBLED,
        TroubleKind.BABBLING,
    )
    socket.heard = b""
    desk.run(10.0)
    assert socket.heard == b""


def test_a_panel_that_reads_no_more_is_told_and_its_port_opened_anew(desk, panel):
    socket = desk.sockets[FIRST]
    socket.port.room = 0
    socket.panel = None
    socket.chatter = wire.frame_message("tock")
    desk.run(4.0)
    assert desk.status.state is PanelState.TROUBLED
    assert desk.status.trouble.kind is TroubleKind.NOT_LISTENING
    socket.chatter = b""
    socket.panel = FirmwarePanel(desk.clock)
    desk.run(5.0)
    assert socket.opened == 2
    assert desk.status.state is PanelState.READY


def test_lines_do_not_pile_up_for_a_panel_that_reads_slowly(desk, panel):
    port = desk.sockets[FIRST].port
    port.room = 0
    for step in range(100):
        desk.mailbox.show_pattern(make_lamp_pattern(steady=[tuple(Lamp)[step % 6]]))
        desk.run(STEP)
    port.room = 1_000_000
    port.take_written()
    desk.mailbox.show_pattern(RED_LIT)
    desk.run(0.05)
    assert panel.levels() == RED_FRAME
    assert len(desk.sockets[FIRST].heard) < 5000


def test_another_version_is_told_with_both_numbers(desk):
    desk.plug_in(FIRST, chatter=wire.frame_message("hello companion-panel 2 3.1 button"))
    desk.run(4.0)
    assert desk.status.state is PanelState.TROUBLED
    assert str(desk.status.trouble) == (
        "The panel at /dev/ttyACM0 uses version 2 of the panel protocol, this program version"
        " 1. Install the firmware that comes with this program on the panel."
    )
    assert desk.sockets[FIRST].heard == b""


@pytest.mark.parametrize("chatter", [b"", b"\x00\x7f:", b"$GPGGA,120000*47\r\n", b":tock*38AA\n"])
@pytest.mark.parametrize("path", [FIRST, SECOND])
def test_a_foreign_device_is_never_written_to(desk, path, chatter):
    desk.plug_in(path, chatter=chatter)
    desk.run(30.0)
    assert desk.sockets[path].opened > 0
    assert desk.sockets[path].heard == b""
    assert desk.status.state is not PanelState.READY


def test_a_board_of_the_right_maker_is_listened_to_for_ever(desk):
    desk.plug_in(FIRST, chatter=b"hm\n")
    desk.run(60.0)
    assert desk.status.trouble.kind is TroubleKind.NOT_A_PANEL
    assert desk.status.state is PanelState.TROUBLED
    desk.plug_in(FIRST)
    desk.run(2.0)
    assert desk.status.state is PanelState.READY


@pytest.mark.parametrize(
    "kind", [TroubleKind.PORT_FORBIDDEN, TroubleKind.PORT_BUSY, TroubleKind.PORT_BROKEN]
)
def test_a_port_that_cannot_be_opened_is_told_and_tried_again(desk, kind):
    desk.plug_in(FIRST)
    desk.sockets[FIRST].refusal = kind
    desk.run(10.0)
    assert (desk.status.state, desk.status.trouble.kind) == (PanelState.TROUBLED, kind)
    desk.sockets[FIRST].refusal = None
    desk.run(5.0)
    assert desk.status.state is PanelState.READY


def test_presses_that_come_at_once_are_told_and_lost_ones_counted_over_all_talks(desk, panel):
    for number in (5, 8):
        desk.sockets[FIRST].port.incoming += wire.frame_message(f"press {number} pressed")
    desk.run(0.1)
    assert [press.sequence_number for press in desk.mailbox.poll().presses] == [5, 8]
    assert desk.status.missed_presses == 2
    desk.unplug(FIRST)
    desk.run(1.0)
    assert desk.status.missed_presses == 2
