"""The SQLite file of the saved games: schema, opening, errors.

The format is final from version 1.0.0 on. Each row of each table ends with a CRC-32 of the table's
name and the row's other values.
"""

import errno
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

from companion.errors import JournalError
from companion.memory.atomic_file import sync_folder
from companion.sentence import N_, Sentence

FILE_NAME = "games.db"
SNAPSHOT_FOLDER = "snapshots"
"""Folder with snapshots of the games, beside the file (see `companion.memory.snapshots`)."""
DAMAGED_NAMES = "games.damaged-*.db"
"""File name pattern of damaged files after `rename_damaged_file` has renamed them."""
REBUILT_SUFFIX = ".rebuilt"
"""Suffix of a repaired file until it replaces the damaged file."""
FORMAT = 1
"""Format number in the file. Files of newer releases have a greater number and are refused."""
APPLICATION_ID = 0x4D454455
"""SQLite's application id in the header: `MEDU`."""

NEWER = Sentence(
    N_(
        "The saved games were written by a newer version of this app and were left as they are. "
        "Update the app to continue them."
    )
)
UNREADABLE = Sentence(
    N_("The saved games cannot be read: their file is damaged. The app repairs it when it starts.")
)
DISK_FULL = Sentence(N_("The disk is full: nothing can be saved until you free some space."))
READ_ONLY = Sentence(
    N_("The app may not write to the data folder: nothing can be saved until that is allowed.")
)
NOT_OPENED = Sentence(
    N_("The file of the saved games cannot be opened: nothing can be saved until that is fixed.")
)
DISK_FAILS = Sentence(
    N_("The disk is not working properly: nothing can be saved until that is fixed.")
)
HELD = Sentence(
    N_("Another program is using the saved games: nothing can be saved until you close it.")
)
_UNREAD = {
    HELD.message: Sentence(N_("Another program is using the saved games: try again in a moment.")),
    DISK_FAILS.message: Sentence(
        N_("The disk is not working properly: the saved games cannot be read.")
    ),
    DISK_FULL.message: Sentence(
        N_("The disk is full: the saved games cannot be read until you free some space.")
    ),
}
_CLOSED = Sentence(N_("You may not read the file of the saved games: only its owner can."))
_NOT_READ = Sentence(N_("The file of the saved games cannot be opened."))
_NOT_SET_ASIDE = N_(
    "The saved games cannot be read, and their file {name} cannot be renamed: nothing can be "
    "saved until you move it elsewhere."
)

_GAME_ROW = "place INTEGER PRIMARY KEY, game INTEGER NOT NULL, number INTEGER NOT NULL"
TABLES = {
    "meta": "name TEXT PRIMARY KEY, value TEXT NOT NULL, crc INTEGER NOT NULL) STRICT",
    "games": """id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, started TEXT NOT NULL,
        names TEXT NOT NULL, setup TEXT NOT NULL, crc INTEGER NOT NULL)
        STRICT""",
    "sessions": f"""{_GAME_ROW}, after INTEGER NOT NULL, time TEXT NOT NULL,
        crc INTEGER NOT NULL) STRICT""",
    "steps": f"""{_GAME_ROW}, parent INTEGER NOT NULL, origin INTEGER, commands TEXT NOT NULL,
        events TEXT NOT NULL, time TEXT NOT NULL, crc INTEGER NOT NULL) STRICT""",
    "heads": f"""{_GAME_ROW}, after INTEGER NOT NULL, act TEXT NOT NULL, head INTEGER NOT NULL,
        made INTEGER NOT NULL, time TEXT NOT NULL, crc INTEGER NOT NULL) STRICT""",
    "settled": f"""{_GAME_ROW}, changes TEXT NOT NULL, crc INTEGER NOT NULL) STRICT""",
    "looks": f"""{_GAME_ROW}, after INTEGER NOT NULL, head INTEGER NOT NULL,
        command TEXT NOT NULL, time TEXT NOT NULL, crc INTEGER NOT NULL) STRICT""",
    "results": """number INTEGER PRIMARY KEY, game INTEGER NOT NULL, head INTEGER NOT NULL,
        result TEXT, crc INTEGER NOT NULL) STRICT""",
    "spellings": """number INTEGER PRIMARY KEY, name TEXT NOT NULL, person TEXT NOT NULL,
        shown INTEGER NOT NULL, time TEXT NOT NULL, crc INTEGER NOT NULL) STRICT""",
    "archive": """number INTEGER PRIMARY KEY, game INTEGER NOT NULL, archived INTEGER NOT NULL,
        time TEXT NOT NULL, crc INTEGER NOT NULL) STRICT""",
}
"""Tables of the saved games.

`games`: `key` is globally unique, `started` has a UTC offset, `names` and `setup` are JSON.
`sessions`: a row for each time a game was started or resumed; the game then had `after` steps.
`steps` and `heads`: see `companion.history`. `settled`: changes to the tray moves that count as
made (`companion.trays`). `looks`: refusals that revealed something about a hand. `results`: the
game ended with step `head`, or, if `result` is NULL, that ending was undone. `spellings`: the
person to whom a name belongs. `archive`: games hidden from lists. In `spellings` and `archive` the
last row for a name or game applies.

`place` is the row's key, see `game_row_key`; in `sessions` it is the number among all sessions. New
rows of a game go to the end of a table, so that appending writes the fewest pages.
"""
_INDEXES = {
    "results_by_game": "results (game, number, result IS NULL)",
    "sessions_by_game": "sessions (game, place, number)",
}
_SCHEMA = {
    **{name: f"CREATE TABLE {name} ({columns}" for name, columns in TABLES.items()},
    **{name: f"CREATE INDEX {name} ON {what}" for name, what in _INDEXES.items()},
}
COLUMNS = {
    name: tuple(part.split()[0] for part in columns.split(",")) for name, columns in TABLES.items()
}
"""Columns of each table; the last one is the checksum."""

