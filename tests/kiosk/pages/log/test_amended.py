"""Old steps that were changed, as the log tells them."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.commands import Roll, Take
from companion.memory.amending import amend
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import Face
from kiosk.pages.log.view import Look, entry_text, log_detail, page_lines
from tests.companion.memory.sessions import after_first_turn
from tests.companion.playing import two_players
from tests.companion.positions import PURPLE, WOOL

TAKES = 8
"""The place of the step that is changed."""


@pytest.fixture
def session(tmp_path) -> Iterator[Session]:
    """Everybody has taken a chip; purple's was wool, and not wood as was entered first."""
    with closing(Journal.open(tmp_path)) as journal:
        session = after_first_turn(Session.begin(journal, two_players()))
        change(session, TAKES, Take(by=PURPLE, material=WOOL))
        yield session


def change(session: Session, place: int, command: object) -> None:
    session.amend(amend(session.steps, {place: command}))


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
    *_, (group,) = [page_lines(session.log, [place]) for place in (7, 8, 9)]
    assert group.lines[0].look is Look.PLAIN
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
    ((group,)) = page_lines(session.log, [10])
    assert group.lines[0].look is Look.NOTE
    assert group.lines[0].explained
    assert found.reasons == detail(session, TAKES).reasons
    assert found.turn.title == "Turn 2"


def test_a_change_that_is_taken_back_and_made_again_is_told_so(session):
    session.undo()
    assert texts(session)[7] == "Pim takes 1 wood"
    assert texts(session)[-1] == "Change taken back: Pim takes 1 wool"
    assert not detail(session, TAKES).amended
    assert detail(session, 12).moves[2:] == ("Pim: return 1 wool", "Pim: take 1 wood")
    session.redo()
    assert texts(session)[-1] == "Changed again: Pim takes 1 wool"
    assert detail(session, 13).moves == detail(session, 11).moves


def test_steps_that_a_change_took_back_are_struck(session):
    change(session, 7, Roll(by=PURPLE, face=Face.MINUS))
    looks = [page_lines(session.log, [place])[0].lines[0].look for place in range(6, 10)]
    assert looks == [Look.PLAIN, Look.STRUCK, Look.STRUCK, Look.STRUCK]
    assert texts(session)[6] == "Pim rolls \N{MINUS SIGN}1"
    assert detail(session, 12).face is Face.MINUS
    session.undo()
    assert detail(session, 12).face is Face.MINUS
    assert detail(session, 13).face is None  # purple's turn was over
