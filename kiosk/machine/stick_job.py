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
    MAKING = "making"
    WRITING = "writing"
    ENDED = "ended"


class StickJob:
    """One after the other: `begin` makes files beside all else and asks that they be written.

    `stage` tells how far that is after each `look`; once it has ended, `outcome` is what root said,
    and `error` what kept the files from being made.
    """

    def __init__(self, machine: Machine, data: Path) -> None:
        self.stage = Stage.NOTHING
        self.outcome: Outcome | None = None
        self.error: CompanionError | OSError | None = None
        self._machine = machine
        self._staged = data / STAGED
        self._making: Thread | None = None
        self._stick: Path | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether files are being made or written."""
        return self.stage in (Stage.MAKING, Stage.WRITING)

    def begin(self, stick: Path, make: Make) -> None:
        """Make files and have them put onto a stick."""
        self.stage, self.outcome, self.error = Stage.MAKING, None, None
        self._stick = stick
        self._making = Thread(target=self._make, args=(make,), name="stick-job", daemon=True)
        self._making.start()

    def _make(self, make: Make) -> None:
        try:
            shutil.rmtree(self._staged, ignore_errors=True)
            self._staged.mkdir()
            make(self._staged)
        except (CompanionError, OSError) as error:
            self.error = error

    def look(self) -> None:
        """See how far it is; asks root once the files are made."""
        if self.stage is Stage.MAKING and self._making is not None and not self._making.is_alive():
            self._ask()
        elif self.stage is Stage.WRITING and not self._machine.is_writing:
            said = self._machine.stick_said()
            self._end(Outcome(said) if said in set(Outcome) else Outcome.REFUSED)

    def _ask(self) -> None:
        if self.error is None and self._stick is not None:
            try:
                self._machine.write_to(self._stick)
            except OSError as error:
                self.error = error
            else:
                self.stage = Stage.WRITING
                return
        self._end(None)

    def _end(self, outcome: Outcome | None) -> None:
        self.stage, self.outcome = Stage.ENDED, outcome
        shutil.rmtree(self._staged, ignore_errors=True)