LOG_SUFFIXES = ("-wal", "-journal")
"""Suffixes of SQLite's additional files. These can hold content that is not yet in the database
file."""
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_UNREADABLE_SECTOR = frozenset(
    {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS}
)
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
_PAGE = 2048
"""Page size in bytes; small, since each step writes whole pages."""
_CACHE = 256
"""SQLite's cache in KiB; small, since steps are seldom read again."""
_BUSY_SECONDS = 2.0
"""Seconds to wait while another process writes."""
FILE_MODE = 0o640
"""Mode of a new file; not world-readable, since the file contains people's names."""
_PAUSES = (0.05, 0.2)
"""Pause in seconds before each retry of a read."""
_WAL_HEADER = 32
_MEMORY_FOLDER = Path("/dev/shm")  # noqa: S108 - a private folder is made within it

FileIdentity = tuple[int, int]
"""Device and inode number of a file."""
T = TypeVar("T")


class DamagedFileError(ValueError):
    """A file of saved games is damaged, or is not a file of saved games."""


class RenameFailedError(OSError):
    """A damaged file cannot be renamed, for example because the disk is read-only."""


def row_checksum(table: str, values: Iterable[object]) -> int:
    """Return the CRC-32 of a table's name and a row's values; NULL counts as an empty text."""
    texts = (table, *("" if value is None else str(value) for value in values))
    return crc32(b"\x1f".join(map(str.encode, texts)))


def insert_row(connection: sqlite3.Connection, table: str, values: tuple[Any, ...]) -> int:
    """Insert a row, whose values are in the order of the columns, and return its key."""
    names = COLUMNS[table][: len(values)]
    marks = ", ".join("?" * (len(values) + 1))
    sql = f"INSERT INTO {table} ({', '.join(names)}, crc) VALUES ({marks})"
    return int(connection.execute(sql, (*values, row_checksum(table, values))).lastrowid or 0)


def verified_rows(
    connection: sqlite3.Connection, table: str, where: str = "", values: tuple[Any, ...] = ()
) -> Iterator[tuple[Any, ...]]:
    """Yield a table's rows without checksums. Raises DamagedFileError if a row is damaged."""
    columns = COLUMNS[table]
    sql = f"SELECT {', '.join(columns)} FROM {table} {where}"
    try:
        for row in connection.execute(sql, values):
            if row_checksum(table, row[:-1]) != row[-1]:
                raise DamagedFileError(f"the checksum of a row of {table} is wrong")
            yield row[:-1]
    except UnicodeDecodeError as error:
        raise DamagedFileError(f"a text in {table} cannot be decoded") from error


def game_row_key(game_id: int, row_number: int) -> int:
    """Return the primary key of row `row_number` of a game, in any table but `sessions`."""
    return (game_id << 20) + row_number


def sql_condition_for_game(table: str, game_id: int) -> tuple[str, tuple[int, ...]]:
    """Return a WHERE condition for a game's rows in `table`, and the values of its parameters."""
    if table == "sessions":
        return "game = ?", (game_id,)
    return "place BETWEEN ? AND ?", (game_row_key(game_id, 0), game_row_key(game_id + 1, -1))


