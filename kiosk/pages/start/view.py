"""Which saved game waits for its players; knows no Kivy."""

from collections.abc import Sequence

import msgspec

from companion.errors import JournalError
from companion.events import GameEnded
from companion.memory.journal import Journal, SavedGame
from companion.memory.saved_rows import Row, read_events, read_setup
from companion.memory.standing import standing
from companion.memory.timeline import Timeline
from companion.state import GameState
from kiosk.words.language import _
from kiosk.words.moments import journal_text, time_text

LOOKED_THROUGH = 12
"""So many games, the last played first, are looked through: an older one is on no table."""


class WaitingGame(msgspec.Struct, frozen=True):
    """A saved game and how it stands."""

    saved: SavedGame
    state: GameState


class Waiting(msgspec.Struct, frozen=True):
    """What the start screen offers.

    `unfinished` is the game on the table, `finished` one that ended after it was last played;
    `troubles` are sentences about games that cannot be read.
    """

    unfinished: WaitingGame | None = None
    finished: WaitingGame | None = None
    troubles: tuple[str, ...] = ()


def waiting(journal: Journal) -> Waiting:
    """Look through the saved games. Never raises JournalError: `troubles` tells."""
    try:
        games = journal.games()[:LOOKED_THROUGH]
    except JournalError as error:
        return Waiting(troubles=(journal_text(error),))
    finished: WaitingGame | None = None
    troubles: list[str] = []
    for saved in games:
        try:
            rows = journal.rows(saved.id)
            ended = _has_ended(rows)
            if ended and finished is not None:
                continue
            game = WaitingGame(saved, Timeline.of(read_setup(saved.head), rows).state)
        except JournalError as error:
            troubles.append(_game_trouble(saved, error))
            continue
        if not ended:
            return Waiting(game, finished, tuple(troubles))
        finished = game
    return Waiting(None, finished, tuple(troubles))


def _has_ended(rows: Sequence[Row]) -> bool:
    """Whether the last row that counts ended the game; cheaper than folding the whole game."""
    counting = standing(row.kind for row in rows)
    if not counting:
        return False
    return any(isinstance(event, GameEnded) for event in read_events(rows[counting[-1] - 1]))


def _game_trouble(saved: SavedGame, error: JournalError) -> str:
    return _(
        "The game last played on {time} is left out. {reason}",
        time=time_text(saved.last_played),
        reason=journal_text(error),
    )
