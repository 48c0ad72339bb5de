"""A long saved game is read beside all else: thousands of steps take seconds. No Kivy."""

from contextlib import closing
from pathlib import Path
from threading import Thread

from companion.errors import JournalError
from companion.memory.journal import Journal
from companion.memory.session import ReadGame
from companion.memory.summaries import SavedGame

LONG_GAME = 2_000
"""A game of more rows is read so; on a small computer they take about a second. Few games have a
third of that."""


class GameReading:
    """Reads a saved game in a thread, by a connection of its own; begins when it is made.

    `saved` is the game, `percent` how much of it is read.
    """

    def __init__(self, folder: Path, saved: SavedGame) -> None:
        self.saved = saved
        self.percent = 0
        self._folder = folder
        self._read: ReadGame | None = None
        self._refused: JournalError | None = None
        # Nobody waits for its end: it changes nothing.
        self._thread = Thread(target=self._work, name="saved game", daemon=True)
        self._thread.start()

    def is_of(self, saved: SavedGame) -> bool:
        """Whether it is that game's, which has not gone on since."""
        return (self.saved.id, self.saved.place) == (saved.id, saved.place)

    @property
    def is_done(self) -> bool:
        """Whether `game` tells what came of it."""
        return not self._thread.is_alive()

    def game(self) -> ReadGame:
        """What was read. Raises JournalError where it cannot be, ValueError before it `is_done`."""
        if self._refused is not None:
            raise self._refused
        if self._read is None:
            raise ValueError("the game is not read yet")
        return self._read

    def _work(self) -> None:
        try:
            with closing(Journal.open_for_reading(self._folder)) as journal:
                self._read = ReadGame.good_part(journal, self.saved.id, self._count)
        except JournalError as error:
            self._refused = error

    def _count(self, row: int) -> None:
        self.percent = 100 * row // self.saved.rows
