"""A panel whose device lives in a thread of its own, so that the screen never waits for it."""

import logging
import select
import socket
import sys
import threading
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

import msgspec

from hardware.lamps import Frame, LampEffect, LampPicture, LampScheduler, LampSettings
from hardware.panel import Notes, PanelReport, PanelState, PanelStatus, Press, PressKind
from hardware.troubles import TroubleKind, trouble

_BEGIN_ANEW_SECONDS = 2.0
_TURN_SECONDS = 0.001
"""The longest turn of one thread while another waits; Python's default is 5 ms."""
_MOST_PRESSES = 32

_log = logging.getLogger(__name__)


class Mailbox:
    """What the screen and a panel's thread share: presses, the status, and the lamps to be shown.

    Every call but `sleep` returns at once. Nothing here grows: of presses that nobody asks for only
    the newest are kept.
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

    # The screen's end (see `panel.Panel`)

    def poll(self) -> PanelReport:
        """The presses since the last poll, each told once, and the status now."""
        with self._lock:
            presses = tuple(self._presses)
            self._presses.clear()
            return PanelReport(presses, self._status)

    def show(self, picture: LampPicture) -> None:
        """From now on the lamps show this picture, also after the panel was away."""
        with self._lock:
            self._lamps.show(picture)
        self.wake()

    def play(self, effect: LampEffect) -> None:
        """Lay this effect over the picture once; it passes unseen where there is no panel."""
        with self._lock:
            self._lamps.play(effect)
        self.wake()

    def tune(self, settings: LampSettings) -> None:
        """Be this bright and this fast from now on."""
        with self._lock:
            self._lamps.tune(settings)
        self.wake()

    def buzz(self, notes: Notes) -> None:
        """Let the buzzer play this, if there is one."""
        with self._lock:
            self._notes = notes
        self.wake()

    def stop(self) -> None:
        """Ask the panel's thread to end."""
        self.is_stopped = True
        self.wake()

    # The panel's end

    def press(self, press: Press) -> None:
        """Tell the screen of a press; a hold lets the lamps test themselves one by one."""
        with self._lock:
            self._presses.append(press)
            if press.kind is PressKind.HELD:
                self._lamps.play(LampEffect.SELF_TEST)

    def set_status(self, status: PanelStatus) -> None:
        """Tell the screen the panel's status."""
        with self._lock:
            self._status = status

    def notes(self) -> Notes:
        """What the buzzer is to play, told once."""
        with self._lock:
            notes, self._notes = self._notes, ()
            return notes

    def frame(self) -> Frame:
        """How bright each lamp should be now."""
        with self._lock:
            return self._lamps.frame()

    def next_change(self) -> float | None:
        """When `frame` may differ from now; None if only the screen can change it."""
        with self._lock:
            return self._lamps.next_change()

    def sleep(
        self,
        due: Iterable[float | None],
        now: float,
        readable: Iterable[int] = (),
        writable: Iterable[int] = (),
    ) -> None:
        """Sleep until somebody wakes it, a file number is ready, or the first time that is due.

        Times are seconds on the clock that shows `now`; None is a time that never comes.
        """
        times = [at for at in due if at is not None]
        wait = max(0.0, min(times) - now) if times else None
        select.select([self._bell.fileno(), *readable], writable, [], wait)
        with suppress(BlockingIOError):
            while self._bell.recv(4096):
                pass

    def wake(self) -> None:
        """End the sleep of the panel's thread, from any thread."""
        with self._lock:
            if not self._is_closed:
                # Where the bell can take no more strokes it is ringing already.
                with suppress(BlockingIOError):
                    self._button.send(b"!")

    def free(self) -> None:
        """Close the socket pair; `sleep` must not be called after this."""
        with self._lock:
            self._is_closed = True
            self._bell.close()
            self._button.close()


class Attendant(Protocol):
    """Runs one device in the panel's thread."""

    def attend(self, mailbox: Mailbox) -> None:
        """Look after the device until the mailbox is stopped; then leave it dark and closed."""


def take_short_turns() -> None:
    """Let a thread compute for a millisecond at most while another of this program waits.

    A device that babbles keeps its thread busy, and the screen must not wait for that. It concerns
    the whole program, so whoever starts that says so; a panel alone does not.
    """
    sys.setswitchinterval(min(_TURN_SECONDS, sys.getswitchinterval()))


class ThreadedPanel(Mailbox):
    """The screen's end of a panel (see `panel.Panel`); the attendant works in its own thread.

    An attendant that fails is begun anew after two seconds, and people are told: a fault here
    is never a reason to stop playing.
    """

    def __init__(self, attendant: Attendant, lamps: LampScheduler, status: PanelStatus) -> None:
        super().__init__(lamps, status)
        self._attendant = attendant
        self._first_status = status
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._work, name="panel", daemon=True)
        self._thread.start()

    def close(self, wait_seconds: float = 0.0) -> None:
        """Darken the lamps and let the panel go; waits no longer than it is told to."""
        self._ends.set()
        self.stop()
        if wait_seconds > 0:
            self._thread.join(wait_seconds)

    def _work(self) -> None:
        while not self._ends.is_set():
            try:
                self._attendant.attend(self)
            except Exception as error:  # noqa: BLE001 - nobody above would catch it; it is told
                _log.exception("The panel's thread failed and begins anew")
                why = trouble(TroubleKind.PROGRAM_FAULT, error=str(error) or type(error).__name__)
                self.set_status(
                    msgspec.structs.replace(
                        self._first_status, state=PanelState.TROUBLED, trouble=why
                    )
                )
                self._ends.wait(_BEGIN_ANEW_SECONDS)
        self.free()
