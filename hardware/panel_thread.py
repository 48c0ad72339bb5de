"""Panels that work in a thread of their own, so that the screen never blocks."""

import logging
import select
import socket
import threading
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from msgspec.structs import replace

from hardware.lamps import LampEffect, LampLevels, LampPattern, LampScheduler, LampSettings
from hardware.panel import Notes, Panel, PanelReport, PanelState, PanelStatus, Press, PressKind
from hardware.troubles import PanelError, Trouble, TroubleKind, make_trouble

_BEGIN_ANEW_SECONDS = 2.0
_MOST_PRESSES = 32

_log = logging.getLogger(__name__)


class Mailbox:
    """Exchange between the screen and a panel's thread.

    The screen gets presses and the panel's status. The thread gets the state of the lamps and the
    notes for the buzzer. Only `sleep` blocks. If there are too many unread presses, the oldest of
    them are dropped.
    """

    def __init__(self, lamps: LampScheduler, status: PanelStatus) -> None:
        self.is_stopped = False
        self._lamps = lamps
        self._status = status
        self._presses: deque[Press] = deque(maxlen=_MOST_PRESSES)
        self._notes: Notes = ()
        self._lock = threading.Lock()
        self._is_closed = False
        self._bell, self._button = socket.socketpair()
        self._bell.settimeout(0)
        self._button.settimeout(0)

    # Called by the screen (see `panel.Panel`)

    def poll(self) -> PanelReport:
        with self._lock:
            presses = tuple(self._presses)
            self._presses.clear()
            return PanelReport(presses, self._status)

    def show_pattern(self, pattern: LampPattern) -> None:
        with self._lock:
            self._lamps.show_pattern(pattern)
        self.wake()

    def play_effect(self, effect: LampEffect) -> None:
        with self._lock:
            self._lamps.play_effect(effect)
        self.wake()

    def set_lamp_settings(self, settings: LampSettings) -> None:
        with self._lock:
            self._lamps.set_lamp_settings(settings)
        self.wake()

    def play_melody(self, notes: Notes) -> None:
        with self._lock:
            self._notes = notes
        self.wake()

    def stop(self) -> None:
        self.is_stopped = True
        self.wake()

    # Called by the panel's thread

    def report_press(self, press: Press) -> None:
        """Report a press. A hold also starts the self-test of the lamps."""
        with self._lock:
            self._presses.append(press)
            if press.kind is PressKind.HELD:
                self._lamps.play_effect(LampEffect.SELF_TEST)

    def set_status(self, status: PanelStatus) -> None:
        with self._lock:
            self._status = status

    def take_melody(self) -> Notes:
        """Remove the pending notes from the mailbox and return them."""
        with self._lock:
            notes, self._notes = self._notes, ()
            return notes

    def lamp_levels(self) -> LampLevels:
        with self._lock:
            return self._lamps.lamp_levels()

    def next_change_time(self) -> float | None:
        with self._lock:
            return self._lamps.next_change_time()

    def sleep(
        self,
        wakeup_times: Iterable[float | None],
        now: float,
        readable: Iterable[int] = (),
        writable: Iterable[int] = (),
    ) -> bool:
        """Block until `wake` is called, a file is ready, or one of `wakeup_times` is reached.

        The times are on the same clock as `now`; a time of None is ignored. Return False if only a
        time was reached.
        """
        times = [at for at in wakeup_times if at is not None]
        wait = max(0.0, min(times) - now) if times else None
        bell = self._bell.fileno()
        can_read, can_write, _ = select.select([bell, *readable], writable, [], wait)
        if bell in can_read:
            with suppress(BlockingIOError):
                while self._bell.recv(4096):
                    pass
        return bool(can_read or can_write)

    def wake(self) -> None:
        """End a `sleep` of the panel's thread. Any thread may call this."""
        with self._lock:
            if not self._is_closed:
                # A full buffer means that a wake-up is already pending.
                with suppress(BlockingIOError):
                    self._button.send(b"!")

    def close_sockets(self) -> None:
        """Close the internal sockets; `sleep` must not be called after this."""
        with self._lock:
            self._is_closed = True
            self._bell.close()
            self._button.close()


class PanelDriver(Protocol):
    """The code that a panel's thread runs: it reads a device's button and sets its lamps."""

    def serve_until_stopped(self, mailbox: Mailbox) -> None:
        """Serve the device until the mailbox is stopped, then turn its lamps off and close it."""


class ThreadedPanel(Mailbox, Panel):
    """A panel whose device is served in a separate thread.

    The thread runs `driver`. If the driver raises an error, the panel's status
    reports this error. Two seconds later, the driver is started again, so that a faulty panel never
    stops the game.
    """

    def __init__(self, driver: PanelDriver, lamps: LampScheduler, status: PanelStatus) -> None:
        super().__init__(lamps, status)
        self._driver = driver
        self._first_status = status
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._work, name="panel", daemon=True)
        self._thread.start()

    def close(self, wait_seconds: float = 0.0) -> None:
        self._ends.set()
        self.stop()
        if wait_seconds > 0:
            self._thread.join(wait_seconds)

    def _work(self) -> None:
        while not self._ends.is_set():
            try:
                self._driver.serve_until_stopped(self)
            except PanelError as error:
                self._wait_for_retry(error.trouble)
            except Exception as error:  # noqa: BLE001 - no caller would report it
                _log.exception("The panel thread failed and will be restarted")
                message = str(error) or type(error).__name__
                self._wait_for_retry(make_trouble(TroubleKind.PROGRAM_FAULT, error=message))
        self.close_sockets()

    def _wait_for_retry(self, why: Trouble) -> None:
        self.set_status(replace(self._first_status, state=PanelState.TROUBLED, trouble=why))
        self._ends.wait(_BEGIN_ANEW_SECONDS)
