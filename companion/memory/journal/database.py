"""The journal's SQLite file: how it is opened and led to the newest format, what can go wrong."""

import errno
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import TypeVar

from companion.errors import JournalError
from companion.memory.journal import index, migrations
from companion.memory.journal.migrations import APPLICATION, SCHEMA, Migration
from companion.memory.journal.rows import now
from companion.sentence import N_, Sentence

FILE_NAME = "games.db"
QUARANTINE_NAMES = "games.unreadable-*.db"
"""The names of files that could not be read, as `quarantine` gives them."""

NEWER = Sentence(
    N_(
        "The saved games were written by a newer version of this app and were left as they are. "
        "Update the app to go on with them."
    )
)
UNREADABLE = Sentence(
    N_(
        "The saved games cannot be read: their file is damaged. "
        "The app keeps it under another name when it starts."
    )
)
DISK_FULL = Sentence(N_("The disk is full: nothing can be saved until there is room on it."))
READ_ONLY = Sentence(
    N_("The data folder cannot be written to: nothing can be saved until that is allowed.")
)
NOT_OPENED = Sentence(
    N_("The file of the saved games cannot be opened: nothing can be saved until it can.")
)
DISK_FAILS = Sentence(
    N_("The disk does not work as it should: nothing can be saved until it does.")
)
HELD = Sentence(
    N_("Another program holds the saved games: nothing can be saved until it lets go of them.")
)
_UNREAD = {
    HELD.message: Sentence(N_("Another program holds the saved games: try again in a moment.")),
    DISK_FAILS.message: Sentence(
        N_("The disk does not work as it should: the saved games cannot be read.")
    ),
    DISK_FULL.message: Sentence(
        N_("The disk is full: the saved games cannot be read until there is room on it.")
    ),
}
_CLOSED = Sentence(N_("The file of the saved games is closed to you: its owner can read it."))
_NOT_READ = Sentence(N_("The file of the saved games cannot be opened."))
_QUARANTINED = N_(
    "The saved games could not be read. Their file was kept under the name {name}, and a new one "
    "was begun."
)
_NOT_QUARANTINED = N_(
    "The saved games cannot be read, and their file {name} cannot be renamed: nothing can be "
    "saved until it is moved away."
)

_COLUMNS = (
    "SELECT id, key, started, setup, begun_after, format, hash FROM games LIMIT 0",
    "SELECT place, game, number, kind, command, events, time, format, hash FROM steps LIMIT 0",
    "SELECT number, name, person, shown, time FROM spellings LIMIT 0",
    "SELECT number, game, archived, time FROM archive LIMIT 0",
    "SELECT game, replacement FROM replacements LIMIT 0",
    "SELECT game, number, told, crc FROM trays LIMIT 0",
)
_PROGRAMS = """
    SELECT sql FROM sqlite_master
    WHERE type IN ('trigger', 'view') OR (type = 'table' AND rootpage = 0)
"""
"""Whatever may be a program, perhaps one without end: triggers, views, and virtual tables."""
_WORKED_OUT = """
    SELECT 1 FROM sqlite_master JOIN pragma_table_xinfo(sqlite_master.name)
    WHERE sqlite_master.type = 'table' AND hidden LIMIT 1
"""
"""Whether a column of some table is worked out from others."""
WITH_CONTENT = ("-wal", "-journal")
"""Endings of the files beside the database that hold what is not in it yet."""
TIPS = "-tips"
"""The ending of the file beside the database that tells how far its games reach."""
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
UNREADABLE_SECTOR = frozenset(
    {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS}
)
NEEDS_WRITING = frozenset(
    {
        sqlite3.SQLITE_READONLY_ROLLBACK,
        sqlite3.SQLITE_READONLY_RECOVERY,
        sqlite3.SQLITE_READONLY_CANTINIT,
    }
)
"""An interrupted write has to be taken back first; opening the file for writing does that."""

