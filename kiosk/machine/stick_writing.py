"""Helper, run as root, that writes to USB sticks: `python3 -m kiosk.machine.stick_writing`.

The kiosk itself can only read sticks. It puts files into a folder, and writes a request that names
the stick. The helper makes the stick writable, only for itself and only while it copies the files.
The helper trusts neither the kiosk nor the stick, and follows no links. It replaces no file on the
stick: if a name is taken, the new files get a number.
"""

import errno
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

from companion.memory.atomic_file import atomic_writer
from kiosk.machine.root_requests import (
    STICK_ANSWER,
    WRITING_TO_STICK,
    open_unless_link,
    read_request,
    write_answer,
)
from kiosk.machine.sticks import STICKS_FOLDER

STAGED = ".to-stick"
"""Name of the subfolder of the data folder with the files for a stick."""
_STICK = re.compile(r"[a-z0-9]{1,32}")
_NAME = re.compile(r"meduris[A-Za-z0-9._-]{0,80}\.(meduris-backup|csv|bgsplay|jsonl|zip|txt)")
_SECONDS = 60
"""Timeout of a remount."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})

_DATA = Path("/var/lib/meduris")
_RUN = Path("/run/meduris")
_REFUSED = 2

Remount = Callable[[Path, bool], None]
"""Callback that makes a stick writable or read-only. Raises OSError."""


class WriteOutcome(StrEnum):
    DONE = "done"
    FULL = "full"
    READ_ONLY = "read-only"
    GONE = "gone"
    REFUSED = "refused"


class WriteAnswer(NamedTuple):
    """The helper's answer to a request to write files to a stick.

    If the files had to be renamed, because the stick already had files with their names, `new_name`
    is the new name of the first file. Otherwise it is "".
    """

    outcome: WriteOutcome
    new_name: str = ""

    def encode(self) -> str:
        return f"{self.outcome}\n{self.new_name}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """Parse the text of an answer.

        If the text is invalid, the outcome is `WriteOutcome.REFUSED`.
        """
        outcome, _end, name = text.partition("\n")
        if outcome not in set(WriteOutcome) or (name and not _NAME.fullmatch(name)):
            return cls(WriteOutcome.REFUSED)
        return cls(WriteOutcome(outcome), name)


def write_to_stick(
    request: Path, data_folder: Path, sticks_folder: Path, remount: Remount
) -> WriteAnswer:
    """Copy files that the kiosk has prepared to a USB stick, and return the answer for the kiosk.

    The file `request` contains the name of the stick. The prepared files are in a subfolder of
    `data_folder`, and the stick is mounted in `sticks_folder`. `remount` makes the stick writable,
    and read-only at the end. Each file is written atomically.
    """
    try:
        stick = read_request(request)
        staged = sorted((data_folder / STAGED).iterdir())
        with ExitStack() as stack:
            files = {path.name: stack.enter_context(open_unless_link(path)) for path in staged}
            if not _STICK.fullmatch(stick) or not all(
                _NAME.fullmatch(name) and _is_ordinary_file(data_folder.stat().st_uid, file)
                for name, file in files.items()
            ):
                return WriteAnswer(WriteOutcome.REFUSED)
            return WriteAnswer(WriteOutcome.DONE, _write(files, sticks_folder / stick, remount))
    except OSError as error:
        if error.errno in _FULL:
            return WriteAnswer(WriteOutcome.FULL)
        return WriteAnswer(
            WriteOutcome.READ_ONLY if error.errno in _READ_ONLY else WriteOutcome.GONE
        )


def _is_ordinary_file(owner: int, file: BinaryIO) -> bool:
    found = os.fstat(file.fileno())
    return stat.S_ISREG(found.st_mode) and found.st_uid == owner and found.st_nlink == 1


def _write(files: Mapping[str, BinaryIO], stick: Path, remount: Remount) -> str:
    remount(stick, True)  # noqa: FBT003 - a callback has no keyword arguments
    try:
        # If any name is taken, all names get the same number.
        number = next(
            number
            for number in count(1)
            if not any(os.path.lexists(stick / _numbered(name, number)) for name in files)
        )
        for name, file in files.items():
            with atomic_writer(stick / _numbered(name, number)) as out:
                shutil.copyfileobj(file, out)
    finally:
        # If the stick was pulled out, it is no longer mounted.
        with suppress(OSError):
            remount(stick, False)  # noqa: FBT003
    return "" if number == 1 else _numbered(next(iter(files)), number)


def _numbered(name: str, number: int) -> str:
    stem, dot, ending = name.rpartition(".")
    return name if number == 1 else f"{stem}-{number}{dot}{ending}"


def remount(stick: Path, writable: bool) -> None:  # noqa: FBT001 - as `Remount`
    """Make a mounted stick writable, or read-only if `writable` is false. Raises OSError."""
    if not stick.is_mount():
        raise OSError(errno.ENODEV, "no stick is mounted there", str(stick))
    how = "rw" if writable else "ro"
    command = ["/bin/mount", "-o", f"remount,{how},nosuid,nodev,noexec", str(stick)]
    try:
        done = subprocess.run(  # noqa: S603 - the stick's name was checked
            command, capture_output=True, check=False, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise OSError(errno.ETIMEDOUT, "the stick does not respond", str(stick)) from error
    if done.returncode:
        raise OSError(
            errno.EROFS if stick.is_mount() else errno.ENODEV, "the stick could not be remounted"
        )


def main() -> int:
    answer = write_to_stick(_RUN / WRITING_TO_STICK, _DATA, STICKS_FOLDER, remount)
    sys.stdout.write(f"{answer.outcome} {answer.new_name}".rstrip() + "\n")
    write_answer(answer.encode(), _RUN / STICK_ANSWER)
    return 0 if answer.outcome is WriteOutcome.DONE else _REFUSED


if __name__ == "__main__":
    sys.exit(main())
