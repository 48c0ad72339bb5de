"""Puts a backup in the place of what is in a data folder, wholly or not at all.

A file of saved games may come from anywhere, so none is adopted: its rows are copied into a new
file of our own, each value with a type and a length that it may have.
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
from typing import Any, BinaryIO, NamedTuple

from companion.errors import BackupError, JournalError
from companion.memory import database
from companion.memory.atomic_file import atomic_write, sync_folder, write_file
from companion.memory.data_folder import BEING_RESTORED
from companion.memory.database import (
    COLUMNS,
    FILE_NAME,
    SNAPSHOTS,
    TABLES,
    WITH_CONTENT,
    DamagedError,
    is_damage,
    open_for_reading,
    sibling,
    trouble_of,
)
from companion.memory.exchange.backup import (
    MOST_GAMES,
    REPLACED,
    Manifest,
    copy_games,
    open_backup,
    other_files,
    unpack,
)
from companion.memory.exchange.records import ArchiveError
from companion.sentence import N_, Sentence

Progress = Callable[[float], object]
"""Is told how much is done, from 0 to 1, many times a second; what it raises ends the work."""

_MOST_ROWS = 20_000_000
_LARGEST_NUMBER = 1_000_000_000_000
_LONGEST = {"setup": 256 * 1024, "commands": 4 << 20, "events": 4 << 20, "changes": 4 << 20}
_LONGEST_OTHER = 64 * 1024
"""Bytes of a text, by its column: a line of a record has 64 KiB."""
_STEPS_OF_SQLITE = 20_000
"""Steps of SQLite between two looks at whether to go on."""
_TOLD_EVERY = 200
"""Rows."""
_NEWER = Sentence(
    N_(
        "This backup is of a newer version of this app: update the app to restore it. Nothing was "
        "changed."
    )
)
_NO_GAMES = Sentence(N_("The saved games in this backup are damaged. Nothing was changed."))
_TOO_MANY = Sentence(
    N_("This backup holds more than anybody can have played. Nothing was changed.")
)


def copy_rows(source: Path, target: Path, progress: Progress) -> int:
    """Copy all rows of a file of saved games into a new one; returns how many games.

    Raises BackupError where the file is none of ours, holds more than there can be, or is of a
    newer release, and what `progress` raises.
    """
    stopped: list[BaseException] = []
    share = 0.0

    def tell(now: float) -> None:
        nonlocal share
        share = now
        progress(now)

    def stop() -> bool:
        try:
            progress(share)
        except BaseException as error:  # noqa: BLE001 - SQLite would swallow it
            stopped.append(error)
        return bool(stopped)

    try:
        with closing(database.connect_read_only(source, "mode=ro&immutable=1")) as foreign:
            foreign.text_factory = bytes
            foreign.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(_LONGEST.values()))
            foreign.set_progress_handler(stop, _STEPS_OF_SQLITE)
            return _copy_rows(foreign, target, tell)
    except (sqlite3.Error, DamagedError, JournalError, ValueError, MemoryError) as error:
        if stopped:
            raise stopped[0] from None
        if isinstance(error, JournalError):
            raise BackupError(_NEWER) from error
        if isinstance(error, sqlite3.Error) and not is_damage(error):
            raise BackupError(trouble_of(error)) from error
        raise BackupError(_NO_GAMES) from error


def _copy_rows(foreign: sqlite3.Connection, target: Path, progress: Progress) -> int:
    foreign.text_factory = str
    database.check(foreign)
    foreign.text_factory = bytes
    if foreign.execute("PRAGMA quick_check(1)").fetchall() != [(b"ok",)]:
        raise DamagedError
    counts = {
        name: int(foreign.execute(f"SELECT count(*) FROM {name}").fetchone()[0])  # noqa: S608 - our own names
        for name in TABLES
    }
    total = sum(counts.values())
    if total > _MOST_ROWS or counts["games"] > MOST_GAMES:
        raise BackupError(_TOO_MANY)
    with closing(database.open_for_writing(target)) as new:
        new.execute("PRAGMA journal_mode = DELETE")
        new.execute("PRAGMA synchronous = OFF")  # all of it is brought to the disk in the end
        with new:
            new.execute("BEGIN IMMEDIATE")
            new.execute("DELETE FROM meta")
            done = 0
            for name in TABLES:
                done = _copy_table(foreign, new, name, done, lambda at: progress(at / total))
    return counts["games"]


def _copy_table(
    foreign: sqlite3.Connection,
    new: sqlite3.Connection,
    name: str,
    done: int,
    progress: Callable[[int], object],
) -> int:
    columns = ", ".join(COLUMNS[name])
    marks = ", ".join("?" * len(COLUMNS[name]))
    insert = f"INSERT INTO {name} ({columns}) VALUES ({marks})"  # noqa: S608 - our own names
    for row in foreign.execute(f"SELECT {columns} FROM {name}"):  # noqa: S608 - our own names
        if not all(map(_fits, COLUMNS[name], row)):
            raise DamagedError(name)
        new.execute(insert, tuple(map(_as_text, row)))
        done += 1
        if done % _TOLD_EVERY == 0:
            progress(done)
    return done


def _fits(column: str, value: Any) -> bool:
    """Whether a value has a type and a size that it may have."""
    if isinstance(value, bytes):
        return len(value) <= _LONGEST.get(column, _LONGEST_OTHER)
    return value is None or (type(value) is int and abs(value) <= _LARGEST_NUMBER)


def _as_text(value: Any) -> Any:
    """A text; one that is not UTF-8 no longer fits its checksum, and the next start repairs it."""
    return value.decode(errors="replace") if isinstance(value, bytes) else value


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

_NEWEST = """
    SELECT key, step.number, step.time, head.number, head.time FROM games
    LEFT JOIN (SELECT game, max(number) AS number, time FROM steps GROUP BY game) AS step
        ON step.game = id
    LEFT JOIN (SELECT game, max(number) AS number, time FROM heads GROUP BY game) AS head
        ON head.game = id
