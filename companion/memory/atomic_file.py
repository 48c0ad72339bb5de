"""Atomic replacement of files."""

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

_PERMISSIONS = 0o777


def write_file_atomically(path: Path, content: bytes, *, sync: bool = True) -> None:
    """Write a small file with `atomic_writer`. Raises OSError."""
    with atomic_writer(path, sync=sync) as out:
        out.write(content)


@contextmanager
def atomic_writer(
    path: Path, *, allow_devices: bool = False, sync: bool = True
) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces the file at `path` when the `with` block ends.

    After any failure, even a power failure, `path` has either the old or the new content. Symbolic
    links are followed. The new file gets the mode of the old file and, if permitted, its owner. A
    temporary file left behind by a power failure is overwritten by the next write.

    If `allow_devices` is set, `path` may also be a pipe or a device, which receives the whole
    content at the end. `sync=False` skips the sync to the disk, for folders in memory such as /run.
    Raises OSError.
    """
    former = _found(path)
    if former is not None and not stat.S_ISREG(former.st_mode):
        if stat.S_ISDIR(former.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not allow_devices:
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        with NamedTemporaryFile("w+b", prefix="meduris-") as stream:
            yield stream  # type: ignore[misc]  # it has all methods of a BinaryIO
            stream.seek(0)
            with path.open("wb", buffering=0) as device:
                shutil.copyfileobj(stream, device)
        return
    target = Path(os.path.realpath(path))
    temporary = temporary_path(target)
    try:
        with open(temporary, "w+b", opener=_without_links) as stream:
            if former is not None:
                _keep_owner(stream, former)
            yield stream
            stream.flush()
            if sync:
                os.fsync(stream.fileno())
            with _held(target):
                temporary.replace(target)
                if sync:
                    # On FAT, which most sticks have, the directory entry points to the new content
                    # only once the file itself is synced.
                    os.fsync(stream.fileno())
    except BaseException as error:
        with suppress(OSError):  # the first error is the one to report
            temporary.unlink()
        if isinstance(error, OSError) and error.filename == str(temporary):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    if sync:
        sync_folder(target.parent)


def _without_links(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o666)


def _found(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _keep_owner(stream: BinaryIO, former: os.stat_result) -> None:
    temporary = os.fstat(stream.fileno())
    if (temporary.st_uid, temporary.st_gid) != (former.st_uid, former.st_gid):
        with suppress(PermissionError):
            os.fchown(stream.fileno(), former.st_uid, former.st_gid)
    mode = stat.S_IMODE(former.st_mode) & _PERMISSIONS
    if stat.S_IMODE(temporary.st_mode) != mode:
        with suppress(PermissionError):  # FAT has no modes
            os.fchmod(stream.fileno(), mode)


def temporary_path(path: Path) -> Path:
    """Return the path at which `atomic_writer` writes before it replaces the file at `path`."""
    return path.with_name(f".{path.name}.part")


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep the old content of the file at `path` on the disk until the `with` block ends.

    Otherwise, FAT frees the old content as soon as a new file replaces it by a rename, although the
    rename is not on the disk yet.
    """
    try:
        handle = os.open(path, os.O_PATH | os.O_NOFOLLOW)
    except FileNotFoundError:
        yield
        return
    try:
        yield
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Sync the directory entries of a folder to the disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        # EINVAL: some file systems on USB sticks cannot sync a folder.
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(handle)
