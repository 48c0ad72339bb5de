"""Reads long saved games in a thread, as reading thousands of steps takes seconds. Free of Kivy."""

from contextlib import closing
from pathlib import Path

from companion.memory.journal import BrokenGameError, Journal
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


def reading_job(folder: Path, game_id: int) -> Job[PlayedGame | None]:
    """Return a job that reads a saved game with a database connection of its own.

    Its result is None if the game is damaged; a damaged game is repaired when it is viewed.
    """

    def read(_job: Job[PlayedGame | None]) -> PlayedGame | None:
        with closing(Journal.open_for_reading(folder)) as journal:
            try:
                return read_game(journal, game_id)
            except BrokenGameError:
                return None

    return Job(read, _NOT_READ, name="saved game")
