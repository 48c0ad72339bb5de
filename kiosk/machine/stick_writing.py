"""What root does for the screen that wants files on a stick; the kiosk itself can only read sticks.

The kiosk lays the files into a folder of its own and leaves a request that names the stick. Root
lets the stick be written for as long as it copies, in a view of the mounts that nobody else has,
and takes nothing for what it seems: the folder and the stick may be made to lead elsewhere.
"""

import errno
import os
import re
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from companion.memory.atomic_file import replace_file
from kiosk.machine.requests import read_request

STAGED = ".to-stick"
"""The folder below the data folder in which the kiosk lays what is to go onto a stick."""
_STICK = re.compile(r"[a-z0-9]{1,32}")
_NAME = re.compile(r"meduris[A-Za-z0-9._-]{0,80}\.(meduris-backup|csv|bgsplay|jsonl|zip|txt)")
_MOST_FILES = 10
_SECONDS = 60
"""The timeout for mounting a stick anew."""
_MOST_BYTES = 3_000_000_000
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})

Remount = Callable[[Path, bool], None]
"""Lets a stick be written, or no more. Raises OSError."""


class Outcome(StrEnum):
    """What became of a request."""

    DONE = "done"
    FULL = "full"
    READ_ONLY = "read-only"
    GONE = "gone"
    REFUSED = "refused"


class RefusedError(Exception):
    """A request or a file that the kiosk never leaves."""


class _Staged(NamedTuple):
    name: str
    handle: int
    size: int


def carry_out(request: Path, data: Path, sticks: Path, remount: Remount) -> Outcome:
    """Copy what is staged below `data` onto the stick that a request names; returns the outcome.

    Each file is there whole or not at all, and the stick is for reading only again.
    """
    try:
        stick = sticks / _requested_stick(request)
        with _folder_at(data / STAGED) as staged, _opened(staged, data) as files:
            _write(files, stick, remount)
    except RefusedError:
        return Outcome.REFUSED
    except OSError as error:
        return _outcome_of(error)
    return Outcome.DONE


def _outcome_of(error: OSError) -> Outcome:
    if error.errno in _FULL:
        return Outcome.FULL
    return Outcome.READ_ONLY if error.errno in _READ_ONLY else Outcome.GONE


def _requested_stick(request: Path) -> str:
    name = read_request(request)
    if not _STICK.fullmatch(name):
        raise RefusedError
    return name


@contextmanager
def _folder_at(path: Path) -> Iterator[int]:
    """A folder that is one, and no link to another."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        yield handle
    finally:
        os.close(handle)


@contextmanager
def _opened(folder: int, data: Path) -> Iterator[list[_Staged]]:
    """The files in a folder, opened, each of which belongs to the user whose data it is.

    Who may write there could otherwise have root read for them what they may not read.
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


def _write(files: list[_Staged], stick: Path, remount: Remount) -> None:
    remount(stick, True)  # noqa: FBT003 - it is said above what that means
    try:
        with _folder_at(stick) as folder:
            for file in files:
                _copy(file, folder)
            os.fsync(folder)
    finally:
        # A stick that was pulled out is mounted no more.
        with suppress(OSError):
            remount(stick, False)  # noqa: FBT003


def _copy(file: _Staged, folder: int) -> None:
    draft = f".{file.name}.part"
    with suppress(FileNotFoundError):
        os.unlink(draft, dir_fd=folder)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644, dir_fd=folder)
    try:
        with os.fdopen(handle, "wb") as out, os.fdopen(os.dup(file.handle), "rb") as content:
            shutil.copyfileobj(content, out)
            replace_file(out, draft, file.name, folder)
    except OSError:
        with suppress(OSError):
            os.unlink(draft, dir_fd=folder)
        raise


def remount(stick: Path, writable: bool) -> None:  # noqa: FBT001 - as `Remount`
    """Let a mounted stick be written, or no more. Raises OSError."""
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
