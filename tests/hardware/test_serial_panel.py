"""Finding, losing and finding again a serial panel, with ports in memory and time by hand.

At the other end is the firmware itself, without its board.
"""

import pytest

from hardware import wire
from hardware.button import PressKind
from hardware.lamps import (
    DARK_FRAME,
    Effect,
    Lamp,
    LampScheduler,
    LampSettings,
    picture,
)
from hardware.mailbox import Mailbox
from hardware.panel import PanelKind, PanelState, PanelStatus
from hardware.panel_config import SerialSettings
from hardware.serial_panel import SerialAttendant
from hardware.serial_port import Candidate
from hardware.troubles import PanelError, TroubleKind, trouble
from tests.hardware.panels import FirmwarePanel, MemoryPort

FIRST = "/dev/ttyACM0"
SECOND = "/dev/ttyUSB0"
STEP = 0.01
RED_LIT = picture(steady=[Lamp.RED])
RED_FRAME = (*[0] * 9, 255)


class Socket:
    """A socket of the computer: something may be plugged in, or nothing."""

    def __init__(self, path: str, *, sure: bool) -> None:
        self.candidate = Candidate(path, sure)
        self.panel: FirmwarePanel | None = None
        self.chatter = b""
        self.is_occupied = False
        self.refusal: TroubleKind | None = None
        self.port: MemoryPort | None = None
        self.heard = b""
        self.opened = 0


class Desk:
    """A computer with sockets, the attendant that looks after them, and the time."""

    def __init__(self, clock) -> None:
        self.clock = clock
        self.sockets = {
            path: Socket(path, sure=sure) for path, sure in ((FIRST, True), (SECOND, False))
        }
        self.mailbox = Mailbox(PanelStatus(PanelKind.SERIAL, PanelState.SEARCHING))
        self.attendant = self.begin()

    def begin(self, settings: SerialSettings | None = None, *, expected: bool = False):
        lamps = LampScheduler(self.clock, LampSettings(brightness_percent=100))
        self.lamps = lamps
        self.attendant = SerialAttendant(
            settings or SerialSettings(), lamps, self.clock, expected=expected, ports=self
        )
        return self.attendant

    def likely(self) -> tuple[Candidate, ...]:
        return tuple(socket.candidate for socket in self.sockets.values() if socket.is_occupied)

    def open(self, path: str, speed: int) -> MemoryPort:
        socket = self.sockets[path]
        if not socket.is_occupied:
            raise PanelError(trouble(TroubleKind.PORT_MISSING, port=path))
        if socket.refusal is not None:
            raise PanelError(trouble(socket.refusal, port=path))
        socket.opened += 1
        socket.port = MemoryPort(path)
        return socket.port

    def plug_in(self, path: str, *, chatter: bytes | None = None) -> FirmwarePanel | None:
        """Plug a panel in, or another device that says the same for ever."""
        socket = self.sockets[path]
        socket.is_occupied = True
        socket.panel = FirmwarePanel(self.clock) if chatter is None else None
        socket.chatter = chatter or b""
        return socket.panel

    def unplug(self, path: str) -> None:
        socket = self.sockets[path]
        socket.is_occupied = False
        socket.panel = None
        if socket.port is not None:
            socket.port.is_plugged_in = False

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.clock.advance(STEP)
            orders = self.mailbox.take_orders()
            orders.carry_out(self.lamps)
            self.attendant.work(self.mailbox)
            for socket in self.sockets.values():
                self._let_talk(socket)

    def _let_talk(self, socket: Socket) -> None:
        if socket.port is None or not socket.port.is_open or not socket.port.is_plugged_in:
            return
        written = socket.port.take_written()
        socket.heard += written
        said = socket.chatter
        if socket.panel is not None:
            said += socket.panel.hear(written) + socket.panel.step()
        socket.port.incoming = (socket.port.incoming + said)[-100_000:]

    @property
    def status(self) -> PanelStatus:
        return self.mailbox.collect().status

    def press_for(self, panel: FirmwarePanel, seconds: float) -> list:
        self.mailbox.collect()
        panel.is_down = True
        self.run(seconds)
        panel.is_down = False
        self.run(0.1)
        return [press.kind for press in self.mailbox.collect().presses]


