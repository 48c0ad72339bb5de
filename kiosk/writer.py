"""Writes what shall last, in a thread of its own: whoever draws waits for no disk. No Kivy."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import TypeVar

from companion.errors import CompanionError, JournalError
from companion.memory.journal import Journal
from companion.memory.summaries import SavedGame, Summary

_GLANCE_SECONDS = 0.05
"""So long what was handed over is waited for at once, at most: nobody sees that."""
Result = TypeVar("Result")


class Writer:
    """Does one job after the other, by a journal of its own, and brings back what came of it.

    `on_news` is called, in the writer's thread, when there is something to `hear`. All else is for
    one thread, the one that hands over jobs.
    """

    def __init__(self, folder: Path) -> None:
        self.on_news: Callable[[], object] | None = None
        self._folder = folder
        self._journal: Journal | None = None
        self._jobs: SimpleQueue[Callable[[], Callable[[], object]] | None] = SimpleQueue()
        self._news: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._untold = 0
        self._thread: Thread | None = None

    @property
    def is_busy(self) -> bool:
        """Whether there is a job of which nobody has heard yet what came of it."""
        return self._untold > 0

    def do(self, job: Callable[[Journal], Result], told: Callable[[Result], object]) -> None:
        """Have a job done after all others; `hear` and `wait` call `told` with what came of it."""
        if self._thread is None:
            # A disk may hang for good: the app can end all the same.
            self._thread = Thread(target=self._work, name="writer", daemon=True)
            self._thread.start()
        self._untold += 1
        self._jobs.put(partial(self._done, job, told))

    def close_former(self, close: Callable[[], object]) -> None:
        """Have another journal closed that was let go of, after all other jobs."""
        self.do(partial(_close_former, close), lambda _closed: None)

    def keep(self, write: Callable[[], object], told: Callable[[Exception | None], object]) -> None:
        """Have something written that is no journal's; `told` is called with what it raises.

        Mostly that is known when this returns, unless others wait to be told of their jobs.
        """
        waits = not self.is_busy
        self.do(partial(_error_of, write), told)
        if waits:
            self.wait(_GLANCE_SECONDS)

    def keep_summary(self, game: SavedGame, summary: Summary) -> None:
        """Keep how a saved game stands, for the next one who asks for the list."""
        self.do(lambda journal: journal.keep_summary(game, summary), lambda _kept: None)

    def hear(self) -> None:
        """Tell what came of the jobs that are done. Raises what one of them has raised."""
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

    def _tell(self, news: Callable[[], object]) -> None:
        self._untold -= 1
        news()

    # In the thread

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            self._news.put(job())
            if (tell := self.on_news) is not None:
                tell()
        if self._journal is not None:
            self._journal.close()

    def _done(
        self, job: Callable[[Journal], Result], told: Callable[[Result], object]
    ) -> Callable[[], object]:
        try:
            if self._journal is None:
                self._journal = Journal.open(self._folder)
            return partial(told, job(self._journal))
        except Exception as error:  # noqa: BLE001 - it is raised where it is heard
            return partial(_raise, error)


def _close_former(close: Callable[[], object], journal: Journal) -> None:
    with suppress(JournalError):  # then nobody can read either
        journal.be_ready()
    close()


def _error_of(write: Callable[[], object], _journal: Journal) -> Exception | None:
    try:
        write()
    except (OSError, CompanionError) as error:
        return error
    return None


def _raise(error: Exception) -> None:
    raise error
