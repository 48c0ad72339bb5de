"""Old steps that were changed, put in or left out, as the log shows them."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.commands import Correct, SetPoints, Take
from companion.memory.amending import Edit, Insert, Replace, prepare_amendment
from companion.memory.clock import current_timestamp
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import Face
from kiosk.pages.log.view import LogDetail, line_at, log_detail
from kiosk.routes import AmendmentKind, StepToAmend
from tests.companion.memory.sessions import after_first_turn
from tests.companion.playing import two_players
from tests.companion.positions import PURPLE, WOOL

TAKES, MOVES = 8, 10
"""The places of the step that is changed, and of purple's big yield."""
FORMER, CHANGED = 7, 8
"""Where the log has that step as it was entered first, and as it was changed, from 0."""
COUNTED = Correct(changes=(SetPoints(PURPLE, 9),), why="counted again")
COUNTED_TEXT = "Correction: counted again"


@pytest.fixture
def session(tmp_path) -> Iterator[Session]:
    """Everybody has taken a chip; purple's was wool, and not wood as was entered first."""
    with closing(Journal.open(tmp_path)) as journal:
        session = after_first_turn(Session.begin(journal, two_players()))
        put_right(session, Replace(TAKES, Take(by=PURPLE, material=WOOL)))
        yield session


def put_right(session: Session, *edits: Edit) -> None:
    session.amend(prepare_amendment(session.steps, edits, current_timestamp()))


def rows(session: Session, first: int = 0) -> list[tuple[bool, str]]:
    """The rows of the log from one on, from 0: how each is drawn, and what it says."""
    found = session.game.log
    lines = [line_at(found, place) for place in range(len(found))]
    assert [line.place for line in lines] == list(range(len(found)))
    assert len({line.number for line in lines}) == len(lines)
    return [(line.struck, line.text) for line in lines[first:]]


def details(session: Session) -> list[LogDetail]:
    """All rows in full, oldest first."""
    game = session.game
    return [log_detail(game, row, open_chips=False) for row in game.log]


PLAIN, STRUCK = False, True
STAYS = [(PLAIN, "Bo takes 1 stone"), (PLAIN, "Pim: big yield, wood to wool")]
FIRST_WOOD = (STRUCK, "Pim takes 1 wood")
NOW_WOOL = (PLAIN, "Changed to: Pim takes 1 wool")


def test_the_row_of_a_changed_step_says_in_full_what_it_was_before(session):
    found = details(session)[CHANGED]
    assert found.title == "Changed to: Pim takes 1 wool"
    assert found.moves == ("Before: Pim takes 1 wood", "Pim: take 1 wool")
    assert found.reasons == details(session)[FORMER].reasons
    assert found.turn.title == "Turn 1"


def test_a_change_that_is_undone_is_struck_until_it_is_redone(session):
    before = rows(session)
    session.undo()
    assert rows(session, FORMER) == [
        (STRUCK, "Pim takes 1 wool"),
        (PLAIN, "Pim takes 1 wood"),
        *STAYS,
    ]
    session.redo()
    assert rows(session) == before


def test_a_forgotten_step_stands_where_it_belongs_and_says_that_it_was_put_in(session):
    put_right(session, Insert(MOVES, COUNTED))
    put_in = [FIRST_WOOD, NOW_WOOL, STAYS[0], (PLAIN, f"Added later: {COUNTED_TEXT}"), STAYS[1]]
    assert rows(session, FORMER) == put_in
    found = details(session)[MOVES]
    assert found.title == f"Added later: {COUNTED_TEXT}"
    assert found.moves == ("Pim: +4, point marker to 9 · correction",)
    assert found.state == session.steps[MOVES - 1].after
    assert found.face is Face.PLUS
    session.undo()
    assert rows(session, FORMER) == [*put_in[:3], (STRUCK, COUNTED_TEXT), STAYS[1]]
    session.redo()
    assert rows(session, FORMER) == put_in


def test_at_a_step_it_can_be_changed_one_be_put_in_after_it_and_it_be_left_out(session):
    session.apply(COUNTED)
    put_right(session, Insert(MOVES, COUNTED))
    assert [found.edits for found in details(session)[FORMER:]] == [
        (),  # what was before the change
        (
            StepToAmend(8, AmendmentKind.CHANGE),
            StepToAmend(9, AmendmentKind.INSERT),
            StepToAmend(8, AmendmentKind.REMOVE),
        ),
        (
            StepToAmend(9, AmendmentKind.CHANGE),
            StepToAmend(10, AmendmentKind.INSERT),
            StepToAmend(9, AmendmentKind.REMOVE),
        ),
        (
            StepToAmend(11, AmendmentKind.INSERT),
            StepToAmend(10, AmendmentKind.REMOVE),
        ),  # a correction, put in
        (
            StepToAmend(11, AmendmentKind.CHANGE),
            StepToAmend(12, AmendmentKind.INSERT),
            StepToAmend(11, AmendmentKind.REMOVE),
        ),
        (StepToAmend(12, AmendmentKind.REMOVE),),  # what follows the last step is played
    ]
