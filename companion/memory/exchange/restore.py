"""The saved games of a backup, copied row by row into a file of our own: nothing else comes along.

A file of saved games may come from anywhere, and an SQLite file can hold programs: views that
never end, triggers, columns that are worked out. So none is ever adopted. Only tables of ours are
read; every value has its kind, length and range checked.
"""

import io
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from companion.errors import BackupError
from companion.memory.atomic_file import atomic_write, sync_folder, write_file
from companion.memory.data_folder import BEING_RESTORED
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
from companion.memory.journal import index, migrations
from companion.memory.journal.chain import HASH_BYTES
from companion.memory.journal.database import (
    FILE_NAME,
    MODE,
    TIPS,
    WITH_CONTENT,
    DamagedError,
    connect_read_only,
    open_for_reading,
    open_for_writing,
    sibling,
    trouble_of,
)
from companion.memory.journal.migrations import APPLICATION, SCHEMA
from companion.memory.journal.rows import LONGEST_NAME, Kind
from companion.sentence import N_, Sentence

Progress = Callable[[float], object]
"""Is told how much is done, from 0 to 1, many times a second; what it raises ends the work."""

_MOST_ROWS = 20_000_000
_MOST_SPELLINGS = 20_000
_MOST_MOVES = 200_000
_MOST_MIGRATIONS = 1_000
_LARGEST_ID = 1_000_000
_LARGEST_PLACE = 1_000_000_000_000
_LARGEST_FORMAT = 10_000
_LONGEST_KEY = 64
_LONGEST_TIME = 40
_LONGEST_SETUP = 256 * 1024
_LONGEST_STEP = 4 * 1024 * 1024
"""Bytes of a command or its events: a line of a record has 64 KiB."""
_LONGEST_ROW = 100_000_000
"""Bytes of any row: an amendment holds all steps of a game from the changed one on."""
_BYTES_OF_A_SIGN = 4
_STEPS_OF_SQLITE = 20_000
"""So many of its steps SQLite takes between two looks at whether it is to go on."""
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

_FUNCTIONS = frozenset({"count"})
_PRAGMAS = frozenset({"application_id", "user_version", "table_xinfo", "quick_check"})

Value = int | bytes | None
Fits = Callable[[Any], bool]


class _Table(NamedTuple):
    """A table of ours: its columns with what their values may be, and how many rows it may have."""

    columns: dict[str, Fits]
    most: int


def _number(most: int, least: int = 0) -> Fits:
    return lambda value: type(value) is int and least <= value <= most


def _text(most: int, least: int = 0) -> Fits:
    return lambda value: type(value) is bytes and least <= len(value) <= most


def _text_or_none(most: int) -> Fits:
    return lambda value: value is None or (type(value) is bytes and len(value) <= most)


def _name(value: Any) -> bool:
    if type(value) is not bytes or len(value) > LONGEST_NAME * _BYTES_OF_A_SIGN:
        return False
    return 1 <= len(value.decode(errors="replace")) <= LONGEST_NAME


_HASH = _text(HASH_BYTES, HASH_BYTES)
_STEPS = _Table(
    {
        "place": _number(_LARGEST_PLACE, 1),
        "game": _number(_LARGEST_ID, 1),
        "number": _number(_LARGEST_ID, 1),
        "kind": _text(max(map(len, Kind)), 1),
        "command": _text_or_none(_LONGEST_ROW),
        "events": _text_or_none(_LONGEST_ROW),
        "time": _text(_LONGEST_TIME),
        "format": _number(_LARGEST_FORMAT, 1),
        "hash": _HASH,
    },
    _MOST_ROWS,
)
_TABLES = {
    "games": _Table(
        {
            "id": _number(_LARGEST_ID, 1),
            "key": _text(_LONGEST_KEY, 1),
            "started": _text(_LONGEST_TIME),
            "setup": _text(_LONGEST_SETUP),
            "begun_after": _number(_LARGEST_PLACE),
            "format": _number(_LARGEST_FORMAT, 1),
            "hash": _HASH,
        },
        MOST_GAMES,
    ),
    "steps": _STEPS,
    "spellings": _Table(
        {
            "number": _number(_LARGEST_PLACE, 1),
            "name": _name,
            "person": _text(_LONGEST_KEY, 1),
            "shown": _number(1),
            "time": _text(_LONGEST_TIME),
        },
        _MOST_SPELLINGS,
    ),
    "archive": _Table(
        {
            "number": _number(_LARGEST_PLACE, 1),
            "game": _number(_LARGEST_ID, 1),
            "archived": _number(1),
            "time": _text(_LONGEST_TIME),
        },
        _MOST_MOVES,
    ),
    "replacements": _Table(
        {"game": _number(_LARGEST_ID, 1), "replacement": _number(_LARGEST_ID, 1)}, MOST_GAMES
    ),
}
"""All tables of ours with saved games, in the order in which they are copied."""
_TEXTS = frozenset(
    {"key", "started", "setup", "kind", "command", "events", "time", "name", "person"}
)
_MIGRATIONS = _Table({"name": _text(200), "time": _text(_LONGEST_TIME)}, _MOST_MIGRATIONS)
_OURS = frozenset({"migrations", "sqlite_master", *_TABLES})

