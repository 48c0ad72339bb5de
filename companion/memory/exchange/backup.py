"""Backups of the whole data folder, each in one file.

A backup is a ZIP file with a manifest of checksums. It can be made while an app is saving. The new
file is read back from the disk before it replaces an older one.
"""

import hashlib
import os
import sqlite3
import stat
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import IO, Annotated, BinaryIO, Literal

import msgspec

from companion.errors import BackupError, JournalError
from companion.memory.atomic_file import atomic_writer
from companion.memory.clock import current_timestamp, parse_timestamp
from companion.memory.database import (
    DAMAGED_NAMES,
    FILE_NAME,
    LOG_SUFFIXES,
    SNAPSHOT_FOLDER,
    DamagedFileError,
    create_in_memory,
    message_for_write_error,
    open_for_reading,
    sibling_path,
)
from companion.memory.exchange.records import ArchiveError, open_entry, open_zip
from companion.memory.text_file import is_system_file
from companion.sentence import N_, Sentence

ENDING = ".meduris-backup"
MANIFEST = "manifest.json"
REPLACED = "replaced-"
"""Prefix of the folders to which a restore moves replaced files; backups leave these folders out.
"""
_LEFT_OUT = frozenset(
    {
        FILE_NAME,
        SNAPSHOT_FOLDER,
        "lost+found",
        *(f"{FILE_NAME}{end}" for end in (*LOG_SUFFIXES, "-shm")),
    }
)
MOST_GAMES = 50_000
"""Maximum number of games in a backup: more than a family plays in a hundred years."""
_MOST_MANIFEST_BYTES = 4_000_000
_MOST_FILES = 2_000
_MOST_GAMES_BYTES = 1_000_000_000
_MOST_TEXT_BYTES = 4_000_000
_MOST_OTHER_BYTES = 64_000_000
"""Maximum sizes in bytes of files in a backup: saved games, including damaged copies
(`_MOST_GAMES_BYTES`); boards and settings (`_MOST_TEXT_BYTES`); all other files."""
_LONGEST_NAME = 200
"""Maximum length in bytes of each component of a file's path."""
_DEEPEST = 2
"""Maximum number of components in a path below the data folder; boards have their own subfolder."""
_CHUNK = 1_000_000

_NOTHING = Sentence(N_("There are no saved games to back up."))
_DAMAGED_GAMES = Sentence(
    N_("The saved games are damaged, so a backup would be useless. Nothing was written.")
)
_NOT_AS_WRITTEN = Sentence(
    N_("The backup could not be read back correctly: use another stick or disk.")
)
_TOO_LARGE = N_("{file} is too large for a backup: move it out of the data folder.")
_ODD_NAME = N_("A backup cannot store the name of {file}: rename it.")
_NO_BACKUP = Sentence(N_("This file is not a backup of saved games, or it is damaged."))


class FileChecksum(msgspec.Struct, frozen=True):
    """Checksum (SHA-256, hexadecimal) and size in bytes of a file in a backup."""

    sha256: str
    bytes: int


class Manifest(msgspec.Struct, frozen=True):
    """Table of contents of a backup.

    `made` is the time of the backup in UTC; the keys of `files` are paths relative to the data
    folder. Unknown keys are ignored. A future release with incompatible backups must change
    `version`.
    """

    backup: Literal["meduris-companion"]
    version: Literal[1]
    made: str
    games: Annotated[int, msgspec.Meta(ge=0, le=MOST_GAMES)]
    files: dict[str, FileChecksum]


_manifests = msgspec.json.Decoder(Manifest)


