"""The thorough check of the saved games: all of their file is read, so that damage is found.

It takes the longer the more games there are, so an app does it beside all else: by a connection of
its own, in whatever thread.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.memory.journal_file import DamagedError, connected_to_read, identity, is_damage


class ThoroughCheck:
    """A check of the file that is there now; `identity` tells it from one that takes its place."""

    def __init__(self, path: Path) -> None:
        self.identity = identity(path)
        self._path = path

    def run(self) -> None:
        """Read all of the file. Raises DamagedError.

        Where it cannot be opened at present nothing is checked: whoever writes is told why.
        """
        if self.identity is None:
            return
        try:
            with closing(connected_to_read(self._path)) as file:
                # Not in pieces: what reads them one by one overlooks how long texts end.
                sound = file.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if is_damage(error):
                raise DamagedError from error
            return
        if not sound:
            raise DamagedError
