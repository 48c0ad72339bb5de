"""Sessions that have been played for a while."""

from companion.memory.session import Session
from tests.companion.playing import FIRST_TURN, commands, four_players


def played(session, number, seed=1):
    for command in commands(session.setup, number, seed):
        session.apply(command)
    return session


def after_first_turn(session):
    """A session of two players after purple's first turn."""
    for command in FIRST_TURN:
        session.apply(command)
    return session


def in_play(journal, shelf=None):
    """A session of four players at the first roll, on a mostly unread side."""
    return played(Session.begin(journal, four_players(), shelf), 8)
