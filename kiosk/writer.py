"""Writes to the disk in its own thread, so that drawing never waits for it. Imports no Kivy."""

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
"""Seconds for which `write_file` waits for its job. This is too short for people to notice."""
_NOT_CLOSED = mark(
    "The file of the saved games was not closed properly: {reason}. Nothing was lost. If this "
    "message comes back, restart the app."
)
Result = TypeVar("Result")
_Job = tuple[Job[Any], Callable[[Job[Any]], object]]


class Writer:
    """Runs jobs one after another in a thread, with its own journal (the file of saved games).

    `on_job_done` is called in the writer's thread when a job has finished; `deliver_results` then
    calls the job's callback. `on_failure` is called with the error message of a failed job that has
    no callback. Call all methods in one and the same thread.
    """

    def __init__(self, folder: Path, on_failure: Callable[[Sentence], object]) -> None:
        self.on_job_done: Callable[[], object] | None = None
        self._on_failure = on_failure
        self._folder = folder
        self._journal: Journal | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._done: SimpleQueue[_Job] = SimpleQueue()
        self._undelivered = 0
        self._thread: Thread | None = None

    @property
    def is_busy(self) -> bool:
        """True while there are jobs whose callback has not been called yet."""
        return self._undelivered > 0

    def submit(
        self,
        work: Callable[[Journal], Result],
        failure_message: str,
        then: Callable[[Job[Result]], object] | None = None,
    ) -> None:
        """Submit a job; `deliver_results` and `wait` call `then` with the finished job.

        `work` is called with the writer's own journal. `failure_message` is the error message if
        the job fails, as in `background.Job`. Without `then`, a failure is reported to
        `on_failure`.
        """
        job = Job(lambda _job: work(self._own()), failure_message, name="writer")
        self._hand_over(job, then or self._tell_failure)

    def close_old_journal(self, close: Callable[[], object]) -> None:
        """Submit a job that calls `close` to close a journal that is no longer needed."""
        self.submit(partial(_close_former, close), _NOT_CLOSED)

    def write_file(
        self,
        write: Callable[[], object],
        failure_message: str,
        then: Callable[[Job[object]], object],
    ) -> None:
        """Submit a job that writes a file by calling `write`.

        If the writer is not busy, this method waits briefly, so that a quick job is finished when
        it returns. `failure_message` and `then` are used as in `submit`.
        """
        waits = not self.is_busy
        self._hand_over(Job(lambda _job: write(), failure_message, name="writer"), then)
        if waits:
            self.wait(_GLANCE_SECONDS)

    def deliver_results(self) -> None:
        """Call the callbacks of all finished jobs whose callback has not been called yet."""
        while not self._done.empty():
            self._tell(self._done.get())

    def wait(self, seconds: float) -> bool:
        """Wait at most `seconds` for all jobs, and call their callbacks.

        Return False if some jobs have not finished in this time.
        """
        end = monotonic() + seconds
        while self._undelivered:
            try:
                self._tell(self._done.get(timeout=max(0.0, end - monotonic())))
            except Empty:
                return False
        return True

    def close(self, seconds: float) -> bool:
        """Finish all jobs and close the journal's file. Return whether this was done in time."""
        end = monotonic() + seconds
        self.on_job_done = None
        done = self.wait(seconds)
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(max(0.0, end - monotonic()))
            done = done and not self._thread.is_alive()
        return done

    def _hand_over(self, job: Job[Result], then: Callable[[Job[Result]], object]) -> None:
        if self._thread is None:
            # The thread is a daemon, so that the app can end even if a disk hangs.
            thread = Thread(target=self._work, name="writer", daemon=True)
            try:
                thread.start()
            except (RuntimeError, MemoryError) as error:  # Too many threads.
                job.record_failure(error)
                then(job)
                return
            self._thread = thread
        self._undelivered += 1
        self._jobs.put((job, then))

    def _tell(self, done: _Job) -> None:
        self._undelivered -= 1
        job, then = done
        then(job)

    def _tell_failure(self, job: Job[Any]) -> None:
        if job.failure is not None:
            self._on_failure(job.failure)

    # Methods that run in the thread

    def _work(self) -> None:
        while (handed_over := self._jobs.get()) is not None:
            job, _then = handed_over
            job.run()
            if job.error is not None and not isinstance(job.error, CompanionError | OSError):
                self._close_journal()
            self._done.put(handed_over)
            if (tell := self.on_job_done) is not None:
                tell()
        if self._journal is not None:
            self._journal.close()

    def _own(self) -> Journal:
        if self._journal is None:
            self._journal = Journal.open(self._folder)
        return self._journal

    def _close_journal(self) -> None:
        # After a fault the journal's state is unknown; the next job reopens it.
        journal, self._journal = self._journal, None
        if journal is not None:
            with suppress(sqlite3.Error):
                journal.close()


def _close_former(close: Callable[[], object], journal: Journal) -> None:
    with suppress(JournalError):  # the next read reports the same error
        journal.connection_for_writing()
    close()
