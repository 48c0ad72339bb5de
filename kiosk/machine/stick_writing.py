"""Root's helper that writes files to a USB stick: `python3 -m kiosk.machine.stick_writing`.

The kiosk itself can only read sticks. It puts files into a folder, and leaves a request that names
the stick. The helper copies the files to the stick, which it makes writable for this time and only
in its own mount namespace. It trusts neither the kiosk nor the stick, and refuses links. It
replaces no file on the stick: if a name is taken, the new files get a number.
"""

import errno
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import NamedTuple, Self

from companion.memory.atomic_file import replace_file
from kiosk.machine.requests import STICK_SAID, WRITING_TO_STICK, leave_answer, read_request
from kiosk.machine.sticks import STICKS, Disks, find_sticks, list_disks

STAGED = ".to-stick"
"""Name of the folder inside the data folder with the files to be written to a stick."""
_STICK = re.compile(r"[a-z0-9]{1,32}")
_NAME = re.compile(r"meduris[A-Za-z0-9._-]{0,80}\.(meduris-backup|csv|bgsplay|jsonl|zip|txt)")
_MOST_FILES = 10
_SECONDS = 60
"""Timeout in seconds for remounting a stick."""
_MOST_BYTES = 3_000_000_000
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})

_DATA = Path("/var/lib/meduris")
_RUN = Path("/run/meduris")
_REFUSED = 2

Remount = Callable[[Path, bool], None]
"""Callback that makes a stick writable or read-only. Raises OSError."""


class Outcome(StrEnum):
    """Result of a request to write to a USB stick."""

    DONE = "done"
    FULL = "full"
    READ_ONLY = "read-only"
    GONE = "gone"
    REFUSED = "refused"


class Answer(NamedTuple):
    """Answer to a request to write to a USB stick.

    `name` is the new name of the first file if that file was renamed, otherwise empty.
    """

    outcome: Outcome
    name: str = ""

    def encode(self) -> str:
        """Return the answer as a text that `decode` can parse."""
        return f"{self.outcome}\n{self.name}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """Parse an answer. An unknown answer counts as a refusal."""
        outcome, _end, name = text.partition("\n")
        if outcome not in set(Outcome) or (name and not _NAME.fullmatch(name)):
            return cls(Outcome.REFUSED)
        return cls(Outcome(outcome), name)


class RefusedError(Exception):
    """Raised for a request, or for files, that the kiosk itself would never create."""


class _Staged(NamedTuple):
    name: str
    handle: int
    size: int


def carry_out(request: Path, data: Path, sticks: Path, remount: Remount, disks: Disks) -> Answer:
    """Copy the files that the kiosk prepared in `data` to the USB stick that a request names.

    Each file is written atomically, and the stick is made read-only again. Returns the answer for
    the kiosk.
    """
    try:
        stick = _requested_stick(request, sticks, disks)
        with _folder_at(data / STAGED) as staged, _opened(staged, data) as files:
            return Answer(Outcome.DONE, _write(files, stick, remount))
    except RefusedError:
        return Answer(Outcome.REFUSED)
    except OSError as error:
        return Answer(_outcome_of(error))


def _outcome_of(error: OSError) -> Outcome:
    if error.errno in _FULL:
        return Outcome.FULL
    return Outcome.READ_ONLY if error.errno in _READ_ONLY else Outcome.GONE


def _requested_stick(request: Path, sticks: Path, disks: Disks) -> Path:
    name = read_request(request)
    if not _STICK.fullmatch(name):
        raise RefusedError
    stick = sticks / name
    # Another stick may have been plugged in since the request.
    if stick not in [found.path for found in find_sticks(sticks, disks()).usable]:
        raise OSError(errno.ENODEV, "no such stick is plugged in", str(stick))
    return stick


@contextmanager
def _folder_at(path: Path) -> Iterator[int]:
    """Open a folder, and yield its descriptor. Links are refused."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        yield handle
    finally:
        os.close(handle)


