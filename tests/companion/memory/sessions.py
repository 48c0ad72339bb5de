"""Sessions that have been played for a while."""

from companion.commands import BuildHut, Correct, PlaceWorker, Roll
from companion.memory.amending import prepare_amendment
from companion.memory.clock import current_timestamp
from companion.memory.session import Session
from companion.pieces import Chips, Face
from companion.ruling import changes_to_allow, with_legal_payment
from tests.companion.playing import FIRST_TURN, commands, four_players
from tests.companion.positions import COPPER, PURPLE, STONE, WOOD, WOOL


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


def after_own_payment(session):
    """A session of two in which purple pays a hut of wool and copper with a wood and a stone."""
    for plain in (WOOD, WOOL, COPPER, STONE, COPPER, STONE):
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
    session.apply(Roll(by=PURPLE, face=Face.STONE))
    hut = BuildHut(by=PURPLE, field=1, pay=Chips(wood=1, stone=1))
    changes = changes_to_allow(session.state, hut, "pay.swap")
    correction = Correct(changes=changes, why="we agreed")
    session.apply(with_legal_payment(session.state, hut), correction)
    return session


def put_right(session, *edits):
    """Change old steps, add forgotten ones, or remove some."""
    session.amend(prepare_amendment(session.steps, edits, current_timestamp()))
