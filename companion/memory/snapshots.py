"""Snapshots of the saved games, and repairs from them.

A snapshot is a file with one checked game, named after the game's key and number of rows. Rows are
only ever added to a game, so a longer snapshot of the game is also a newer one. The three longest
snapshots of each game are kept.
"""

import os
import sqlite3
import time
import zlib
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.memory import database
from companion.memory.atomic_file import atomic_writer
from companion.memory.clock import timestamp_to_utc
from companion.memory.database import (
    DamagedFileError,
    insert_row,
    is_damage,
    retry_read,
    verified_rows,
)
from companion.memory.journal import (
    GAME_TABLES,
    DamagedGameError,
    GameHeader,
    GameRows,
    add_game,
    game_rows,
)
from companion.memory.played_game import PlayedGame
from companion.memory.statistics.figures import result_json
from companion.sentence import N_, Sentence

_KEPT = 3
_LARGEST = 64_000_000
"""Maximum bytes of an unpacked snapshot: a game of a hundred thousand steps."""
_PAUSE = 0.002
"""Seconds to pause between two games, so that the check does not slow the screen down."""
_REPAIRED = N_(
    "The file of the saved games was damaged. It was repaired: nothing is lost. The damaged file "
    "is kept as {name}."
)
_NOT_ALL_READ = N_(
    "The file of the saved games was damaged, and only part of it can be read. A new file was "
    "made from that part and from older copies. The damaged file is kept as {name}; a backup "
    "may contain more."
)
_Row = tuple[Any, ...]
_UNREADABLE = (DamagedFileError, sqlite3.Error, UnicodeDecodeError)
"""Exceptions while reading a damaged file; UnicodeDecodeError comes from SQLite's error messages.
"""


