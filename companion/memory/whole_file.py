"""Files that are written whole or not at all."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of what is at `path` once all of it is on the disk.

    Whatever goes wrong, the power included, what was there before is there still. A draft beside
    it, which a lost power may leave, is written over the next time. Raises OSError, which names the
    file at `path`.
    """
    draft = draft_of(path)
    try:
        with draft.open("w+b") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    except BaseException as error:
        with suppress(OSError):  # What kept it from being written is what is told.
            draft.unlink()
        if isinstance(error, OSError) and error.filename == str(draft):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    sync_folder(path.parent)


def draft_of(path: Path) -> Path:
    """Where a file is written before it takes its place."""
    return path.with_name(f".{path.name}.part")


def sync_folder(folder: Path) -> None:
    """See to it that what a folder lists is on the disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        # File systems that sticks have do not all know of this.
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(handle)
