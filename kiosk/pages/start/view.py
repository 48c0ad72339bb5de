"""Which saved game waits for its players; knows no Kivy."""

from collections.abc import Callable

import msgspec

from companion.errors import JournalError
from companion.memory.journal.index import SavedGame, Summary
from companion.memory.journal.journal import Journal
from companion.memory.session import ReadGame, Session
from companion.state import GameState, Phase
from kiosk.game_reading import LONG_GAME, GameReading
from kiosk.words.language import _
from kiosk.words.moments import journal_text, time_text
from kiosk.words.texts import said

LOOKED_THROUGH = 12
"""So many games, the last played first, are looked through: an older one is on no table."""


Keep = Callable[[SavedGame, Summary], object]


class WaitingGame(msgspec.Struct, frozen=True):
    """A saved game and how it stands; `read` is all of it, unless it is at hand."""

    saved: SavedGame
    state: GameState
    read: ReadGame | None


class Waiting(msgspec.Struct, frozen=True):
    """What the start screen offers.

    `unfinished` is the game on the table, `finished` one that ended after it was last played;
    `others`: there may be other unfinished games, which a list of its own shows; `troubles` are
    sentences about games that cannot be read. `long` is the game on the table where it takes long
    to read and is not read yet.
    """

    unfinished: WaitingGame | None = None
    finished: SavedGame | None = None
    others: bool = False
    long: SavedGame | None = None
    troubles: tuple[str, ...] = ()


def waiting(
    journal: Journal,
    at_hand: Session | None = None,
    reading: GameReading | None = None,
    keep: Keep | None = None,
) -> Waiting:
    """Look through the saved games; the one `at_hand` need not be read.

    `keep` keeps how a game stands that was read for that; without it the journal does.
    A long one is taken from `reading`, or left to somebody who reads it beside all else.
    Never raises JournalError: `troubles` tells.
    """
    try:
        games = journal.games(limit=LOOKED_THROUGH)
        not_ended = journal.games(limit=LOOKED_THROUGH + 1, unfinished=True)
    except JournalError as error:
        return Waiting(troubles=(journal_text(error),))
    unfinished: WaitingGame | None = None
    finished: SavedGame | None = None
    long: SavedGame | None = None
    looked_at: set[int] = set()
    troubles: list[str] = []
    for saved in games:
        looked_at.add(saved.id)
        if _has_ended(saved):
            finished = finished or saved
            continue
        known = None
        if reading is not None and reading.is_done and reading.is_of(saved):
            known = reading
        if _takes_long(saved, at_hand, known):
            long = saved
            break
        try:
            unfinished = _unfinished(journal, saved, at_hand, known, keep or journal.keep_summary)
        except JournalError as error:
            troubles.append(_game_trouble(saved, error))
            continue
        if unfinished is not None:
            troubles += _damage(unfinished)
            break
        finished = finished or saved
    others = any(game.id not in looked_at for game in not_ended)
    return Waiting(unfinished, finished, others, long, tuple(troubles))


def _has_ended(saved: SavedGame) -> bool:
    """Whether that is known: its summary spares looking at all its steps."""
    return saved.summary is not None and saved.summary.has_ended


def _lies_at_hand(saved: SavedGame, at_hand: Session | None) -> bool:
    return at_hand is not None and at_hand.unsaved is None and at_hand.game_id == saved.id


def _takes_long(saved: SavedGame, at_hand: Session | None, known: GameReading | None) -> bool:
    """Whether the first picture, or a touch, would have to wait for it."""
    is_read = _lies_at_hand(saved, at_hand) or known is not None
    return saved.rows > LONG_GAME and not is_read


def _unfinished(
    journal: Journal,
    saved: SavedGame,
    at_hand: Session | None,
    known: GameReading | None,
    keep: Keep,
) -> WaitingGame | None:
    """A game as it stands, None if it has ended."""
    if at_hand is not None and _lies_at_hand(saved, at_hand):
        game = WaitingGame(saved, at_hand.state, None)
    else:
        read = ReadGame.intact_part(journal, saved.id) if known is None else known.game()
        game = WaitingGame(saved, read.timeline.state, read)
        if saved.summary is None and read.damage is None:
            keep(saved, read.summary)
    return None if game.state.phase is Phase.FINISHED else game


def _damage(game: WaitingGame) -> list[str]:
    """What there is to tell of a game of which not all is as it was written."""
    return [] if game.read is None or game.read.damage is None else [said(game.read.damage)]


def _game_trouble(saved: SavedGame, error: JournalError) -> str:
    return _(
        "The game last played on {time} is left out. {reason}",
        time=time_text(saved.last_played),
        reason=journal_text(error),
    )
