"""Where the saved games, the learnt boards and the settings lie, and that one app uses them."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.errors import JournalError
from companion.sentence import N_, Sentence

VARIABLE = "MEDURIS_DATA"
LOCK_NAME = "lock"

IN_USE = Sentence(
    N_(
        "Another Meduris app is using this data folder. Close it, or start this one with a "
        "folder of its own."
    )
)


def data_dir() -> Path:
    """The data folder: `$MEDURIS_DATA` where it is set, else the platform's own. Makes nothing."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    import platformdirs  # noqa: PLC0415 - not needed, and not cheap, where the variable is set

    return Path(platformdirs.user_data_dir("meduris", appauthor=False))


class DataFolderLock:
    """One app a data folder: the lock is held until `release`, or until the process ends.

    Where not even a lock file can be made, nothing can be written either, and no lock is held.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK_NAME
        self._handle: int | None = None

    def acquire(self) -> None:
        """Take the lock. Raises JournalError (`IN_USE`) while another app holds it."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            return
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(handle)
            raise JournalError(IN_USE) from error
        self._handle = handle

    def release(self) -> None:
        """Give the lock back."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()
