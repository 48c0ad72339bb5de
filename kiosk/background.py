"""Background jobs: each ends with a result or an error message. Imports no Kivy.

All threads of the kiosk except one run such jobs, so that no thread fails silently. The exception
is the thread of the button panel, which reports faults in the panel's status.
"""

import logging
import traceback
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Generic, Self, TypeVar

from companion.errors import CompanionError, StoppedByUserError, system_reason
from companion.sentence import Sentence
from kiosk.words.language import mark

Result = TypeVar("Result")

_FAULT = mark("there is an error in the app ({error}, see its log)")
_NO_MEMORY = mark("there is not enough memory")
_STOPPED = mark("That was stopped.")

_MOST_LOGGED = 100

_log = logging.getLogger(__name__)
_logged: set[tuple[str, str]] = set()


class Job(Generic[Result]):
    """Job that runs once: `start` runs it in its own thread, `run` in the calling thread.

    - `work`: called with the job, so that it can report its progress. Its result is `result`.
    - `failure_message`: error message, with the placeholder `reason` for the cause. If `work`
      raises a CompanionError, the message of that error is used instead.
    - `name`: name of the job's thread, also used in the log.
    - `percent`: progress from 0 to 100.
    - `is_stopped`: true once the result is no longer needed.
    - `failure`, `error`: after a failure, the error message and the exception; otherwise None.
    """

    def __init__(
        self, work: Callable[["Job[Result]"], Result], failure_message: str, *, name: str
    ) -> None:
        self.percent = 0
        self.failure: Sentence | None = None
        self.error: BaseException | None = None
        self._work = work
        self._failed = failure_message
        self.name = name
        self._result: Result | None = None
        self.is_stopped = False
        self.is_done = False
        self._thread: Thread | None = None

    def start(self, on_end: Callable[[], object] = lambda: None) -> Self:
        """Run the job in a daemon thread, which calls `on_end` at the end of the job."""

        def work() -> None:
            self.run()
            on_end()

        try:
            thread = Thread(target=work, name=self.name, daemon=True)
            thread.start()
        except (RuntimeError, MemoryError) as error:  # Too many threads.
            self.record_failure(error)
            on_end()
        else:
            self._thread = thread
        return self

    def run(self) -> None:
        """Run the job now. Exceptions are stored, not raised."""
        try:
            self._result = self._work(self)
        except BaseException as error:  # noqa: BLE001 - no caller would report it
            self.record_failure(error)
        else:
            self.is_done = True

    def report_progress(self, percent: float) -> None:
        """Report to the job that `percent` (0 to 100) of the work is done; called by `work`.

        Raises StoppedByUserError after `request_stop`.
        """
        self.percent = min(100, max(self.percent, int(percent)))
        if self.is_stopped:
            raise StoppedByUserError(Sentence(_STOPPED))

    def request_stop(self) -> None:
        """Ask the job to end at its next call of `report_progress`."""
        self.is_stopped = True

    def wait(self, seconds: float | None = None) -> bool:
        """Wait at most `seconds` for the job to end; return whether it has ended."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self.is_done

    @property
    def result(self) -> Result:
        """Result of `work`. Raises ValueError if the job has failed or has not ended yet."""
        if not self.is_done or self.failure is not None:
            raise ValueError(f"the job {self.name!r} has not finished, or it failed")
        return self._result  # type: ignore[return-value]  # None if `work` returned None

    def record_failure(self, error: BaseException) -> None:
        self.error = error
        if isinstance(error, CompanionError):
            self.failure = error.sentence
        else:
            self.failure = Sentence(self._failed, {"reason": _reason(error)})
            if not isinstance(error, OSError):
                _log_once(self.name, error)
        self.is_done = True


def _reason(error: BaseException) -> object:
    if isinstance(error, OSError):
        return system_reason(error)
    if isinstance(error, MemoryError):
        return Sentence(_NO_MEMORY)
    facts: Mapping[str, object] = {"error": type(error).__name__}
    return Sentence(_FAULT, facts)


def _log_once(name: str, error: BaseException) -> None:
    # An error that recurs every second would otherwise fill the memory card.
    told = "".join(traceback.format_exception(error))
    if (name, told) not in _logged:
        if len(_logged) >= _MOST_LOGGED:
            _logged.clear()
        _logged.add((name, told))
        _log.error("The job %r failed:\n%s", name, told)