def open_for_writing(path: Path, *, blocking: bool = True) -> sqlite3.Connection:
    """Open the saved games for writing, creating the file if necessary.

    With `waits=False`, the connection never waits once it is open: a locked database raises an
    error at once, and a commit is not synced to the disk. The next commit of a connection with
    `waits=True` syncs this commit too.

    Raises DamagedFileError, OSError and sqlite3.Error. Raises JournalError if the file belongs to a
    newer release.
    """
    complete_interrupted_repair(path)
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))
    _keep_full_wal(path)
    connection = sqlite3.connect(
        path, isolation_level=None, timeout=_BUSY_SECONDS, check_same_thread=False
    )
    try:
        connection.execute(f"PRAGMA page_size = {_PAGE}")
        connection.execute(f"PRAGMA cache_size = -{_CACHE}")
        connection.execute("PRAGMA trusted_schema = OFF")
        # Checked before any write, so that foreign files and those of newer releases stay
        # unchanged.
        is_new = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not is_new:
            check_schema(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {'FULL' if blocking else 'NORMAL'}")
        if is_new:
            _create(connection)
        force_sync(connection)
        if not blocking:
            connection.execute("PRAGMA busy_timeout = 0")
            connection.execute("PRAGMA wal_autocheckpoint = 0")
    except BaseException as error:
        connection.close()
        if isinstance(error, Exception) and is_damage(error):
            raise DamagedFileError from error
        raise
    return connection


def _create(connection: sqlite3.Connection) -> None:
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for statement in _SCHEMA.values():
            connection.execute(statement)
        insert_row(connection, "meta", ("format", str(FORMAT)))
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")


def force_sync(connection: sqlite3.Connection) -> None:
    """Commit a trivial change, so that earlier commits without a sync reach the disk."""
    connection.execute(f"PRAGMA user_version = {FORMAT}")


def check_schema(connection: sqlite3.Connection) -> None:
    """Check that a file has exactly our schema and format, without changing the file.

    Unknown views, triggers or columns count as damage, since they could make a query run for ever.
    The version number is in the file's header and in its table `meta`. If both have the same higher
    number, the file belongs to a newer release, and JournalError is raised. If only the header has
    a higher number, the file is damaged. Raises DamagedFileError and sqlite3.Error.
    """
    try:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        application = int(connection.execute("PRAGMA application_id").fetchone()[0])
        there = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
        ).fetchall()
        told = None
        if ("meta", _SCHEMA["meta"]) in there:
            found = connection.execute(
                "SELECT * FROM meta WHERE name = 'format' LIMIT 1"
            ).fetchone()
            if found is not None and row_checksum("meta", found[:-1]) == found[-1]:
                told = int(found[1])
    except ValueError as error:  # not a number, or text that cannot be decoded
        raise DamagedFileError from error
    except sqlite3.Error as error:
        if is_damage(error):
            raise DamagedFileError from error
        raise
    if version > FORMAT and told == version and application == APPLICATION_ID:
        raise JournalError(NEWER)
    is_ours = (version, told, application) == (FORMAT, FORMAT, APPLICATION_ID)
    if not is_ours or sorted(there) != sorted(
        _SCHEMA.items()
    ):  # by name and SQL: a trigger may share a name
        raise DamagedFileError("the file is not a journal of this app")


def _keep_full_wal(path: Path) -> None:
    """Keep SQLite from discarding a write-ahead log (WAL) whose database file is still empty.

    A power failure soon after the creation of the database can leave an empty file and a full log.
    """
    wal = sibling_path(path, "-wal")
    if path.stat().st_size or not wal.exists() or wal.stat().st_size <= _WAL_HEADER:
        return
    with wal.open("rb") as content:
        size = int.from_bytes(content.read(12)[8:], "big")
    with path.open("r+b") as file:
        file.truncate(size or 65536)


def open_for_reading(path: Path) -> sqlite3.Connection | None:
    """Open the saved games without writing, even on a read-only disk.

    Return None if there is no file. Raises DamagedFileError, OSError and sqlite3.Error. Raises
    JournalError if the file belongs to a newer release.
    """
    if not path.exists():
        return None
    try:
        connection = connect_read_only(path)
        try:
            check_schema(connection)
        except BaseException:
            connection.close()
            raise
    except sqlite3.OperationalError as error:
        if _primary_code(error) == sqlite3.SQLITE_BUSY:
            raise
        return _in_memory(path)
    return connection


