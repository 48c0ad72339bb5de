"""Where the saved games, the learnt boards and the settings lie, and that one app uses them."""

import fcntl
import os
import pwd
import stat
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.errors import BackupError, JournalError
from companion.sentence import N_, Sentence

VARIABLE = "MEDURIS_DATA"
LOCK_NAME = "lock"
BEING_RESTORED = ".restoring"
"""The folder in which a restoring works; whoever takes the lock settles what it has left."""

IN_USE = Sentence(
    N_(
        "Another Meduris app is using this data folder. Close it, or start this one with a "
        "folder of its own."
    )
)
_NOT_THERE = N_("There is no folder {folder}: is it spelt so?")
_NO_FOLDER = N_("{folder} is no folder.")
_OF_SOMEBODY = N_(
    "The folder {folder} is closed to you, it belongs to {owner}: put `sudo -u {owner}` in front."
)
_CLOSED = N_("The folder {folder} is closed to you: whoever set it up can open it.")


def chosen_folder(named: Path | None, *, there: bool = True) -> Path:
    """The data folder that somebody has named, else the usual one. Makes nothing.

    Raises JournalError where nobody but others may look into it, or where it is none; and, unless
    it need not be `there`, where one was named that does not exist.
    """
    folder = named or data_dir()
    try:
        found = folder.stat()
    except (FileNotFoundError, NotADirectoryError):
        if named is not None and there:
            raise JournalError(Sentence(_NOT_THERE, {"folder": str(folder)})) from None
        return folder
    except OSError:
        raise JournalError(Sentence(_CLOSED, {"folder": str(folder)})) from None
    if not stat.S_ISDIR(found.st_mode):
        raise JournalError(Sentence(_NO_FOLDER, {"folder": str(folder)}))
    if not os.access(folder, os.R_OK | os.X_OK, effective_ids=True):
        raise JournalError(_closed(folder, found.st_uid))
    return folder


def _closed(folder: Path, owner: int) -> Sentence:
    facts = {"folder": str(folder)}
    try:
        name = pwd.getpwuid(owner).pw_name
    except KeyError:
        return Sentence(_CLOSED, facts)
    if owner == os.geteuid():
        return Sentence(_CLOSED, facts)
    return Sentence(_OF_SOMEBODY, {**facts, "owner": name})


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
    be written either, and it is not locked. `notice` tells what became of the folder meanwhile.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._handles: list[int] = []
        self.notice: Sentence | None = None

    def acquire(self) -> None:
        """Take the lock. Raises JournalError (`IN_USE`) while another app holds it."""
        try:
            self._folder.mkdir(0o750, parents=True, exist_ok=True)
            self._take(self._folder, os.O_RDONLY | os.O_DIRECTORY)
            self._take(self._folder / LOCK_NAME, os.O_RDWR | os.O_CREAT)
            self._settle()
        except BlockingIOError as error:
            self.release()
            raise JournalError(IN_USE) from error
        except OSError:
            return

    def _take(self, path: Path, flags: int) -> None:
        self._handles.append(os.open(path, flags, 0o640))
        fcntl.flock(self._handles[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _settle(self) -> None:
        """Complete a restoring that was killed, or do away with it, before anybody uses the folder.

        Where that cannot be, all is as it was before, or `notice` tells.
        """
        if not (self._folder / BEING_RESTORED).is_dir():
            return
        from companion.memory.restoring import settle  # noqa: PLC0415 - seldom needed, and not cheap

        try:
            settle(self._folder)
        except BackupError as error:
            self.notice = error.sentence

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
