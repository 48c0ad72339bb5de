"""Background jobs: each ends with a result or an error message. Free of Kivy.

All threads of the kiosk run such jobs, so that none fails silently. (The panel's thread, which
knows no kiosk, reports faults in the panel's status.)
"""

import logging
import traceback
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Generic, Self, TypeVar

from companion.errors import CompanionError, StoppedError
from companion.sentence import Sentence
from kiosk.words.language import mark

Result = TypeVar("Result")

_FAULT = mark("the companion has a fault there ({error}), which its log tells")
_NO_MEMORY = mark("the memory does not suffice for it")
_STOPPED = mark("That was stopped.")

_MOST_LOGGED = 100

_log = logging.getLogger(__name__)
_logged: set[tuple[str, str]] = set()


class Job(Generic[Result]):
    """Job that runs once, by `begin` in a thread of its own or by `run`.

    `work` receives the job, for `progress`. `failed` is a message that names what failed, the
    consequences and the remedy; its gap `reason` is filled with the cause. It is used for all
    exceptions but CompanionError, whose text is a message already. `percent` is the progress, if
    known; `is_stopped`: the result is not needed any more. Once the job `is_done`, `failure` says
    why it failed, or is None; `error` is the exception.
    """

    def __init__(self, work: Callable[["Job[Result]"], Result], failed: str, *, name: str) -> None:
        self.percent = 0
        self.failure: Sentence | None = None
        self.error: BaseException | None = None
        self._work = work
        self._failed = failed
        self.name = name
        self._result: Result | None = None
        self.is_stopped = False
        self._has_ended = False
        self._thread: Thread | None = None

    def begin(self, on_end: Callable[[], object] | None = None) -> Self:
        """Run in a thread; `on_end` is called there at the end.

        Threads are daemons: a hanging disk does not keep the app from ending.
        """

        def work() -> None:
            self.run()
            if on_end is not None:
                on_end()

        try:
            thread = Thread(target=work, name=self.name, daemon=True)
            thread.start()
        except (RuntimeError, MemoryError) as error:  # Too many threads.
            self.fail(error)
            if on_end is not None:
                on_end()
        else:
            self._thread = thread
        return self

    def run(self) -> None:
        """Run now; exceptions are stored, not raised."""
        try:
            self._result = self._work(self)
        except BaseException as error:  # noqa: BLE001 - no caller would report it
            self.fail(error)
        else:
            self._has_ended = True

    def progress(self, percent: float) -> None:
        """Report progress from `work`. Raises StoppedError after `stop`."""
        self.percent = min(100, max(self.percent, int(percent)))
        if self.is_stopped:
            raise StoppedError(Sentence(_STOPPED))

    def stop(self) -> None:
        """Request an end of the job at its next `progress`."""
        self.is_stopped = True

    @property
    def is_done(self) -> bool:
        return self._has_ended

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for a begun job; return whether it has ended."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self._has_ended

    @property
    def result(self) -> Result:
        """Result of `work`. Raises ValueError before the job `is_done`, and if it failed."""
        if not self.is_done or self.failure is not None:
            raise ValueError(f"nothing came of {self.name} yet, or it failed")
        return self._result  # type: ignore[return-value]  # None where the work returns that

    def fail(self, error: BaseException) -> None:
        """End the job with an error, without running it."""
        self.error = error
        if isinstance(error, CompanionError):
            self.failure = error.sentence
        else:
            self.failure = Sentence(self._failed, {"reason": _reason(error)})
            if not isinstance(error, OSError):
                _log_once(self.name, error)
        self._has_ended = True


def _reason(error: BaseException) -> object:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, MemoryError):
        return Sentence(_NO_MEMORY)
    facts: Mapping[str, object] = {"error": type(error).__name__}
    return Sentence(_FAULT, facts)


def _log_once(name: str, error: BaseException) -> None:
    """Log an error once per process: one that recurs every second would fill the card."""
    told = "".join(traceback.format_exception(error))
    if (name, told) not in _logged:
        if len(_logged) >= _MOST_LOGGED:
            _logged.clear()
        _logged.add((name, told))
        _log.error("The job %r failed:\n%s", name, told)
