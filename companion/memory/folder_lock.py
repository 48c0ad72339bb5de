"""Lock that prevents two apps from using the same data folder."""

import fcntl
import os
from pathlib import Path
from typing import Self

from companion.errors import JournalError, system_reason
from companion.memory.data_folder import RESTORE_FOLDER
from companion.sentence import N_, Sentence

IN_USE = Sentence(
    N_(
        "Another Meduris app is using this data folder. Close it, or start this one with a "
        "folder of its own."
    )
)


_TORN = N_(
    "The app ended while it was restoring a backup, and it cannot finish that now: {reason}. "
    "Fix this, then start the app again."
)


class DataFolderLock:
    """Exclusive lock on a data folder, held until `release` or the end of the process.

    The lock is on the folder itself (flock). A folder that cannot be created or opened stays
    unlocked; the app cannot save in such a folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._handle: int | None = None

    def acquire(self) -> None:
        """Take the lock. Then complete or undo the restore of a backup, if one was interrupted.

        Raises JournalError if another app holds the lock (`IN_USE`), or if completing the restore
        fails. After such a failure, some of the backup's files may be missing in the folder, and
        the lock is not held.
        """
        try:
            self._folder.mkdir(0o750, parents=True, exist_ok=True)
            self._handle = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.release()
            raise JournalError(IN_USE) from error
        except OSError:
            return
        if (self._folder / RESTORE_FOLDER).is_dir():
            from companion.memory.exchange import restore  # noqa: PLC0415 - seldom needed, and slow

            try:
                restore.complete_interrupted_restore(self._folder)
            except OSError as error:
                self.release()
                raise JournalError(Sentence(_TORN, {"reason": system_reason(error)})) from error

    def release(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()
