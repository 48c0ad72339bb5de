"""What is done in a thread of its own: it ends as done, or as a sentence. No Kivy.

Every thread of the kiosk does jobs of this kind and nothing else, so that none can fail unheard.
(The panel's thread, which knows no kiosk, tells its faults in the panel's status.)
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
    """Something to be done once, in whatever thread: by `begin` in one of its own.

    `work` is given the job, for `progress`. `failed` is a marked message that tells what failed,
    what became of it and what to do now; its gap `reason` is why. It is told of whatever is raised
    but errors of ours, which are sentences already. `percent` is how much is done, where that is
    known; `is_stopped` that nobody wants it any more. Once it `is_done`, `failure` tells why it
    failed, and None that it has not; `error` is what was raised.
    """

    def __init__(self, work: Callable[["Job[Result]"], Result], failed: str, *, name: str) -> None:
        self.percent = 0
        self.failure: Sentence | None = None
        self.error: BaseException | None = None
        self._work = work
        self._failed = failed
        self._name = name
        self._result: Result | None = None
        self.is_stopped = False
        self._has_ended = False
        self._thread: Thread | None = None

    def begin(self, on_end: Callable[[], object] | None = None) -> Self:
        """Do it beside all else; `on_end` is called then, in the job's thread.

        Nobody need wait for its end: a disk that hangs keeps no app from ending.
        """

        def work() -> None:
            self.run()
            if on_end is not None:
                on_end()

        try:
            thread = Thread(target=work, name=self._name, daemon=True)
            thread.start()
        except (RuntimeError, MemoryError) as error:  # There is no room for another thread.
            self.fail(error)
            if on_end is not None:
                on_end()
        else:
            self._thread = thread
        return self

    def run(self) -> None:
        """Do it here and now; whatever is raised is its end, and nobody else's."""
        try:
            self._result = self._work(self)
        except BaseException as error:  # noqa: BLE001 - nobody above would tell of it
            self.fail(error)
        else:
            self._has_ended = True

    def progress(self, percent: float) -> None:
        """For its work: so much is done. Raises StoppedError where somebody wants it to `stop`."""
        self.percent = min(100, max(self.percent, int(percent)))
        if self.is_stopped:
            raise StoppedError(Sentence(_STOPPED))

    def stop(self) -> None:
        """Have it stopped at its next `progress`, if that comes."""
        self.is_stopped = True

    @property
    def is_done(self) -> bool:
        """Whether it has come to its end, be it a failure."""
        return self._has_ended

    def wait(self, seconds: float | None = None) -> bool:
        """Where it has begun, wait for its end, at most so long; whether that has come."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self._has_ended

    @property
    def result(self) -> Result:
        """What came of it. Raises ValueError before it `is_done`, and where it failed."""
        if not self.is_done or self.failure is not None:
            raise ValueError(f"nothing came of {self._name} yet, or it failed")
        return self._result  # type: ignore[return-value]  # None where the work returns that

    def fail(self, error: BaseException) -> None:
        """End it as failed by an error, for whoever could not even begin."""
        self.error = error
        if isinstance(error, CompanionError):
            self.failure = error.sentence
        else:
            self.failure = Sentence(self._failed, {"reason": _reason(error)})
            if not isinstance(error, OSError):
                _log_once(self._name, error)
        self._has_ended = True


def _reason(error: BaseException) -> object:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, MemoryError):
        return Sentence(_NO_MEMORY)
    facts: Mapping[str, object] = {"error": type(error).__name__}
    return Sentence(_FAULT, facts)


def _log_once(name: str, error: BaseException) -> None:
    """Say in the log where a fault lies; one that comes again every second would fill a card."""
    told = "".join(traceback.format_exception(error))
    if (name, told) not in _logged:
        if len(_logged) >= _MOST_LOGGED:
            _logged.clear()
        _logged.add((name, told))
        _log.error("The job %r failed:\n%s", name, told)