@contextmanager
def _opened(folder: int, data: Path) -> Iterator[list[_Staged]]:
    """Open the files that the kiosk prepared; each must belong to the owner of `data`.

    Otherwise root might copy files that the kiosk may not read.
    """
    owner = data.stat().st_uid
    files: list[_Staged] = []
    try:
        for name in sorted(os.listdir(folder)):
            handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
            found = os.fstat(handle)
            files.append(_Staged(name, handle, found.st_size))
            own = stat.S_ISREG(found.st_mode) and found.st_uid == owner and found.st_nlink == 1
            if not own or not _NAME.fullmatch(name) or len(files) > _MOST_FILES:
                raise RefusedError
        if sum(file.size for file in files) > _MOST_BYTES:
            raise RefusedError
        yield files
    finally:
        for file in files:
            os.close(file.handle)


def _write(files: list[_Staged], stick: Path, remount: Remount) -> str:
    """Write all files to the stick, under other names if their own names are taken.

    Return the name of the first file that was renamed, "" if no file was renamed.
    """
    remount(stick, True)  # noqa: FBT003 - the only argument
    try:
        with _folder_at(stick) as folder:
            names = _free_names(files, folder)
            for file, name in zip(files, names, strict=True):
                _copy(file, folder, name)
            os.fsync(folder)
    finally:
        # If the stick was pulled out, it is no longer mounted.
        with suppress(OSError):
            remount(stick, False)  # noqa: FBT003
    return next((name for file, name in zip(files, names, strict=True) if name != file.name), "")


def _free_names(files: list[_Staged], folder: int) -> list[str]:
    """Return unused names for all files; if any name is taken, all get the same number."""
    for number in count(1):
        names = [_numbered(file.name, number) for file in files]
        if not any(_exists(name, folder) for name in names):
            return names
    raise AssertionError("there is always another number")


def _numbered(name: str, number: int) -> str:
    stem, dot, ending = name.rpartition(".")
    return name if number == 1 else f"{stem}-{number}{dot}{ending}"


def _exists(name: str, folder: int) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _copy(file: _Staged, folder: int, name: str) -> None:
    draft = f".{name}.part"
    with suppress(FileNotFoundError):
        os.unlink(draft, dir_fd=folder)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644, dir_fd=folder)
    try:
        with os.fdopen(handle, "wb") as out, os.fdopen(os.dup(file.handle), "rb") as content:
            content.seek(0)
            shutil.copyfileobj(content, out)
            replace_file(out, draft, name, folder)
    except OSError:
        with suppress(OSError):
            os.unlink(draft, dir_fd=folder)
        raise


def remount(stick: Path, writable: bool) -> None:  # noqa: FBT001 - as `Remount`
    """Make a mounted stick writable, or read-only if `writable` is false. Raises OSError."""
    if not stick.is_mount():
        raise OSError(errno.ENODEV, "no stick is mounted there", str(stick))
    how = "rw" if writable else "ro"
    command = ["/bin/mount", "-o", f"remount,{how},nosuid,nodev,noexec", str(stick)]
    try:
        done = subprocess.run(  # noqa: S603 - a stick's folder
            command, capture_output=True, check=False, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise OSError(errno.ETIMEDOUT, "the stick does not answer", str(stick)) from error
    if done.returncode:
        raise OSError(errno.EROFS if stick.is_mount() else errno.ENODEV, "not remounted")


def main() -> int:
    """Carry out the request of the kiosk; return the exit status. Raises OSError."""
    answer = carry_out(_RUN / WRITING_TO_STICK, _DATA, STICKS, remount, list_disks)
    sys.stdout.write(f"{answer.outcome} {answer.name}".rstrip() + "\n")
    leave_answer(answer.encode(), _RUN / STICK_SAID)
    return 0 if answer.outcome is Outcome.DONE else _REFUSED


if __name__ == "__main__":
    sys.exit(main())
