"""Old steps that were changed, as the log tells them."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from companion.memory.timeline import whole_log

from companion.commands import Correct, Roll, SetPoints, Take
from companion.memory.amending import Insert, Remove, Replace, amend
from companion.memory.clock import now
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import FACES, Face
from kiosk.pages.log.view import LineStyle, entry_text, line_at, log_detail
from kiosk.pages.rolls import roll_sheet
from kiosk.routes import How, Wish
from tests.companion.memory.sessions import after_first_turn
from tests.companion.playing import two_players
from tests.companion.positions import BLUE, PURPLE, WOOL

TAKES, MOVES = 8, 10
"""The places of the step that is changed, and of purple's big yield."""


@pytest.fixture
def session(tmp_path) -> Iterator[Session]:
    """Everybody has taken a chip; purple's was wool, and not wood as was entered first."""
    with closing(Journal.open(tmp_path)) as journal:
        session = after_first_turn(Session.begin(journal, two_players()))
        change(session, TAKES, Take(by=PURPLE, material=WOOL))
        yield session


def change(session: Session, place: int, command: object) -> None:
    session.amend(amend(session.steps, [Replace(place, command)], now()))


def detail(session: Session, place: int):
    """The row at a place of the log, from 1, in full."""
    return log_detail(session.log, place - 1, session.state, open_chips=False)


def texts(session: Session) -> list[str]:
    return [entry_text(entry) for entry in session.log]


def test_a_step_that_was_changed_stands_in_its_row_as_it_counts_now(session):
    assert texts(session)[7:] == [
        "Pim takes 1 wool",
        "Bo takes 1 stone",
        "Pim: big yield, wood to wool",
        "Changed to: Pim takes 1 wool",
    ]
    assert line_at(session.log, 9).look is LineStyle.PLAIN
    changed = detail(session, TAKES)
    assert (changed.amended, changed.struck) == (True, False)
    assert changed.state == session.steps[TAKES - 1].after
    assert not detail(session, TAKES + 1).amended


def test_the_row_of_a_change_tells_what_was_before_and_what_to_move(session):
    found = detail(session, 11)
    assert found.title == "Changed to: Pim takes 1 wool"
    assert found.moves == (
        "Before: Pim takes 1 wood",
        "Now: Pim takes 1 wool",
        "Pim: return 1 wood",
        "Pim: take 1 wool",
    )
    assert found.state == session.state
    assert line_at(session.log, 10).look is LineStyle.NOTE
    assert line_at(session.log, 10).explained
    assert found.reasons == detail(session, TAKES).reasons
    assert found.turn.title == "Turn 2"


def test_a_change_that_is_taken_back_and_made_again_is_told_so(session):
    session.undo()
    assert texts(session)[7] == "Pim takes 1 wood"
    assert texts(session)[-1] == "Change undone: Pim takes 1 wool"
    assert not detail(session, TAKES).amended
    assert detail(session, 12).moves[2:] == ("Pim: return 1 wool", "Pim: take 1 wood")
    session.redo()
    assert texts(session)[-1] == "Changed again: Pim takes 1 wool"
    assert detail(session, 13).moves == detail(session, 11).moves


def test_steps_that_a_change_took_back_are_struck(session):
    change(session, 7, Roll(by=PURPLE, face=Face.MINUS))
    looks = [line_at(session.log, place).look for place in range(6, 10)]
    assert looks == [LineStyle.PLAIN, LineStyle.STRUCK, LineStyle.STRUCK, LineStyle.STRUCK]
    assert texts(session)[6] == "Pim rolls \N{MINUS SIGN}1"
    assert detail(session, 12).face is Face.MINUS
    session.undo()
    assert detail(session, 12).face is Face.MINUS
    assert detail(session, 13).face is None  # purple's turn was over


COUNTED = Correct(changes=(SetPoints(PURPLE, 9),), why="counted again")


def whole_texts(session: Session) -> list[str]:
    return [entry_text(entry) for entry in whole_log(session)]


