"""A backup takes the place of what is in the data folder; what it replaces is kept beside.

Whenever the power fails, the file of the saved games is the old one or the new one, and whole.
"""

import io
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO, NamedTuple

from companion.errors import BackupError
from companion.memory.backup import (
    REPLACED,
    Manifest,
    copy_games,
    other_files,
    reading,
    unpacked,
)
from companion.memory.data_folder import BEING_RESTORED
from companion.memory.journal_file import (
    FILE_NAME,
    MODE,
    SEALS,
    WITH_CONTENT,
    DamagedError,
    beside,
    connected_to_read,
    readable,
)
from companion.memory.known_rows import Heed, copy_known_rows
from companion.memory.record_archive import ArchiveError
from companion.memory.whole_file import sync_folder, whole_file
from companion.sentence import N_, Sentence

_NEW, _KEPT, _FOREIGN, _DECIDED = "new", "kept", "foreign.db", "decided"
"""Within it: what is to be in place, what was there, the games as they came, and the decision."""
_LONGEST_FOLDER = 64
_LONGEST_DECISION = 1_000_000
"""Bytes: the names of two thousand files, each as long as a backup allows."""
_UNPACKED, _COPIED = 0.3, 0.95
"""How much is done, from 0 to 1, once all is unpacked, and once the games are copied."""
_SPARE = 5_000_000
"""Bytes that stay free beside what a restoring takes."""
STOPPED = Sentence(N_("Stopped. Nothing was changed."))
_NO_ROOM = N_(
    "There is no room for this backup: it takes {needed} MB, and {free} MB are free. Nothing was "
    "changed."
)
_IN_THE_WAY = N_(
    "{file} lies where something of the backup belongs: move it away. Nothing was changed."
)
_NOT_PUT_BACK = N_(
    "The disk failed, and not all that was here could be put back. It is kept in {folder}."
)
_DAMAGED = Sentence(N_("This backup is damaged. Nothing was changed."))

_LAST_PLAYED = """
    SELECT games.key, last.number, last.time FROM games
    LEFT JOIN steps_in_short AS last ON last.game = games.id AND last.number = (
        SELECT max(number) FROM steps_in_short WHERE game = games.id AND kind <> 'takeover'
    )
"""
"""The games by their keys, and the last row of each that is more than a taking over."""
_HOLDS = """
    SELECT 1 FROM games WHERE key = ?1 AND (?2 IS NULL OR EXISTS (
        SELECT 1 FROM steps_in_short WHERE game = games.id AND number = ?2 AND time = ?3
    ))
"""


class NewerGamesError(BackupError):
    """Games here would be lost, `number` of them: the backup has them not at all, or less far."""

    def __init__(self, number: int) -> None:
        super().__init__(
            Sentence(
                "{number} game here is newer than this backup, or not in it.",
                {"number": number},
                "{number} games here are newer than this backup, or not in it.",
            )
        )
        self.number = number


class Restored(NamedTuple):
    """So many games are there now; `kept` holds what was there before, None where nothing was."""

    games: int
    kept: Path | None


