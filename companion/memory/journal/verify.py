"""Whether all saved games are as they were written: every row of every game is read.

It takes the longer the more games there are, so it is done piece by piece, and an app does it
beside all else: by a connection of its own, in whatever thread.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.errors import JournalError
from companion.memory.journal.chain import Tip, number_intact, read_snapshot
from companion.memory.journal.database import (
    DamagedError,
    connect_read_only,
    file_identity,
    is_disk_trouble,
    is_newest,
    retrying,
)
from companion.memory.journal.tips import KnownTip, known_tips, present_and_gone

_GAMES = """
    SELECT id FROM games UNION SELECT game FROM steps NOT INDEXED
    EXCEPT SELECT game FROM replacements ORDER BY 1
"""
"""All games that have a head or a row; a damaged one that was replaced is known already."""
_KEYS = "SELECT id, CAST(key AS BLOB) FROM games"
_REPLACED = """
    SELECT replacements.game, replacement, EXISTS (
        SELECT 1 FROM games AS damaged JOIN games AS whole ON whole.id = replacement
        WHERE damaged.id = replacements.game AND whole.id > damaged.id
            AND whole.started = damaged.started AND whole.setup = damaged.setup
    ) FROM replacements ORDER BY replacements.game
"""
NOTHING_KNOWN: Mapping[int, KnownTip] = {}
_COUNTED = "SELECT game, count(*) FROM steps NOT INDEXED GROUP BY game"
_FOUND = "SELECT count(*) FROM steps WHERE game = ?"
_PAUSE = 0.002
"""Seconds between two games: whoever plays meanwhile comes first."""


class Verified(NamedTuple):
    """What was found of a game.

    `intact` is how many of its rows can be relied on where not all are as they were written, else
    None. `had` is how many it is known to have had, where fewer are there; with `is_gone` not even
    its head is.
    """

    game: int
    intact: int | None
    had: int | None = None
    is_gone: bool = False

    @property
    def is_as_written(self) -> bool:
        """Whether all of it is there, and as it was written."""
        return self.intact is None and self.had is None and not self.is_gone


class Replaced(NamedTuple):
    """That a game is in no list, for it goes on as another one; `is_same` if that can be."""

    game: int
    replacement: int
    is_same: bool


def verify_games(
    file: sqlite3.Connection, known: Mapping[int, KnownTip] = NOTHING_KNOWN
) -> Iterator[Verified]:
    """Each saved game, one by one; `known` is how far each is known to reach.

    Raises sqlite3.Error where the file cannot be read.
    """
    with read_snapshot(file):
        games = [game for (game,) in file.execute(_GAMES)]
        counted = dict(file.execute(_COUNTED).fetchall())
        here, gone = present_and_gone(known, file.execute(_KEYS))
    for game in sorted({*games, *gone}):
        if game in gone:
            yield Verified(game, None, had=gone[game].number, is_gone=True)
        if game in games:
            yield _verified(file, game, counted.get(game, 0), here.get(game))


def replaced_games(file: sqlite3.Connection) -> tuple[Replaced, ...]:
    """The games that go on as another one. Raises sqlite3.Error."""
    return tuple(Replaced(game, other, bool(same)) for game, other, same in file.execute(_REPLACED))


def _verified(
    file: sqlite3.Connection, game: int, counted: int, known: KnownTip | None
) -> Verified:
    tip = None if known is None else Tip(game, known.number, known.hash)
    try:
        intact = number_intact(file, game, known=tip)
    except JournalError:
        return Verified(game, 0)
    (found,) = file.execute(_FOUND, (game,)).fetchone()
    if intact is None and found < counted:
        intact = found  # the index has lost the others
    is_cut = intact is None and tip is not None and counted < tip.number
    return Verified(game, intact, had=tip.number if is_cut and tip is not None else None)


class ThoroughCheck:
    """A check of the file that is there now; `identity` tells it from one that takes its place.

    `damaged` are the numbers of the games that were found not to be as they were written, `cut` of
    those that have lost their end, or are not there any more.
    """

    def __init__(self, path: Path) -> None:
        self.identity = file_identity(path)
        self.damaged: list[int] = []
        self.cut: list[int] = []
        self._path = path

    def run(self) -> None:
        """Read all of the file and verify its games. Raises DamagedError where it is unreadable.

        Where it cannot be opened at present nothing is checked: whoever writes is told why.
        """
        self._read(self._verify)

    def read_file(self) -> None:
        """Read all of the file as `run`, but verify no game, which takes many times as long."""
        self._read(lambda _file: None)

    def _read(self, more: Callable[[sqlite3.Connection], None]) -> None:
        if self.identity is None:
            return
        try:
            retrying(lambda: self._read_once(more))
        except sqlite3.Error as error:
            if not is_disk_trouble(error):
                raise DamagedError from error
        except (UnicodeDecodeError, MemoryError) as error:
            raise DamagedError from error

    def _read_once(self, more: Callable[[sqlite3.Connection], None]) -> None:
        with closing(connect_read_only(self._path)) as file:
            # Not in pieces: what reads them one by one overlooks how long texts end.
            if file.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                raise DamagedError
            more(file)

    def _verify(self, file: sqlite3.Connection) -> None:
        self.damaged.clear()
        self.cut.clear()
        known = known_tips(self._path)
        if not is_newest(file):
            return  # it is brought up to date when it is opened
        for found in verify_games(file, known):
            if found.intact is not None:
                self.damaged.append(found.game)
            elif not found.is_as_written:
                self.cut.append(found.game)
            time.sleep(_PAUSE)