_TROUBLES = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: NOT_OPENED,
    sqlite3.SQLITE_IOERR: DISK_FAILS,
    sqlite3.SQLITE_BUSY: HELD,
    sqlite3.SQLITE_LOCKED: HELD,
    sqlite3.SQLITE_PROTOCOL: HELD,
}
_FOLDER_TROUBLES = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
    errno.EIO: DISK_FAILS,
}
_PAGE = 1024
"""Bytes of a page of a new file, small because a step writes whole ones; an old file keeps its."""
_KEPT = 256
"""KiB of the file that stay in memory. Steps are added and seldom read again: left alone, SQLite
keeps up to 2 MiB of them, and an app grows by as much over an evening's games."""
_PATIENCE = 2.0
"""Seconds to wait for another program that is just writing."""
MODE = 0o640
"""Who may read a new file: it has people's names in it."""
_PAUSES = (0.05, 0.2)
"""Seconds after which what could not be read is read once more."""
_MEMORY_FOLDER = Path("/dev/shm")  # noqa: S108 - a private folder is made within it


AnyT = TypeVar("AnyT")


class DamagedError(ValueError):
    """The file is no journal, or no longer one that can be read."""


class StuckError(OSError):
    """A damaged file cannot be quarantined."""


def migrate(file: sqlite3.Connection) -> None:
    """Lead a file to the newest format, all steps in one transaction. Raises sqlite3.Error.

    The version is written even when nothing is to be done: a disk that cannot be written shows.
    """
    with file:
        file.execute("BEGIN IMMEDIATE")
        missing = _missing(file)
        for migration in missing:
            for statement in migration.statements:
                file.execute(statement)
        file.executemany(
            "INSERT INTO migrations (name, time) VALUES (?, ?)",
            [(migration.name, now()) for migration in missing],
        )
        index.catch_up(file)
        version = max(_pragma(file, "user_version"), SCHEMA)
        file.execute(f"PRAGMA user_version = {version}")


def touch(file: sqlite3.Connection) -> None:
    """Write once more what is there: all that was written before comes to the disk with it."""
    file.execute(f"PRAGMA user_version = {SCHEMA}")


def _missing(file: sqlite3.Connection) -> tuple[Migration, ...]:
    """The migrations that a file has still before it."""
    recorded = file.execute("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").fetchall()
    names = file.execute("SELECT name FROM migrations").fetchall() if recorded else []
    return tuple(one for one in migrations.MIGRATIONS if (one.name,) not in names)


def is_newest(file: sqlite3.Connection) -> bool:
    """Whether a file is led to the newest format already. Raises sqlite3.Error."""
    return not _missing(file)


def check_before_writing(path: Path) -> None:
    """Look at a file without changing it, before anything is written to it.

    Raises DamagedError, OSError, sqlite3.Error, and JournalError for a newer schema.
    """
    if is_file(path):
        try:
            with closing(connect_read_only(path)) as file:
                check(file)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode not in NEEDS_WRITING:
                raise
    elif any(sibling(path, ending).exists() for ending in WITH_CONTENT):
        raise DamagedError


