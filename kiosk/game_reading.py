"""Reads long saved games in a thread, as reading thousands of steps takes seconds. Free of Kivy."""

from contextlib import closing
from pathlib import Path

from companion.errors import JournalError
from companion.memory.journal import BrokenGameError, Journal, SavedGame
from companion.memory.played_game import PlayedGame
from companion.memory.session import read_game
from kiosk.background import Job
from kiosk.words.language import mark

LONG_GAME = 2_000
"""Least number of steps of a long game. A small computer reads this many steps in about a second.
Few games have even a third as many."""
_NOT_READ = mark(
    "This saved game could not be read: {reason}. It was left as it is. Restart the companion and "
    "try again."
)


class GameReading(Job[PlayedGame | None]):
    """Job that reads a saved game in a thread, with a database connection of its own.

    The job starts when it is created. Its result is None if the game is damaged; a damaged game is
    repaired when it is resumed.
    """

    def __init__(self, folder: Path, saved: SavedGame) -> None:
        self.saved = saved
        self._folder = folder
        super().__init__(lambda _job: self._read(), _NOT_READ, name="saved game")
        self.begin()

    def is_of(self, saved: SavedGame) -> bool:
        """Return whether this job reads the game `saved`, with the number of steps it has now."""
        return (self.saved.id, self.saved.place, self.saved.steps) == (
            saved.id,
            saved.place,
            saved.steps,
        )

    def game(self) -> PlayedGame | None:
        """The game that was read, or None if the game is damaged.

        Raises JournalError if the game cannot be read, and ValueError if reading has not ended yet.
        """
        if self.failure is not None:
            raise JournalError(self.failure) from self.error
        return self.result

    def _read(self) -> PlayedGame | None:
        with closing(Journal.open_for_reading(self._folder)) as journal:
            try:
                return read_game(journal, self.saved.id)
            except BrokenGameError:
                return None
