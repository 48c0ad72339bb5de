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
from companion.memory.journal.journal import Journal
from companion.memory.session import Session
from companion.pieces import BuildingKind, Chips, Face
from companion.ruling import as_settled, changes_for
from companion.sentence import Sentence
from companion.state import Building, GameState, Phase
from companion.telling.moves import MarkerMoved, News, WorkerPlaced
from kiosk.words.latest_moves import LatestMoves, Section, latest_moves
from kiosk.words.moves import move_rows, moves_between
from kiosk.words.narration import to_do
from kiosk.words.reasons import reasons
from tests.companion.playing import two_players
from tests.companion.positions import BLUE, COPPER, PURPLE, STONE, WOOD, WOOL


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
    return latest_moves(session.log).lines


def differences(before: GameState, after: GameState) -> tuple[str, ...]:
    """What to move from one state to another, between which nobody corrects anything."""
    return tuple(row.line for row in moves_between(before, after, ()))


def test_before_the_first_step_nothing_is_to_be_moved(journal: Journal) -> None:
    session = Session.begin(journal, two_players())

    assert latest_moves(session.log) == LatestMoves((), ())


def test_a_step_tells_its_pieces_and_its_rules(session: Session) -> None:
    step = session.steps[-1]

    moves = latest_moves(session.log)
    assert moves.lines == to_do(step.before, step.events)
    assert moves.reasons == reasons(step.before, step.events)


def test_who_has_most_to_move_are_all_with_as_many_rows(session: Session) -> None:
    placed = WorkerPlaced((PURPLE,), WOOD)
    rows = (placed, WorkerPlaced((PURPLE, BLUE), WOOL), MarkerMoved((BLUE,), 5, 7))
    news = News((BLUE,), Sentence("Bo rolled"))
    moves = LatestMoves((Section("", move_rows(session.state, (*rows, news))),), ())

    assert moves.movers == (PURPLE, BLUE)
    assert LatestMoves((Section("", move_rows(session.state, (placed, news))),), ()).movers == (
        PURPLE,
    )
    assert LatestMoves((), ()).movers == ()


def test_a_step_taken_back_tells_which_pieces_to_put_back(session: Session) -> None:
    before = session.state
    step = session.undo()

    moves = latest_moves(session.log)

    assert moves.lines == ("Undone. On the table:", *differences(before, step.before))
    assert moves.reasons == reasons(step.before, step.events)


def test_steps_taken_back_in_a_row_tell_the_pieces_of_all_of_them(session: Session) -> None:
    before = session.state
    for _step in range(3):
        session.undo()

    assert told(session) == (
        "3 steps undone. On the table:",
        *differences(before, session.state),
    )


def test_a_step_done_again_after_several_tells_those_who_moved_and_those_who_waited(
    session: Session,
) -> None:
    before = session.state
    for _step in range(3):
        session.undo()
    farthest = session.state
    session.redo()

    assert told(session) == (
        "Redone.",
        "If pieces were put back:",
        *differences(farthest, session.state),
        "If nothing was put back:",
        *differences(before, session.state),
    )


def test_a_step_taken_back_after_several_done_again_tells_both_as_well(
    journal: Journal, session: Session
) -> None:
    for _step in range(3):
        session.undo()
    later = Session.resume(journal, session.game_id)
    before = later.state
    later.redo()
    later.redo()
    farthest = later.state
    later.undo()

    assert told(later) == (
        "Undone.",
        "If pieces were moved:",
        *differences(farthest, later.state),
        "If nothing was moved:",
        *differences(before, later.state),
    )


def test_all_done_again_asks_only_those_who_have_moved_pieces_meanwhile(session: Session) -> None:
    session.undo()
    session.undo()
    farthest = session.state
    session.redo()
    session.redo()

    moves = latest_moves(session.log)
    assert moves.lines == (
        "All as before. If pieces were moved:",
        *differences(farthest, session.state),
    )
    assert moves.reasons == ()


def test_a_game_taken_over_tells_what_was_told_before(journal: Journal, session: Session) -> None:
    session.undo()

    assert told(Session.resume(journal, session.game_id)) == told(session)


