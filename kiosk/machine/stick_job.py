"""Writes files to a USB stick: the kiosk prepares them, and a helper that runs as root copies them.

Imports no Kivy.
"""

import shutil
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.machine.root_requests import Machine
from kiosk.machine.stick_writing import STAGED, WriteAnswer
from kiosk.words.language import mark

MakeFiles = Callable[[Path], object]
"""Callback that creates files in a given folder. Raises CompanionError and OSError."""


_NOT_MADE = mark(
    "That did not work: {reason}. Nothing was written to the stick, and nothing was lost."
)


class StickStage(StrEnum):
    NOTHING = "nothing"
    UNDER_WAY = "under way"
    ENDED = "ended"


class StickJob:
    """Job that creates files in a thread, and then has a root helper copy them to a stick.

    The job continues after the page that began it is closed. Call `update_stage` regularly: it sets
    `stage` to `ENDED` once the job has ended. Then `answer` is the helper's answer or, if the files
    could not be created, `failure` is the reason.
    """

    def __init__(self, machine: Machine, data: Path) -> None:
        self.stage = StickStage.NOTHING
        self.answer: WriteAnswer | None = None
        self.failure: Sentence | None = None
        self._machine = machine
        self._staged = data / STAGED
        self._making: Job[None] | None = None

    @property
    def is_under_way(self) -> bool:
        return self.stage is StickStage.UNDER_WAY

    def begin(self, stick: Path, make_files: MakeFiles) -> None:
        """Create files with `make_files`, and ask the helper to copy them to the stick `stick`."""
        self.stage, self.answer, self.failure = StickStage.UNDER_WAY, None, None

        def work(_job: Job[None]) -> None:
            shutil.rmtree(self._staged, ignore_errors=True)
            self._staged.mkdir()
            make_files(self._staged)
            self._machine.request_write_to_stick(stick)

        self._making = Job(work, _NOT_MADE, name="stick-job").start()

    def update_stage(self) -> None:
        making = self._making
        if not self.is_under_way or making is None or not making.is_done:
            return
        if making.failure is None:
            if self._machine.is_writing_to_stick:
                return
            self.answer = WriteAnswer.decode(self._machine.last_stick_write_answer())
        self.failure = making.failure
        self.stage = StickStage.ENDED
        shutil.rmtree(self._staged, ignore_errors=True)

    def clear_result(self) -> None:
        if self.stage is StickStage.ENDED:
            self.stage, self.failure = StickStage.NOTHING, None