_NOT_REPLACED = """
    DELETE FROM replacements WHERE NOT EXISTS (
        SELECT 1 FROM games AS damaged JOIN games AS whole ON whole.id = replacement
        WHERE damaged.id = replacements.game AND whole.id > damaged.id
            AND whole.started = damaged.started AND whole.setup = damaged.setup
            AND whole.format = damaged.format
    )
"""
"""Whatever says that a game goes on in another one hides it: it must be the same game."""


def copy_rows(source: Path, target: Path, progress: Progress) -> int:
    """Copy all that is ours out of a file of saved games into a new one; returns how many games.

    Raises BackupError where the file holds none, or more than there can be, or if a newer release
    wrote it, and what `progress` raises.
    """
    with _refusing(), closing(_opened(source)) as foreign:
        share = 0.0
        stopped: list[BaseException] = []

        def tell(now: float) -> None:
            nonlocal share
            share = now
            progress(share)

        def is_to_end() -> bool:
            try:
                progress(share)
            except BaseException as error:  # noqa: BLE001 - SQLite would swallow it
                stopped.append(error)
            return bool(stopped)

        foreign.set_progress_handler(is_to_end, _STEPS_OF_SQLITE)
        try:
            return _copy_rows(foreign, target, tell)
        except sqlite3.Error:
            if stopped:
                raise stopped[0] from None
            raise


@contextmanager
def _refusing() -> Iterator[None]:
    """Whatever a hostile file makes Python or SQLite raise is one sentence. Raises BackupError."""
    try:
        yield
    except (BackupError, OSError):
        raise
    except sqlite3.Error as error:
        raise BackupError(_told(error)) from error
    except (DamagedError, ValueError, LookupError, TypeError, MemoryError) as error:
        raise BackupError(_NO_GAMES) from error


def _told(error: sqlite3.Error) -> Sentence:
    """What a full or failing disk says; all else is the file's."""
    try:
        told = trouble_of(error)
    except sqlite3.Error:
        return _NO_GAMES
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return told if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR) else _NO_GAMES


def _opened(source: Path) -> sqlite3.Connection:
    address = f"{source.absolute().as_uri()}?mode=ro&immutable=1"
    foreign = sqlite3.connect(address, uri=True, isolation_level=None)
    foreign.text_factory = bytes
    foreign.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_ROW)
    foreign.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for pragma in (
        "trusted_schema = OFF",
        "cell_size_check = ON",
        "ignore_check_constraints = ON",  # they may be programs, too, and ours hold in the copy
        "mmap_size = 0",
    ):
        foreign.execute(f"PRAGMA {pragma}")
    foreign.set_authorizer(_may)
    return foreign


def _may(
    action: int, first: str | None, second: str | None, _where: str | None, within: str | None
) -> int:
    """Only tables of ours are read, and none by way of a view or a trigger."""
    if action == sqlite3.SQLITE_PRAGMA:
        allowed = first in _PRAGMAS
    elif action == sqlite3.SQLITE_READ:
        allowed = first in _OURS or first == "sqlite_schema"
    elif action == sqlite3.SQLITE_FUNCTION:
        allowed = second in _FUNCTIONS
    else:
        allowed = action == sqlite3.SQLITE_SELECT
    return sqlite3.SQLITE_OK if allowed and within is None else sqlite3.SQLITE_DENY


def _copy_rows(foreign: sqlite3.Connection, target: Path, progress: Progress) -> int:
    _check_tables(foreign)
    total = sum(_counted(foreign, name, table) for name, table in _TABLES.items())
    with closing(open_for_writing(target)) as new:
        new.execute("PRAGMA journal_mode = DELETE")
        new.execute("PRAGMA synchronous = OFF")  # all of it is brought to the disk in the end
        with new:
            new.execute("BEGIN IMMEDIATE")
            done = 0
            for name, table in _TABLES.items():
                for _row in _insert(new, name, table, _rows(foreign, name, table)):
                    done += 1
                    if done % _TOLD_EVERY == 0:
                        progress(done / total)
            new.execute(_NOT_REPLACED)
            index.catch_up(new)
        return int(new.execute("SELECT count(*) FROM games").fetchone()[0])


def _check_tables(foreign: sqlite3.Connection) -> None:
    """Look whether it is a sound file of saved games of ours. Raises BackupError."""
    (application,) = foreign.execute("PRAGMA application_id").fetchone()
    (version,) = foreign.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA and application in (APPLICATION, 0):
        raise BackupError(_NEWER)
    if (application, version) != (APPLICATION, SCHEMA):
        raise BackupError(_NO_GAMES)
    if foreign.execute("PRAGMA quick_check(1)").fetchall() != [(b"ok",)]:
        raise BackupError(_NO_GAMES)
    listed = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 1"
    there = {bytes(name).decode() for (name,) in foreign.execute(listed)}
    if not there >= {"migrations", *_TABLES}:
        raise BackupError(_NO_GAMES)
    _refuse_newer(foreign)