def test_what_was_taken_back_before_the_taking_over_is_told_no_more(
    journal: Journal, session: Session
) -> None:
    session.undo()
    session.undo()
    later = Session.resume(journal, session.game_id)
    before = later.state
    later.redo()

    assert told(later) == ("Redone. On the table:", *differences(before, later.state))
    later.redo()
    assert told(later) == ("2 steps redone. On the table:", *differences(before, later.state))


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
    assert told(corrected) == ("Noted:", "Correction: we forgot a step", "Pim: hut onto 8")
    assert not latest_moves(corrected.log).asks_to_move


def test_a_correction_taken_back_says_how_it_lies_and_nobody_moves_it(corrected: Session) -> None:
    hut = SetField(8, Building(BuildingKind.HUT, PURPLE))
    corrected.apply(Correct(changes=(hut,), why="we forgot a step"))
    corrected.undo()
    assert told(corrected) == ("Undone. Noted:", "Pim: hut off 8")
    assert not latest_moves(corrected.log).asks_to_move
    corrected.undo()
    assert told(corrected)[0] == "2 steps undone. Noted:"
    corrected.redo()
    corrected.redo()
    assert told(corrected) == ("All as before.",)


def test_among_other_steps_taken_back_a_correction_is_told_with_them(corrected: Session) -> None:
    hut = SetField(8, Building(BuildingKind.HUT, PURPLE))
    corrected.apply(Correct(changes=(hut,), why="we forgot a step"))
    corrected.apply(Roll(by=corrected.state.decider, face=Face.COPPER))
    assert latest_moves(corrected.log).asks_to_move
    corrected.undo()
    corrected.undo()
    assert told(corrected)[0] == "2 steps undone. On the table:"
    (section,) = latest_moves(corrected.log).sections
    assert [row.line for row in section.rows if not row.is_move] == ["Pim: hut off 8"]


def test_a_corrected_hand_is_secret_unless_chips_are_open(corrected: Session) -> None:
    plain = "14 chips lie on the wood plain"

    assert told(corrected)[2:] == ("Pim: chips corrected, look at your hand", plain)
    opened = latest_moves(corrected.log, open_chips=True).lines
    assert opened[2:] == ("Pim: 3 wood in hand now", plain)


@pytest.fixture
def ruled(session: Session) -> Session:
    """A hut for a wood and a stone in place of a wool and a copper: the table plays it so."""
    for plain in (COPPER, STONE, COPPER):
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
    session.apply(Roll(by=PURPLE, face=Face.STONE))
    hut = BuildHut(by=PURPLE, field=1, pay=Chips(wood=1, stone=1))
    correction = Correct(changes=changes_for(session.state, hut, "pay.swap"), why="we agreed")
    session.apply_ruled(correction, as_settled(session.state, hut))
    return session


@pytest.mark.parametrize("open_chips", [False, True])
def test_what_the_table_pays_differently_is_moved_once(ruled: Session, open_chips: bool) -> None:  # noqa: FBT001 - a test's own
    moves = latest_moves(ruled.log, open_chips=open_chips)

    assert moves.lines[:3] == (
        "Correction: we agreed",
        "Pim: return 1 wood, 1 stone",
        "Pim: hut onto 1",
    )
    assert not any("lie" in line or "corrected" in line for line in moves.lines)
    rules = [one.rule for one in moves.reasons]
    assert "correct.table" in rules
    assert "hut.cost" in rules


def test_what_was_paid_differently_comes_back_once_and_goes_once_more(ruled: Session) -> None:
    ruled.undo()
    assert ruled.state.phase is Phase.ACTION
    assert ruled.steps[-1].command == Roll(by=PURPLE, face=Face.STONE)
    assert told(ruled)[0] == "Undone. On the table:"
    assert "Pim: take 1 wood, 1 stone" in told(ruled)
    assert not any("lie" in line or "corrected" in line for line in told(ruled))

    ruled.redo()
    assert told(ruled) == ("All as before. If pieces were moved:", *told(ruled)[1:])
    assert "Pim: return 1 wood, 1 stone" in told(ruled)
    assert ruled.state.is_hut(1)


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
