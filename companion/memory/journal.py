"""The saved games: one SQLite file in the data folder that only ever grows.

A game is its setup and numbered rows; a row is a command with its events, an undo, a redo, an
old step that is changed, with all after it, or the taking over of the game by an app that was
started again. What was taken back or changed stays.
A row is on the disk when `Journal.save` returns the game's number.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec

from companion.errors import JournalError
from companion.memory import summaries
from companion.memory.journal_file import (
    FILE_NAME,
    NOT_OPENED,
    READ_ONLY,
    UNREADABLE,
    DamagedError,
    StuckError,
    identity,
    inspect,
    is_damage,
    prepared,
    readable,
    set_aside,
    trouble_of,
)
from companion.memory.phrases import full, short
from companion.memory.saved_rows import (
    UNREADABLE_GAME,
    AmendedRows,
    GameHead,
    Kind,
    Row,
    amended_rows,
    not_readable,
)
from companion.memory.standing import Amends, standing
from companion.memory.summaries import SavedGame, Summary, Which
from companion.memory.thorough_check import ThoroughCheck
from companion.sentence import N_, Sentence

PLAYED_ELSEWHERE = Sentence(
    N_(
        "Another app has gone on with this saved game: what happens here cannot be saved. Leave "
        "the game and resume it from the start screen."
    )
)
_ROWS = "SELECT number, kind, time, command, events, format FROM steps_in_short WHERE game = ? "
_AT_ONCE = 100
"""So many rows of a game are held at once where it may be a long one."""
AnyT = TypeVar("AnyT")
_NO_GAME = N_("There is no saved game {game}. Choose one from the list of saved games.")


class Journal:
    """The file of the saved games.

    `path` is where it lies. `notice` tells what became of a file that could not be read, until
    whoever has told it takes it away; `trouble` why nothing can be written at present, if that is
    so. Both are for the screen.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.path = folder / FILE_NAME
        self._file: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._copy: sqlite3.Connection | None = None
        self.notice: Sentence | None = None
        self.trouble: Sentence | None = None

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The journal in a data folder, which is made where there is none.

        A file that is none of ours any more is set aside (`notice`); what else is damaged in it
        a `ThoroughCheck` finds. A disk that cannot be written leaves
        the games readable as far as that goes (`trouble`). Raises JournalError (`NEWER`).
        """
        journal = cls(folder)
        journal._open_file()
        return journal

    @classmethod
    def open_for_reading(cls, folder: Path) -> Self:
        """The journal as it is, even while an app writes it; no game is made or changed.

        Raises JournalError when the file cannot be read, or is newer than this app.
        """
        journal = cls(folder)
        try:
            journal._copy = readable(journal.path)
        except DamagedError as error:
            raise JournalError(UNREADABLE) from error
        except (sqlite3.Error, OSError) as error:
            raise JournalError(journal._why(error)) from error
        return journal

    def close(self) -> None:
        """Let go of the file; whatever needs it opens it again."""
        self._close_file()
        self._drop_copy()

    def set_aside(self, check: ThoroughCheck) -> None:
        """Keep the file under another name in which a check has found damage; begin a new one.

        `notice` tells; `trouble` tells where that cannot be. A file that has taken its place
        since the check began stays.
        """
        if check.identity != identity(self.path):
            return
        self.close()
        try:
            self.notice = set_aside(self.path)
        except StuckError as error:
            self.trouble = self._why(error)
        else:
            self._open_file()

    def check_thoroughly(self) -> None:
        """Check all of the file now, however long that takes, and set it aside if it is damaged."""
        check = ThoroughCheck(self.path)
        try:
            check.run()
        except DamagedError:
            self.set_aside(check)

    def games(
        self,
        limit: int | None = None,
        before: SavedGame | None = None,
        *,
        unfinished: bool = False,
        names: tuple[str, ...] | None = None,
        away: bool = False,
    ) -> tuple[SavedGame, ...]:
        """The saved games, the one last played first: all, or so many that come after `before`.

        `unfinished` leaves out those that are known to have ended, `names` those in which none of
        these plays. Those that were taken away are left out; with `away` all others. Raises
        JournalError.
        """
        which = Which(unfinished, names, away)
        return tuple(self.ask(lambda file: summaries.page(file, limit, before, which)))

    def keep_summary(self, game: SavedGame, summary: Summary) -> None:
        """Keep how a game of the list stands, for the next one who asks for the list."""

        def keep(file: sqlite3.Connection) -> list[Any]:
            summaries.keep(file, game, summary)
            return []

        with suppress(JournalError):  # Then it is worked out again the next time.
            self.ask(keep)

    def head(self, game: int) -> GameHead:
        """What was saved of a game at its beginning. Raises JournalError."""
        found = self._read("SELECT key, started, setup, format FROM games WHERE id = ?", game)
        if not found:
            raise JournalError(Sentence(_NO_GAME, {"game": game}))
        return GameHead(*found[0])

    def rows(self, game: int) -> tuple[Row, ...]:
        """All rows of a game, in order. Raises JournalError."""
        found = self._read(
            _ROWS + "ORDER BY number",
            game,
        )
        if [row[0] for row in found] != list(range(1, len(found) + 1)):
            raise JournalError(UNREADABLE_GAME)
        return tuple(_row(columns) for columns in found)

    def is_still(self, game: int, head: GameHead, rows: Sequence[Row]) -> bool:
        """Whether a game is the one that was read, and has no newer row. Raises JournalError."""
        last = self._read(_ROWS + "ORDER BY number DESC LIMIT 1", game)
        return self.head(game) == head and [_row(one) for one in last] == list(rows[-1:])

    def standing_rows(self, game: int) -> Iterator[Row]:
        """The rows of the commands that count, in order, some at once. Raises JournalError.

        A step that an amendment put in the place of another has the number of its row.
        """
        found = self._read(
            "SELECT kind, format FROM steps_in_short WHERE game = ? ORDER BY number", game
        )
        kinds = enumerate((_kind(*told) for told in found), start=1)
        amended = _amended(self._read(_ROWS + "AND kind = ?", game, Kind.AMEND))
        amends = {row: Amends(one.first, len(one.rows)) for row, one in amended.items()}
        counting = standing((kind, amends.get(row)) for row, kind in kinds)
        for first in range(0, len(counting), _AT_ONCE):
            wanted = counting[first : first + _AT_ONCE]
            own = [part.row for part in wanted if part.row not in amended]
            between = (own[0], own[-1]) if own else (0, 0)
            rows = _with_numbers(
                self._read(_ROWS + "AND number BETWEEN ? AND ?", game, *between), own
            )
            for part in wanted:
                one = amended.get(part.row)
                yield rows[part.row] if one is None else one.rows[part.step]

    def save(self, head: GameHead, rows: Sequence[Row]) -> int | Sentence:
        """Write what the file does not have yet of a game, of which `rows` are all rows so far.

        Returns the game's number once all of it is on the disk; else why nothing was written.
        """
        try:
            game = self._write(head, rows)
        except (sqlite3.Error, StuckError) as error:
            self._close_file()
            self.trouble = self._why(error)
        except JournalError as error:
            self.trouble = error.args[0]
        else:
            self.trouble = None
            return game
        return self.trouble

    def add(self, head: GameHead, rows: Iterable[Row]) -> int:
        """Save a whole game whose rows come one by one; returns its number.

        All or nothing: an error that `rows` raises is passed on. Raises JournalError.
        """
        added: list[int] = []

        def add(file: sqlite3.Connection) -> None:
            added.append(_insert_game(file, head))
            _insert_rows(file, added[0], rows)

        self.change(add)
        return added[0]

    def change(self, what: Callable[[sqlite3.Connection], object]) -> None:
        """Let somebody add rows to a table of their own, all or none. Raises JournalError."""
        try:
            file = self._ready_file()
            with file:
                file.execute("BEGIN IMMEDIATE")
                what(file)
        except sqlite3.Error as error:
            self._close_file()
            raise JournalError(self._why(error)) from error

    def _write(self, head: GameHead, rows: Sequence[Row]) -> int:
        try:
            return _append(self._ready_file(), head, rows)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if not is_damage(error):
                raise
            self._close_file()
            self.notice = set_aside(self.path)
            return _append(self._ready_file(), head, rows)

    def _ready_file(self) -> sqlite3.Connection:
        """The file, opened anew where it was closed, moved or deleted. Raises JournalError."""
        if self._file is not None and self._identity != identity(self.path):
            self._close_file()
        if self._file is None:
            self._open_file()
        if self._file is None:
            raise JournalError(self.trouble)
        return self._file

    def _read(self, question: str, *values: object) -> list[Any]:
        return self.ask(lambda file: file.execute(question, values).fetchall())

    def ask(self, what: Callable[[sqlite3.Connection], list[AnyT]]) -> list[AnyT]:
        """What somebody reads of the file, who has a table of their own. Raises JournalError."""
        if self._file is None and self._copy is None:
            self._open_to_read()
        source = self._file or self._copy
        if source is None:
            return []
        try:
            return what(source)
        except UnicodeDecodeError as error:
            raise JournalError(UNREADABLE) from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", None)
            if code is None or is_damage(error):
                raise JournalError(UNREADABLE) from error
            raise JournalError(self._why(error)) from error

    def _open_file(self) -> None:
        """Open the file for writing; where that fails, `trouble` says why."""
        self._drop_copy()  # while one connection can only read, SQLite lets no other one write
        try:
            self._file = self._connected()
        except (sqlite3.Error, OSError) as error:
            self.trouble = self._why(error)
        else:
            self._identity = identity(self.path)

    def _open_to_read(self) -> None:
        with suppress(sqlite3.Error, OSError, DamagedError):  # `trouble` has been told already
            self._copy = readable(self.path)

    def _connected(self) -> sqlite3.Connection:
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            inspect(self.path)
            return prepared(self.path)
        except DamagedError:
            self.notice = set_aside(self.path)
            return prepared(self.path)

    def _why(self, error: sqlite3.Error | OSError) -> Sentence:
        told = trouble_of(error)
        if told is NOT_OPENED and not os.access(self._folder, os.W_OK, effective_ids=True):
            return READ_ONLY
        return told

    def _drop_copy(self) -> None:
        if self._copy is not None:
            self._copy.close()
            self._copy = None

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = self._identity = None


def _amended(found: Iterable[tuple[Any, ...]]) -> dict[int, AmendedRows]:
    """What amendments put in the place of steps, by the numbers of their rows."""
    return {columns[0]: amended_rows(_row(columns)) for columns in found}


def _with_numbers(found: Iterable[tuple[Any, ...]], numbers: Iterable[int]) -> dict[int, Row]:
    """Those of the found rows that have these numbers. Raises JournalError where one is not."""
    rows = {columns[0]: columns for columns in found}
    if not rows.keys() >= set(numbers):
        raise JournalError(UNREADABLE_GAME)
    return {number: _row(rows[number]) for number in numbers}


def _append(file: sqlite3.Connection, head: GameHead, rows: Sequence[Row]) -> int:
    """Write the rows that are missing; a commit whose end was never heard of is found again."""
    with file:
        file.execute("BEGIN IMMEDIATE")
        found = file.execute("SELECT id FROM games WHERE key = ?", (head.key,)).fetchone()
        game = found[0] if found else _insert_game(file, head)
        last = file.execute(
            _ROWS + "ORDER BY number DESC LIMIT 1",
            (game,),
        ).fetchone()
        written = last[0] if last else 0
        if last and (written > len(rows) or rows[written - 1] != _row(last)):
            raise JournalError(PLAYED_ELSEWHERE)
        _insert_rows(file, game, rows[written:])
    return int(game)


def _insert_game(file: sqlite3.Connection, head: GameHead) -> int:
    inserted = file.execute(
        "INSERT INTO games (key, started, setup, format, begun_after) "
        "VALUES (?, ?, ?, ?, (SELECT coalesce(max(place), 0) FROM steps_in_short)) RETURNING id",
        msgspec.structs.astuple(head),
    )
    return int(inserted.fetchone()[0])


def _insert_rows(file: sqlite3.Connection, game: int, rows: Iterable[Row]) -> None:
    file.executemany(
        "INSERT INTO steps_in_short (game, number, kind, time, command, events, format) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((game, *_columns(row)) for row in rows),
    )


def _columns(row: Row) -> tuple[object, ...]:
    command, events = (text and short(text) for text in (row.command, row.events))
    return row.number, row.kind, row.time, command, events, row.format


def _row(columns: tuple[Any, ...]) -> Row:
    number, kind, time, command, events, written_in = columns
    command, events = (text and full(text) for text in (command, events))
    return Row(number, _kind(kind, written_in), time, command, events, written_in)


def _kind(word: str, written_in: int) -> Kind:
    try:
        return Kind(word)
    except ValueError as error:
        raise not_readable(written_in) from error
