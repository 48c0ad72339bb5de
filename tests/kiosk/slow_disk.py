"""A disk that records waiting threads, and can be held."""

import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from tests.companion.memory.watched_disk import DO_IT
from tests.kiosk.patience import usually_patient
from tests.kiosk.touch import WRITING

_WAITS = ("fsync", "sleep")


class SlowDisk:
    """Records the waits of the drawing thread; while it is `held`, writes do not finish."""

    def __init__(self) -> None:
        self.waited_for: list[str] = []
        self.refusal = DO_IT
        self._free = threading.Event()
        self._free.set()
        self._begun = threading.Event()

    def ask(self, name: str) -> int:
        if name not in _WAITS:
            return DO_IT
        if threading.current_thread() is threading.main_thread():
            self.waited_for.append("".join(traceback.format_stack(limit=12)))
        elif name == "fsync":
            self._begun.set()
            self._free.wait()
        return self.refusal

    @contextmanager
    def held(self) -> Iterator[None]:
        self._begun.clear()
        self._free.clear()
        try:
            with usually_patient():
                yield
        finally:
            self._free.set()

    def wait_for_writer(self) -> None:
        assert self._begun.wait(WRITING)
