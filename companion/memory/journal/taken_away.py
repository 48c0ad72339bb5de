"""Games that people take away: they are in no list and in no figures until they are brought back.

Nothing is deleted: a row of a table that only grows says so, and the last row of a game counts.
"""

from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import now

_MOVE = "INSERT INTO taken_away (game, away, time) VALUES (?, ?, ?)"


def take_away(journal: Journal, game: int) -> None:
    """Leave a saved game out of everything from now on. Raises JournalError."""
    _move(journal, game, away=True)


def bring_back(journal: Journal, game: int) -> None:
    """Let a game that was taken away be there as before. Raises JournalError."""
    _move(journal, game, away=False)


def _move(journal: Journal, game: int, *, away: bool) -> None:
    journal.head(game)  # there is such a game
    row = (game, away, now())
    journal.change(lambda file: file.execute(_MOVE, row))
