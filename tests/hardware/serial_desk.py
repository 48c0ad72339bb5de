"""A computer with sockets for panels, in memory and with time by hand.

At the other end is the firmware itself, without its board.
"""

from hardware.lamps import Lamp, LampScheduler, LampSettings, make_lamp_pattern
from hardware.panel import PanelKind, PanelState, PanelStatus
from hardware.panel_config import SerialSettings
from hardware.panel_thread import Mailbox
from hardware.serial_panel import SerialDriver
from hardware.troubles import PanelError, TroubleKind, make_trouble
from tests.hardware.panels import FirmwarePanel, MemoryPort

FIRST = "/dev/ttyACM0"
SECOND = "/dev/ttyACM1"
STEP = 0.01
RED_LIT = make_lamp_pattern(steady=[Lamp.RED])
RED_FRAME = (*[0] * 9, 255)


class Socket:
    def __init__(self) -> None:
        self.panel: FirmwarePanel | None = None
        self.chatter = b""
        self.is_occupied = False
        self.refusal: TroubleKind | None = None
        self.port: MemoryPort | None = None
        self.heard = b""
        self.opened = 0


class SerialDesk:
    """A computer with sockets, the driver that looks after them, and the time."""

    def __init__(self, clock) -> None:
        self.clock = clock
        self.sockets = {path: Socket() for path in (FIRST, SECOND)}
        lamps = LampScheduler(clock, LampSettings(brightness_percent=100))
        self.mailbox = Mailbox(lamps, PanelStatus(PanelKind.SERIAL, PanelState.SEARCHING))
        self.driver = self.begin()

    def begin(self, settings: SerialSettings | None = None, *, expected: bool = False):
        self.driver = SerialDriver(
            settings or SerialSettings(), self.clock, expected=expected, ports=self
        )
        return self.driver

    def likely_panel_ports(self) -> tuple[str, ...]:
        return tuple(path for path, socket in self.sockets.items() if socket.is_occupied)

    def open(self, path: str, speed: int) -> MemoryPort:
        socket = self.sockets[path]
        if not socket.is_occupied:
            raise PanelError(make_trouble(TroubleKind.PORT_MISSING, port=path))
        if socket.refusal is not None:
            raise PanelError(make_trouble(socket.refusal, port=path))
        socket.opened += 1
        socket.port = MemoryPort(path)
        return socket.port

    def plug_in(self, path: str, *, chatter: bytes | None = None) -> FirmwarePanel | None:
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
            self.driver.serve_once(self.mailbox)
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
        return self.mailbox.poll().status

    def press_for(self, panel: FirmwarePanel, seconds: float) -> list:
        self.mailbox.poll()
        panel.is_down = True
        self.run(seconds)
        panel.is_down = False
        self.run(0.1)
        return [press.kind for press in self.mailbox.poll().presses]
