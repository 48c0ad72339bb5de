"""How a game of the list stands, worked out where nobody has done so since it was played."""

import sqlite3
from functools import partial

from companion.memory.journal import Journal
from companion.memory.pace import minutes_played
from companion.memory.saved_rows import BrokenGameError, Kind, read_setup
from companion.memory.session import ReadGame
from companion.memory.summaries import SavedGame, Summary, summary_of
from companion.memory.timeline import last_state

_TIMES = "SELECT kind, time FROM steps_in_short WHERE game = ? ORDER BY number"


def summed_up(journal: Journal, game: SavedGame) -> Summary:
    """How a game stands; what had to be worked out is kept for the next time.

    Of a damaged game that is how it can be gone on with. Raises JournalError where the game cannot
    be read.
    """
    if game.summary is not None:
        return game.summary
    try:
        state = last_state(read_setup(game.head), journal.standing_rows(game.id))
    except BrokenGameError:
        return ReadGame.good_part(journal, game.id).summary
    times = journal.ask(partial(_times, game.id))
    summary = summary_of(state, minutes_played(game.head.started, times))
    journal.keep_summary(game, summary)
    return summary


def _times(game: int, file: sqlite3.Connection) -> list[tuple[Kind, str]]:
    return [(Kind(kind), time) for kind, time in file.execute(_TIMES, (game,))]
