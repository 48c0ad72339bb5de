"""The saved games: one SQLite file in the data folder that only ever grows.

A game is its setup and numbered rows; a row is a command with its events, an undo, a redo, or
the taking over of the game by an app that was started again. What was taken back stays.
A row is on the disk when `Journal.save` returns the game's number.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Any, Self

import msgspec

from companion.errors import JournalError
from companion.memory import summaries
from companion.memory.journal_file import (
    FILE_NAME,
    NEEDS_WRITING,
    NOT_OPENED,
    READ_ONLY,
    UNREADABLE,
    WITH_CONTENT,
    DamagedError,
    StuckError,
    beside,
    check,
    connected_to_read,
    is_damage,
    is_file,
    prepared,
    readable,
    trouble_of,
)
from companion.memory.phrases import full, short
from companion.memory.saved_rows import UNREADABLE_GAME, GameHead, Kind, Row, not_readable
from companion.memory.standing import standing
from companion.memory.summaries import Summary
from companion.sentence import N_, Sentence
from companion.state import GameState

PLAYED_ELSEWHERE = Sentence(
    N_(
        "Another app has gone on with this saved game: what happens here cannot be saved. Leave "
        "the game and resume it from the start screen."
    )
)
_SET_ASIDE = N_(
    "The saved games could not be read. Their file was kept under the name {name}, and a new one "
    "was begun."
)
_ROWS = "SELECT number, kind, time, command, events, format FROM steps_in_short WHERE game = ? "
_AT_ONCE = 100
"""So many rows of a game are held at once where it may be a long one."""
_NO_GAME = N_("There is no saved game {game}. Choose one from the list of saved games.")


class SavedGame(msgspec.Struct, frozen=True):
    """A game in the list: number for people, when it began and was last played, rows (UTC).

    `summary` is how it stands, None where nobody has worked that out yet; `place` its place in
    the list, the last one played the highest.
    """

    id: int
    head: GameHead
    last_played: str
    rows: int
    place: int
    summary: Summary | None = None


class Journal:
    """The file of the saved games.

    `notice` tells what became of a file that could not be read, until whoever has told it takes
    it away; `trouble` why nothing can be written at present, if that is so. Both are for the
    screen.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / FILE_NAME
        self._file: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._copy: sqlite3.Connection | None = None
        self.notice: Sentence | None = None
        self.trouble: Sentence | None = None

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The journal in a data folder, which is made where there is none.

        A file that cannot be read is set aside (`notice`). A disk that cannot be written leaves
        the games readable as far as that goes (`trouble`). Raises JournalError (`NEWER`).
        """
        journal = cls(folder)
        journal._open_file(thoroughly=True)
        return journal

    @classmethod
    def open_for_reading(cls, folder: Path) -> Self:
        """The journal as it is, even while an app writes it; no game is made or changed.

        Raises JournalError when the file cannot be read, or is newer than this app.
        """
        journal = cls(folder)
        try:
            journal._copy = readable(journal._path)
        except DamagedError as error:
            raise JournalError(UNREADABLE) from error
        except (sqlite3.Error, OSError) as error:
            raise JournalError(journal._why(error)) from error
        return journal

    def close(self) -> None:
        """Let go of the file; whatever needs it opens it again."""
        self._close_file()
        self._drop_copy()

    def games(
        self, limit: int | None = None, before: SavedGame | None = None
    ) -> tuple[SavedGame, ...]:
        """The saved games, the one last played first: all, or so many that come after `before`.

        Raises JournalError.
        """
        start = summaries.BEFORE_NONE if before is None else (before.place, before.id)
        most = summaries.ALL if limit is None else limit

        def page(file: sqlite3.Connection) -> list[Any]:
            summaries.bring_up_to_date(file)
            return file.execute(summaries.PAGE, (*start, most)).fetchall()

        return tuple(
            SavedGame(game, GameHead(*head), played, rows, place, summaries.read(told))
            for game, played, rows, told, place, *head in self._ask(page)
        )

    def keep_summary(self, game: SavedGame, state: GameState) -> None:
        """Keep how a game of the list stands, for the next one who asks for the list."""

        def keep(file: sqlite3.Connection) -> list[Any]:
            summaries.keep(file, game.id, game.place, state)
            return []

        with suppress(JournalError):  # Then it is worked out again the next time.
            self._ask(keep)

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

    def standing_rows(self, game: int) -> Iterator[Row]:
        """The rows of the commands that count, in order, some at once. Raises JournalError."""
        kinds = self._read(
            "SELECT kind, format FROM steps_in_short WHERE game = ? ORDER BY number", game
        )
        counting = standing(_kind(*told) for told in kinds)
        for first in range(0, len(counting), _AT_ONCE):
            wanted = counting[first : first + _AT_ONCE]
            found = self._read(_ROWS + "AND number BETWEEN ? AND ?", game, wanted[0], wanted[-1])
            rows = {columns[0]: columns for columns in found}
            if not rows.keys() >= set(wanted):
                raise JournalError(UNREADABLE_GAME)
            yield from (_row(rows[number]) for number in wanted)

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
        try:
            file = self._ready_file()
            with file:
                file.execute("BEGIN IMMEDIATE")
                game = _insert_game(file, head)
                _insert_rows(file, game, rows)
        except sqlite3.Error as error:
            self._close_file()
            raise JournalError(self._why(error)) from error
        return game

    def _write(self, head: GameHead, rows: Sequence[Row]) -> int:
        try:
            return _append(self._ready_file(), head, rows)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            self._close_file()
            self._set_aside()
            return _append(self._ready_file(), head, rows)

    def _ready_file(self) -> sqlite3.Connection:
        """The file, opened anew where it was closed, moved or deleted. Raises JournalError."""
        if self._file is not None and self._identity != _identity(self._path):
            self._close_file()
        if self._file is None:
            self._open_file(thoroughly=False)
        if self._file is None:
            raise JournalError(self.trouble)
        return self._file

    def _read(self, question: str, *values: object) -> list[Any]:
        return self._ask(lambda file: file.execute(question, values).fetchall())

    def _ask(self, what: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        if self._file is None and self._copy is None:
            self._open_to_read()
        source = self._file or self._copy
        if source is None:
            return []
        try:
            return what(source)
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", None)
            if code is None or is_damage(error):
                raise JournalError(UNREADABLE) from error
            raise JournalError(self._why(error)) from error

    def _open_file(self, *, thoroughly: bool) -> None:
        """Open the file for writing; where that fails, `trouble` says why."""
        self._drop_copy()  # while one connection can only read, SQLite lets no other one write
        try:
            self._file = self._connected(thoroughly=thoroughly)
        except (sqlite3.Error, OSError) as error:
            self.trouble = self._why(error)
        else:
            self._identity = _identity(self._path)

    def _open_to_read(self) -> None:
        with suppress(sqlite3.Error, OSError, DamagedError):  # `trouble` has been told already
            self._copy = readable(self._path)

    def _connected(self, *, thoroughly: bool) -> sqlite3.Connection:
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            self._inspect(thoroughly=thoroughly)
            return prepared(self._path)
        except DamagedError:
            self._set_aside()
            return prepared(self._path)

    def _inspect(self, *, thoroughly: bool) -> None:
        """Look at the file without changing it, before anything is written to it."""
        if is_file(self._path):
            try:
                with closing(connected_to_read(self._path)) as file:
                    check(file, thoroughly=thoroughly)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode not in NEEDS_WRITING:
                    raise
        elif any(beside(self._path, ending).exists() for ending in WITH_CONTENT):
            raise DamagedError

    def _set_aside(self) -> None:
        """Keep a file that cannot be read under another name."""
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        first = self._folder / f"games.unreadable-{stamp}.db"
        others = (first.with_stem(f"{first.stem}-{number}") for number in count(2))
        try:
            kept = next(path for path in chain([first], others) if not path.exists())
            for ending in ("", *WITH_CONTENT, "-shm"):
                with suppress(FileNotFoundError):
                    beside(self._path, ending).rename(beside(kept, ending))
        except OSError as error:
            raise StuckError from error
        self.notice = Sentence(_SET_ASIDE, {"name": kept.name})

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


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
