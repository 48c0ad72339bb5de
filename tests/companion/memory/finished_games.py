"""Figures of games that nobody has played, and games that were played to their end."""

from functools import cache

from companion.memory.history import GameFigures, PlayerFigures
from companion.memory.journal import Journal
from companion.memory.saved_rows import GameHead, Row
from companion.memory.session import Session
from companion.pieces import FACES
from companion.state import Breakdown
from tests.companion.playing import commands, four_players, two_players

NO_ROLLS = (0,) * len(FACES)
_TO_THE_END = 5000


def player(name, points=40, victors=0, *, first=False, **more):
    usual = {
        "sources": Breakdown(),
        "huts": 0,
        "temples": 0,
        "runes": 0,
        "offered": 0,
        "refused": 0,
        "turns": 10,
        "faces": NO_ROLLS,
    }
    return PlayerFigures(name=name, points=points, victors=victors, first=first, **usual | more)


def game(*players, minutes=None):
    return GameFigures(players, minutes)


@cache
def played_to_the_end(folder, number: int) -> tuple[GameHead, tuple[Row, ...]]:
    """A random game of two, or where the number is odd of four, as the journal keeps it."""
    setup = four_players() if number % 2 else two_players()
    journal = Journal.open(folder)
    session = Session.begin(journal, setup)
    for command in commands(setup, _TO_THE_END, number):
        session.apply(command)
    saved = journal.head(session.game_id), journal.rows(session.game_id)
    journal.close()
    return saved
