"""Restores a backup, completely or not at all.

The database in a backup may be hostile. It must have exactly our schema, pass SQLite's integrity
check, and have no overlong values.
"""

import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from companion.errors import BackupError, JournalError
from companion.memory import database
from companion.memory.atomic_file import atomic_writer, sync_folder
from companion.memory.data_folder import RESTORE_FOLDER
from companion.memory.database import (
    COLUMNS,
    FILE_NAME,
    LOG_SUFFIXES,
    SNAPSHOT_FOLDER,
    TABLES,
    DamagedFileError,
    is_damage,
    message_for_write_error,
    open_for_reading,
    sibling_path,
)
from companion.memory.exchange.backup import (
    MOST_GAMES,
    REPLACED,
    Manifest,
    files_besides_games,
    open_backup,
    unpack_with_checksum,
)
from companion.memory.exchange.records import ArchiveError
from companion.sentence import N_, Sentence

Progress = Callable[[float], object]
"""Callback for the progress from 0 to 1; an exception from the callback aborts the restore."""

_MOST_ROWS = 20_000_000
_LARGEST_NUMBER = 1_000_000_000_000
_LONGEST = {"setup": 256 * 1024, "commands": 4 << 20, "events": 4 << 20, "changes": 4 << 20}
_LONGEST_OTHER = 64 * 1024
"""Maximum length of a text in the columns that are not in `_LONGEST`."""
_STEPS_OF_SQLITE = 20_000
"""Number of SQLite virtual machine instructions between two calls of the progress callback."""
_NEWER = Sentence(
    N_(
        "This backup is from a newer version of this app: update the app to restore it. Nothing "
        "was changed."
    )
)
_NO_GAMES = Sentence(N_("The saved games in this backup are damaged. Nothing was changed."))
_TOO_MANY = Sentence(
    N_("This backup contains more than anybody can have played. Nothing was changed.")
)


def check_and_count_games(path: Path, interrupt: Callable[[], object]) -> int:
    """Check the database of a backup, and return the number of its games.

    `interrupt` is called regularly; it can abort the check by raising an exception. Raises
    BackupError if the database is damaged or too large, or if another program or a newer release
    of the app wrote it.
    """
    stopped: list[BaseException] = []

    def stop() -> bool:
        try:
            interrupt()
        except BaseException as error:  # noqa: BLE001 - SQLite would swallow it
            stopped.append(error)
        return bool(stopped)

    try:
        with closing(database.connect_read_only(path, _IMMUTABLE)) as connection:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(_LONGEST.values()))
            connection.set_progress_handler(stop, _STEPS_OF_SQLITE)
            database.check_schema(connection)
            _check_content(connection)
            counts = " + ".join(f"(SELECT count(*) FROM {name})" for name in TABLES)
            sql = f"SELECT (SELECT count(*) FROM games), {counts}"
            games, number_of_rows = connection.execute(sql).fetchone()
    except (sqlite3.Error, DamagedFileError, JournalError) as error:
        if stopped:
            raise stopped[0] from None
        if isinstance(error, JournalError):
            raise BackupError(_NEWER) from error
        if isinstance(error, sqlite3.Error) and not is_damage(error):
            raise BackupError(message_for_write_error(error)) from error
        raise BackupError(_NO_GAMES) from error
    if number_of_rows > _MOST_ROWS or games > MOST_GAMES:
        raise BackupError(_TOO_MANY)
    return int(games)


