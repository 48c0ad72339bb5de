"""The thorough check of the saved games: all of their file is read, so that damage is found.

It takes the longer the more games there are, so an app does it beside all else: by a connection of
its own, in whatever thread.
"""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.memory.journal_file import (
    DamagedError,
    connected_to_read,
    identity,
    is_newest,
    is_trouble,
)
from companion.memory.known_games import known_games
from companion.memory.patience import patiently
from companion.memory.proving import prove

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