def _refuse_newer(foreign: sqlite3.Connection) -> None:
    """What a later release has added would get lost. Raises BackupError."""
    _counted(foreign, "migrations", _MIGRATIONS)
    known = {migration.name for migration in migrations.MIGRATIONS}
    for name, _time in _rows(foreign, "migrations", _MIGRATIONS):
        if not isinstance(name, bytes) or name.decode() not in known:
            raise BackupError(_NEWER)


def _counted(foreign: sqlite3.Connection, name: str, table: _Table) -> int:
    found = foreign.execute(f"SELECT count(*) FROM {name} NOT INDEXED").fetchone()  # noqa: S608
    number = int(found[0])
    if number > table.most:
        raise BackupError(_TOO_MANY)
    return number


def _insert(
    new: sqlite3.Connection, name: str, table: _Table, rows: Iterable[tuple[Value, ...]]
) -> Iterator[None]:
    """Insert rows into the table of ours that holds such ones, one by one."""
    # A text comes as bytes, so that what has rotten in it stays as it is.
    values = ", ".join("CAST(? AS TEXT)" if column in _TEXTS else "?" for column in table.columns)
    insert = f"INSERT INTO {name} ({', '.join(table.columns)}) VALUES ({values})"  # noqa: S608
    for row in rows:
        new.execute(insert, row)
        yield


def _rows(foreign: sqlite3.Connection, name: str, table: _Table) -> Iterator[tuple[Value, ...]]:
    """The rows of a table, each value as it may be. Raises BackupError."""
    columns = {
        bytes(column).decode(): hidden
        for _place, column, _type, _null, _default, _key, hidden in foreign.execute(
            f"PRAGMA table_xinfo({name})"
        )
    }
    if any(columns.get(column, 1) for column in table.columns):
        raise BackupError(_NO_GAMES)  # it is not there, or is worked out, nobody knows how
    checks = tuple(table.columns.values())
    source = f"{name} NOT INDEXED ORDER BY rowid"
    for row in foreign.execute(f"SELECT {', '.join(table.columns)} FROM {source}"):  # noqa: S608
        if not all(fits(value) for fits, value in zip(checks, row, strict=True)):
            raise BackupError(_NO_GAMES)
        if table is _STEPS and not _is_step(row):
            raise BackupError(_NO_GAMES)
        if name != "spellings" or _are_texts(row):
            yield row


def _are_texts(row: tuple[Any, ...]) -> bool:
    """Whether what is said of a person can be read; if it has rotten, nothing is said."""
    try:
        return all(value.decode() is not None for value in row if isinstance(value, bytes))
    except UnicodeDecodeError:
        return False


def _is_step(row: tuple[Any, ...]) -> bool:
    """Whether a row is as long as one can be: only an amendment holds more than one step."""
    kind, command, events = row[3:6]
    return kind == Kind.AMEND.encode() or (
        len(command or b"") <= _LONGEST_STEP and len(events or b"") <= _LONGEST_STEP
    )


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
    LEFT JOIN steps AS last ON last.game = games.id AND last.number = (
        SELECT max(number) FROM steps WHERE game = games.id AND kind <> 'takeover'
    )
"""
"""The games by their keys, and the last row of each that is more than a taking over."""
_HOLDS = """
    SELECT 1 FROM games WHERE key = ?1 AND (?2 IS NULL OR EXISTS (
        SELECT 1 FROM steps WHERE game = games.id AND number = ?2 AND time = ?3
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
    games.chmod(MODE)
    with games.open("rb") as stream:
        os.fsync(stream.fileno())
    sync_folder(games.parent)


def _refuse_to_lose(present: Path, new: Path) -> None:
    try:
        here = _last_played(present)
    except (sqlite3.Error, UnicodeDecodeError, DamagedError):
        return  # What cannot be read is kept, and was lost before.
    with closing(connect_read_only(new)) as there:
        # How far a game was played says too little: it may have gone on otherwise since.
        newer = sum(there.execute(_HOLDS, last).fetchone() is None for last in here)
    if newer:
        raise NewerGamesError(newer)


def _last_played(path: Path) -> list[tuple[str, int | None, str | None]]:
    """Key, number and time of each game's last row. Raises as `open_for_reading` does."""
    file = open_for_reading(path)
    if file is None:
        return []
    with closing(file):
        return file.execute(_LAST_PLAYED).fetchall()


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
                # How far other games reach says nothing of these; it is noted anew.
                sibling(folder / FILE_NAME, TIPS).unlink(missing_ok=True)
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