def test_a_forgotten_step_stands_where_it_belongs_and_says_that_it_was_put_in(session):
    session.amend(amend(session.steps, [Insert(MOVES, COUNTED)], now()))
    log = whole_log(session)
    counted = entry_text(log[9]).removeprefix("Put in later: ")
    assert whole_texts(session)[7:] == [
        "Pim takes 1 wool",
        "Bo takes 1 stone",
        f"Put in later: {counted}",
        "Pim: big yield, wood to wool",
        "Changed to: Pim takes 1 wool",
        f"Put in: {counted}",
    ]
    put_in = log_detail(log, 9, session.state, open_chips=False)
    assert put_in.state == session.steps[MOVES - 1].after
    assert put_in.face is Face.PLUS
    lines = [line_at(log, row) for row in range(len(log))]
    assert len({line.key for line in lines}) == len(lines)
    assert [line.place for line in lines] == list(range(len(log)))
    note = log_detail(log, len(log) - 1, session.state, open_chips=False)
    assert note.moves[0] == f"Put in: {counted}"
    session.undo()
    assert whole_texts(session)[-1] == f"Put in no more: {counted}"
    assert len(whole_log(session)) == len(session.log)
    session.redo()
    assert whole_texts(session)[-1] == f"Put in again: {counted}"


def test_a_step_that_was_removed_is_struck_and_the_note_says_so(session):
    session.apply(COUNTED)
    session.apply(Roll(by=session.state.decider, face=Face.WOOL))
    session.amend(amend(session.steps, [Remove(len(session.steps) - 1)], now()))
    counted = texts(session)[11]
    assert texts(session)[-1] == f"Removed: {counted}"
    assert detail(session, 12).struck
    assert not detail(session, 13).struck
    assert detail(session, 14).moves[0] == f"Removed: {counted}"
    assert detail(session, 14).reasons == ()
    session.undo()
    assert texts(session)[-1] == f"Not removed any more: {counted}"
    assert detail(session, 15).reasons == ()
    session.redo()
    assert texts(session)[-1] == f"Removed again: {counted}"


def test_where_only_the_last_steps_were_taken_back_the_first_of_them_is_named(session):
    session.amend(amend(session.steps, [Remove(len(session.steps) - 1)], now()))
    assert texts(session)[-1] == "Removed: Bo takes 1 stone"
    assert [entry.in_effect for entry in session.log[8:10]] == [False, False]


def test_at_a_step_it_can_be_changed_one_be_put_in_after_it_and_it_be_left_out(session):
    session.apply(COUNTED)
    session.amend(amend(session.steps, [Insert(MOVES, COUNTED)], now()))
    log = whole_log(session)
    edits = [log_detail(log, row, session.state, open_chips=False).edits for row in range(7, 14)]
    assert edits == [
        (Wish(8, How.CHANGE), Wish(9, How.INSERT), Wish(8, How.REMOVE)),
        (Wish(9, How.CHANGE), Wish(10, How.INSERT), Wish(9, How.REMOVE)),
        (Wish(11, How.INSERT), Wish(10, How.REMOVE)),  # a correction, put in
        (Wish(11, How.CHANGE), Wish(12, How.INSERT), Wish(11, How.REMOVE)),
        (),
        (Wish(12, How.REMOVE),),  # what follows the last step is played
        (),
    ]


def test_a_roll_that_was_put_in_is_counted_and_one_that_was_removed_is_not(session):
    faces = [Roll(by=session.state.decider, face=Face.WOOL)]
    session.apply(faces[0])
    before = roll_sheet(whole_log(session), session.state.players)
    session.amend(
        amend(session.steps, [Remove(11), Insert(11, Roll(by=BLUE, face=Face.WOOD))], now())
    )
    after = roll_sheet(whole_log(session), session.state.players)
    assert before.together.counts == tuple(int(face in (Face.PLUS, Face.WOOL)) for face in FACES)
    assert after.together.counts == tuple(int(face in (Face.PLUS, Face.WOOD)) for face in FACES)
    assert after.taken_back.rolls == 1
