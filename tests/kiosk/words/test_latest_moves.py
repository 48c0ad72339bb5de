import pytest

from companion.commands import BuildHut, Correct, Roll, SetHand, SetSupply
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import Chips, Face
from kiosk.words.latest_moves import piece_moves
from tests.companion.memory.sessions import after_own_payment
from tests.companion.playing import WORKERS_PLACED, two_players
from tests.companion.positions import PURPLE, WOOD


@pytest.fixture
def session(journal: Journal) -> Session:
    return Session.begin(journal, two_players())


@pytest.mark.parametrize("open_chips", [False, True])
def test_what_the_table_pays_differently_is_moved_once(session: Session, open_chips: bool) -> None:  # noqa: FBT001 - a test's own
    latest = after_own_payment(session).game.history.latest
    moves = piece_moves(latest, open_chips=open_chips)

    assert moves.lines[:3] == (
        "Correction: we agreed",
        "Pim: return 1 wood, 1 stone",
        "Pim: hut onto 1",
    )
    assert not any("lie" in line or "corrected" in line for line in moves.lines)
    rules = [one.rule_id for one in moves.reasons]
    assert "correct.table" in rules
    assert "hut.cost" in rules


def test_a_correction_that_was_no_ruling_stays_apart_from_the_step_after_it(
    session: Session,
) -> None:
    for command in WORKERS_PLACED:
        session.apply(command)
    session.apply(Roll(by=PURPLE, face=Face.STONE))
    hand, supply = session.state.player(PURPLE).hand, session.state.supply
    lay_there = (SetHand(PURPLE, WOOD, hand.wood + 1), SetSupply(WOOD, supply.wood - 1))
    session.apply(Correct(changes=lay_there, why="we forgot to take one"))
    session.apply(BuildHut(by=PURPLE, field=1, pay=Chips(wool=1, copper=1)))

    told = piece_moves(session.game.history.latest).lines
    assert told[0] == "Pim: return 1 wool, 1 copper"
