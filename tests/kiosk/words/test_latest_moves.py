from pathlib import Path

import pytest

from companion.commands import (
    BuildHut,
    Correct,
    PlaceWorker,
    Roll,
    SetHand,
    SetSupply,
)
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import Chips, Face
from companion.ruling import changes_to_allow, with_legal_payment
from kiosk.words.latest_moves import latest_moves
from tests.companion.playing import two_players
from tests.companion.positions import COPPER, PURPLE, STONE, WOOD, WOOL


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(tmp_path)


@pytest.fixture
def session(journal: Journal) -> Session:
    session = Session.begin(journal, two_players())
    for plain in (WOOD, WOOL, WOOD):
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
    return session


def told(session: Session) -> tuple[str, ...]:
    return latest_moves(session.game.history.latest).lines


@pytest.fixture
def ruled(session: Session) -> Session:
    for plain in (COPPER, STONE, COPPER):
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
    session.apply(Roll(by=PURPLE, face=Face.STONE))
    hut = BuildHut(by=PURPLE, field=1, pay=Chips(wood=1, stone=1))
    correction = Correct(changes=changes_to_allow(session.state, hut, "pay.swap"), why="we agreed")
    session.apply(with_legal_payment(session.state, hut), correction)
    return session


@pytest.mark.parametrize("open_chips", [False, True])
def test_what_the_table_pays_differently_is_moved_once(ruled: Session, open_chips: bool) -> None:  # noqa: FBT001 - a test's own
    moves = latest_moves(ruled.game.history.latest, open_chips=open_chips)

    assert moves.lines[:3] == (
        "Correction: we agreed",
        "Pim: return 1 wood, 1 stone",
        "Pim: hut onto 1",
    )
    assert not any("lie" in line or "corrected" in line for line in moves.lines)
    rules = [one.rule for one in moves.reasons]
    assert "correct.table" in rules
    assert "hut.cost" in rules


def test_a_correction_that_was_no_ruling_stays_apart_from_the_step_after_it(
    session: Session,
) -> None:
    for plain in (COPPER, STONE, COPPER):
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
    session.apply(Roll(by=PURPLE, face=Face.STONE))
    hand, supply = session.state.player(PURPLE).hand, session.state.supply
    lay_there = (SetHand(PURPLE, WOOD, hand.wood + 1), SetSupply(WOOD, supply.wood - 1))
    session.apply(Correct(changes=lay_there, why="we forgot to take one"))
    session.apply(BuildHut(by=PURPLE, field=1, pay=Chips(wool=1, copper=1)))

    assert told(session)[0] == "Pim: return 1 wool, 1 copper"
