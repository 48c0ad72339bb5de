"""The saved games of a backup, copied row by row into a file of our own: nothing else comes along.

A file of saved games may come from anywhere, and an SQLite file can hold programs: views that
never end, triggers, columns that are worked out. So none is ever adopted. Only tables of ours are
read, whatever release of ours wrote them; every value has its kind, length and range checked.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from companion.errors import BackupError
from companion.memory import migrations, summaries
from companion.memory.journal_file import DamagedError, prepared, trouble_of
from companion.memory.migrations import APPLICATION, SCHEMA
from companion.memory.saved_rows import LONGEST_NAME, Kind
from companion.memory.sealing import SEAL_BYTES
from companion.sentence import N_, Sentence

Heed = Callable[[float], object]
"""Is told how much is done, from 0 to 1, many times a second; what it raises ends the work."""

MOST_GAMES = 50_000
"""In a backup: more than a table plays in a hundred years of evenings."""
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
    """A table of ours: its columns with what their values may be, and how many rows it may have.

    What an older release does not have yet is told as its value.
    """

    columns: dict[str, Fits]
    most: int
    missing: tuple[tuple[str, str], ...] = ()
    order: str = "rowid"


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


_UNSEALED = (("format", "1"), ("seal", "NULL"))
_SEAL = _text_or_none(SEAL_BYTES)
_GAMES = _Table(
    {
        "id": _number(_LARGEST_ID, 1),
        "key": _text(_LONGEST_KEY, 1),
        "started": _text(_LONGEST_TIME),
        "setup": _text(_LONGEST_SETUP),
        "begun_after": _number(_LARGEST_PLACE),
        "format": _number(_LARGEST_FORMAT, 1),
        "seal": _SEAL,
    },
    MOST_GAMES,
    _UNSEALED,
)
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
        "seal": _SEAL,
    },
    _MOST_ROWS,
    _UNSEALED,
)
_OTHERS = {
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
    "taken_away": _Table(
        {
            "number": _number(_LARGEST_PLACE, 1),
            "game": _number(_LARGEST_ID, 1),
            "away": _number(1),
            "time": _text(_LONGEST_TIME),
        },
        _MOST_MOVES,
    ),
    "seals": _Table(
        {
            "game": _number(_LARGEST_ID, 1),
            "number": _number(_LARGEST_ID),
            "seal": _text(SEAL_BYTES),
        },
        _MOST_ROWS,
        order="game, number",
    ),
    "good_copies": _Table(
        {"game": _number(_LARGEST_ID, 1), "copy": _number(_LARGEST_ID, 1)}, MOST_GAMES
    ),
}
_TEXTS = frozenset(
    {"key", "started", "setup", "kind", "command", "events", "time", "name", "person"}
)
_MIGRATIONS = _Table({"name": _text(200), "time": _text(_LONGEST_TIME)}, _MOST_MIGRATIONS)
_ANY_STEPS = ("steps_in_short", "steps")
_OURS = frozenset({"games", "migrations", "sqlite_master", *_ANY_STEPS, *_OTHERS})

_NO_COPIES = """
    DELETE FROM good_copies WHERE NOT EXISTS (
        SELECT 1 FROM games AS damaged JOIN games AS copy ON copy.id = good_copies.copy
        WHERE damaged.id = good_copies.game AND copy.id > damaged.id
            AND copy.started = damaged.started AND copy.setup = damaged.setup
            AND copy.format = damaged.format
    )
"""
"""Whatever says that a game goes on in another one hides it: it must be the same game."""


def copy_known_rows(source: Path, target: Path, heed: Heed) -> int:
    """Copy all that is ours out of a file of saved games into a new one; returns how many games.

    Raises BackupError where the file holds none, or more than there can be, or if a newer release
    wrote it, and what `heed` raises.
    """
    with _refusing(), closing(_opened(source)) as foreign:
        share = 0.0
        stopped: list[BaseException] = []

        def tell(now: float) -> None:
            nonlocal share
            share = now
            heed(share)

        def is_to_end() -> bool:
            try:
                heed(share)
            except BaseException as error:  # noqa: BLE001 - SQLite would swallow it
                stopped.append(error)
            return bool(stopped)

        foreign.set_progress_handler(is_to_end, _STEPS_OF_SQLITE)
        try:
            return _copy(foreign, target, tell)
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
    address = f"file:{quote(str(source.absolute()))}?mode=ro&immutable=1"
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


def _copy(foreign: sqlite3.Connection, target: Path, heed: Heed) -> int:
    tables = _checked_tables(foreign)
    total = sum(_counted(foreign, name, table) for name, table in tables.items())
    with closing(prepared(target)) as new:
        new.execute("PRAGMA journal_mode = DELETE")
        new.execute("PRAGMA synchronous = OFF")  # all of it is brought to the disk in the end
        with new:
            new.execute("BEGIN IMMEDIATE")
            done = 0
            for name, table in tables.items():
                for _row in _insert(new, name, table, _rows(foreign, name, table)):
                    done += 1
                    if done % _TOLD_EVERY == 0:
                        heed(done / total)
            new.execute(_NO_COPIES)
            summaries.catch_up(new)
        return int(new.execute("SELECT count(*) FROM games").fetchone()[0])


def _checked_tables(foreign: sqlite3.Connection) -> dict[str, _Table]:
    """The tables of ours that are there, in the order in which they are copied."""
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
    if "migrations" in there:
        _refuse_newer(foreign)
    steps = next((name for name in _ANY_STEPS if name in there), None)
    if "games" not in there or steps is None:
        raise BackupError(_NO_GAMES)
    return {"games": _GAMES, steps: _STEPS} | {
        name: table for name, table in _OTHERS.items() if name in there
    }


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
    into = _ANY_STEPS[0] if name in _ANY_STEPS else name
    # A text comes as bytes, so that what has rotten in it stays as it is.
    values = ", ".join("CAST(? AS TEXT)" if column in _TEXTS else "?" for column in table.columns)
    insert = f"INSERT INTO {into} ({', '.join(table.columns)}) VALUES ({values})"  # noqa: S608
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
    if any(columns.get(column) for column in table.columns):
        raise BackupError(_NO_GAMES)  # such a column is worked out, nobody knows how
    asked = [
        column if column in columns else f"{dict(table.missing)[column]} AS {column}"
        for column in table.columns
    ]
    checks = tuple(table.columns.values())
    source = f"{name} NOT INDEXED ORDER BY {table.order}"
    for row in foreign.execute(f"SELECT {', '.join(asked)} FROM {source}"):  # noqa: S608
        if not all(fits(value) for fits, value in zip(checks, row, strict=True)):
            raise BackupError(_NO_GAMES)
        if len(row) == len(_STEPS.columns) and not _is_step(row):
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
