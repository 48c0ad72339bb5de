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

    The folder itself is locked, which nobody can delete under the saved games, and a file in it,
    which is all that releases before know of. Where not even a lock file can be made, nothing can
    be written either, and it is not locked.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._handles: list[int] = []

    def acquire(self) -> None:
        """Take the lock. Raises JournalError (`IN_USE`) while another app holds it."""
        try:
            self._folder.mkdir(0o750, parents=True, exist_ok=True)
            self._take(self._folder, os.O_RDONLY | os.O_DIRECTORY)
            self._take(self._folder / LOCK_NAME, os.O_RDWR | os.O_CREAT)
        except BlockingIOError as error:
            self.release()
            raise JournalError(IN_USE) from error
        except OSError:
            return

    def _take(self, path: Path, flags: int) -> None:
        self._handles.append(os.open(path, flags, 0o640))
        fcntl.flock(self._handles[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)

    def release(self) -> None:
        """Give the lock back."""
        while self._handles:
            os.close(self._handles.pop())

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