"""
"""The games by their keys, and the newest step and the newest undo, redo or change of each."""
_HOLDS = """
    SELECT 1 FROM games WHERE key = ?1
        AND (?2 IS NULL OR EXISTS (
            SELECT 1 FROM steps WHERE place = (games.id << 20) + ?2 AND time = ?3))
        AND (?4 IS NULL OR EXISTS (
            SELECT 1 FROM heads WHERE place = (games.id << 20) + ?4 AND time = ?5))
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
    folder: Path, source: Path, *, force: bool = False, progress: Progress = lambda _share: None
) -> Restored:
    """Put a backup in the place of what is in a data folder that no app is using.

    `progress` is told how much is done, from 0 to 1; what it raises stops the restoring, before
    anything is replaced.
    Raises NewerGamesError unless `force` where games would be lost, BackupError and OSError. Then
    nothing was changed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    complete_interrupted(folder)
    scratch = folder / BEING_RESTORED
    scratch.mkdir()
    try:
        new, foreign = scratch / _NEW, scratch / _FOREIGN
        new.mkdir()
        _unpack(source, folder, new, foreign, lambda share: progress(_UNPACKED * share))
        games = copy_rows(
            foreign,
            new / FILE_NAME,
            lambda share: progress(_UNPACKED + share * (_COPIED - _UNPACKED)),
        )
        foreign.unlink()
        _make_last(new / FILE_NAME)
        if not force:
            _refuse_to_lose(folder / FILE_NAME, new / FILE_NAME)
        kept = _keep(folder, scratch / _KEPT, lambda: progress(_COPIED))
        progress(1.0)
        _replace(folder, scratch, kept)
    finally:
        _clear(scratch)
    return Restored(games, kept)


def complete_interrupted(folder: Path) -> None:
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


def _unpack(source: Path, folder: Path, new: Path, foreign: Path, progress: Progress) -> None:
    """Unpack a backup: its files into a folder, all on the disk, but the games, which are foreign.

    First it is looked whether there is room, and whether all of it has its place.
    """
    try:
        with source.open("rb") as stream, open_backup(stream) as (archive, manifest):
            _check_room(folder, manifest)
            _check_places(folder, manifest.files)
            total = sum(kept.bytes for kept in manifest.files.values()) or 1
            writer = _CountingWriter(lambda size: progress(size / total))
            for name, kept in manifest.files.items():
                path = foreign if name == FILE_NAME else new / name
                path.parent.mkdir(exist_ok=True)
                with atomic_write(path) as writer.out:
                    if unpack(archive, name, writer) != kept:
                        raise BackupError(_DAMAGED)
    except ArchiveError as error:
        raise BackupError(_DAMAGED) from error


class _CountingWriter:
    """Writes to `out`, one file after the other, and tells how many bytes that were in all."""

    def __init__(self, progress: Callable[[int], object]) -> None:
        self.out: BinaryIO = io.BytesIO()
        self._heed = progress
        self._size = 0

    def write(self, chunk: bytes) -> None:
        """Write so much more."""
        self.out.write(chunk)
        self._size += len(chunk)
        self._heed(self._size)


def _check_room(folder: Path, manifest: Manifest) -> None:
    """Look whether the disk has room for a backup, beside what is there. Raises BackupError."""
    present = [path for _name, path in other_files(folder)]
    present += [sibling(folder / FILE_NAME, ending) for ending in ("", *WITH_CONTENT)]
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
    games.chmod(database.MODE)
    with games.open("rb") as stream:
        os.fsync(stream.fileno())
    sync_folder(games.parent)


def _refuse_to_lose(present: Path, new: Path) -> None:
    try:
        here = _newest(present)
    except (sqlite3.Error, UnicodeDecodeError, DamagedError):
        return  # What cannot be read is kept, and was lost before.
    with closing(database.connect_read_only(new)) as there:
        # How far a game was played says too little: it may have gone on otherwise since.
        newer = sum(there.execute(_HOLDS, last).fetchone() is None for last in here)
    if newer:
        raise NewerGamesError(newer)


def _newest(path: Path) -> list[tuple[Any, ...]]:
    """What was done last in each game (`_NEWEST`). Raises as `open_for_reading` does."""
    file = open_for_reading(path)
    if file is None:
        return []
    with closing(file):
        return file.execute(_NEWEST).fetchall()


def _keep(folder: Path, kept: Path, progress: Callable[[], object]) -> Path | None:
    """Copy what is there, all of it on the disk; which folder it is to become, None without it."""
    present = sorted(other_files(folder))
    games = folder / FILE_NAME
    if not present and not games.exists():
        return None
    kept.mkdir(0o750)
    for name, path in present:
        progress()
        _copy(path, kept / name)
    _keep_games(games, kept / FILE_NAME)
    sync_folder(kept)
    return _free_folder(folder)


def _keep_games(games: Path, kept: Path) -> None:
    if not games.exists():
        return
    try:
        with atomic_write(kept) as out:
            copy_games(games, Path(out.name))
    except BackupError:
        # Damaged: as it lies, with what belongs to it.
        for ending in ("", *WITH_CONTENT):
            if sibling(games, ending).exists():
                _copy(sibling(games, ending), sibling(kept, ending))


def _free_folder(folder: Path) -> Path:
    first = f"{REPLACED}{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = chain((first,), (f"{first}-{number}" for number in count(2)))
    return next(folder / name for name in names if not (folder / name).exists())


def _replace(folder: Path, scratch: Path, kept: Path | None) -> None:
    """Put all that is new in place of what is there, or nothing.

    Once it is decided, one that is killed is completed by `complete_interrupted`, one that fails
    is undone.
    """
    new = scratch / _NEW
    names = [name for name, _path in sorted(other_files(new))]
    names += [FILE_NAME] * (new / FILE_NAME).exists()
    write_file(scratch / _DECIDED, "\0".join((kept.name if kept else "", *names)).encode())
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
                # Snapshots of the games that were here would come back among those of the backup.
                shutil.rmtree(folder / SNAPSHOTS, ignore_errors=True)
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
                place = sibling(folder / name, ending)
                if (
                    kept is not None
                    and sibling(kept / name, ending).exists()
                    and not place.exists()
                ):
                    _copy(sibling(kept / name, ending), place)
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
    with source.open("rb") as content, atomic_write(target) as out:
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
        sibling(games, ending).unlink(missing_ok=True)
    sync_folder(games.parent)