@pytest.fixture
def desk(clock):
    desk = Desk(clock)
    yield desk
    desk.mailbox.close()


@pytest.fixture
def panel(desk):
    panel = desk.plug_in(FIRST)
    desk.mailbox.order(picture=RED_LIT)
    desk.run(2.0)
    assert desk.status.state is PanelState.READY
    return panel


def test_no_panel_is_no_trouble_to_those_who_asked_for_none(desk):
    desk.run(5.0)
    assert desk.status.state is PanelState.SEARCHING
    assert desk.status.trouble.kind is TroubleKind.NO_PANEL_FOUND


def test_no_panel_is_a_trouble_to_those_who_asked_for_one(desk):
    desk.begin(expected=True)
    desk.run(5.0)
    assert desk.status.state is PanelState.TROUBLED
    assert desk.status.trouble.kind is TroubleKind.NO_PANEL_FOUND


def test_a_panel_is_found_and_told_with_port_and_firmware(desk):
    desk.plug_in(FIRST)
    desk.run(2.0)
    assert desk.status == PanelStatus(
        PanelKind.SERIAL,
        PanelState.READY,
        port=FIRST,
        firmware="1.0.0",
        capabilities=("button", "lamps10", "dim"),
    )


def test_a_panel_found_late_shows_the_picture_that_was_shown_before(desk):
    desk.mailbox.order(picture=RED_LIT)
    desk.run(20.0)
    panel = desk.plug_in(FIRST)
    desk.run(2.0)
    assert panel.levels() == RED_FRAME


def test_an_effect_is_played_on_the_lamps_and_the_picture_comes_back(desk, panel):
    desk.mailbox.order(effect=Effect.NOT_NOW)
    desk.run(0.1)
    assert panel.levels() == (*[255] * 6, *RED_FRAME[6:])
    desk.run(1.0)
    assert panel.levels() == RED_FRAME


def test_a_press_is_told_once(desk, panel):
    assert desk.press_for(panel, 0.3) == [PressKind.PRESSED]


def test_two_presses_between_two_looks_are_both_told(desk, panel):
    for _ in range(2):
        panel.is_down = True
        desk.run(0.05)
        panel.is_down = False
        desk.run(0.05)
    presses = desk.mailbox.collect().presses
    assert [(press.kind, press.number) for press in presses] == [
        (PressKind.PRESSED, 0),
        (PressKind.PRESSED, 1),
    ]


def test_a_hold_lets_the_lamps_test_themselves_one_by_one(desk, panel):
    desk.mailbox.order(picture=picture(steady=[Lamp.BLUE, Lamp.RED]))
    assert desk.press_for(panel, 2.1) == [PressKind.PRESSED, PressKind.HELD]
    shown = []
    for _ in range(400):
        desk.run(STEP)
        if not shown or shown[-1] != panel.levels():
            shown.append(panel.levels())
    alone = [tuple(255 if place == lamp else 0 for place in range(10)) for lamp in range(10)]
    assert shown == [*alone, (*[0] * 7, 255, 0, 255)]


def test_an_unplugged_panel_is_told_with_what_to_do(desk, panel):
    desk.unplug(FIRST)
    desk.run(0.1)
    assert desk.status.state is PanelState.TROUBLED
    assert str(desk.status.trouble) == (
        "The panel at /dev/ttyACM0 was unplugged. Plug it in again and it is taken up by itself;"
        " until then play by touch."
    )
    desk.run(60.0)
    assert desk.status.trouble.kind is TroubleKind.UNPLUGGED


