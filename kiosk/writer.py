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
from companion.memory.journal.index import SavedGame, Summary
from companion.memory.journal.journal import Journal
from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.words.language import mark

_GLANCE_SECONDS = 0.05
"""So long what was handed over is waited for at once, at most: nobody sees that."""
_NOT_CLOSED = mark(
    "The file of the saved games was not closed in good order: {reason}. Nothing was lost; if it "
    "is told again, restart the companion."
)
_NOT_NOTED = mark(
    "How a game stands could not be noted for the list: {reason}. Nothing was lost: it is worked "
    "out anew."
)
Result = TypeVar("Result")


class Writer:
    """Does one job after the other, by a journal of its own, and brings back what came of it.

    `on_news` is called, in the writer's thread, when there is something to `hear`. `on_failure` is
    told, as what comes of jobs is, why one failed whose owner does not hear of that. All else is
    for one thread, the one that hands over jobs.
    """

    def __init__(self, folder: Path, on_failure: Callable[[Sentence], object]) -> None:
        self.on_news: Callable[[], object] | None = None
        self._on_failure = on_failure
        self._folder = folder
        self._journal: Journal | None = None
        self._jobs: SimpleQueue[tuple[Job[Any], Callable[[], object]] | None] = SimpleQueue()
        self._news: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._untold = 0
        self._thread: Thread | None = None

    @property
    def is_busy(self) -> bool:
        """Whether there is a job of which nobody has heard yet what came of it."""
        return self._untold > 0

    def do(
        self,
        work: Callable[[Journal], Result],
        told: Callable[[Result], object],
        failed: str,
        refused: Callable[[Sentence], object] | None = None,
    ) -> None:
        """Have something done after all else; `hear` and `wait` call `told` with what came of it.

        Where it fails they call `refused`, else `on_failure`, with the sentence that tells;
        `failed` is the message of `background.Job`.
        """
        end = partial(_end, told, refused or self._on_failure)
        self._hand_over(Job(lambda _job: work(self._own()), failed, name="writer"), end)

    def close_former(self, close: Callable[[], object]) -> None:
        """Have another journal closed that was let go of, after all other jobs."""
        self.do(partial(_close_former, close), lambda _closed: None, _NOT_CLOSED)

    def keep(
        self, write: Callable[[], object], told: Callable[[Job[object]], object], failed: str
    ) -> None:
        """Have something written that is no journal's; `told` is called with the job once done.

        Mostly that is before this returns, unless others wait to be told of their jobs. `failed` is
        the message of `background.Job`.
        """
        waits = not self.is_busy
        self._hand_over(Job(lambda _job: write(), failed, name="writer"), told)
        if waits:
            self.wait(_GLANCE_SECONDS)

    def keep_summary(self, game: SavedGame, summary: Summary) -> None:
        """Keep how a saved game stands, for the next one who asks for the list."""
        work = partial(_keep_summary, game, summary)
        self.do(work, lambda _kept: None, _NOT_NOTED)

    def hear(self) -> None:
        """Tell what came of the jobs that are done."""
        while not self._news.empty():
            self._tell(self._news.get())

    def wait(self, seconds: float) -> bool:
        """Hear of all jobs, those that are not done yet too; whether they were in that time."""
        end = monotonic() + seconds
        while self._untold:
            try:
                self._tell(self._news.get(timeout=max(0.0, end - monotonic())))
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

    def _hand_over(self, job: Job[Result], end: Callable[[Job[Result]], object]) -> None:
        if self._thread is None:
            # A disk may hang for good: the app can end all the same.
            thread = Thread(target=self._work, name="writer", daemon=True)
            try:
                thread.start()
            except (RuntimeError, MemoryError) as error:  # There is no room for another thread.
                job.fail(error)
                end(job)
                return
            self._thread = thread
        self._untold += 1
        self._jobs.put((job, partial(end, job)))

    def _tell(self, news: Callable[[], object]) -> None:
        self._untold -= 1
        news()

    # In the thread

    def _work(self) -> None:
        while (handed_over := self._jobs.get()) is not None:
            job, end = handed_over
            job.run()
            if job.error is not None and not isinstance(job.error, CompanionError | OSError):
                self._begin_anew()
            self._news.put(end)
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


def _end(
    told: Callable[[Result], object], refused: Callable[[Sentence], object], job: Job[Result]
) -> None:
    if job.failure is None:
        told(job.result)
    else:
        refused(job.failure)


def _close_former(close: Callable[[], object], journal: Journal) -> None:
    with suppress(JournalError):  # then nobody can read either
        journal.ensure_open()
    close()


def _keep_summary(game: SavedGame, summary: Summary, journal: Journal) -> None:
    journal.keep_summary(game, summary)
