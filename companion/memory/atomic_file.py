"""Files that are written whole or not at all, on any disk or stick."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of what is at `path` once all of it is on the disk.

    Whatever goes wrong, the power included, what was there before is there still. A draft beside
    it, which a lost power may leave, is written over the next time. Raises OSError, which names the
    file at `path`.
    """
    draft = draft_path(path)
    try:
        with draft.open("w+b") as stream:
            yield stream
            replace_file(stream, draft, path)
    except BaseException as error:
        with suppress(OSError):  # What kept it from being written is what is told.
            draft.unlink()
        if isinstance(error, OSError) and error.filename == str(draft):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    sync_folder(path.parent)


def draft_path(path: Path) -> Path:
    """Where a file is written before it takes its place."""
    return path.with_name(f".{path.name}.part")


def replace_file(
    stream: BinaryIO, draft: Path | str, path: Path | str, folder: int | None = None
) -> None:
    """Have what was written to a draft on the disk, and then in the place of what is at `path`.

    Both are below `folder`, an open one, where it is told. The caller syncs the folder. Raises
    OSError.
    """
    stream.flush()
    os.fsync(stream.fileno())
    with _held(path, folder):
        os.replace(draft, path, src_dir_fd=folder, dst_dir_fd=folder)
        # With FAT, which most sticks have, a file's entry says where its content lies only once
        # the file itself is synced; until then the name leads to what was there before.
        os.fsync(stream.fileno())


@contextmanager
def _held(path: Path | str, folder: int | None) -> Iterator[None]:
    """Whatever is at `path`, its content stays on the disk although something takes its place."""
    try:
        handle = os.open(path, os.O_PATH | os.O_NOFOLLOW, dir_fd=folder)
    except FileNotFoundError:
        yield
        return
    try:
        yield
    finally:
        os.close(handle)


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
