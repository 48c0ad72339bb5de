import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands import Correct, PlaceWorker, SetHand, SetPoints, SetSupply
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import MATERIALS
from kiosk.pages.log.view import LogLine, Look, log_columns, log_detail, log_lines
from tests.companion.playing import commands, two_players
from tests.companion.positions import BLUE, PURPLE, WOOD, WOOL


@pytest.fixture
def session(tmp_path) -> Session:
    return Session.begin(Journal.open(tmp_path), two_players())


@pytest.fixture
def in_play(session: Session) -> Session:
    """A game before the first roll, in which the table corrected a hand."""
    while session.state.turn == 0:
        free = next(plain for plain in MATERIALS if len(session.state.stack(plain)) < 3)
        session.apply(PlaceWorker(by=session.state.decider, plain=free))
    hand, supply = session.state.player(BLUE).hand.wood, session.state.supply.wood
    changes = (
        SetHand(BLUE, WOOD, hand + 2),
        SetSupply(WOOD, supply - 2),
        SetPoints(BLUE, 26),
    )
    session.apply(Correct(changes=changes, why="two chips lay under the board"))
    return session


def test_the_newest_row_stands_first_under_the_part_of_the_game_it_belongs_to(
    session: Session,
) -> None:
    session.apply(PlaceWorker(by=PURPLE, plain=WOOD))
    session.apply(PlaceWorker(by=BLUE, plain=WOOL))

    newest, oldest = log_lines(session.log)

    assert newest.text == "Bo: worker onto the wool plain"
    assert (oldest.text, oldest.color, oldest.number) == (
        "Pim: worker onto the wood plain",
        PURPLE,
        1,
    )
    assert {newest.heading, oldest.heading} == {"Before the first turn"}


def test_what_was_taken_back_is_struck_until_it_is_done_again(session: Session) -> None:
    session.apply(PlaceWorker(by=PURPLE, plain=WOOD))
    session.undo()
    undone = log_lines(session.log)
    session.redo()
    redone = log_lines(session.log)

    assert [(line.look, line.text) for line in undone] == [
        (Look.NOTE, "Taken back: Pim: worker onto the wood plain"),
        (Look.STRUCK, "Pim: worker onto the wood plain"),
    ]
    assert [(line.look, line.text) for line in redone] == [
        (Look.NOTE, "Done again: Pim: worker onto the wood plain"),
        (Look.NOTE, "Taken back: Pim: worker onto the wood plain"),
        (Look.PLAIN, "Pim: worker onto the wood plain"),
    ]


def test_taking_a_game_up_again_is_a_row_of_its_own(session: Session, tmp_path) -> None:
    session.apply(PlaceWorker(by=PURPLE, plain=WOOD))
    again = Session.resume(Journal.open(tmp_path), session.game_id)

    newest = log_lines(again.log)[0]

    assert (newest.look, newest.text) == (Look.NOTE, "The game was taken up again")
    assert log_detail(again.log[-1], open_chips=False).moves == ()


def test_turns_have_the_player_in_their_heading(in_play: Session) -> None:
    assert log_lines(in_play.log)[0].heading == "Turn 1: Pim"


def test_a_correction_tells_its_reason_and_in_full_what_was_changed(in_play: Session) -> None:
    entry = in_play.log[-1]

    detail = log_detail(entry, open_chips=True)

    assert log_lines(in_play.log)[0].text == "Correction: two chips lay under the board"
    assert detail.moves == ("Bo has 3 wood", "14 chips lie on the wood plain", "Bo has 26 points")
    assert [reason.rule for reason in detail.reasons] == ["correct.table"]


def test_a_corrected_hand_stays_secret_where_chips_are_secret(in_play: Session) -> None:
    detail = log_detail(in_play.log[-1], open_chips=False)

    assert detail.moves[0] == "Bo's wood"


def test_a_row_in_full_tells_what_moved_and_the_rules_with_their_sums(session: Session) -> None:
    for command in commands(two_players(), 40, seed=2):
        session.apply(command)
    for entry in session.log:
        detail = log_detail(entry, open_chips=False)
        assert detail.title
        assert detail.title not in detail.moves
        assert all(reason.text for reason in detail.reasons)


def line(number: int, heading: str) -> LogLine:
    return LogLine(
        number=number, text=f"row {number}", look=Look.PLAIN, color=None, heading=heading
    )


def test_columns_begin_with_a_heading_and_repeat_it_where_a_turn_goes_on() -> None:
    lines = [line(3, "Turn 2"), line(2, "Turn 1"), line(1, "Turn 1")]

    columns = log_columns(lines, room=100, heading=10, height=lambda _line: 40)

    assert [column.parts for column in columns] == [
        ("Turn 2", lines[0], "Turn 1", lines[1]),
        ("Turn 1", lines[2]),
    ]


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(20, 90)), max_size=30))
def test_no_row_is_lost_and_no_column_is_too_high(rows: list) -> None:
    lines = [line(number, f"Turn {turn}") for number, (turn, _height) in enumerate(rows)]
    heights = {number: height for number, (_turn, height) in enumerate(rows)}

    columns = log_columns(lines, room=120, heading=10, height=lambda one: heights[one.number])

    shown = [part for column in columns for part in column.parts if isinstance(part, LogLine)]
    assert shown == lines
    for column in columns:
        assert isinstance(column.parts[0], str)
        high = sum(
            heights[part.number] if isinstance(part, LogLine) else 10 for part in column.parts
        )
        assert high <= 120