def quarantine(path: Path) -> Sentence:
    """Keep a file that cannot be read under another name; tells which. Raises StuckError."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    first = path.with_name(f"{path.stem}.unreadable-{stamp}.db")
    others = (first.with_stem(f"{first.stem}-{number}") for number in count(2))
    try:
        kept = next(place for place in chain([first], others) if not place.exists())
        for ending in ("", *WITH_CONTENT, "-shm"):
            with suppress(FileNotFoundError):
                sibling(path, ending).rename(sibling(kept, ending))
        # How far its games reach says nothing of those in the file that takes its place.
        sibling(path, TIPS).unlink(missing_ok=True)
    except OSError as error:
        raise StuckError from error
    return Sentence(_QUARANTINED, {"name": kept.name})


def open_for_writing(path: Path, *, waits: bool = True) -> sqlite3.Connection:
    """The file, open for writing and with the newest schema.

    Once it is open, who does not wait is refused while another connection writes, and leaves it to
    the next one that waits to bring to the disk what both have written. Raises DamagedError,
    sqlite3.Error, and JournalError for a newer schema.
    """
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, MODE))
    file = sqlite3.connect(path, isolation_level=None, timeout=_PATIENCE, check_same_thread=False)
    try:
        file.execute(f"PRAGMA page_size = {_PAGE}")
        file.execute(f"PRAGMA cache_size = -{_KEPT}")
        file.execute("PRAGMA journal_mode = WAL")
        file.execute(f"PRAGMA synchronous = {'FULL' if waits else 'NORMAL'}")
        file.execute("PRAGMA foreign_keys = ON")
        migrate(file)
        check(file)
        if not waits:
            file.execute("PRAGMA busy_timeout = 0")
            file.execute("PRAGMA wal_autocheckpoint = 0")
    except BaseException as error:
        file.close()
        if isinstance(error, Exception) and _is_no_journal(error):
            raise DamagedError from error
        raise
    return file


def connect_read_only(path: Path) -> sqlite3.Connection:
    """The file, open for reading only. Raises sqlite3.Error."""
    return _connected(path, "mode=ro")


def _connected(path: Path, way: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?{way}"
    return sqlite3.connect(
        address, uri=True, isolation_level=None, timeout=_PATIENCE, check_same_thread=False
    )


def check(file: sqlite3.Connection) -> int:
    """The schema version of a file that is a journal, 0 for an empty one; a look at its tables.

    Raises DamagedError where it is no journal, JournalError where
    it is newer than this app, and sqlite3.Error where the disk fails.
    """
    try:
        return _version_of(file)
    except Exception as error:
        if _is_no_journal(error):
            raise DamagedError from error
        raise


def _version_of(file: sqlite3.Connection) -> int:
    version = _pragma(file, "user_version")
    application = _pragma(file, "application_id")
    if version > SCHEMA and application in (APPLICATION, 0):
        raise JournalError(NEWER)
    used = file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != (APPLICATION if used else 0):
        raise DamagedError
    programs = {migrations.squeezed(sql) for (sql,) in file.execute(_PROGRAMS)}
    if programs - migrations.triggers() or file.execute(_WORKED_OUT).fetchone():
        raise DamagedError
    if version == SCHEMA:
        for columns in _COLUMNS:
            file.execute(columns)
    return version


def open_for_reading(path: Path) -> sqlite3.Connection | None:
    """What can be read of a file that cannot, or must not, be written; None where there is none.

    Raises DamagedError, OSError, sqlite3.Error, and JournalError for a newer schema.
    """
    if not is_file(path):
        return None
    try:
        return _opened_to_read(path)
    except sqlite3.OperationalError as error:
        if _primary_code(error) == sqlite3.SQLITE_BUSY:
            raise
        return _in_memory(path)


def _opened_to_read(path: Path) -> sqlite3.Connection:
    file = connect_read_only(path)
    try:
        if check(file) and not _missing(file):
            return file
        copy = _migrated_copy(file)
    except BaseException:
        file.close()
        raise
    file.close()
    return copy


def _in_memory(path: Path) -> sqlite3.Connection:
    """A copy of a file that SQLite cannot open as ever, for instance on a read-only disk."""
    companions = [ending for ending in WITH_CONTENT if sibling(path, ending).exists()]
    if not any(sibling(path, ending).stat().st_size for ending in companions):
        with closing(_connected(path, "immutable=1")) as file:
            return _migrated_copy(file)
    parent = _MEMORY_FOLDER if _MEMORY_FOLDER.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="meduris-", dir=parent) as scratch:
        copy = Path(scratch) / FILE_NAME
        shutil.copyfile(path, copy)
        for ending in companions:
            shutil.copyfile(sibling(path, ending), sibling(copy, ending))
        with closing(sqlite3.connect(copy, isolation_level=None)) as file:
            return _migrated_copy(file)


def _migrated_copy(file: sqlite3.Connection) -> sqlite3.Connection:
    check(file)
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        file.backup(memory)
        migrate(memory)
    except BaseException:
        memory.close()
        raise
    return memory


def empty() -> sqlite3.Connection:
    """A journal without games, in memory."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    migrate(memory)
    return memory