def back_up(folder: Path, target: Path) -> Manifest:
    """Write a backup of a data folder to `target`, and return its manifest.

    Raises BackupError or OSError if that fails; `target` is then unchanged.
    """
    if not (folder / FILE_NAME).is_file():
        raise BackupError(_NOTHING)
    with (
        atomic_writer(target, allow_devices=True) as out,
        _copied_games(folder / FILE_NAME, Path(out.name)) as (games, number),
    ):
        manifest = _write(out, folder, games, number)
        out.flush()
        os.fsync(out.fileno())
        # Drop the file from the page cache, so that it is really read from the disk.
        os.posix_fadvise(out.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        _check_written(out, manifest)
    return manifest


@contextmanager
def _copied_games(source: Path, draft: Path) -> Iterator[tuple[Path, int]]:
    """Yield the path of a verified copy of the saved games, and the number of games in it.

    The copy is beside `draft`, the unfinished backup, and is deleted when the `with` block ends. It
    is one complete file, even if an app is saving at the same time. Raises OSError, and BackupError
    if the games are damaged or the copy fails.
    """
    copy = draft.with_name(f"{draft.name}.games")
    try:
        copy.unlink(missing_ok=True)
        with (
            closing(open_for_reading(source) or create_in_memory()) as old,
            closing(sqlite3.connect(copy)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
            sound = new.execute("PRAGMA quick_check").fetchall() == [("ok",)]
            (number,) = new.execute("SELECT count(*) FROM games").fetchone()
    except JournalError as error:
        raise BackupError(error.sentence) from error
    except sqlite3.Error as error:
        raise BackupError(message_for_write_error(error)) from error
    except (DamagedFileError, UnicodeDecodeError) as error:
        raise BackupError(_DAMAGED_GAMES) from error
    else:
        if not sound:
            raise BackupError(_DAMAGED_GAMES)
        yield copy, number
    finally:
        for ending in ("", *LOG_SUFFIXES, "-shm"):
            sibling_path(copy, ending).unlink(missing_ok=True)


def _write(out: BinaryIO, folder: Path, games: Path, number: int) -> Manifest:
    files: dict[str, FileChecksum] = {}
    others = sorted(files_besides_games(folder))
    for name, path in others:
        if not _is_name(name):
            raise BackupError(Sentence(_ODD_NAME, {"file": str(path)}))
        if path.stat().st_size > _most_bytes(name):
            raise BackupError(Sentence(_TOO_LARGE, {"file": str(path)}))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        files[FILE_NAME] = _add(packed, FILE_NAME, games)
        for name, path in others:
            files[name] = _add(packed, name, path)
        manifest = Manifest("meduris-companion", 1, current_timestamp(), number, files)
        packed.writestr(MANIFEST, msgspec.json.encode(manifest))
    return manifest


def files_besides_games(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the relative and the absolute path of each file to back up, except the saved games.

    Earlier backups are left out, so that backups do not contain each other.
    """
    for path in folder.iterdir():
        if path.name in _LEFT_OUT or path.name.startswith((".", REPLACED)):
            continue
        if path.name.endswith(ENDING) or is_system_file(path.name):
            continue
        within = path.iterdir() if path.is_dir() and not path.is_symlink() else (path,)
        for file in within:
            if is_system_file(file.name) or file.name.startswith("."):
                continue
            if stat.S_ISREG(file.lstat().st_mode):
                yield file.relative_to(folder).as_posix(), file


def _add(packed: zipfile.ZipFile, name: str, path: Path) -> FileChecksum:
    with path.open("rb") as content, packed.open(name, "w") as into:
        return copy_with_checksum(content, into)


def copy_with_checksum(
    source: IO[bytes], target: IO[bytes], on_chunk: Callable[[int], object] = lambda _size: None
) -> FileChecksum:
    """Copy a stream, and call `on_chunk` with the size of each chunk in bytes. Raises OSError."""
    whole, size = hashlib.sha256(), 0
    while chunk := source.read(_CHUNK):
        target.write(chunk)
        whole.update(chunk)
        size += len(chunk)
        on_chunk(len(chunk))
    return FileChecksum(whole.hexdigest(), size)


def _check_written(out: BinaryIO, manifest: Manifest) -> None:
    try:
        with open_backup(out) as (archive, found), Path(os.devnull).open("wb") as nowhere:
            whole = found == manifest and all(
                unpack_with_checksum(archive, name, nowhere) == packed
                for name, packed in found.files.items()
            )
    except ArchiveError as error:
        raise BackupError(_NOT_AS_WRITTEN) from error
    if not whole:
        raise BackupError(_NOT_AS_WRITTEN)


@contextmanager
def open_backup(stream: BinaryIO) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """Open a backup and check its manifest. Raises BackupError, ArchiveError and OSError."""
    with open_zip(stream) as archive:
        if MANIFEST not in archive.namelist():
            raise BackupError(_NO_BACKUP)
        with open_entry(archive, archive.getinfo(MANIFEST), _MOST_MANIFEST_BYTES) as told:
            try:
                manifest = _manifests.decode(told.read())
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise BackupError(_NO_BACKUP) from error
        if parse_timestamp(manifest.made) is None:
            raise BackupError(_NO_BACKUP)
        names = {*manifest.files, MANIFEST}
        # A user may have unpacked the backup and packed it again, which adds folders and system
        # files.
        found = [
            name
            for name in archive.namelist()
            if not name.endswith("/") and not is_system_file(name)
        ]
        if FILE_NAME not in names or sorted(found) != sorted(names):
            raise BackupError(_NO_BACKUP)
        if not all(map(_is_name, manifest.files)) or len(manifest.files) > _MOST_FILES:
            raise BackupError(_NO_BACKUP)
        if any(name.rpartition("/")[0] in names for name in names):
            raise BackupError(_NO_BACKUP)
        for name, packed in manifest.files.items():
            if not archive.getinfo(name).file_size == packed.bytes <= _most_bytes(name):
                raise BackupError(_NO_BACKUP)
        yield archive, manifest


def _most_bytes(name: str) -> int:
    if name == FILE_NAME or fnmatch(name, DAMAGED_NAMES):
        return _MOST_GAMES_BYTES
    return _MOST_TEXT_BYTES if name.endswith((".toml", ".json")) else _MOST_OTHER_BYTES


def _is_name(name: str) -> bool:
    """Return whether a name is safe to unpack: inside the data folder, and not a file of SQLite."""
    parts = name.split("/")
    # Control characters, or bytes that are not UTF-8.
    is_odd = any(unicodedata.category(sign) in ("Cc", "Cs") for sign in name)
    plain = not is_odd and all(
        part and not part.startswith(".") and len(part.encode()) <= _LONGEST_NAME for part in parts
    )
    other = name == FILE_NAME or parts[0] not in _LEFT_OUT
    return plain and other and len(parts) <= _DEEPEST and not name.startswith(REPLACED)


def unpack_with_checksum(
    archive: zipfile.ZipFile,
    name: str,
    target: IO[bytes],
    on_chunk: Callable[[int], object] = lambda _size: None,
) -> FileChecksum:
    """Copy the file `name` from a backup into a stream. Raises ArchiveError and OSError.

    `on_chunk` is called with the size of each copied chunk in bytes.
    """
    entry = archive.getinfo(name)
    with open_entry(archive, entry, entry.file_size) as content:
        return copy_with_checksum(content, target, on_chunk)