def restore(
    folder: Path, source: Path, *, force: bool = False, heed: Heed = lambda _share: None
) -> Restored:
    """Put a backup in the place of what is in a data folder that no app is using.

    `heed` is told how much is done, from 0 to 1; what it raises stops the restoring, before
    anything is replaced.
    Raises NewerGamesError unless `force` where games would be lost, BackupError and OSError. Then
    nothing was changed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    settle(folder)
    scratch = folder / BEING_RESTORED
    scratch.mkdir()
    try:
        new, foreign = scratch / _NEW, scratch / _FOREIGN
        new.mkdir()
        _unpack(source, folder, new, foreign, lambda share: heed(_UNPACKED * share))
        games = copy_known_rows(
            foreign, new / FILE_NAME, lambda share: heed(_UNPACKED + share * (_COPIED - _UNPACKED))
        )
        foreign.unlink()
        _make_last(new / FILE_NAME)
        if not force:
            _refuse_to_lose(folder / FILE_NAME, new / FILE_NAME)
        kept = _keep(folder, scratch / _KEPT, lambda: heed(_COPIED))
        heed(1.0)
        _replace(folder, scratch, kept)
    finally:
        _clear(scratch)
    return Restored(games, kept)


def settle(folder: Path) -> None:
    """Do away with what a restoring has left that was killed; one that had decided is completed.

    Raises BackupError and OSError where it cannot be completed: then it is undone as a whole.
    """
    scratch = folder / BEING_RESTORED
    if not scratch.is_dir() or scratch.is_symlink():
        return
    try:
        if (scratch / _DECIDED).exists():
            kept, names = _decided(folder, scratch)
            _put_in_place(folder, scratch, kept, names)
    finally:
        _clear(scratch)


def _clear(scratch: Path) -> None:
    """Do away with what a restoring has worked in, the decision first.

    If it is killed in between, nobody takes what is left for something to be completed.
    """
    with suppress(OSError):  # then all of it stays, for the next start
        (scratch / _DECIDED).unlink(missing_ok=True)
        sync_folder(scratch)
        shutil.rmtree(scratch)


def _unpack(source: Path, folder: Path, new: Path, foreign: Path, heed: Heed) -> None:
    """Unpack a backup: its files into a folder, all on the disk, but the games, which are foreign.

    First it is looked whether there is room, and whether all of it has its place.
    """
    try:
        with source.open("rb") as stream, reading(stream) as (archive, manifest):
            _check_room(folder, manifest)
            _check_places(folder, manifest.files)
            total = sum(kept.bytes for kept in manifest.files.values()) or 1
            told = _Told(lambda size: heed(size / total))
            for name, kept in manifest.files.items():
                path = foreign if name == FILE_NAME else new / name
                path.parent.mkdir(exist_ok=True)
                with whole_file(path) as told.out:
                    if unpacked(archive, name, told) != kept:
                        raise BackupError(_DAMAGED)
    except ArchiveError as error:
        raise BackupError(_DAMAGED) from error


class _Told:
    """Writes to `out`, one file after the other, and tells how many bytes that were in all."""

    def __init__(self, heed: Callable[[int], object]) -> None:
        self.out: BinaryIO = io.BytesIO()
        self._heed = heed
        self._size = 0

    def write(self, chunk: bytes) -> None:
        """Write so much more."""
        self.out.write(chunk)
        self._size += len(chunk)
        self._heed(self._size)


def _check_room(folder: Path, manifest: Manifest) -> None:
    """Look whether the disk has room for a backup, beside what is there. Raises BackupError."""
    present = [path for _name, path in other_files(folder)]
    present += [beside(folder / FILE_NAME, ending) for ending in ("", *WITH_CONTENT)]
    needed = _SPARE + sum(kept.bytes for kept in manifest.files.values())
    needed += manifest.files[FILE_NAME].bytes  # they are copied once more
    needed += sum(path.stat().st_size for path in present if path.is_file())
    free = shutil.disk_usage(folder).free
    if free < needed:
        facts = {"needed": _megabytes(needed), "free": _megabytes(free)}
        raise BackupError(Sentence(_NO_ROOM, facts))


def _megabytes(number: int) -> int:
    return -(-number // 1_000_000)


def _check_places(folder: Path, names: Iterable[str]) -> None:
    """Look whether every file of a backup can lie where it belongs. Raises BackupError."""
    for name in names:
        place = folder / name
        within = place.parent
        if within != folder and (within.is_symlink() or (within.exists() and not within.is_dir())):
            wrong = within
        elif place.is_symlink() or (place.exists() and not place.is_file()):
            wrong = place
        else:
            continue
        raise BackupError(Sentence(_IN_THE_WAY, {"file": str(wrong)}))


def _make_last(games: Path) -> None:
    """Bring new games to the disk; they are not for everybody to read."""
    games.chmod(MODE)
    with games.open("rb") as stream:
        os.fsync(stream.fileno())
    sync_folder(games.parent)


def _refuse_to_lose(present: Path, new: Path) -> None:
    try:
        here = _last_played(present)
    except (sqlite3.Error, UnicodeDecodeError, DamagedError):
        return  # What cannot be read is kept, and was lost before.
    with closing(connected_to_read(new)) as there:
        # How far a game was played says too little: it may have gone on otherwise since.
        newer = sum(there.execute(_HOLDS, last).fetchone() is None for last in here)
    if newer:
        raise NewerGamesError(newer)


def _last_played(path: Path) -> list[tuple[str, int | None, str | None]]:
    """Key, number and time of each game's last row. Raises as `readable` does."""
    file = readable(path)
    if file is None:
        return []
    with closing(file):
        return file.execute(_LAST_PLAYED).fetchall()


def _keep(folder: Path, kept: Path, heed: Callable[[], object]) -> Path | None:
    """Copy what is there, all of it on the disk; which folder it is to become, None without it."""
    present = sorted(other_files(folder))
    games = folder / FILE_NAME
    if not present and not games.exists():
        return None
    kept.mkdir(0o750)
    for name, path in present:
        heed()
        _copy(path, kept / name)
    _keep_games(games, kept / FILE_NAME)
    sync_folder(kept)
    return _free_folder(folder)


