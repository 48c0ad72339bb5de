"""A panel on a serial cable, found automatically.

A panel that was unplugged is found again when it is plugged back in. This module runs in the
panel's thread. It opens every port that may have a panel. The first port whose device says hello is
used, and the other ports are closed.
"""

import time
from contextlib import suppress
from typing import NamedTuple

from hardware.firmware.panel import wire
from hardware.lamps import DARK_LEVELS, Clock, LampLevels, LampScheduler, LampSettings
from hardware.panel import PanelKind, PanelState, PanelStatus
from hardware.panel_config import SerialSettings
from hardware.panel_thread import Mailbox, ThreadedPanel
from hardware.serial_port import SerialPort, UsbSerialPorts
from hardware.serial_protocol import SILENCE_SECONDS, HandshakeState, SerialProtocol
from hardware.troubles import PanelError, Trouble, TroubleKind, make_trouble

SEARCH_SECONDS = 2.0
"""Interval of port scans in seconds while no panel is connected."""

STALL_SECONDS = 2.0
"""A panel that reads nothing for this many seconds counts as stalled."""

RETRY_SECONDS = 2.0
"""Delay in seconds before a port that failed is tried again."""


def open_serial_panel(
    settings: SerialSettings, lamps: LampSettings, *, expected: bool
) -> ThreadedPanel:
    """Return a panel whose thread searches the USB serial ports for it.

    If `expected` is set, the settings ask for a panel, so a missing panel is reported as a trouble.
    """
    driver = SerialDriver(settings, time.monotonic, expected=expected)
    first = PanelStatus(PanelKind.SERIAL, PanelState.SEARCHING)
    return ThreadedPanel(driver, LampScheduler(time.monotonic, lamps), first)


class SerialLink:
    """An open serial port, the state of the protocol on it, and the output still to be sent.

    New output is created only after all earlier output has been sent. So a slow panel gets the
    newest state of the lamps, never an outdated state.
    """

    def __init__(self, path: str, port: SerialPort, now: float) -> None:
        self.path = path
        self.port = port
        self.protocol = SerialProtocol(now)
        self.opened_at = now
        self._unsent = b""
        self._unsent_since = now

    @property
    def has_unsent_bytes(self) -> bool:
        return bool(self._unsent)

    def send_due_messages(self, levels: LampLevels, now: float) -> None:
        """Send the messages that are due; `levels` has the brightness of each lamp.

        Raises PanelError if the panel has stopped reading.
        """
        if not self._unsent:
            self._unsent = self.protocol.bytes_to_send(levels, now)
            self._unsent_since = now
        if self._unsent:
            self._unsent = self._unsent[self.port.write(self._unsent) :]
        if self._unsent and now - self._unsent_since >= STALL_SECONDS:
            raise PanelError(make_trouble(TroubleKind.NOT_LISTENING, port=self.path))

    def next_wakeup_time(self) -> float | None:
        if self._unsent:
            return self._unsent_since + STALL_SECONDS
        return self.protocol.next_wakeup_time()

    def trouble(self, now: float) -> Trouble | None:
        """Return the fault of the connected device, or None if no fault is known."""
        path, protocol = self.path, self.protocol
        hello = protocol.hello
        if protocol.state is HandshakeState.REFUSED and hello is not None:
            return make_trouble(
                TroubleKind.OTHER_VERSION, port=path, theirs=hello.number, ours=wire.VERSION
            )
        if protocol.end_reason is not None:
            return make_trouble(protocol.end_reason, port=path)
        if protocol.state is HandshakeState.LISTENING and now - self.opened_at >= SILENCE_SECONDS:
            return make_trouble(TroubleKind.NOT_A_PANEL, port=path)
        return None


class PortFailure(NamedTuple):
    """Reason why a port is not in use, and the time to try the port again."""

    trouble: Trouble
    retry_at: float


