"""A panel whose device lives in a thread of its own, so that the screen never waits for it."""

import logging
import sys
import threading
from typing import Protocol

import msgspec

from hardware.lamps import Effect, LampSettings, Picture
from hardware.mailbox import Mailbox
from hardware.panel import PanelReport, PanelState, PanelStatus
from hardware.troubles import TroubleKind, trouble

_BEGIN_ANEW_SECONDS = 2.0
_TURN_SECONDS = 0.001
"""So long one thread of this program may compute while another waits; Python's own are 5 ms."""

_log = logging.getLogger(__name__)


class Attendant(Protocol):
    """Whoever looks after one device, in the panel's thread."""

    def attend(self, mailbox: Mailbox) -> None:
        """Look after the device until the orders say stop; then leave it dark and closed."""


def take_short_turns() -> None:
    """Let a thread compute for a millisecond at most while another of this program waits.

    A device that babbles keeps its thread busy, and the screen must not wait for that. It concerns
    the whole program, so whoever starts that says so; a panel alone does not.
    """
    sys.setswitchinterval(min(_TURN_SECONDS, sys.getswitchinterval()))


class ThreadedPanel:
    """The screen's end of a panel (see `panel.Panel`); the attendant works in its own thread.

    An attendant that fails is begun anew after two seconds, and people are told: a fault here
    is never a reason to stop playing.
    """

    def __init__(self, attendant: Attendant, status: PanelStatus) -> None:
        self._attendant = attendant
        self._first_status = status
        self._mailbox = Mailbox(status)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="panel", daemon=True)
        self._thread.start()

    def poll(self) -> PanelReport:
        """The presses since the last poll, each told once, and the status now."""
        return self._mailbox.collect()

    def show(self, picture: Picture) -> None:
        """From now on the lamps show this picture, also after the panel was away."""
        self._mailbox.order(picture=picture)

    def play(self, effect: Effect) -> None:
        """Lay this effect over the picture once; it is dropped where there is no panel."""
        self._mailbox.order(effect=effect)

    def tune(self, settings: LampSettings) -> None:
        """Be this bright and this fast from now on."""
        self._mailbox.order(settings=settings)

    def close(self, wait_seconds: float = 0.0) -> None:
        """Darken the lamps and let the panel go; waits no longer than it is told to."""
        self._stop.set()
        self._mailbox.order(stop=True)
        if wait_seconds > 0:
            self._thread.join(wait_seconds)

    def _work(self) -> None:
        while not self._stop.is_set():
            try:
                self._attendant.attend(self._mailbox)
            except Exception as error:  # noqa: BLE001 - nobody above would catch it; it is told
                _log.exception("The panel's thread failed and begins anew")
                self._mailbox.set_status(
                    msgspec.structs.replace(
                        self._first_status,
                        state=PanelState.TROUBLED,
                        trouble=trouble(
                            TroubleKind.PROGRAM_FAULT, error=str(error) or type(error).__name__
                        ),
                    )
                )
                self._stop.wait(_BEGIN_ANEW_SECONDS)
        self._mailbox.close()
