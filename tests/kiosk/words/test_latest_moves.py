from pathlib import Path

import pytest

from companion.commands import (
    BuildHut,
    Correct,
    PlaceWorker,
    Roll,
    SetField,
    SetHand,
    SetSupply,
)
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import BuildingKind, Chips, Face
from companion.ruling import changes_for, with_exact_payment
from companion.state import Building
from kiosk.words.latest_moves import LatestMoves, latest_moves
from kiosk.words.narration import move_lines
from kiosk.words.reasons import reasons
from tests.companion.playing import two_players
from tests.companion.positions import COPPER, PURPLE, STONE, WOOD, WOOL


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(tmp_path)


@pytest.fixture
def session(journal: Journal) -> Session:
    """A game of two with three workers on their plains."""
    session = Session.begin(journal, two_players())
    for plain in (WOOD, WOOL, WOOD):
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
    return session


def told(session: Session) -> tuple[str, ...]:
    return latest_moves(session.game.history.latest).lines


def test_before_the_first_step_nothing_is_to_be_moved(journal: Journal) -> None:
    session = Session.begin(journal, two_players())

    assert latest_moves(session.game.history.latest) == LatestMoves()


def test_a_step_tells_its_pieces_and_its_rules(session: Session) -> None:
    step = session.steps[-1]

    moves = latest_moves(session.game.history.latest)
    assert moves.lines == move_lines(step.before, step.events)
    assert moves.reasons == reasons(step.before, step.events)


def test_a_step_taken_back_tells_which_pieces_to_put_back(session: Session) -> None:
    session.undo()

    assert told(session) == ("Pim: worker off the wood plain",)


def test_a_step_after_taking_back_tells_only_its_own_pieces(session: Session) -> None:
    session.undo()
    step = session.apply(PlaceWorker(by=session.state.decider, plain=WOOL))

    assert told(session) == move_lines(step.before, step.events)


def test_a_game_taken_over_tells_what_was_told_before(journal: Journal, session: Session) -> None:
    session.undo()

    assert told(Session.resume(journal, session.game_id)) == told(session)


@pytest.fixture
def corrected(session: Session) -> Session:
    """The same, with all workers on their plains and a chip too many in a hand."""
    for plain in (COPPER, STONE, COPPER):
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
    changes = (SetHand(PURPLE, WOOD, 3), SetSupply(WOOD, 14))
    session.apply(Correct(changes=changes, why="two lay under the board"))
    return session


def test_what_a_correction_says_lies_so_already_and_nobody_moves_it(corrected: Session) -> None:
    hut = SetField(8, Building(BuildingKind.HUT, PURPLE))
    corrected.apply(Correct(changes=(hut,), why="we forgot a step"))
    assert told(corrected) == ("Correction: we forgot a step", "Pim: hut onto 8")
    assert not any(row.is_move for row in latest_moves(corrected.game.history.latest).rows)


def test_a_corrected_hand_is_secret_unless_chips_are_open(corrected: Session) -> None:
    plain = "14 chips lie on the wood plain"

    assert told(corrected)[1:] == ("Pim: chips corrected, look at your hand", plain)
    opened = latest_moves(corrected.game.history.latest, open_chips=True).lines
    assert opened[1:] == ("Pim: 3 wood in hand now", plain)


def test_a_corrected_hand_is_as_secret_when_it_is_taken_back(corrected: Session) -> None:
    plain = "16 chips lie on the wood plain"
    corrected.undo()

    assert told(corrected) == ("Pim: chips corrected, look at your hand", plain)
    opened = latest_moves(corrected.game.history.latest, open_chips=True).lines
    assert opened == ("Pim: 1 wood in hand now", plain)


@pytest.fixture
def ruled(session: Session) -> Session:
    """A hut for a wood and a stone in place of a wool and a copper: the table plays it so."""
    for plain in (COPPER, STONE, COPPER):
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
    session.apply(Roll(by=PURPLE, face=Face.STONE))
    hut = BuildHut(by=PURPLE, field=1, pay=Chips(wood=1, stone=1))
    correction = Correct(changes=changes_for(session.state, hut, "pay.swap"), why="we agreed")
    session.apply(with_exact_payment(session.state, hut), correction)
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
