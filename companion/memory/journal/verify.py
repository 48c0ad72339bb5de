"""Whether all saved games are as they were written: every row of every game is read.

It takes the longer the more games there are, so it is done piece by piece.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.errors import JournalError
from companion.memory.journal import chain
from companion.memory.journal.chain import one_moment
from companion.memory.journal.database import (
    DamagedError,
    connected_to_read,
    identity,
    is_newest,
    is_trouble,
    patiently,
)
from companion.memory.journal.tips import Known, known_games, parted

_GAMES = """
    SELECT id FROM games UNION SELECT game FROM steps_in_short NOT INDEXED
    EXCEPT SELECT game FROM good_copies ORDER BY 1
"""
"""All games that have a head or a row; a damaged one that goes on in a copy is known already."""
_KEYS = "SELECT id, CAST(key AS BLOB) FROM games"
_COPIES = """
    SELECT good_copies.game, copy, EXISTS (
        SELECT 1 FROM games AS damaged JOIN games AS whole ON whole.id = good_copies.copy
        WHERE damaged.id = good_copies.game AND whole.id > damaged.id
            AND whole.started = damaged.started AND whole.setup = damaged.setup
    ) FROM good_copies ORDER BY good_copies.game
"""
NOTHING_KNOWN: Mapping[int, Known] = {}
_COUNTED = "SELECT game, count(*) FROM steps_in_short NOT INDEXED GROUP BY game"
_FOUND = "SELECT count(*) FROM steps_in_short WHERE game = ?"
_UNSEALED = """
    SELECT EXISTS (
        SELECT 1 FROM steps_in_short AS row WHERE game = :game AND seal IS NULL AND NOT EXISTS (
            SELECT 1 FROM seals WHERE seals.game = row.game AND seals.number = row.number
        )
    )
"""


class Proven(NamedTuple):
    """What was found of a game.

    `sound` is how many of its rows can be relied on where not all are as they were written, else
    None; `is_sealed` whether each of them has a seal, which those of older releases may not. `had`
    is how many it is known to have had, where fewer are there; with `is_gone` not even its head is.
    """

    game: int
    sound: int | None
    is_sealed: bool
    had: int | None = None
    is_gone: bool = False

    @property
    def is_as_written(self) -> bool:
        """Whether all of it is there, and as it was written."""
        return self.sound is None and self.had is None and not self.is_gone


class Superseded(NamedTuple):
    """That a game is in no list, for it goes on as another one; `is_same` if that can be."""

    game: int
    copy: int
    is_same: bool


def prove(file: sqlite3.Connection, known: Mapping[int, Known] = NOTHING_KNOWN) -> Iterator[Proven]:
    """Each saved game, one by one; `known` is how far each is known to reach.

    Raises sqlite3.Error where the file cannot be read.
    """
    with one_moment(file):
        games = [game for (game,) in file.execute(_GAMES)]
        counted = dict(file.execute(_COUNTED).fetchall())
        here, gone = parted(known, file.execute(_KEYS))
    for game in sorted({*games, *gone}):
        if game in gone:
            yield Proven(game, None, is_sealed=True, had=gone[game].number, is_gone=True)
        if game in games:
            yield _proven(file, game, counted.get(game, 0), here.get(game))


def superseded(file: sqlite3.Connection) -> tuple[Superseded, ...]:
    """The games that go on as another one. Raises sqlite3.Error."""
    return tuple(Superseded(game, copy, bool(same)) for game, copy, same in file.execute(_COPIES))


def _proven(file: sqlite3.Connection, game: int, counted: int, known: Known | None) -> Proven:
    try:
        sound = chain.sound_rows(file, game, known and (known.number, known.seal))
    except JournalError:
        return Proven(game, 0, is_sealed=True)
    (found,) = file.execute(_FOUND, (game,)).fetchone()
    if sound is None and found < counted:
        sound = found  # the index has lost the others
    (unsealed,) = file.execute(_UNSEALED, {"game": game}).fetchone()
    is_cut = sound is None and known is not None and counted < known.number
    had = known.number if is_cut and known is not None else None
    return Proven(game, sound, is_sealed=not unsealed, had=had)


_PAUSE = 0.002
"""Seconds between two games: whoever plays meanwhile comes first."""


class ThoroughCheck:
    """A check of the file that is there now; `identity` tells it from one that takes its place.

    `damaged` are the numbers of the games that were found not to be as they were written, `cut` of
    those that have lost their end, or are not there any more.
    """

    def __init__(self, path: Path) -> None:
        self.identity = identity(path)
        self.damaged: list[int] = []
        self.cut: list[int] = []
        self._path = path

    def run(self) -> None:
        """Read all of the file, and prove its games. Raises DamagedError where it cannot be read.

        Where it cannot be opened at present nothing is checked: whoever writes is told why.
        """
        self._read(self._prove)

    def read_file(self) -> None:
        """Read all of the file as `run`, but prove no game, which takes many times as long."""
        self._read(lambda _file: None)

    def _read(self, more: Callable[[sqlite3.Connection], None]) -> None:
        if self.identity is None:
            return
        try:
            patiently(lambda: self._read_once(more))
        except sqlite3.Error as error:
            if not is_trouble(error):
                raise DamagedError from error
        except (UnicodeDecodeError, MemoryError) as error:
            raise DamagedError from error

    def _read_once(self, more: Callable[[sqlite3.Connection], None]) -> None:
        with closing(connected_to_read(self._path)) as file:
            # Not in pieces: what reads them one by one overlooks how long texts end.
            if file.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                raise DamagedError
            more(file)

    def _prove(self, file: sqlite3.Connection) -> None:
        self.damaged.clear()
        self.cut.clear()
        known = known_games(self._path)
        if not is_newest(file):
            return  # nothing in it is sealed yet, and it is brought up to date when opened
        for proven in prove(file, known):
            if proven.sound is not None:
                self.damaged.append(proven.game)
            elif not proven.is_as_written:
                self.cut.append(proven.game)
            time.sleep(_PAUSE)
