"""Snapshots of the saved games, and repairs from them.

A snapshot is a file with one checked game, named after the game's key and number of rows. The three
longest snapshots of a game are kept, which are its newest, since rows are only added to a game.
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

from companion.errors import JournalError
from companion.memory import database
from companion.memory.atomic_file import atomic_write
from companion.memory.clock import to_utc
from companion.memory.database import (
    UNREADABLE,
    DamagedError,
    insert,
    is_damage,
    retry_read,
    rows,
    write_error_message,
)
from companion.memory.journal import (
    GAME_TABLES,
    BrokenGameError,
    GameHead,
    GameRows,
    Journal,
    add_game,
    game_rows,
)
from companion.memory.played_game import PlayedGame, is_valid
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
    "The file of the saved games was damaged and cannot be read to its end. A new one was made of "
    "what could be read of it and of older copies. The damaged file is kept as {name}; a backup "
    "may have more."
)
GAME_REPAIRED = Sentence(
    N_("What was saved of this game was damaged. It was repaired: nothing is lost.")
)
GAME_CUT = Sentence(
    N_(
        "The end of what was saved of this game is damaged. It goes on as it stood before that; "
        "the damaged file is kept."
    )
)
_Row = tuple[Any, ...]
_UNREADABLE = (DamagedError, sqlite3.Error, UnicodeDecodeError)
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
            if found is not None and found.head.key == key:
                return found
        return None

    def keep(self, game: GameRows) -> None:
        """Write a snapshot of a checked game, unless there is a longer one. Raises OSError."""
        known = self._paths(game.head.key).get(game.head.key, [])
        if known and known[-1][0] > game.size:
            return
        self._folder.mkdir(0o750, exist_ok=True)
        content = zlib.compress(msgspec.json.encode(game), 6)
        with atomic_write(self._folder / f"{game.head.key}-{game.size}") as out:
            out.write(zlib.crc32(content).to_bytes(4, "big") + content)
        for size, path in known[: 1 - _KEPT]:
            if size != game.size:
                path.unlink(missing_ok=True)

    def sizes(self) -> dict[str, int]:
        """Return the number of rows in the longest snapshot of each game, by game key."""
        return {key: paths[-1][0] for key, paths in self._paths().items()}

    def has(self, game: GameRows) -> bool:
        """Return whether there is an intact snapshot with exactly as many rows as `game`."""
        path = self._folder / f"{game.head.key}-{game.size}"
        return _content(path) is not None

    def _paths(self, key: str = "*") -> dict[str, list[tuple[int, Path]]]:
        """Return number of rows and path of all snapshots by game key, fewest rows first."""
        found: dict[str, list[tuple[int, Path]]] = {}
        for path in self._folder.glob(f"{key}-*"):
            of, _, size = path.name.rpartition("-")
            if size.isdecimal() and not of.startswith("."):
                found.setdefault(of, []).append((int(size), path))
        return {of: sorted(paths) for of, paths in found.items()}


def _read(path: Path) -> GameRows | None:
    content = _content(path)
    if content is None:
        return None
    try:
        text = zlib.decompressobj().decompress(content, _LARGEST)
        return msgspec.json.decode(text, type=GameRows)
    except (zlib.error, msgspec.MsgspecError, RecursionError):
        return None


def _content(path: Path) -> bytes | None:
    """Return the compressed content of a snapshot file; None if it is corrupt."""
    try:
        content = path.read_bytes() if path.stat().st_size <= _LARGEST else b""
    except OSError:
        return None
    return content[4:] if zlib.crc32(content[4:]).to_bytes(4, "big") == content[:4] else None


class RepairedGame(NamedTuple):
    """A repaired game; `is_whole` is False if any rows are lost."""

    rows: GameRows
    is_whole: bool


def repaired_rows(file: sqlite3.Connection, game: int, snapshots: Snapshots) -> RepairedGame | None:
    """Repair a damaged game from its newest snapshot and the intact rows that follow it.

    Return None if not even the game's constant data (its head) can be read. Raises sqlite3.Error.
    """
    head, good, lost = _good_rows(file, game)
    if head is None:
        return None
    kept = snapshots.newest(head.key)
    if kept is not None and not _agrees(kept, good):
        kept = None
    found = kept or GameRows(head)
    whole = True
    for table in GAME_TABLES:
        own, more = found.of(table), good[table]
        while len(own) + 1 in more:
            own.append(more[len(own) + 1])
        whole = whole and len(own) >= max(more, default=0)
    if not is_valid(found):
        found = snapshots.newest(head.key) or _longest_valid(found)
        whole = False
    if not found.sessions:  # without one no list would have the game
        found.sessions.append((1, 0, to_utc(head.started)))
    return RepairedGame(found, is_whole=whole and (kept is not None or not lost))


def _agrees(kept: GameRows, good: dict[str, dict[int, _Row]]) -> bool:
    """Return whether a snapshot agrees with all intact rows that are also in the snapshot."""
    return all(
        good[table].get(row[0], row) == row for table in GAME_TABLES for row in kept.of(table)
    )


def _good_rows(
    file: sqlite3.Connection, game: int
) -> tuple[GameHead | None, dict[str, dict[int, _Row]], bool]:
    """Return a game's constant data (its head), and its intact rows by table and number.

    The third item is True if the game has any damaged rows.
    """
    head = None
    lost = False
    good: dict[str, dict[int, _Row]] = {table: {} for table in GAME_TABLES}
    for row in _intact_rows(file, "games", "WHERE id = ?", (game,)):
        head = None if row is None else GameHead(*row[1:])
    for table in GAME_TABLES:
        where, values = database.game_condition(table, game)
        for row in _intact_rows(file, table, f"WHERE {where} ORDER BY place", values):
            if row is not None and row[1] == game:
                good[table][row[2]] = row[2:]
            else:
                lost = True
    return head, good, lost


def _intact_rows(
    file: sqlite3.Connection, table: str, where: str = "", values: tuple[Any, ...] = ()
) -> Iterator[_Row | None]:
    """Yield the intact rows of a table without their checksums, and None for damaged rows."""
    columns = database.COLUMNS[table]
    file.text_factory = _text
    try:
        for row in file.execute(f"SELECT {', '.join(columns)} FROM {table} {where}", values):
            yield row[:-1] if database.crc(table, row[:-1]) == row[-1] else None
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise
        yield None
    finally:
        file.text_factory = str


def _text(content: bytes) -> str:
    return content.decode(errors="replace")


def _longest_valid(game: GameRows) -> GameRows:
    """Return the longest beginning of a game that can be restored."""
    numbers = range(1, len(game.steps) + 1)
    valid = bisect_left(numbers, 1, key=lambda number: not is_valid(_cut(game, number)))
    return _cut(game, valid)


def _cut(game: GameRows, steps: int) -> GameRows:
    """Return a game with only its first `steps` steps."""

    def until(found: list[_Row], after: int) -> list[_Row]:
        return list(takewhile(lambda row: row[after] <= steps, found))

    return GameRows(
        game.head,
        steps=game.steps[:steps],
        heads=[row for row in until(game.heads, 1) if row[1] + row[4] <= steps],
        looks=until(game.looks, 1),
        sessions=until(game.sessions, 1),
    )


def repair_game(journal: Journal, game: int) -> Sentence:
    """Repair a damaged game in the file, and return a message for the players.

    If rows are lost, a copy of the whole damaged file is kept. Raises JournalError.
    """
    snapshots = Snapshots(journal.folder)
    mended = journal.read(lambda file: repaired_rows(file, game, snapshots))
    if mended is None or not is_valid(mended.rows):
        raise BrokenGameError
    if not mended.is_whole:
        journal.read(lambda file: _keep_copy(file, journal.path))
    try:
        journal.replace_game(game, mended.rows, _result(mended.rows))
    except JournalError as error:
        if error.sentence != UNREADABLE:
            raise
        _rebuild_for(journal)  # a row of another game has overwritten one of its rows
    return GAME_REPAIRED if mended.is_whole else GAME_CUT


def _rebuild_for(journal: Journal) -> None:
    try:
        journal.repair()
    except (OSError, sqlite3.Error) as error:
        raise JournalError(write_error_message(error, journal.folder)) from error


def _keep_copy(file: sqlite3.Connection, path: Path) -> None:
    kept = database.path_for_damaged(path)
    with closing(sqlite3.connect(kept)) as copy:
        file.backup(copy)


def rebuild_file(path: Path) -> Sentence:
    """Replace a damaged file by a new one, made of its intact rows and the snapshots.

    Return a message for the players. The damaged file is renamed once the new file is complete. If
    the power fails before the new file has its name, `database.open_for_writing` completes the
    repair. Raises OSError and sqlite3.Error.
    """
    if not os.access(path.parent, os.W_OK, effective_ids=True):
        raise database.StuckError
    snapshots = Snapshots(path.parent)
    draft = database.file_beside(path, database.REBUILT_SUFFIX)
    for ending in ("", *database.LOG_SUFFIXES, "-shm"):
        database.file_beside(draft, ending).unlink(missing_ok=True)
    lost, is_read = 0, False
    with closing(database.open_for_writing(draft)) as new:
        known = set()
        with suppress(*_UNREADABLE, OSError), closing(_readable(path)) as old, new:
            new.execute("BEGIN IMMEDIATE")
            tables = {name for (name,) in old.execute("SELECT name FROM sqlite_master")}
            for game in _numbers(old):
                mended = repaired_rows(old, game, snapshots)
                if mended is None:
                    lost += 1
                    continue
                known.add(mended.rows.head.key)
                lost += not mended.is_whole
                add_game(new, mended.rows, _result(mended.rows), game)
            for table in ("spellings", "archive"):
                for row in filter(None, _intact_rows(old, table)):
                    with suppress(sqlite3.IntegrityError):  # damaged pages may hold a row twice
                        insert(new, table, row)
            is_read = tables >= database.TABLES.keys()
        with new:
            new.execute("BEGIN IMMEDIATE")
            for key in sorted(snapshots.sizes().keys() - known):
                game_kept = snapshots.newest(key)
                if game_kept is not None:
                    lost -= lost > 0  # it is among those whose head is gone
                    add_game(new, game_kept, _result(game_kept))
        new.execute("PRAGMA journal_mode = DELETE")
    kept = database.rename_damaged(path)
    database.complete_repair(path)
    if not is_read:
        return Sentence(_NOT_ALL_READ, {"name": kept.name})
    if not lost:
        return Sentence(_REPAIRED, {"name": kept.name})
    return Sentence(
        "The file of the saved games was damaged and was repaired as far as possible: {number} "
        "game is incomplete or gone. The damaged file is kept as {name}; a backup may have it.",
        {"number": lost, "name": kept.name},
        "The file of the saved games was damaged and was repaired as far as possible: {number} "
        "games are incomplete or gone. The damaged file is kept as {name}; a backup may have them.",
    )


def _readable(path: Path) -> sqlite3.Connection:
    """Open a damaged file for reading; SQLite rolls back an interrupted write."""
    was_broken_off = database.file_beside(path, "-journal").exists()
    return database.connect_read_only(path, "mode=rw" if was_broken_off else "mode=ro")


def _numbers(file: sqlite3.Connection) -> list[int]:
    """Return the numbers of all games with readable rows, sorted by their last sessions."""
    found: dict[int, int] = {}
    for table, column, place in (
        ("games", "id", "0"),
        ("steps", "game", "0"),
        ("sessions", "game", "place"),
    ):
        with suppress(*_UNREADABLE):
            sql = f"SELECT {column}, max({place}) FROM {table} GROUP BY 1"
            for number, at in file.execute(sql):
                if isinstance(number, int):
                    found[number] = at if isinstance(at, int) else 0
    return sorted(found, key=lambda number: (found[number], number))


def _result(game: GameRows) -> str | None:
    return result_json(PlayedGame.load(game.copy())) if is_valid(game) else None


def _lacks(game: GameRows, snapshots: Snapshots) -> bool:
    """Return whether a game is equal to the beginning of its longest snapshot."""
    kept = snapshots.newest(game.head.key)
    return kept is not None and all(
        kept.of(table)[: len(game.of(table))] == game.of(table) for table in GAME_TABLES
    )


_WITHOUT_BEGINNING = "SELECT 1 FROM sessions WHERE game NOT IN (SELECT id FROM games) LIMIT 1"


class IntegrityCheck:
    """Check of all saved games in the background, which also writes the snapshots.

    `identity` has the device and inode number of the checked file. `damaged` has the numbers of the
    damaged games found so far.
    """

    def __init__(self, path: Path) -> None:
        self.identity = database.file_identity(path)
        self.damaged: list[int] = []
        self._path = path

    def run(self) -> None:
        """Check the file and every game in it; skip the check if the file cannot be opened now.

        Raises DamagedError if the file as a whole is damaged.
        """
        if self.identity is None:
            return
        try:
            retry_read(self._run)
        except (sqlite3.Error, UnicodeDecodeError, MemoryError) as error:
            if is_damage(error):
                raise DamagedError from error

    def _run(self) -> None:
        with closing(database.connect_read_only(self._path)) as file:
            database.check_schema(file)
            if file.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                raise DamagedError
            self.damaged.clear()
            snapshots = Snapshots(self._path.parent)
            for table in ("games", "spellings", "archive", "results"):
                for _row in rows(file, table):
                    pass
            if file.execute(_WITHOUT_BEGINNING).fetchone() is not None:
                raise DamagedError
            snapshots_there = snapshots.sizes()
            for number, key in file.execute("SELECT id, key FROM games ORDER BY id").fetchall():
                reach = snapshots_there.pop(key, 0)
                try:
                    game = game_rows(file, number)
                except (JournalError, UnicodeDecodeError):
                    self.damaged.append(number)
                    continue
                if reach > game.size and _lacks(game, snapshots):
                    raise DamagedError
                if not snapshots.has(game):
                    self._look_closely(number, game, snapshots)
                time.sleep(_PAUSE)
            if any(snapshots.newest(key) is not None for key in snapshots_there):
                raise DamagedError  # a whole game is gone

    def _look_closely(self, number: int, game: GameRows, snapshots: Snapshots) -> None:
        if not is_valid(game):
            self.damaged.append(number)
            return
        with suppress(OSError):  # a full disk costs only the snapshot
            snapshots.keep(game)