def connect_read_only(path: Path, uri_parameters: str = "mode=ro") -> sqlite3.Connection:
    """Open a database read-only. Raises sqlite3.Error."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{uri_parameters}",
        uri=True,
        isolation_level=None,
        timeout=_BUSY_SECONDS,
        check_same_thread=False,
    )
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _in_memory(path: Path) -> sqlite3.Connection:
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    beside = (sibling_path(path, ending) for ending in LOG_SUFFIXES)
    if not any(one.exists() and one.stat().st_size for one in beside):
        with closing(connect_read_only(path, "immutable=1")) as connection:
            check_schema(connection)
            connection.backup(memory)
        return memory
    parent = _MEMORY_FOLDER if _MEMORY_FOLDER.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="meduris-", dir=parent) as scratch:
        copy = Path(scratch) / FILE_NAME
        for ending in ("", *LOG_SUFFIXES):
            with suppress(FileNotFoundError):
                shutil.copyfile(sibling_path(path, ending), sibling_path(copy, ending))
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            check_schema(connection)
            connection.backup(memory)
    return memory


def create_in_memory() -> sqlite3.Connection:
    """Return an empty database in memory that has all tables."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    _create(memory)
    return memory


def rename_damaged_file(path: Path) -> Path:
    """Rename a damaged file and return its new path. Raises RenameFailedError."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    names = (f"{path.stem}.damaged-{stamp}{f'-{n}' if n > 1 else ''}.db" for n in count(1))
    try:
        kept = next(place for place in map(path.with_name, names) if not place.exists())
        for ending in ("", *LOG_SUFFIXES, "-shm"):
            with suppress(FileNotFoundError):
                sibling_path(path, ending).rename(sibling_path(kept, ending))
    except OSError as error:
        raise RenameFailedError from error
    return kept


def complete_interrupted_repair(path: Path) -> None:
    """Complete an interrupted repair: rename the repaired file to `path`. Raises OSError."""
    repaired = sibling_path(path, REBUILT_SUFFIX)
    if path.exists() or not repaired.exists():
        return
    for ending in (*LOG_SUFFIXES, "-shm"):  # left over from the damaged file
        sibling_path(path, ending).unlink(missing_ok=True)
    repaired.replace(path)
    sync_folder(path.parent)


def file_identity(path: Path) -> FileIdentity | None:
    """Return the device and inode numbers of a file, which change if the file is replaced.

    Return None if there is no accessible file.
    """
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def sibling_path(path: Path, suffix: str) -> Path:
    """Return the path of a file beside a database: the same name plus `suffix`, such as `-wal`."""
    return path.with_name(f"{path.name}{suffix}")


def _primary_code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_INTERNAL) & 0xFF


def is_damage(error: Exception) -> bool:
    """Return whether an error means that the database file is corrupt."""
    if not isinstance(error, sqlite3.Error):
        return isinstance(error, UnicodeDecodeError | DamagedFileError)
    code = getattr(error, "sqlite_errorcode", None)
    return (
        code is None  # Python itself cannot decode what SQLite has read
        or code in _UNREADABLE_SECTOR
        or code & 0xFF in _DAMAGE
        or code & 0xFF not in _TROUBLES
    )


def message_for_write_error(error: sqlite3.Error | OSError, folder: Path | None = None) -> Sentence:
    """Return a message for the players that says why nothing can be saved.

    If `folder` is given, the message also considers that this folder may be read-only. An error
    that only a bug in the app can cause is raised again.
    """
    if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
        raise error
    if isinstance(error, RenameFailedError):
        return Sentence(_NOT_SET_ASIDE, {"name": FILE_NAME})
    if isinstance(error, OSError):
        told = _FOLDER_TROUBLES.get(error.errno or 0, NOT_OPENED)
    elif getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_IOERR_SHMSIZE:
        told = DISK_FULL
    else:
        told = DISK_FAILS if is_damage(error) else _TROUBLES[_primary_code(error)]
    if told is NOT_OPENED and folder and not os.access(folder, os.W_OK, effective_ids=True):
        return READ_ONLY
    return told


def message_for_read_error(path: Path, error: sqlite3.Error | OSError) -> Sentence:
    """Return a message that says why the saved games cannot be read."""
    told = message_for_write_error(error)
    if told in (NOT_OPENED, READ_ONLY):
        is_closed = path.exists() and not os.access(path, os.R_OK, effective_ids=True)
        return _CLOSED if is_closed else _NOT_READ
    return _UNREAD.get(told.message, told)


def retry_read(read: Callable[[], T]) -> T:
    """Call a function; retry twice after read errors, which a loose memory card can cause."""
    for pause in _PAUSES:
        try:
            return read()
        except (DamagedFileError, sqlite3.Error) as error:
            found = error.__cause__ if isinstance(error, DamagedFileError) else error
            if getattr(found, "sqlite_errorcode", None) not in _UNREADABLE_SECTOR:
                raise
        time.sleep(pause)
    return read()