def _keep_games(games: Path, kept: Path) -> None:
    if not games.exists():
        return
    try:
        with whole_file(kept) as out:
            copy_games(games, Path(out.name))
    except BackupError:
        # Damaged: as it lies, with what belongs to it.
        for ending in ("", *WITH_CONTENT):
            if beside(games, ending).exists():
                _copy(beside(games, ending), beside(kept, ending))


def _free_folder(folder: Path) -> Path:
    first = f"{REPLACED}{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = chain((first,), (f"{first}-{number}" for number in count(2)))
    return next(folder / name for name in names if not (folder / name).exists())


def _replace(folder: Path, scratch: Path, kept: Path | None) -> None:
    """Put all that is new in place of what is there, or nothing.

    Once it is decided, one that is killed is completed by `settle`; one that fails is undone.
    """
    new = scratch / _NEW
    names = [name for name, _path in sorted(other_files(new))]
    names += [FILE_NAME] * (new / FILE_NAME).exists()
    with whole_file(scratch / _DECIDED) as out:
        out.write("\0".join((kept.name if kept else "", *names)).encode())
    _put_in_place(folder, scratch, kept, names)


def _decided(folder: Path, scratch: Path) -> tuple[Path | None, list[str]]:
    """The folder in which a restoring keeps what it replaces, and the names of all that is new.

    Raises BackupError.
    """
    with (scratch / _DECIDED).open("rb") as told:
        content = told.read(_LONGEST_DECISION + 1)
    name, *names = content.decode(errors="replace").split("\0")
    odd_name = "/" in name or not name.startswith(REPLACED) or len(name) > _LONGEST_FOLDER
    leads_out = any(part in ("", ".", "..") for new in names for part in new.split("/"))
    if (name and odd_name) or leads_out or len(content) > _LONGEST_DECISION:
        raise BackupError(_DAMAGED)
    return folder / name if name else None, names


def _put_in_place(folder: Path, scratch: Path, kept: Path | None, names: Sequence[str]) -> None:
    """Put files of these names in place, the games last; what is there already is not new."""
    new = scratch / _NEW
    moved = [name for name in names if not (new / name).exists()]
    try:
        if kept is not None and (scratch / _KEPT).exists():
            _move(scratch / _KEPT, kept)
        for name in names:
            if name in moved:
                continue
            moved.append(name)
            if name == FILE_NAME:
                _bring_into_one_file(folder / FILE_NAME)
                # How far other games reach says nothing of these; it is noted anew.
                beside(folder / FILE_NAME, SEALS).unlink(missing_ok=True)
            _move(new / name, folder / name)
    except BaseException as error:
        _undo(folder, scratch, kept, moved, error)
        raise


def _undo(
    folder: Path, scratch: Path, kept: Path | None, moved: Sequence[str], reason: BaseException
) -> None:
    """Put back what was there before. Raises BackupError where that fails, too."""
    try:
        for name in reversed(moved):
            if not (scratch / _NEW / name).exists():
                (folder / name).replace(scratch / _NEW / name)
            for ending in ("", *WITH_CONTENT) if name == FILE_NAME else ("",):
                place = beside(folder / name, ending)
                if kept is not None and beside(kept / name, ending).exists() and not place.exists():
                    _copy(beside(kept / name, ending), place)
            if "/" in name:
                with suppress(OSError):  # it was there before, and has files in it
                    (folder / name).parent.rmdir()
        (scratch / _DECIDED).unlink(missing_ok=True)
        if kept is not None:
            shutil.rmtree(kept, ignore_errors=True)
        sync_folder(folder)
    except OSError:
        raise BackupError(Sentence(_NOT_PUT_BACK, {"folder": str(kept)})) from reason


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(exist_ok=True)
    with source.open("rb") as content, whole_file(target) as out:
        shutil.copyfileobj(content, out)


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(exist_ok=True)
    source.replace(target)
    sync_folder(target.parent)


def _bring_into_one_file(games: Path) -> None:
    """Bring the old file and what SQLite keeps beside it into one: it would follow the new one."""
    if games.exists():
        try:
            with closing(sqlite3.connect(games)) as file:
                file.execute("PRAGMA journal_mode = DELETE")
        except (sqlite3.Error, UnicodeDecodeError):
            pass  # It is damaged, and kept.
    for ending in (*WITH_CONTENT, "-shm"):
        beside(games, ending).unlink(missing_ok=True)
    sync_folder(games.parent)
