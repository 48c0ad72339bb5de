"""A monkey's surroundings: a disk that fails and recovers, and a stopwatch for frames."""

import errno
import random
import time
from pathlib import Path
from typing import NamedTuple

from tests.companion.memory.watched_disk import DO_IT

_CHANGES = 0.03
"""Likelihood of a change of the disk after a gesture."""
_SLOW_SECONDS = (0.05, 0.4, 1.5)
_WRITING = ("write", "pwrite", "pwrite64", "ftruncate", "fsync", "open")
_REFUSALS = (errno.ENOSPC, errno.EIO, errno.EROFS)


class MoodyDisk:
    """A disk that is sound, slow, full, broken or read-only, and now and then changes."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._seconds = 0.0
        self._refusal = DO_IT

    def recover(self) -> None:
        """Be sound, until the next change."""
        self._seconds, self._refusal = 0.0, DO_IT

    def change(self) -> None:
        """Change its state, or recover, once in a while."""
        if self._chance.random() < _CHANGES:
            sound = self._seconds == 0 and self._refusal == DO_IT
            self.recover()
            if sound and self._chance.random() < 0.5:
                self._seconds = self._chance.choice(_SLOW_SECONDS)
            elif sound:
                self._refusal = self._chance.choice(_REFUSALS)

    def ask(self, name: str) -> int:
        """Return the result of a call, after a delay if the disk is slow; 0 for success."""
        if name == "fsync" and self._seconds:
            time.sleep(self._seconds)
        return self._refusal if name in _WRITING else DO_IT

    def __str__(self) -> str:
        if self._refusal:
            return errno.errorcode[self._refusal]
        return f"{self._seconds} s a sync" if self._seconds else "sound"


class Frame(NamedTuple):
    """Duration of a frame, the processor time in it, both in seconds, and its gesture."""

    seconds: float
    work: float
    what: str

    def __str__(self) -> str:
        return f"{self.seconds * 1000:.0f} ms, {self.work * 1000:.0f} of them work: {self.what}"


class Stopwatch:
    """Times frames: processor time of this thread, and waits except for the processor.

    Without the kernel's `schedstat`, only the processor time.
    """

    def __init__(self, most_seconds: float) -> None:
        self.frames = 0
        self.longest = Frame(0, 0, "none")
        self.late: list[Frame] = []
        self._most_seconds = most_seconds
        self._schedule = Path("/proc/thread-self/schedstat")

    def now(self) -> tuple[float, float]:
        """Return the state of the watch, for `frame`."""
        work = time.thread_time()
        if not self._schedule.exists():
            return work, work
        delayed = int(self._schedule.read_text(encoding="ascii").split()[1])
        return time.monotonic() - delayed / 1e9, work

    def frame(self, began: tuple[float, float], what: str) -> None:
        """Record the end of a frame that began then."""
        seconds, work = (end - begin for begin, end in zip(began, self.now(), strict=True))
        frame = Frame(seconds, work, what)
        self.frames += 1
        self.longest = max(self.longest, frame)
        if seconds > self._most_seconds:
            self.late.append(frame)