def _check_content(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
        raise DamagedFileError
    for name in TABLES:
        limits = " OR ".join(map(_exceeds, COLUMNS[name]))
        if connection.execute(f"SELECT 1 FROM {name} WHERE {limits} LIMIT 1").fetchone():
            raise DamagedFileError(name)


def _exceeds(column: str) -> str:
    """Return an SQL condition: the value in `column` is larger than any that the app writes."""
    return f"""CASE typeof({column})
        WHEN 'text' THEN length({column}) > {_LONGEST.get(column, _LONGEST_OTHER)}
        WHEN 'integer' THEN {column} NOT BETWEEN -{_LARGEST_NUMBER} AND {_LARGEST_NUMBER}
        ELSE {column} IS NOT NULL END"""


_DRAFT, _NEW, _KEPT = "draft", "new", "kept"
"""Names in the working folder of a restore.

`_DRAFT` holds the new files while they are incomplete, `_NEW` holds them once complete, and `_KEPT`
has copies of the replaced files. An interrupted restore is completed if the saved games have
already left `_NEW`; otherwise it is undone.
"""
_UNPACKED, _CHECKED = 0.6, 0.95
"""Progress after everything is unpacked, and after the saved games are checked."""
_IMMUTABLE = "mode=ro&immutable=1"
"""Parameters of SQLite's URI for a file that no other process changes."""
_SPARE = 5_000_000
"""Bytes to leave free on the disk."""
STOPPED = Sentence(N_("Stopped. Nothing was changed."))
_NO_ROOM = N_(
    "There is not enough space for this backup: it needs {needed} MB, but only {free} MB are "
    "free. Nothing was changed."
)
_IN_THE_WAY = N_(
    "{file} is in the place of a file from the backup: move it elsewhere. Nothing was changed."
)
_DAMAGED = Sentence(N_("This backup is damaged. Nothing was changed."))

_NEWEST = """
    SELECT key, step.number, step.time, head.number, head.time FROM games
    LEFT JOIN (SELECT game, max(number) AS number, time FROM steps GROUP BY game) AS step
        ON step.game = id
    LEFT JOIN (SELECT game, max(number) AS number, time FROM heads GROUP BY game) AS head
        ON head.game = id
"""
"""SQL for the key of each game, with the number and time of its last step, and of its last undo,
redo or branch."""
_HOLDS = """
    SELECT 1 FROM games WHERE key = ?1
        AND (?2 IS NULL OR EXISTS (
            SELECT 1 FROM steps WHERE place = (games.id << 20) + ?2 AND time = ?3))
        AND (?4 IS NULL OR EXISTS (
            SELECT 1 FROM heads WHERE place = (games.id << 20) + ?4 AND time = ?5))
"""


class WouldLoseGamesError(BackupError):
    """The data folder has games that are missing in the backup, or newer than in the backup."""

    def __init__(self, number: int) -> None:
        super().__init__(
            Sentence(
                "{number} game here is newer than in this backup, or missing from it.",
                {"number": number},
                "{number} games here are newer than in this backup, or missing from it.",
            )
        )
        self.number = number


class RestoreResult(NamedTuple):
    """Result of a restore; `replaced_files_folder` is None if no files were replaced."""

    number_of_games: int
    replaced_files_folder: Path | None


def restore(
    folder: Path, source: Path, *, force: bool = False, progress: Progress = lambda _share: None
) -> RestoreResult:
    """Replace the contents of a data folder with a backup; no app may be using the folder.

    `progress` is called with values from 0 to 1. If it raises an exception before the value 1.0,
    the restore is aborted. Raises BackupError and OSError. Unless `force` is set, raises
    WouldLoseGamesError if games would be lost. After an error nothing has changed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    complete_interrupted_restore(folder)
    scratch = folder / RESTORE_FOLDER
    scratch.mkdir()
    try:
        draft = scratch / _DRAFT
        draft.mkdir()
        _unpack(source, folder, draft, lambda share: progress(_UNPACKED * share))
        games = check_and_count_games(draft / FILE_NAME, lambda: progress(_UNPACKED))
        (draft / FILE_NAME).chmod(database.FILE_MODE)
        if not force:
            _refuse_to_lose(folder / FILE_NAME, draft / FILE_NAME)
        _keep(folder, scratch / _KEPT, lambda: progress(_CHECKED))
        progress(1.0)
        _move(draft, scratch / _NEW)
        # Old snapshots would bring the replaced games back, and SQLite would apply an old WAL.
        shutil.rmtree(folder / SNAPSHOT_FOLDER, ignore_errors=True)
        for ending in (*LOG_SUFFIXES, "-shm"):
            sibling_path(folder / FILE_NAME, ending).unlink(missing_ok=True)
        sync_folder(folder)
        _move(scratch / _NEW / FILE_NAME, folder / FILE_NAME)
    finally:
        kept = None
        with suppress(OSError):  # the next start of the app tries again
            kept = complete_interrupted_restore(folder)
    return RestoreResult(games, kept)


def complete_interrupted_restore(folder: Path) -> Path | None:
    """Complete an interrupted restore if the new saved games are in place, otherwise undo it.

    Return the folder with the replaced files, or None if there is no such folder. After an OSError,
    the function can be called again to continue.
    """
    scratch, kept = folder / RESTORE_FOLDER, None
    if not scratch.is_dir() or scratch.is_symlink():
        return None
    new = scratch / _NEW
    if (new / FILE_NAME).exists():
        for ending in LOG_SUFFIXES:
            wal = sibling_path(folder / FILE_NAME, ending)
            if (scratch / _KEPT / wal.name).exists() and not wal.exists():
                _copy(scratch / _KEPT / wal.name, wal)
        _move(new, scratch / _DRAFT)  # half-deleted files must not look complete
    elif new.is_dir():
        if (scratch / _KEPT).exists():
            stamp = f"{REPLACED}{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
            names = chain((stamp,), (f"{stamp}-{number}" for number in count(2)))
            kept = next(folder / name for name in names if not (folder / name).exists())
            _move(scratch / _KEPT, kept)
        for name, path in sorted(files_besides_games(new)):
            _move(path, folder / name)
    shutil.rmtree(scratch)
    return kept


def _unpack(source: Path, folder: Path, new: Path, progress: Progress) -> None:
    try:
        with source.open("rb") as stream, open_backup(stream) as (archive, manifest):
            _check_room(folder, manifest)
            _check_places(folder, manifest.files)
            total = sum(kept.bytes for kept in manifest.files.values()) or 1
            done = 0

            def count_in(size: int) -> None:
                nonlocal done
                done += size
                progress(done / total)

            for name, kept in manifest.files.items():
                path = new / name
                path.parent.mkdir(exist_ok=True)
                with atomic_writer(path) as out:
                    if unpack_with_checksum(archive, name, out, count_in) != kept:
                        raise BackupError(_DAMAGED)
    except ArchiveError as error:
        raise BackupError(_DAMAGED) from error


def _check_room(folder: Path, manifest: Manifest) -> None:
    """Raise BackupError if the disk lacks space for the backup and copies of current files."""
    needed = _SPARE + sum(kept.bytes for kept in manifest.files.values())
    needed += sum(path.stat().st_size for path in _present(folder))
    free = shutil.disk_usage(folder).free
    if free < needed:
        facts = {"needed": -(-needed // 1_000_000), "free": -(-free // 1_000_000)}
        raise BackupError(Sentence(_NO_ROOM, facts))


def _check_places(folder: Path, names: Iterable[str]) -> None:
    """Raise BackupError if a file to restore would replace a folder or a symbolic link.

    `names` are the paths of the files, relative to `folder`. Also raise BackupError if the parent
    of a file is a link or not a folder.
    """
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


def _refuse_to_lose(present: Path, new: Path) -> None:
    try:
        connection = open_for_reading(present)
        if connection is None:
            return
        with closing(connection):
            here = connection.execute(_NEWEST).fetchall()
    except (sqlite3.Error, UnicodeDecodeError, DamagedFileError):
        return  # An unreadable file is kept; its games were already lost.
    with closing(database.connect_read_only(new, _IMMUTABLE)) as there:
        # Comparing numbers of steps is not enough: the game may have continued differently since.
        newer = sum(there.execute(_HOLDS, last).fetchone() is None for last in here)
    if newer:
        raise WouldLoseGamesError(newer)


def _keep(folder: Path, kept: Path, progress: Callable[[], object]) -> None:
    """Copy to `kept` all files that a restore could replace; do nothing if there are none."""
    present = _present(folder)
    if not present:
        return
    kept.mkdir(0o750)
    for path in present:
        progress()
        _copy(path, kept / path.relative_to(folder))
    sync_folder(kept)


def _present(folder: Path) -> list[Path]:
    """Return all files that a restore could replace, including SQLite's write-ahead log."""
    games = (sibling_path(folder / FILE_NAME, ending) for ending in ("", *LOG_SUFFIXES))
    return [
        *(path for _name, path in sorted(files_besides_games(folder))),
        *filter(Path.is_file, games),
    ]


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(exist_ok=True)
    with source.open("rb") as content, atomic_writer(target) as out:
        shutil.copyfileobj(content, out)


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(exist_ok=True)
    source.replace(target)
    sync_folder(target.parent)