class SerialDriver:
    """Finds the panel among the serial ports and serves it; searches again if the panel is lost."""

    def __init__(
        self,
        settings: SerialSettings,
        clock: Clock,
        *,
        expected: bool,
        ports: UsbSerialPorts | None = None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._is_expected = expected
        self._ports = ports or UsbSerialPorts()
        self._links: dict[str, SerialLink] = {}
        self._failures: dict[str, PortFailure] = {}
        self._panel: SerialLink | None = None
        self._loss: Trouble | None = None
        self._was_there = False
        self._missed_before = 0
        self._next_search = clock()

    def serve_until_stopped(self, mailbox: Mailbox) -> None:
        try:
            while not mailbox.is_stopped:
                self.serve_once(mailbox)
                self._sleep(mailbox)
        finally:
            self.close_ports()

    def serve_once(self, mailbox: Mailbox) -> None:
        now = self._clock()
        if self._panel is None and now >= self._next_search:
            self._next_search = now + SEARCH_SECONDS
            self._search(now)
        for link in tuple(self._links.values()):
            self._serve(link, mailbox, now)
        self._choose()
        mailbox.set_status(self._status(now))

    def close_ports(self) -> None:
        """Close all ports; turn the lamps off first if this is possible without waiting."""
        now = self._clock()
        for link in tuple(self._links.values()):
            # An unplugged panel is already dark.
            with suppress(PanelError):
                link.send_due_messages(DARK_LEVELS, now)
            link.port.close(discard_unsent=link.has_unsent_bytes)
        self._links.clear()
        self._panel = None

    def _sleep(self, mailbox: Mailbox) -> None:
        due = [link.next_wakeup_time() for link in self._links.values()]
        due.append(mailbox.next_change_time())
        if self._panel is None:
            due.append(self._next_search)
        links = list(self._links.values())
        readable = [link.port.fileno() for link in links]
        writable = [link.port.fileno() for link in links if link.has_unsent_bytes]
        mailbox.sleep(due, self._clock(), readable, writable)

    def _search(self, now: float) -> None:
        named = self._settings.port
        paths = self._ports.likely_panel_ports() if named is None else (named,)
        # Forget the failures of ports that have disappeared: the next device there may work.
        self._failures = {path: why for path, why in self._failures.items() if path in paths}
        for path in paths:
            failure = self._failures.get(path)
            if path in self._links or (failure is not None and now < failure.retry_at):
                continue
            try:
                port = self._ports.open(path, self._settings.speed)
            except PanelError as error:
                self._failures[path] = PortFailure(error.trouble, now + RETRY_SECONDS)
            else:
                self._links[path] = SerialLink(path, port, now)

    def _serve(self, link: SerialLink, mailbox: Mailbox, now: float) -> None:
        try:
            for press in link.protocol.receive(link.port.read(), now):
                mailbox.report_press(press)
            link.protocol.check_timeouts(now)
            if link is self._panel and (notes := mailbox.take_melody()):
                link.protocol.play_melody(notes)
            link.send_due_messages(mailbox.lamp_levels(), now)
        except PanelError as error:
            self._drop(link)
            if link.protocol.hello is not None:
                self._loss = error.trouble
            self._failures[link.path] = PortFailure(error.trouble, now + RETRY_SECONDS)
            return
        if link.protocol.state is HandshakeState.TALKING:
            self._was_there = True
            self._loss = None
            self._failures.pop(link.path, None)

    def _drop(self, link: SerialLink) -> None:
        del self._links[link.path]
        link.port.close(discard_unsent=True)
        self._missed_before += link.protocol.missed_presses
        if self._panel is link:
            self._panel = None
            self._next_search = self._clock()

    def _choose(self) -> None:
        """Use the first panel that says hello, and close all other ports.

        If the connection to this panel has ended, use the next panel that says hello.
        """
        if self._panel is not None and self._panel.protocol.state is HandshakeState.LISTENING:
            self._panel = None
        talking = (HandshakeState.WELCOMED, HandshakeState.TALKING)
        greeted = [link for link in self._links.values() if link.protocol.state in talking]
        if self._panel is None and greeted:
            self._panel = greeted[0]
            for link in tuple(self._links.values()):
                if link is not self._panel:
                    self._drop(link)

    def _status(self, now: float) -> PanelStatus:
        links, panel = self._links.values(), self._panel
        missed = self._missed_before + sum(link.protocol.missed_presses for link in links)
        hello = None if panel is None else panel.protocol.hello
        if panel and hello and panel.protocol.state is HandshakeState.TALKING:
            return PanelStatus(
                PanelKind.SERIAL,
                PanelState.READY,
                port=panel.path,
                firmware=hello.firmware,
                capabilities=hello.capabilities,
                missed_presses=missed,
            )
        troubles = [why for link in links if (why := link.trouble(now)) is not None]
        troubles += [failure.trouble for failure in self._failures.values()]
        if self._loss is not None:
            # The message that the panel was unplugged says more than the message that its port is
            # missing.
            troubles = [why for why in troubles if why.kind is not TroubleKind.PORT_MISSING]
            troubles.append(self._loss)
        is_troubled = bool(troubles)
        if not troubles and not links:
            troubles.append(make_trouble(TroubleKind.NO_PANEL_FOUND))
            is_troubled = self._is_expected or self._was_there
        state = PanelState.TROUBLED if is_troubled else PanelState.SEARCHING
        why = troubles[0] if troubles else None
        return PanelStatus(PanelKind.SERIAL, state, trouble=why, missed_presses=missed)
