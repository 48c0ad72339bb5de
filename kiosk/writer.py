"""Writes what shall last, in a thread of its own: whoever draws waits for no disk. No Kivy."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from companion.errors import CompanionError, JournalError
from companion.memory.journal import Journal
from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.words.language import mark

_GLANCE_SECONDS = 0.05
"""So long what was handed over is waited for at once, at most: nobody sees that."""
_NOT_CLOSED = mark(
    "The file of the saved games was not closed in good order: {reason}. Nothing was lost; if it "
    "is told again, restart the companion."
)
Result = TypeVar("Result")
_Job = tuple[Job[Any], Callable[[Job[Any]], object]]
"""What is handed over, and who hears of it once it is done."""


class Writer:
    """Does one job after the other, by a journal of its own, and brings back what came of it.

    `on_news` is called, in the writer's thread, when there is something to `hear`. `on_failure` is
    told why a job failed of which nobody hears. All else is for one thread, the one that hands over
    jobs.
    """

    def __init__(self, folder: Path, on_failure: Callable[[Sentence], object]) -> None:
        self.on_news: Callable[[], object] | None = None
        self._on_failure = on_failure
        self._folder = folder
        self._journal: Journal | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._done: SimpleQueue[_Job] = SimpleQueue()
        self._untold = 0
        self._thread: Thread | None = None

    @property
    def is_busy(self) -> bool:
        """Whether there is a job of which nobody has heard yet what came of it."""
        return self._untold > 0

    def do(
        self,
        work: Callable[[Journal], Result],
        failed: str,
        then: Callable[[Job[Result]], object] | None = None,
    ) -> None:
        """Have something done after all else; `hear` and `wait` call `then` with the job.

        `failed` is the message of `background.Job`.
        """
        job = Job(lambda _job: work(self._own()), failed, name="writer")
        self._hand_over(job, then or self._tell_failure)

    def close_former(self, close: Callable[[], object]) -> None:
        """Have another journal closed that was let go of, after all other jobs."""
        self.do(partial(_close_former, close), _NOT_CLOSED)

    def keep(
        self, write: Callable[[], object], failed: str, then: Callable[[Job[object]], object]
    ) -> None:
        """As `do`, for something that is no journal's.

        Mostly `then` is called before this returns, unless others wait to hear of their jobs.
        """
        waits = not self.is_busy
        self._hand_over(Job(lambda _job: write(), failed, name="writer"), then)
        if waits:
            self.wait(_GLANCE_SECONDS)

    def hear(self) -> None:
        """Tell what came of the jobs that are done."""
        while not self._done.empty():
            self._tell(self._done.get())

    def wait(self, seconds: float) -> bool:
        """Hear of all jobs, those that are not done yet too; whether they were in that time."""
        end = monotonic() + seconds
        while self._untold:
            try:
                self._tell(self._done.get(timeout=max(0.0, end - monotonic())))
            except Empty:
                return False
        return True

    def close(self, seconds: float) -> bool:
        """Let go of the file once all is written, in that time; whether it was."""
        end = monotonic() + seconds
        self.on_news = None
        done = self.wait(seconds)
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(max(0.0, end - monotonic()))
            done = done and not self._thread.is_alive()
        return done

    def _hand_over(self, job: Job[Result], then: Callable[[Job[Result]], object]) -> None:
        if self._thread is None:
            # A disk may hang for good: the app can end all the same.
            thread = Thread(target=self._work, name="writer", daemon=True)
            try:
                thread.start()
            except (RuntimeError, MemoryError) as error:  # There is no room for another thread.
                job.fail(error)
                then(job)
                return
            self._thread = thread
        self._untold += 1
        self._jobs.put((job, then))

    def _tell(self, done: _Job) -> None:
        self._untold -= 1
        job, then = done
        then(job)

    def _tell_failure(self, job: Job[Any]) -> None:
        if job.failure is not None:
            self._on_failure(job.failure)

    # In the thread

    def _work(self) -> None:
        while (handed_over := self._jobs.get()) is not None:
            job, _then = handed_over
            job.run()
            if job.error is not None and not isinstance(job.error, CompanionError | OSError):
                self._begin_anew()
            self._done.put(handed_over)
            if (tell := self.on_news) is not None:
                tell()
        if self._journal is not None:
            self._journal.close()

    def _own(self) -> Journal:
        if self._journal is None:
            self._journal = Journal.open(self._folder)
        return self._journal

    def _begin_anew(self) -> None:
        """Nobody knows in what state a journal is in which there is a fault."""
        journal, self._journal = self._journal, None
        if journal is not None:
            with suppress(sqlite3.Error):
                journal.close()


def _close_former(close: Callable[[], object], journal: Journal) -> None:
    with suppress(JournalError):  # then nobody can read either
        journal.ensure_open()
    close()
