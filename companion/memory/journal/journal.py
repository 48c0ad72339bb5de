"""The saved games: one SQLite file in the data folder that only ever grows.

A game is its setup and numbered rows; a row is a command with its events, an undo, a redo, an
old step that is changed, with all after it, or the taking over of the game by an app that was
started again. What was taken back or changed stays.
A row is on the disk when `Journal.save` returns the game's number.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import Self, TypeVar

from companion.errors import JournalError
from companion.memory.journal import chain, index, trays
from companion.memory.journal.chain import IntactRows, Tip
from companion.memory.journal.database import (
    FILE_NAME,
    NOT_OPENED,
    READ_ONLY,
    UNREADABLE,
    DamagedError,
    StuckError,
    check_before_writing,
    connect_read_only,
    empty,
    file_identity,
    is_disk_trouble,
    open_for_reading,
    open_for_writing,
    quarantine,
    read_trouble,
    retrying,
    trouble_of,
)
from companion.memory.journal.index import SavedGame, Summary
from companion.memory.journal.rows import BrokenGameError, GameHead, JournalRow, now
from companion.memory.journal.tips import TipFile
from companion.memory.journal.trays import TraysNote
from companion.memory.journal.verify import ThoroughCheck
from companion.sentence import N_, Sentence

WRITTEN_ANEW = Sentence(
    N_(
        "What was saved of this game is damaged. All of it was saved once more, as a game of its "
        "own; the damaged one is kept."
    )
)
NOT_AS_WRITTEN = Sentence(
    N_(
        "What was saved does not come back from the disk as it was written: it counts as not "
        "saved, and is saved again."
    )
)
_FOLDER_MODE = 0o750
_AT_ONCE = 100
"""How many rows are read at once of a game that may be long."""
AnyT = TypeVar("AnyT")


class Journal:
    """The file of the saved games.

    `path` is where it lies. `notice` tells what became of a file that could not be read, until
    whoever shows it clears it; `trouble` why nothing can be written at present, if that is
    so. Both are for the screen.
    """

    def __init__(self, folder: Path, name: str = FILE_NAME) -> None:
        self._folder = folder
        self.path = folder / name
        self._file: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._copy: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._last: Tip | None = None
        self._known: TipFile | None = None
        self._waits = True
        self.notice: Sentence | None = None
        self.trouble: Sentence | None = None

    @classmethod
    def open(cls, folder: Path, *, waits: bool = True) -> Self:
        """The journal in a data folder, which is made where there is none.

        A file that is no longer one of ours is quarantined (`notice`); what else is damaged in it
        a `ThoroughCheck` finds. A disk that cannot be written leaves
        the games readable as far as that goes (`trouble`). One that does not wait for disks changes
        nothing while another one writes, and what it has changed lasts once another one has written
        something, be it `touch`. Raises JournalError (`NEWER`).
        """
        journal = cls(folder)
        journal._waits = waits
        journal._open_file()
        return journal

    @classmethod
    def open_for_reading(cls, folder: Path, name: str = FILE_NAME) -> Self:
        """The journal as it is, even while an app writes it; no game is made or changed.

        One in quarantine has another `name`. Raises JournalError when the file cannot be read,
        or is newer than this app.
        """
        journal = cls(folder, name)
        try:
            journal._copy = open_for_reading(journal.path)
        except DamagedError as error:
            raise JournalError(UNREADABLE) from error
        except (sqlite3.Error, OSError) as error:
            raise JournalError(read_trouble(journal.path, error)) from error
        return journal

    def close(self) -> None:
        """Close the file; whatever needs it opens it again."""
        self.detach()()

    def detach(self) -> Callable[[], None]:
        """As `close`, but closing what can write is left to what is returned, once, in any thread.

        Who closes it last puts the file in order, which takes as long as the disk does, and nobody
        can read meanwhile: a journal that is to go on should `ensure_open` before.
        """
        writing = self._file
        for reading in (self._reader, self._copy, self._known):
            if reading is not None:
                reading.close()
        self._reader = self._file = self._copy = self._known = None
        self._identity = self._last = None
        return (lambda: None) if writing is None else writing.close

    def quarantine(self, check: ThoroughCheck) -> None:
        """Keep the file under another name in which a check has found damage; begin a new one.

        `notice` tells; `trouble` tells where that cannot be. A file that has taken its place
        since the check began stays.
        """
        if check.identity != file_identity(self.path):
            return
        self.close()
        try:
            self.notice = quarantine(self.path)
        except StuckError as error:
            self.trouble = _why(self._folder, error)
        else:
            self._open_file()

    def check_file(self) -> None:
        """Read the whole file now, and quarantine it if it is damaged; no game is verified."""
        check = ThoroughCheck(self.path)
        try:
            check.read_file()
        except DamagedError:
            self.quarantine(check)

    def games(
        self,
        limit: int | None = None,
        before: SavedGame | None = None,
        *,
        unfinished: bool = False,
        names: tuple[str, ...] | None = None,
        archived: bool = False,
    ) -> tuple[SavedGame, ...]:
        """The saved games, the one last played first: all, or so many that come after `before`.

        `unfinished` leaves out those that are known to have ended, `names` those in which none of
        these plays. Archived games are left out; with `archived` all others. Raises JournalError.
        """
        return tuple(
            self.read(
                lambda file: index.list_games(
                    file, limit, before, unfinished=unfinished, names=names, archived=archived
                )
            )
        )

    def keep_summary(self, game: SavedGame, summary: Summary) -> None:
        """Keep how a game of the list stands, for the next one who asks for the list."""
        with suppress(JournalError):  # Then it is worked out again next time.
            self.read(lambda file: index.keep_summary(file, game.id, game.place, summary))

    def archive(self, game: int) -> None:
        """Leave a saved game out of all lists and figures from now on. Raises JournalError."""
        self._set_archived(game, archived=True)

    def unarchive(self, game: int) -> None:
        """Let an archived game be in lists and figures again. Raises JournalError."""
        self._set_archived(game, archived=False)

    def _set_archived(self, game: int, *, archived: bool) -> None:
        self.head(game)  # there is such a game
        row = (game, archived, now())
        add = "INSERT INTO archive (game, archived, time) VALUES (?, ?, ?)"
        self.change(lambda file: file.execute(add, row))

    def head(self, game: int) -> GameHead:
        """What was saved of a game at its beginning. Raises JournalError."""
        return self.read(lambda file: chain.head_of(file, game))

    def rows(self, game: int) -> tuple[JournalRow, ...]:
        """All rows of a game, in order. Raises JournalError, for a damaged one BrokenGameError."""
        return self.read(lambda file: chain.rows_of(file, game))

    def intact_rows(self, game: int) -> IntactRows:
        """The rows of a game up to the last intact one. Raises JournalError."""
        return self.read(lambda file: chain.intact_rows(file, game))

    def is_still(self, game: int, head: GameHead, rows: Sequence[JournalRow]) -> bool:
        """Whether a game is the one that was read, and has no newer row. Raises JournalError.

        One whose end cannot be read is not: how far it can be is looked at anew.
        """
        try:
            last = self.read(lambda file: chain.last_row(file, game))
        except BrokenGameError:
            return False
        return self.head(game) == head and last == (rows[-1] if rows else None)

    def effective_rows(self, game: int) -> Iterator[JournalRow]:
        """The rows of the commands that count, in order, read in batches. Raises JournalError.

        A step that an amendment has put where it is has the number of its row.
        """
        self.head(game)
        rows = self.read(lambda file: chain.effective_rows(file, game))
        while some := self.read(lambda _file: list(islice(rows, _AT_ONCE))):
            yield from some

    def open_trays(self, game: int) -> TraysNote | None:
        """What stands open beside the steps of a game; None where that is unknown."""
        with suppress(JournalError):  # Then everything lies as the game stands.
            return self.read(lambda file: trays.get(file, game))
        return None

    def save(
        self, head: GameHead, rows: Sequence[JournalRow], open_trays: TraysNote | None = None
    ) -> int | Sentence:
        """Write what the file does not have yet of a game, of which `rows` are all rows so far.

        `open_trays` is what stands open then, None where nobody says so. Returns the game's number
        once all of it is on the disk and its end has come back from there as it was written; else
        why not.
        """
        try:
            self._last = self._write(head, rows, open_trays)
            self._read_back(self._last, rows)
            self._note(self._last)
        except (sqlite3.Error, StuckError) as error:
            self._close_file()
            self.trouble = _why(self._folder, error)
        except JournalError as error:
            self.trouble = error.sentence
        else:
            self.trouble = None
            return self._last.game
        return self.trouble

    def add(self, head: GameHead, rows: Iterable[JournalRow], *, instead: bool = False) -> int:
        """Save a whole game whose rows come one by one; returns its number.

        `instead` of the damaged game of that key, which stays, this one goes on, under a key of its
        own. All or nothing: an error that `rows` raises is passed on. Raises JournalError.
        """
        insert = chain.insert_replacement if instead else chain.insert
        last = self.change(lambda file: insert(file, head, rows))
        self._note(last)
        return last.game

    def _note(self, last: Tip) -> None:
        """Note how far a game reaches, once that is on the disk."""
        if self._known is not None and self._file is not None:
            self._known.note(self._file, last)

    def change(self, what: Callable[[sqlite3.Connection], AnyT]) -> AnyT:
        """Let a caller add rows to its own table, all or none. Raises JournalError."""
        try:
            file = self.ensure_open()
            with file:
                file.execute("BEGIN IMMEDIATE")
                return what(file)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self._close_file()
            if isinstance(error, sqlite3.Error) and is_disk_trouble(error):
                raise JournalError(_why(self._folder, error)) from error
            raise JournalError(UNREADABLE) from error

    def _write(
        self, head: GameHead, rows: Sequence[JournalRow], open_trays: TraysNote | None
    ) -> Tip:
        try:
            return retrying(lambda: self._append(head, rows, open_trays))
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if isinstance(error, sqlite3.Error) and is_disk_trouble(error):
                raise
            self._close_file()
            self.notice = quarantine(self.path)
            return self._append(head, rows, open_trays)

    def _append(
        self, head: GameHead, rows: Sequence[JournalRow], open_trays: TraysNote | None
    ) -> Tip:
        file = self.ensure_open()
        try:
            return chain.append(file, head, rows, self._last, open_trays)
        except BrokenGameError:
            with file:
                file.execute("BEGIN IMMEDIATE")
                last = chain.insert_replacement(file, head, rows, open_trays)
            self.notice = WRITTEN_ANEW
            return last

    def _read_back(self, last: Tip, rows: Sequence[JournalRow]) -> None:
        """Read back what was written, by a connection that has written nothing of it itself.

        Raises JournalError where it is not what was written.
        """
        reader = self._reader = self._reader or connect_read_only(self.path)
        if retrying(lambda: chain.is_last(reader, last, rows)):
            return
        self._close_file()
        raise JournalError(NOT_AS_WRITTEN)

    def ensure_open(self) -> sqlite3.Connection:
        """The file, opened anew where it was closed, moved or deleted. Raises JournalError."""
        if self._file is not None and self._identity != file_identity(self.path):
            self._close_file()
        if self._file is None:
            self._open_file()
        if self._file is None:
            raise JournalError(self.trouble or NOT_OPENED)
        return self._file

    def read(self, what: Callable[[sqlite3.Connection], AnyT]) -> AnyT:
        """What a caller reads from its own table. Raises JournalError."""
        if self._file is None and self._copy is None:
            with suppress(sqlite3.Error, OSError, DamagedError):  # `trouble` tells already
                self._copy = open_for_reading(self.path)
        source = self._file or self._copy
        try:
            if source is not None:
                return retrying(lambda: what(source))
            with closing(empty()) as nothing:
                return what(nothing)
        except JournalError:
            raise
        except sqlite3.Error as error:
            if is_disk_trouble(error):
                raise JournalError(_why(self._folder, error)) from error
            raise JournalError(UNREADABLE) from error
        except Exception as error:  # what has rotted may be of any type
            raise JournalError(UNREADABLE) from error

    def _open_file(self) -> None:
        """Open the file for writing; where that fails, `trouble` says why."""
        self.close()  # while one connection can only read, SQLite lets no other one write
        try:
            self._file = self._connected()
        except (sqlite3.Error, OSError) as error:
            self.trouble = _why(self._folder, error)
        else:
            self._identity = file_identity(self.path)
            if self._waits:
                self._known = TipFile(self.path, self._file)

    def _connected(self) -> sqlite3.Connection:
        self._folder.mkdir(_FOLDER_MODE, parents=True, exist_ok=True)
        try:
            retrying(lambda: check_before_writing(self.path))
            return retrying(lambda: open_for_writing(self.path, waits=self._waits))
        except DamagedError:
            self.notice = quarantine(self.path)
            return open_for_writing(self.path, waits=self._waits)

    def _close_file(self) -> None:
        for file in (self._reader, self._file, self._known):
            if file is not None:
                file.close()
        self._reader = self._file = self._identity = self._last = self._known = None


def _why(folder: Path, error: sqlite3.Error | OSError) -> Sentence:
    told = trouble_of(error)
    if told is NOT_OPENED and not os.access(folder, os.W_OK, effective_ids=True):
        return READ_ONLY
    return told
