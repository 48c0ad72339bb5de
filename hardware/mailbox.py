"""What passes between the screen's thread and the thread that looks after a panel.

Every call returns at once. Nothing here grows: of pictures and settings only the newest waits,
of effects and presses only a few.
"""

import select
import socket
import threading
from collections import deque
from collections.abc import Iterable
from contextlib import suppress

import msgspec

from hardware.lamps import Effect, LampScheduler, LampSettings, Picture
from hardware.panel import PanelReport, PanelStatus, Press

_MOST_EFFECTS = 4
_MOST_PRESSES = 32


def sleep(
    due: Iterable[float | None],
    now: float,
    readable: Iterable[int],
    writable: Iterable[int] = (),
) -> None:
    """Sleep until the first of the times that are `due`, or until a file number is ready.

    Times are seconds on the clock that shows `now`; None is a time that never comes.
    """
    times = [at for at in due if at is not None]
    wait = max(0.0, min(times) - now) if times else None
    select.select(readable, writable, [], wait)


class Orders(msgspec.Struct, frozen=True):
    """What the screen wants of the panel since it was last looked at."""

    picture: Picture | None = None
    settings: LampSettings | None = None
    effects: tuple[Effect, ...] = ()
    stop: bool = False

    def carry_out(self, lamps: LampScheduler) -> None:
        """Hand everything that concerns the lamps to their scheduler."""
        if self.settings is not None:
            lamps.tune(self.settings)
        if self.picture is not None:
            lamps.show(self.picture)
        for effect in self.effects:
            lamps.play(effect)


class Mailbox:
    """Orders from the screen one way, presses and the status the other way.

    It has a file number that is readable while orders wait, so that the panel's thread can sleep
    on it together with its port.
    """

    def __init__(self, status: PanelStatus) -> None:
        self._lock = threading.Lock()
        self._status = status
        self._orders = Orders()
        self._presses: deque[Press] = deque(maxlen=_MOST_PRESSES)
        self._closed = False
        self._bell, self._button = socket.socketpair()
        self._bell.settimeout(0)
        self._button.settimeout(0)

    def fileno(self) -> int:
        """A file number to wait for with `select`."""
        return self._bell.fileno()

    def order(
        self,
        *,
        picture: Picture | None = None,
        settings: LampSettings | None = None,
        effect: Effect | None = None,
        stop: bool = False,
    ) -> None:
        """Leave orders for the panel's thread and wake it."""
        with self._lock:
            waiting = self._orders
            effects = waiting.effects if effect is None else (*waiting.effects, effect)
            self._orders = Orders(
                picture=picture or waiting.picture,
                settings=settings or waiting.settings,
                effects=effects[-_MOST_EFFECTS:],
                stop=stop or waiting.stop,
            )
        self.wake()

    def wake(self) -> None:
        """Let whoever waits on the file number look at what has happened."""
        with self._lock:
            if not self._closed:
                # Where the bell can take no more strokes it is ringing already.
                with suppress(BlockingIOError):
                    self._button.send(b"!")

    def take_orders(self) -> Orders:
        """All orders that wait, each taken once."""
        self._silence_bell()
        with self._lock:
            orders, self._orders = self._orders, Orders()
        return orders

    def pass_on(self, lamps: LampScheduler) -> bool:
        """Let the lamps carry out all orders that wait; returns whether to stop."""
        orders = self.take_orders()
        orders.carry_out(lamps)
        return orders.stop

    def press(self, press: Press) -> None:
        """Tell the screen of a press; the oldest is forgotten when nobody asks for them."""
        with self._lock:
            self._presses.append(press)

    def set_status(self, status: PanelStatus) -> None:
        """Tell the screen how it stands now."""
        with self._lock:
            self._status = status

    def collect(self) -> PanelReport:
        """The presses that were not yet told, and how it stands now."""
        with self._lock:
            presses = tuple(self._presses)
            self._presses.clear()
            return PanelReport(presses, self._status)

    def close(self) -> None:
        """Give the file numbers back; orders left after this are never taken."""
        with self._lock:
            self._closed = True
            self._bell.close()
            self._button.close()

    def _silence_bell(self) -> None:
        with suppress(BlockingIOError):
            while self._bell.recv(4096):
                pass
