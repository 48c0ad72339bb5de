"""Who has played before, read off the beginnings of the games that were played last."""

from collections.abc import Iterator

from companion.errors import JournalError
from companion.game import Setup
from companion.memory.journal import Journal
from companion.memory.saved_rows import read_setup

LOOKED_THROUGH = 30
"""So many games, the last played first, are looked through for people."""


def last_names(journal: Journal) -> tuple[str, ...]:
    """Who played in the last `LOOKED_THROUGH` games, each name once, whoever played last first.

    A game whose beginning cannot be read names nobody. Raises JournalError where the saved games
    cannot be read at all.
    """
    names = (seat.name for setup in _setups(journal) for seat in setup.players)
    return tuple(dict.fromkeys(names))


def _setups(journal: Journal) -> Iterator[Setup]:
    for game in journal.games(limit=LOOKED_THROUGH):
        try:
            setup = read_setup(game.head)
        except JournalError:  # The start screen tells of it; for names, another game will do.
            continue
        yield setup