@pytest.mark.parametrize("away", [0.02, 0.5, 3.0, 120.0])
@pytest.mark.parametrize("socket", [FIRST, SECOND])
def test_a_replugged_panel_works_within_five_seconds_lamps_right(desk, panel, away, socket):
    desk.unplug(FIRST)
    desk.run(away)
    desk.mailbox.order(picture=picture(steady=[Lamp.WOOD]))
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
    desk.attendant.leave()
    desk.begin()
    desk.mailbox.order(picture=picture(steady=[Lamp.WOOD]))
    desk.run(5.0)
    assert desk.status.state is PanelState.READY
    assert panel.levels() == (255, *[0] * 9)


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
    socket.chatter = wire.seal("tock")
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
        desk.mailbox.order(picture=picture(steady=[tuple(Lamp)[step % 6]]))
        desk.run(STEP)
    port.room = 1_000_000
    port.take_written()
    desk.mailbox.order(picture=RED_LIT)
    desk.run(0.05)
    assert panel.levels() == RED_FRAME
    assert len(desk.sockets[FIRST].heard) < 5000


def test_another_version_is_told_with_both_numbers(desk):
    desk.plug_in(FIRST, chatter=wire.seal("hello companion-panel 2 3.1 button"))
    desk.run(4.0)
    assert desk.status.state is PanelState.TROUBLED
    assert str(desk.status.trouble) == (
        "The panel at /dev/ttyACM0 speaks version 2 of the panel protocol, this program version"
        " 1. Put the firmware that comes with this program on the panel."
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


def test_a_foreign_device_is_given_back_after_three_seconds_and_left_alone(desk):
    desk.plug_in(SECOND, chatter=b"hm\n")
    desk.run(3.5)
    assert not desk.sockets[SECOND].port.is_open
    desk.run(120.0)
    assert desk.sockets[SECOND].opened == 1
    assert (desk.status.state, desk.status.trouble.kind) == (
        PanelState.SEARCHING,
        TroubleKind.NOT_A_PANEL,
    )


def test_a_panel_plugged_in_where_something_foreign_was_is_found(desk):
    desk.plug_in(SECOND, chatter=b"hm\n")
    desk.run(10.0)
    desk.unplug(SECOND)
    desk.run(1.5)
    desk.plug_in(SECOND)
    desk.run(5.0)
    assert desk.status.state is PanelState.READY


def test_a_board_of_the_right_maker_is_listened_to_for_ever(desk):
    desk.plug_in(FIRST, chatter=b"hm\n")
    desk.run(60.0)
    assert desk.status.trouble.kind is TroubleKind.NOT_A_PANEL
    assert desk.status.state is PanelState.TROUBLED
    desk.plug_in(FIRST)
    desk.run(2.0)
    assert desk.status.state is PanelState.READY


def test_beside_a_foreign_device_the_panel_is_found_at_once(desk):
    desk.plug_in(SECOND, chatter=b"hm\n")
    panel = desk.plug_in(FIRST)
    desk.mailbox.order(picture=RED_LIT)
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


def test_presses_lost_on_the_way_are_counted_over_all_talks(desk, panel):
    for number in (5, 8):
        desk.sockets[FIRST].port.incoming += wire.seal(f"press {number} pressed")
    desk.run(0.1)
    assert desk.status.missed == 2
    desk.unplug(FIRST)
    desk.run(1.0)
    assert desk.status.missed == 2


def test_leaving_darkens_the_lamps_and_gives_the_ports_back(desk, panel):
    port = desk.sockets[FIRST].port
    desk.attendant.leave()
    panel.hear(port.take_written())
    assert panel.levels() == DARK_FRAME
    assert not port.is_open


def test_a_panel_whose_computer_is_gone_goes_dark_by_itself(desk, panel, clock):
    clock.advance(2.5)
    panel.step()
    assert panel.levels() == DARK_FRAME


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
    assert shown == [DARK_FRAME, *alone, DARK_FRAME]