class Snapshots:
    """The snapshots in a data folder, from which damaged games are repaired."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / database.SNAPSHOT_FOLDER

    def newest(self, key: str) -> GameRows | None:
        """Return the newest intact snapshot of a game (the one with the most rows), or None."""
        for _size, path in reversed(self._paths(key).get(key, [])):
            found = _read(path)
            if found is not None and found.header.key == key:
                return found
        return None

    def save(self, rows: GameRows) -> None:
        """Write a snapshot of a game, unless there is a longer snapshot. Raises OSError."""
        known = self._paths(rows.header.key).get(rows.header.key, [])
        if known and known[-1][0] > rows.number_of_rows:
            return
        self._folder.mkdir(0o750, exist_ok=True)
        content = zlib.compress(msgspec.json.encode(rows), 6)
        with atomic_writer(self._folder / f"{rows.header.key}-{rows.number_of_rows}") as out:
            out.write(zlib.crc32(content).to_bytes(4, "big") + content)
        for size, path in known[: 1 - _KEPT]:
            if size != rows.number_of_rows:
                path.unlink(missing_ok=True)

    def sizes_by_key(self) -> dict[str, int]:
        """Return the number of rows in the longest snapshot of each game, by game key."""
        return {key: paths[-1][0] for key, paths in self._paths().items()}

    def has(self, rows: GameRows) -> bool:
        """Return whether there is an intact snapshot of exactly these rows."""
        return _read(self._folder / f"{rows.header.key}-{rows.number_of_rows}") == rows

    def _paths(self, key: str = "*") -> dict[str, list[tuple[int, Path]]]:
        found: dict[str, list[tuple[int, Path]]] = {}
        for path in self._folder.glob(f"{key}-*"):
            of, _, size = path.name.rpartition("-")
            if size.isdecimal() and not of.startswith("."):
                found.setdefault(of, []).append((int(size), path))
        return {of: sorted(paths) for of, paths in found.items()}


def _read(path: Path) -> GameRows | None:
    """Read a snapshot file; return None if it is corrupt or missing."""
    try:
        content = path.read_bytes() if path.stat().st_size <= _LARGEST else b""
        if zlib.crc32(content[4:]).to_bytes(4, "big") != content[:4]:
            return None
        text = zlib.decompressobj().decompress(content[4:], _LARGEST)
        return msgspec.json.decode(text, type=GameRows)
    except (OSError, zlib.error, msgspec.MsgspecError, RecursionError):
        return None


class _RepairedGame(NamedTuple):
    """A repaired game.

    `result` is the result as JSON, or None for an unfinished game. `is_whole` is False if rows are
    lost.
    """

    rows: GameRows
    result: str | None
    is_whole: bool


def _repaired_game(
    connection: sqlite3.Connection, number: int, snapshots: Snapshots
) -> _RepairedGame | None:
    """Return a game from a snapshot and the intact rows after it, or None if this fails."""
    good: dict[str, dict[int, _Row]] = {}
    is_intact = True
    for table in GAME_TABLES:
        where, values = database.sql_condition_for_game(table, number)
        there = list(_intact_rows(connection, table, f"WHERE {where} ORDER BY place", values))
        own = [row[2:] for row in there if row is not None and row[1] == number]
        good[table] = {row[0]: row for row in own}
        is_intact = is_intact and len(own) == len(there)
    row = next(_intact_rows(connection, "games", "WHERE id = ?", (number,)), None)
    head = None if row is None else GameHeader(*row[1:])
    if head is not None:
        kept = snapshots.newest(head.key)
    else:  # a snapshot with some of the same rows is one of this game
        newest = filter(None, map(snapshots.newest, snapshots.sizes_by_key()))
        kept = next((one for one in newest if {*_same_rows(one, good)} == {True}), None)
    if kept is not None and not all(_same_rows(kept, good)):
        kept = None
    found = GameRows(head) if kept is None and head is not None else kept
    if found is None:
        return None
    for table in GAME_TABLES:
        rows_found = found.table_rows(table)
        while len(rows_found) + 1 in good[table]:
            rows_found.append(good[table][len(rows_found) + 1])
    is_whole = (kept is not None or is_intact) and all(
        len(found.table_rows(table)) >= max(good[table], default=0) for table in GAME_TABLES
    )
    ends = list(
        _intact_rows(connection, "results", "WHERE game = ? ORDER BY number DESC", (number,))
    )
    if is_intact and all(ends) and snapshots.has(found):
        return _RepairedGame(found, next((row[-1] for row in ends if row), None), is_whole)
    game = _loaded(found)
    if game is None:
        is_whole = False
        valid = bisect_left(
            range(1, len(found.steps) + 1),
            1,
            key=lambda number: _loaded(_cut(found, number)) is None,
        )
        shorter = snapshots.newest(found.header.key), _cut(found, valid)
        loaded = [one for one in map(_loaded, filter(None, shorter)) if one is not None]
        if not loaded:
            return None
        game = max(loaded, key=lambda one: len(one.history.steps))
    if not game.rows.sessions:  # a game without sessions would be in no list
        game.rows.sessions.append((1, 0, timestamp_to_utc(game.rows.header.started)))
    return _RepairedGame(game.rows, result_json(game), is_whole)


def _same_rows(kept: GameRows, good: dict[str, dict[int, _Row]]) -> Iterator[bool]:
    return (
        good[table][row[0]] == row
        for table in GAME_TABLES
        for row in kept.table_rows(table)
        if row[0] in good[table]
    )


def _loaded(rows_of_game: GameRows) -> PlayedGame | None:
    try:
        return PlayedGame.load(rows_of_game)
    except DamagedGameError:
        return None


def _intact_rows(
    connection: sqlite3.Connection, table: str, where: str = "", values: tuple[Any, ...] = ()
) -> Iterator[_Row | None]:
    """Yield the intact rows of a table without their checksums, and None for damaged rows."""
    columns = database.COLUMNS[table]
    try:
        for row in connection.execute(f"SELECT {', '.join(columns)} FROM {table} {where}", values):
            yield row[:-1] if database.row_checksum(table, row[:-1]) == row[-1] else None
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise
        yield None


def _cut(game: GameRows, steps: int) -> GameRows:
    def until(found: list[_Row], after: int) -> list[_Row]:
        return list(takewhile(lambda row: row[after] <= steps, found))

    return GameRows(
        game.header,
        steps=game.steps[:steps],
        heads=[row for row in until(game.heads, 1) if row[1] + row[4] <= steps],
        looks=until(game.looks, 1),
        sessions=until(game.sessions, 1),
    )


def rebuild_file(path: Path) -> Sentence:
    """Replace a damaged file with a new file, made of its intact rows and the snapshots.

    Return a message for the players. Once the new file is complete, the damaged file is renamed;
    then the new file gets the old name. If the power fails between the two renames,
    `database.open_for_writing` completes the repair. Raises OSError and sqlite3.Error.
    """
    if not os.access(path.parent, os.W_OK, effective_ids=True):
        raise database.RenameFailedError
    snapshots = Snapshots(path.parent)
    draft = database.sibling_path(path, database.REBUILT_SUFFIX)
    for ending in ("", *database.LOG_SUFFIXES, "-shm"):
        database.sibling_path(draft, ending).unlink(missing_ok=True)
    lost, is_read = 0, False
    with closing(database.open_for_writing(draft)) as new:
        known = set()
        # SQLite rolls back an interrupted write, for which it must be allowed to write.
        was_broken_off = database.sibling_path(path, "-journal").exists()
        way = "mode=rw" if was_broken_off else "mode=ro"
        with (
            suppress(*_UNREADABLE, OSError),
            closing(database.connect_read_only(path, way)) as old,
            new,
        ):
            old.text_factory = lambda content: content.decode(errors="replace")
            new.execute("BEGIN IMMEDIATE")
            tables = {name for (name,) in old.execute("SELECT name FROM sqlite_master")}
            for number in _numbers(old):
                game = _repaired_game(old, number, snapshots)
                lost += game is None or not game.is_whole
                if game is not None:
                    known.add(game.rows.header.key)
                    add_game(new, game.rows, game.result, number)
            for table in ("spellings", "archive"):
                for row in filter(None, _intact_rows(old, table)):
                    with suppress(sqlite3.IntegrityError):  # damaged pages may hold a row twice
                        insert_row(new, table, row)
            is_read = tables >= database.TABLES.keys()
        with new:
            new.execute("BEGIN IMMEDIATE")
            for key in sorted(snapshots.sizes_by_key().keys() - known):
                kept_game = snapshots.newest(key)
                if kept_game is not None:
                    played = _loaded(kept_game)
                    add_game(new, kept_game, None if played is None else result_json(played))
        new.execute("PRAGMA journal_mode = DELETE")
    kept = database.rename_damaged_file(path)
    database.complete_interrupted_repair(path)
    if not is_read:
        return Sentence(_NOT_ALL_READ, {"name": kept.name})
    if not lost:
        return Sentence(_REPAIRED, {"name": kept.name})
    return Sentence(
        "The file of the saved games was damaged and was repaired as far as possible: {number} "
        "game is incomplete or lost. The damaged file is kept as {name}; a backup may still "
        "have it.",
        {"number": lost, "name": kept.name},
        "The file of the saved games was damaged and was repaired as far as possible: {number} "
        "games are incomplete or lost. The damaged file is kept as {name}; a backup may still "
        "have them.",
    )


def _numbers(connection: sqlite3.Connection) -> list[int]:
    """Return the numbers of all games with readable rows.

    The game whose last session is the oldest comes first.
    """
    found: dict[int, int] = {}
    for table, column, place in (
        ("games", "id", "0"),
        ("steps", "game", "0"),
        ("sessions", "game", "place"),
    ):
        with suppress(*_UNREADABLE):
            sql = f"SELECT {column}, max({place}) FROM {table} GROUP BY 1"
            for number, at in connection.execute(sql):
                if isinstance(number, int):
                    found[number] = at if isinstance(at, int) else 0
    return sorted(found, key=lambda number: (found[number], number))


def _is_start_of_snapshot(game: GameRows, snapshots: Snapshots) -> bool:
    """Return whether the game's longest snapshot begins with the rows of `game`."""
    kept = snapshots.newest(game.header.key)
    return kept is not None and all(
        kept.table_rows(table)[: len(game.table_rows(table))] == game.table_rows(table)
        for table in GAME_TABLES
    )