def _pragma(file: sqlite3.Connection, name: str) -> int:
    return int(file.execute(f"PRAGMA {name}").fetchone()[0])


def is_file(path: Path) -> bool:
    """Whether there is a file. Raises OSError where something else has its name."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a file", str(path))
    return path.exists()


def file_identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another one that takes its place; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def sibling(path: Path, ending: str) -> Path:
    """One of the files that SQLite keeps beside a database, for instance `-wal`."""
    return path.with_name(f"{path.name}{ending}")


def read_trouble(path: Path, error: sqlite3.Error | OSError) -> Sentence:
    """What to tell whoever only wants to read; a fault of ours is raised, as by `trouble_of`."""
    told = trouble_of(error)
    if told in (NOT_OPENED, READ_ONLY):
        is_closed = path.exists() and not os.access(path, os.R_OK, effective_ids=True)
        return _CLOSED if is_closed else _NOT_READ
    return _UNREAD.get(told.message, told)


def _primary_code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_INTERNAL) & 0xFF


def is_damage(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    """Whether an error says that what lies on the disk cannot be read.

    Where names are damaged, Python cannot even read the sentence in which SQLite says so.
    """
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_INTERNAL)
    return code in UNREADABLE_SECTOR or code & 0xFF in _DAMAGED


def is_disk_trouble(error: sqlite3.Error) -> bool:
    """Whether an error says what `trouble_of` can tell, and no damage of what is written."""
    if is_damage(error):
        return False
    code = getattr(error, "sqlite_errorcode", None)
    return code == sqlite3.SQLITE_IOERR_SHMSIZE or _primary_code(error) in _TROUBLES


def is_rotten(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    """Whether an error says that what was read is not what a database holds.

    Python itself says so of a text, without SQLite's code, and Python 3.11 of SQLite's own.
    """
    if isinstance(error, UnicodeDecodeError) or not hasattr(error, "sqlite_errorcode"):
        return True
    return _primary_code(error) in _DAMAGED


def _is_no_journal(error: Exception) -> bool:
    """Damage, or tables that are not ours: whatever is neither the disk's trouble nor told."""
    if isinstance(error, sqlite3.Error):
        return is_damage(error) or _primary_code(error) not in _TROUBLES
    return not isinstance(error, OSError | JournalError)


def trouble_of(error: sqlite3.Error | OSError) -> Sentence:
    """What to tell the table; an error that no disk causes is a fault of ours and is raised."""
    if isinstance(error, StuckError):
        return Sentence(_NOT_QUARANTINED, {"name": FILE_NAME})
    if isinstance(error, OSError):
        return _FOLDER_TROUBLES.get(error.errno or 0, NOT_OPENED)
    if is_damage(error):
        return DISK_FAILS
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_IOERR_SHMSIZE:
        return DISK_FULL
    if _primary_code(error) not in _TROUBLES:
        raise error
    return _TROUBLES[_primary_code(error)]


def retrying(what: Callable[[], AnyT]) -> AnyT:
    """Do what reads a file; where the disk fails to read, some more times after short pauses.

    Raises what it raises the last time.
    """
    for pause in _PAUSES:
        try:
            return what()
        except (DamagedError, sqlite3.Error) as error:
            if not _is_read_error(error):
                raise
        time.sleep(pause)
    return what()


def _is_read_error(error: Exception) -> bool:
    """Whether the disk has failed to read, which it may do once and not again."""
    found = error.__cause__ if isinstance(error, DamagedError) else error
    return getattr(found, "sqlite_errorcode", None) in UNREADABLE_SECTOR
