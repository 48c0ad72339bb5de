"""Files that are written whole or not at all, on any disk or stick."""

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


def write_file(path: Path, content: bytes, *, sync: bool = True) -> None:
    """Write a small file as `atomic_write` does. Raises OSError."""
    with atomic_write(path, sync=sync) as out:
        out.write(content)


@contextmanager
def atomic_write(path: Path, *, to_devices: bool = False, sync: bool = True) -> Iterator[BinaryIO]:
    """Open a file that takes the place of the one at `path` once all of it is on the disk.

    Whatever goes wrong, the power included, the former content is there still. Links are followed;
    the mode stays, and the owner where this process may set one. A draft beside the file, which a
    lost power may leave, is written over the next time. Only regular files are replaced: pipes and
    devices are refused, or with `to_devices` get all of the content at the end. Without `sync`
    nothing waits for the disk: for folders in memory, such as /run.

    Raises OSError, which names the file at `path`.
    """
    former = _found(path)
    if former is not None and not stat.S_ISREG(former.st_mode):
        if stat.S_ISDIR(former.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not to_devices:
            raise OSError(errno.EINVAL, "it is no file", str(path))
        with NamedTemporaryFile("w+b", prefix="meduris-") as stream:
            yield stream  # type: ignore[misc]  # a file to write to in all but its class
            stream.seek(0)
            with path.open("wb", buffering=0) as device:
                shutil.copyfileobj(stream, device)
        return
    target = Path(os.path.realpath(path))
    draft = draft_path(target)
    try:
        with open(draft, "w+b", opener=_without_links) as stream:
            if former is not None:
                _keep_owner(stream, former)
            yield stream
            if sync:
                replace_file(stream, draft, target)
            else:
                stream.flush()
                draft.replace(target)
    except BaseException as error:
        with suppress(OSError):  # What kept it from being written is what is told.
            draft.unlink()
        if isinstance(error, OSError) and error.filename == str(draft):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    if sync:
        sync_folder(target.parent)


def _without_links(path: str, flags: int) -> int:
    """Open a draft; a link that somebody has laid in its place is not followed."""
    return os.open(path, flags | os.O_NOFOLLOW, 0o666)


def _found(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _keep_owner(stream: BinaryIO, former: os.stat_result) -> None:
    """Give a draft the mode of the file that it replaces and, where that is allowed, its owner."""
    draft = os.fstat(stream.fileno())
    if (draft.st_uid, draft.st_gid) != (former.st_uid, former.st_gid):
        with suppress(PermissionError):
            os.fchown(stream.fileno(), former.st_uid, former.st_gid)
    mode = stat.S_IMODE(former.st_mode) & _PERMISSIONS
    if stat.S_IMODE(draft.st_mode) != mode:
        with suppress(PermissionError):  # FAT knows no modes
            os.fchmod(stream.fileno(), mode)


def draft_path(path: Path) -> Path:
    """Return where a file is written before it takes its place."""
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
