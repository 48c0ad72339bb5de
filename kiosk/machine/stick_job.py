"""Files on their way to a stick: the kiosk makes them, root takes them over. No Kivy."""

import shutil
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from threading import Thread

from companion.errors import CompanionError
from kiosk.machine.stick_writing import STAGED, Outcome
from kiosk.machine.wishes import Machine

Make = Callable[[Path], object]
"""Makes the files in a folder. Raises CompanionError and OSError."""


class Stage(StrEnum):
    """How far the files are."""

    NOTHING = "nothing"
    UNDER_WAY = "under way"
    ENDED = "ended"


class StickJob:
    """One after the other: `begin` makes files beside all else and asks that they be written.

    That goes on whatever page is shown. `stage` tells how far it is after each `look`; once it has
    ended, `outcome` is what root said, and `error` what kept the files from being made.
    """

    def __init__(self, machine: Machine, data: Path) -> None:
        self.stage = Stage.NOTHING
        self.outcome: Outcome | None = None
        self.error: CompanionError | OSError | None = None
        self._machine = machine
        self._staged = data / STAGED
        self._making: Thread | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether files are being made or written."""
        return self.stage is Stage.UNDER_WAY

    def begin(self, stick: Path, make: Make) -> None:
        """Make files and have them put onto a stick."""
        self.stage, self.outcome, self.error = Stage.UNDER_WAY, None, None
        work = self._make_and_ask
        self._making = Thread(target=work, args=(stick, make), name="stick-job", daemon=True)
        self._making.start()

    def _make_and_ask(self, stick: Path, make: Make) -> None:
        try:
            shutil.rmtree(self._staged, ignore_errors=True)
            self._staged.mkdir()
            make(self._staged)
            self._machine.write_to(stick)
        except (CompanionError, OSError) as error:
            self.error = error

    def look(self) -> None:
        """See how far it is."""
        made = self._making is not None and not self._making.is_alive()
        if self.is_under_way and made and (self.error is not None or not self._machine.is_writing):
            if self.error is None:
                said = self._machine.stick_said()
                self.outcome = Outcome(said) if said in set(Outcome) else Outcome.REFUSED
            self.stage = Stage.ENDED
            shutil.rmtree(self._staged, ignore_errors=True)

    def put_away(self) -> None:
        """Tell no more what became of files that were on their way: that has been read."""
        if self.stage is Stage.ENDED:
            self.stage, self.error = Stage.NOTHING, None