_WITHOUT_BEGINNING = "SELECT 1 FROM sessions WHERE game NOT IN (SELECT id FROM games) LIMIT 1"


def check_and_snapshot_games(path: Path) -> database.FileIdentity | None:
    """Check all saved games, and write a snapshot of each game that has changed since its last one.

    Return None if all is well, or if the file cannot be opened now. If the file or a game in it is
    damaged, return the file's identity (see `database.file_identity`).
    """
    identity = database.file_identity(path)
    if identity is not None:
        try:
            retry_read(lambda: _check(path))
        except (sqlite3.Error, DamagedFileError, UnicodeDecodeError, MemoryError) as error:
            return identity if is_damage(error) else None
    return None


def _check(path: Path) -> None:
    with closing(database.connect_read_only(path)) as connection:
        database.check_schema(connection)
        if connection.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
            raise DamagedFileError
        for table in ("games", "spellings", "archive", "results"):
            for _row in verified_rows(connection, table):
                pass
        if connection.execute(_WITHOUT_BEGINNING).fetchone() is not None:
            raise DamagedFileError
        snapshots = Snapshots(path.parent)
        sizes = snapshots.sizes_by_key()
        for number, key in connection.execute("SELECT id, key FROM games ORDER BY id").fetchall():
            try:
                game = game_rows(connection, number)
            except DamagedGameError as error:
                raise DamagedFileError from error
            if sizes.pop(key, 0) > game.number_of_rows and _is_start_of_snapshot(game, snapshots):
                raise DamagedFileError
            if not snapshots.has(game):
                if _loaded(game) is None:
                    raise DamagedFileError
                with suppress(OSError):  # a full disk costs only the snapshot
                    snapshots.save(game)
            time.sleep(_PAUSE)
        if any(snapshots.newest(key) is not None for key in sizes):
            raise DamagedFileError  # a whole game is gone
