"""Reads long saved games in the background, as this takes seconds. Free of Kivy."""

from contextlib import closing
from pathlib import Path

from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from companion.memory.session import read_game

LONG_GAME = 2_000
"""Least number of steps of a long game. A small computer reads this many steps in about a second.
Few games have even a third as many."""


def read_in_background(folder: Path, game_id: int) -> PlayedGame:
    """Read a saved game through its own connection, so that any thread can. Raises JournalError."""
    with closing(Journal.open_for_reading(folder)) as journal:
        return read_game(journal, game_id)
