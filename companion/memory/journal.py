"""The journal: all saved games of a data folder, in one SQLite file.

A game consists of a header, which never changes, and many rows. Rows are only appended, never
changed.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec

from companion.errors import JournalError
from companion.game import Setup
from companion.memory import database
from companion.memory.clock import current_time, current_timestamp
from companion.memory.database import (
    FILE_NAME,
    UNREADABLE,
    DamagedFileError,
    RenameFailedError,
    insert_row,
    is_damage,
    message_for_write_error,
    retry_read,
    verified_rows,
)
from companion.memory.local_time import local_time
from companion.sentence import N_, Sentence

UNREADABLE_GAME = Sentence(
    N_("This saved game cannot be read: it is damaged. The app repairs it when it starts.")
)
PLAYED_ELSEWHERE = Sentence(
    N_(
        "Another app has continued this saved game, so your steps here cannot be saved. Leave "
        "the game and resume it from the start screen."
    )
)
_NO_GAME = N_("There is no saved game {game}. Choose one from the list of saved games.")
_FOLDER_MODE = 0o750
GAME_TABLES = ("steps", "heads", "settled", "looks", "sessions")
"""Tables with the rows of single games; the rows of each game are numbered from 1."""
T = TypeVar("T")


class DamagedGameError(JournalError):
    """A saved game is damaged; other games can still be read."""

    def __init__(self) -> None:
        super().__init__(UNREADABLE_GAME)


class GameHeader(msgspec.Struct, frozen=True):
    """Header of a saved game; it never changes.

    `key` is globally unique. `started` is the local start time with its UTC offset. `names` are the
    players' names in seating order. `names` and `setup` are JSON.
    """

    key: str
    started: str
    names: str
    setup: str

    @classmethod
    def new(cls, setup: Setup) -> Self:
        started = local_time(current_time()).isoformat(timespec="milliseconds")
        names = msgspec.json.encode([seat.name for seat in setup.players]).decode()
        return cls(os.urandom(16).hex(), started, names, _setup_text(setup))


class GameRows(msgspec.Struct):
    """A saved game: its header, and its rows from each table of the file, oldest first.

    `steps` are the decisions. `heads` are undos, redos and branches. `settled` says which tray
    moves count as made. `looks` are refusals that revealed something about a hand. `sessions` are
    the times at which the game was started or resumed. The columns are those of the table with the
    same name in `database.TABLES`, from `number` on, without the checksum.
    """

    header: GameHeader = msgspec.field(name="head")
    steps: list[tuple[Any, ...]] = []
    heads: list[tuple[Any, ...]] = []
    settled: list[tuple[Any, ...]] = []
    looks: list[tuple[Any, ...]] = []
    sessions: list[tuple[Any, ...]] = []

    def table_rows(self, table: str) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = getattr(self, table)
        return found

    def copy(self) -> "GameRows":
        return GameRows(self.header, *(list(self.table_rows(table)) for table in GAME_TABLES))

    @property
    def number_of_rows(self) -> int:
        return sum(len(self.table_rows(table)) for table in GAME_TABLES)


class SavedGame(msgspec.Struct, frozen=True):
    """A saved game in the list of games.

    `sort_key` orders the list. It grows each time that a game is started or resumed, so
    the game played last has the highest. `last_played` is the time of the newest step (UTC).
    `result_json` is None for an unfinished game.
    """

    id: int
    header: GameHeader
    sort_key: int
    last_played: str
    number_of_steps: int
    result_json: str | None = None
    archived: bool = False

    @property
    def player_names(self) -> tuple[str, ...]:
        return msgspec.json.decode(self.header.names, type=tuple[str, ...])


class Journal:
    """The saved games of a data folder.

    `notice` is a message about a repair; it stays until the screen clears it. `trouble` is a
    message that says why nothing can be saved at present, or None.
    """

    def __init__(self, folder: Path, name: str = FILE_NAME) -> None:
        self.folder = folder
        self.path = folder / name
        self.notice: Sentence | None = None
        self.trouble: Sentence | None = None
        self._connection: sqlite3.Connection | None = None
        self._copy: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._blocking = True
        self._version: tuple[Any, ...] = ()
        self._cache: dict[tuple[Any, ...], Any] = {}

    @classmethod
    def open(cls, folder: Path, *, blocking: bool = True) -> Self:
        """Open the saved games of a folder; create or repair the file if necessary.

        If the file cannot be written, `trouble` is set, but the games can be read. For `blocking`
        see `database.open_for_writing`. Raises JournalError for a file of a newer release.
        """
        journal = cls(folder)
        journal._blocking = blocking
        journal._open_file()
        return journal

    @classmethod
    def open_for_reading(cls, folder: Path, file_name: str = FILE_NAME) -> Self:
        """Open the saved games for reading only, even while an app writes them.

        Raises JournalError if the file is unreadable or of a newer release.
        """
        journal = cls(folder, file_name)
        try:
            journal._copy = database.open_for_reading(journal.path)
        except DamagedFileError as error:
            raise JournalError(UNREADABLE) from error
        except (sqlite3.Error, OSError) as error:
            raise JournalError(database.message_for_read_error(journal.path, error)) from error
        return journal

    def close(self) -> None:
        self.prepare_closing()()

    def prepare_closing(self) -> Callable[[], None]:
        """Close the reading connection; return a function that closes the writing connection.

        The function may be called in any thread. It may block, since SQLite then copies its
        write-ahead log into the file.
        """
        writing, reading = self._connection, self._copy
        if reading is not None:
            reading.close()
        self._connection = self._copy = self._identity = None
        return (lambda: None) if writing is None else writing.close

    # Writing

    def save(self, rows: GameRows, result_json: str | None = None) -> int | Sentence:
        """Append the unsaved rows of a game, and sync them to the disk; return the game's number.

        If saving fails, return a message for the players instead. `result_json` is the result of a
        finished game as JSON.
        """
        try:
            number = self.run_transaction(partial(_append, rows, result_json))
        except JournalError as error:
            self.trouble = error.sentence
            return self.trouble
        self.trouble = None
        return number

    def add_game(self, rows: GameRows, result_json: str | None = None) -> int:
        """Save a whole new game and return its number. Raises JournalError."""
        return self.run_transaction(lambda connection: add_game(connection, rows, result_json))

    def set_archived(self, game_id: int, *, archived: bool) -> None:
        """Hide a game from lists and figures, or show it again. Raises JournalError."""
        self.game_header(game_id)  # raises if there is no such game
        row = (None, game_id, int(archived), current_timestamp())
        self.run_transaction(lambda connection: insert_with_next_number(connection, "archive", row))

    def run_transaction(self, transaction: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function that adds rows, in one transaction, and return its result.

        A damaged file is repaired first. Raises JournalError.
        """
        try:
            try:
                return retry_read(lambda: _transact(self.connection_for_writing(), transaction))
            except (sqlite3.Error, DamagedFileError, UnicodeDecodeError) as error:
                if not is_damage(error):
                    raise
            self.repair()
            return _transact(self.connection_for_writing(), transaction)
        except (sqlite3.Error, OSError) as error:
            self.close()
            raise JournalError(message_for_write_error(error, self.folder)) from error

    # Reading

    def run_query(self, query: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function that reads the database, and return its result. Raises JournalError."""
        if self._connection is None and self._copy is None:
            with suppress(
                sqlite3.Error, OSError, DamagedFileError
            ):  # `trouble` has been set already
                self._copy = database.open_for_reading(self.path)
        source = self._connection or self._copy
        try:
            if source is not None:
                return retry_read(lambda: query(source))
            with closing(database.create_in_memory()) as nothing:
                return query(nothing)
        except sqlite3.Error as error:
            if is_damage(error):
                raise JournalError(UNREADABLE) from error
            raise JournalError(message_for_write_error(error, self.folder)) from error
        except (DamagedFileError, UnicodeDecodeError, msgspec.MsgspecError) as error:
            raise JournalError(UNREADABLE) from error

    def cached_result(self, compute: Callable[..., T], *arguments: object) -> T:
        """Return `what(journal, *values)`, a figure or list computed from all saved games.

        The result is cached. The cache is cleared when a game is started, resumed or imported, when
        a result is saved, and when the archive or a player's name changes. Raises JournalError.
        """
        version = self.run_query(lambda connection: connection.execute(_VERSION).fetchone())
        if version != self._version:
            self._cache.clear()
            self._version = version
        if (compute, arguments) not in self._cache:
            self._cache[compute, arguments] = compute(self, *arguments)
        found: T = self._cache[compute, arguments]
        return found

    def game_header(self, game_id: int) -> GameHeader:
        """Return the constant data of a game. Raises JournalError."""
        return self.run_query(lambda connection: _head(connection, game_id))

    def game_rows(self, game_id: int) -> GameRows:
        """Read a whole game. Raises JournalError; DamagedGameError if the game is damaged."""
        return self.run_query(lambda connection: game_rows(connection, game_id))

    def is_game_unchanged(self, game_id: int, rows: GameRows) -> bool:
        """Return whether the saved rows of a game equal those in `rows`. Raises JournalError."""

        def is_same(connection: sqlite3.Connection) -> bool:
            try:
                return _head(connection, game_id) == rows.header and _saved_rows(
                    connection, game_id, rows
                ) == {table: len(rows.table_rows(table)) for table in GAME_TABLES}
            except DamagedFileError:
                return False

        return self.run_query(is_same)

    def game_ids(self, setup: Setup | None = None) -> tuple[int, ...]:
        """Return the numbers of all games, including archived games.

        If `setup` is given, return only the games with this setup. Raises JournalError.
        """
        text = None if setup is None else _setup_text(setup)
        sql = "SELECT id FROM games WHERE coalesce(setup = ?, 1) ORDER BY id"
        return self.run_query(
            lambda connection: tuple(number for (number,) in connection.execute(sql, (text,)))
        )

    def games(
        self,
        limit: int | None = None,
        before: SavedGame | None = None,
        *,
        ended: bool | None = None,
        player_names: Iterable[str] | None = None,
        archived: bool = False,
    ) -> tuple[SavedGame, ...]:
        """Return saved games, the most recently played game first.

        Return at most `limit` games, beginning with the game that follows `before` in the list. If
        `ended` is given, return only finished games (True) or unfinished games (False). If
        `player_names` is given, return only games with any of these players. If `archived` is set,
        return only hidden games; otherwise leave hidden games out. Raises JournalError.
        """
        wanted = None if player_names is None else frozenset(player_names)
        place = None if before is None else before.sort_key

        def some(connection: sqlite3.Connection) -> tuple[SavedGame, ...]:
            listed = listed_games(connection, place, archived=archived, ended=ended)
            # The names of every listed game are decoded here, so that damage shows at once.
            seated = ((game, frozenset(game.player_names)) for game in listed)
            found = (game for game, players in seated if wanted is None or wanted & players)
            return tuple(islice(found, limit))

        return self.run_query(some)

    # The file

    def connection_for_writing(self) -> sqlite3.Connection:
        """Return the database; open it again if its file was replaced. Raises JournalError."""
        if self._connection is not None and self._identity != database.file_identity(self.path):
            self.close()
        if self._connection is None:
            self._open_file()
        if self._connection is None:
            raise JournalError(self.trouble or database.NOT_OPENED)
        return self._connection

    def repair(self) -> None:
        """Rebuild a damaged file from its readable rows and the snapshots, and set `notice`.

        Raises OSError and sqlite3.Error.
        """
        from companion.memory.snapshots import rebuild_file  # noqa: PLC0415 - hardly ever needed

        self.close()
        self.notice = rebuild_file(self.path)
        self._open_file(repairs=False)

    def _open_file(self, *, repairs: bool = True) -> None:
        self.close()  # SQLite refuses to write while another connection is read-only
        try:
            self.folder.mkdir(_FOLDER_MODE, parents=True, exist_ok=True)
            try:
                self._connection = retry_read(
                    lambda: database.open_for_writing(self.path, blocking=self._blocking)
                )
            except DamagedFileError:
                if not repairs:
                    raise RenameFailedError from None
                self.repair()
                return
        except (sqlite3.Error, OSError) as error:
            self.trouble = message_for_write_error(error, self.folder)
        else:
            self._identity = database.file_identity(self.path)


# Rows


def _setup_text(setup: Setup) -> str:
    return msgspec.json.encode(setup).decode()


def _transact(connection: sqlite3.Connection, transaction: Callable[[sqlite3.Connection], T]) -> T:
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        return transaction(connection)


def _append(rows: GameRows, result_json: str | None, connection: sqlite3.Connection) -> int:
    found = connection.execute("SELECT id FROM games WHERE key = ?", (rows.header.key,)).fetchone()
    if found is None:
        return add_game(connection, rows, result_json)
    number = int(found[0])
    saved = _saved_rows(connection, number, rows)
    if saved is None:
        raise JournalError(PLAYED_ELSEWHERE)
    for table, size in saved.items():
        _insert_rows(connection, table, number, rows.table_rows(table)[size:])
    _insert_result(connection, number, _head_of(rows), result_json)
    return number


def _insert_rows(
    connection: sqlite3.Connection, table: str, game: int, new: Iterable[tuple[Any, ...]]
) -> None:
    for row in new:
        if table == "sessions":
            insert_with_next_number(connection, table, (None, game, *row))
        else:
            insert_row(connection, table, (database.game_row_key(game, row[0]), game, *row))


def insert_with_next_number(
    connection: sqlite3.Connection, table: str, row: tuple[Any, ...]
) -> None:
    """Insert a row, with the next free number in place of the first item of `row`."""
    key = database.COLUMNS[table][0]
    sql = f"SELECT coalesce(max({key}), 0) FROM {table}"
    (last,) = connection.execute(sql).fetchone()
    insert_row(connection, table, (last + 1, *row[1:]))


def add_game(
    connection: sqlite3.Connection,
    rows: GameRows,
    result_json: str | None,
    game_id: int | None = None,
) -> int:
    """Insert a whole game within the current transaction, and return its number.

    If `game_id` is None, the game gets the next free number.
    """
    if game_id is None:
        (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()
        game_id = int(last) + 1
    insert_row(connection, "games", (game_id, *msgspec.structs.astuple(rows.header)))
    for table in GAME_TABLES:
        _insert_rows(connection, table, game_id, rows.table_rows(table))
    _insert_result(connection, game_id, _head_of(rows), result_json)
    return game_id


def _head_of(game: GameRows) -> int:
    """Return the number of the game's current step; 0 at the beginning of a game."""
    steps = len(game.steps)
    if game.heads:
        _number, after, _act, head, made, _time = game.heads[-1]
        if after + made == steps:
            return int(head)
    return steps


def _insert_result(
    connection: sqlite3.Connection, game: int, head: int, result: str | None
) -> None:
    """Save the result of a game at the step `head`, if the result has changed.

    A `result` of None records that the end of the game was undone.
    """
    sql = "SELECT head, result FROM results WHERE game = ? ORDER BY number DESC LIMIT 1"
    there = connection.execute(sql, (game,)).fetchone() or (None, None)
    if there != (head, result) and (result is not None or there[1] is not None):
        insert_with_next_number(connection, "results", (None, game, head, result))


def _saved_rows(
    connection: sqlite3.Connection, number: int, game: GameRows
) -> dict[str, int] | None:
    """Return how many rows of the game `number` are saved in each table, by table name.

    Return None if `game` lacks the last saved row of any table, for example because another app has
    gone on with the saved game.
    """
    saved = {}
    for table in GAME_TABLES:
        last = next(_rows_of(connection, table, number, "DESC LIMIT 1"), None)
        saved[table] = 0 if last is None else last[0]
        if last is not None and last not in game.table_rows(table)[last[0] - 1 : last[0]]:
            return None
    return saved


def _rows_of(
    connection: sqlite3.Connection, table: str, game: int, order: str = ""
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a game in one table, without the columns for the key and the game.

    `order` is SQL to append to the ORDER BY clause.
    """
    where, values = database.sql_condition_for_game(table, game)
    for _place, of, *row in verified_rows(
        connection, table, f"WHERE {where} ORDER BY place {order}", values
    ):
        if of != game:
            raise DamagedFileError(f"a row of {table} has the key of another game's row")
        yield tuple(row)


def _head(connection: sqlite3.Connection, game: int) -> GameHeader:
    try:
        found = next(verified_rows(connection, "games", "WHERE id = ?", (game,)), None)
    except OverflowError:  # no game has a number that SQLite cannot hold
        found = None
    except DamagedFileError as error:
        raise DamagedGameError from error
    if found is None:
        raise JournalError(Sentence(_NO_GAME, {"game": game}))
    return GameHeader(*found[1:])


def game_rows(connection: sqlite3.Connection, game_id: int) -> GameRows:
    """Read all rows of a game. Raises DamagedGameError if any row is damaged or missing."""
    found = GameRows(_head(connection, game_id))
    for table in GAME_TABLES:
        try:
            found.table_rows(table).extend(_rows_of(connection, table, game_id))
        except DamagedFileError as error:
            raise DamagedGameError from error
        if [row[0] for row in found.table_rows(table)] != list(
            range(1, len(found.table_rows(table)) + 1)
        ):
            raise DamagedGameError
    return found


_LISTED = """
    SELECT games.id, games.key, games.started, games.names, '',
        latest.place, coalesce(newest.time, latest.time), coalesce(newest.number, 0), ended.result
    FROM sessions AS latest CROSS JOIN games ON games.id = latest.game
    LEFT JOIN steps AS newest ON newest.place = (
        SELECT max(place) FROM steps
        WHERE place BETWEEN latest.game << 20 AND (latest.game + 1 << 20) - 1
    )
    LEFT JOIN results AS ended ON ended.number = (
        SELECT max(number) FROM results WHERE game = latest.game
    )
    WHERE latest.place < ? AND NOT EXISTS (
        SELECT 1 FROM sessions WHERE game = latest.game AND place > latest.place
    ) AND coalesce(? = (ended.result IS NOT NULL), 1) AND (latest.game IN archived) = ?
    ORDER BY latest.place DESC
"""
ARCHIVED = """
    WITH archived AS (
        SELECT game FROM archive JOIN (SELECT max(number) AS last FROM archive GROUP BY game)
        ON number = last WHERE archived
    )
"""
_TABLES_OF_PLAYERS = """
    SELECT games.names, min(games.id), max(latest.place) FILTER (WHERE games.id NOT IN archived)
    FROM (SELECT game, max(place) AS place FROM sessions GROUP BY game) AS latest
    JOIN games ON games.id = latest.game GROUP BY games.names ORDER BY 2
"""
_VERSION = """
    SELECT * FROM (SELECT max(number), crc FROM results), (SELECT max(number) FROM archive),
        (SELECT max(number) FROM spellings), (SELECT max(place) FROM sessions),
        (SELECT max(id), key FROM games)
"""
_NO_PLACE = 1 << 62


def listed_games(
    connection: sqlite3.Connection, before: int | None, *, archived: bool, ended: bool | None = None
) -> Iterator[SavedGame]:
    """Yield saved games, the most recently played game first.

    Yield the hidden games if `archived` is set, otherwise the other games. If `ended` is given,
    yield only finished games (True) or unfinished games (False). If `before` is given, yield only
    games whose last session has a smaller key. The `setup` of each game is left empty, because it
    is long.
    """
    values = (_NO_PLACE if before is None else before, ended, archived)
    for row in connection.execute(ARCHIVED + _LISTED, values):
        number, *head, place, time, steps, result = row
        yield SavedGame(number, GameHeader(*head), place, time, steps, result, archived)


def latest_session_by_players(
    connection: sqlite3.Connection,
) -> tuple[tuple[tuple[str, ...], int | None], ...]:
    """Return each combination of names that have played together, the oldest combination first.

    The second item of each result is the key of the latest session with these players. It is None
    if all games of these players together are archived.
    """
    decode = msgspec.json.Decoder(tuple[str, ...]).decode
    found = connection.execute(ARCHIVED + _TABLES_OF_PLAYERS)
    return tuple((decode(names), place) for names, _first, place in found)
