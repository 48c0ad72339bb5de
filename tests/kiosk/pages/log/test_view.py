import pytest

from companion.commands import (
    BuildHut,
    BuildTemple,
    Correct,
    MoveWorker,
    Offer,
    PlaceWorker,
    Roll,
    SetHand,
    SetPoints,
    SetSupply,
)
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import MATERIALS, Chips, Face
from companion.ruling import as_settled, changes_for
from kiosk.pages.log.view import (
    LineStyle,
    LogDetail,
    LogLine,
    PointsChange,
    Turn,
    line_at,
    log_detail,
    turn_at,
)
from kiosk.words.narration import differences
from tests.companion.playing import commands, two_players
from tests.companion.positions import BLUE, COPPER, PURPLE, STONE, WOOD, WOOL


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


def lines(session: Session) -> list[LogLine]:
    """All rows, the newest first."""
    log = session.log
    return [line_at(log, place) for place in range(len(log) - 1, -1, -1)]


def newest(session: Session, *, open_chips: bool = False) -> LogDetail:
    log = session.log
    return log_detail(log, len(log) - 1, session.state, open_chips=open_chips)


def test_the_newest_row_stands_first_under_the_part_of_the_game_it_belongs_to(
    session: Session,
) -> None:
    session.apply(PlaceWorker(by=PURPLE, plain=WOOD))
    session.apply(PlaceWorker(by=BLUE, plain=WOOL))

    last, first = lines(session)

    assert last.text == "Bo: worker onto the wool plain"
    assert (first.text, first.color, first.number) == (
        "Pim: worker onto the wood plain",
        PURPLE,
        1,
    )
    assert turn_at(session.log, 1) == turn_at(session.log, 0) == Turn("Placing workers")


def test_what_was_taken_back_is_struck_until_it_is_done_again(session: Session) -> None:
    session.apply(PlaceWorker(by=PURPLE, plain=WOOD))
    session.undo()
    undone = lines(session)
    session.redo()
    redone = lines(session)

    assert [(line.look, line.text) for line in undone] == [
        (LineStyle.NOTE, "Undone: Pim: worker onto the wood plain"),
        (LineStyle.STRUCK, "Pim: worker onto the wood plain"),
    ]
    assert [(line.look, line.text) for line in redone] == [
        (LineStyle.NOTE, "Redone: Pim: worker onto the wood plain"),
        (LineStyle.NOTE, "Undone: Pim: worker onto the wood plain"),
        (LineStyle.PLAIN, "Pim: worker onto the wood plain"),
    ]


def test_taking_a_game_up_again_is_a_row_of_its_own(session: Session, tmp_path) -> None:
    session.apply(PlaceWorker(by=PURPLE, plain=WOOD))
    again = Session.resume(Journal.open(tmp_path), session.game_id)

    before = again.state
    again.undo()

    line = lines(again)[1]
    detail = log_detail(again.log, 1, again.state, open_chips=False)

    assert (line.look, line.text) == (LineStyle.NOTE, "The game was taken up again")
    assert detail.moves == detail.reasons == ()
    assert detail.state == before


def test_before_anything_was_done_the_board_is_as_the_game_began(
    session: Session, tmp_path
) -> None:
    again = Session.resume(Journal.open(tmp_path), session.game_id)
    began = again.state
    again.apply(PlaceWorker(by=PURPLE, plain=WOOD))

    assert log_detail(again.log, 0, again.state, open_chips=False).state == began
    assert turn_at(again.log, 0) == Turn("Placing workers")


def test_turns_have_their_number_and_whose_they_are(in_play: Session) -> None:
    assert turn_at(in_play.log, len(in_play.log) - 1) == Turn("Turn 1", PURPLE, "Pim")


def test_a_row_tells_whose_points_it_changed_and_what_they_are_then(in_play: Session) -> None:
    former = in_play.log[-1].step.before.player(BLUE).points

    assert lines(in_play)[0].scored == (PointsChange(BLUE, "Bo", 26 - former, 26),)
    in_play.undo()
    taken_back, struck, *_rest = lines(in_play)

    assert taken_back.scored == (PointsChange(BLUE, "Bo", former - 26, former),)
    assert struck.scored == ()


def test_the_points_of_all_rows_together_are_those_that_everybody_has(session: Session) -> None:
    points = {player.color: player.points for player in session.state.players}
    for number, command in enumerate(commands(two_players(), 150, seed=5)):
        session.apply(command)
        if number % 7 == 0:
            session.undo()
            session.redo()
    told = [one for line in reversed(lines(session)) for one in line.scored]
    for one in told:
        points[one.color] += one.points
        assert points[one.color] == one.total

    assert points == {player.color: player.points for player in session.state.players}
    assert len(told) > 10


def test_the_die_lies_as_the_turn_rolled_it_until_the_next_turn(session: Session) -> None:
    for command in commands(two_players(), 60, seed=2):
        session.apply(command)
        assert newest(session).face == session.face_up
    while session.can_undo:
        session.undo()
        assert newest(session).face == session.face_up


def test_a_roll_has_its_face_and_a_building_its_field(session: Session) -> None:
    for command in commands(two_players(), 80, seed=2):
        session.apply(command)
        line, detail = lines(session)[0], newest(session)

        assert line.face == (command.face if isinstance(command, Roll) else None)
        if isinstance(command, BuildHut | BuildTemple):
            assert detail.field == command.field
        if isinstance(command, Roll | MoveWorker):
            assert detail.field is None


def test_an_offering_points_at_the_hut_where_it_was_made(session: Session) -> None:
    offered = 0
    for command in commands(two_players(), 120, seed=3):
        asked = session.state.visits[:1]
        session.apply(command)
        if isinstance(command, Offer):
            offered += 1
            assert (newest(session).field,) == asked

    assert offered


def test_a_correction_tells_its_reason_and_in_full_what_was_changed(in_play: Session) -> None:
    detail = newest(in_play, open_chips=True)

    assert detail.title == "Correction: two chips lay under the board"
    assert lines(in_play)[0].typed
    assert detail.moves == (
        "Bo: 3 wood in hand now",
        "14 chips lie on the wood plain",
        "Bo: +21, point marker to 26 · correction",
    )
    assert [reason.rule for reason in detail.reasons] == ["correct.table"]


def test_a_corrected_hand_stays_secret_where_chips_are_secret(in_play: Session) -> None:
    told = ("Bo: chips corrected, look at your hand", "14 chips lie on the wood plain")
    assert newest(in_play).moves[:2] == told


def test_what_was_taken_back_tells_what_to_put_back(session: Session) -> None:
    session.apply(PlaceWorker(by=PURPLE, plain=WOOD))
    session.undo()
    detail = newest(session)

    assert detail.title == "Undone: Pim: worker onto the wood plain"
    step = session.log[0].step
    assert detail.moves == differences(step.after, session.state, step.events)
    assert detail.state == session.state
    assert not detail.struck
    assert log_detail(session.log, 0, session.state, open_chips=False).struck


def test_a_row_in_full_tells_what_moved_and_the_rules_with_their_sums(session: Session) -> None:
    for command in commands(two_players(), 40, seed=2):
        session.apply(command)
    for place in range(len(session.log)):
        detail = log_detail(session.log, place, session.state, open_chips=False)
        assert detail.title
        assert detail.title not in detail.moves
        assert all(reason.text for reason in detail.reasons)


def test_rules_are_behind_every_row_but_where_something_is_taken_back(session: Session) -> None:
    for command in commands(two_players(), 40, seed=2):
        session.apply(command)
    session.undo()
    places = range(len(session.log))
    details = [log_detail(session.log, place, session.state, open_chips=False) for place in places]
    rows = [line_at(session.log, place) for place in places]

    assert [row.explained for row in rows] == [bool(detail.reasons) for detail in details]
    assert [row.number for row in rows if not row.explained] == [len(rows)]


def test_the_log_tells_once_what_was_moved_for_a_step_that_was_played_differently(
    session: Session,
) -> None:
    for plain in (WOOD, WOOL, COPPER, STONE, COPPER, STONE):
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
    session.apply(Roll(by=PURPLE, face=Face.STONE))
    hut = BuildHut(by=PURPLE, field=1, pay=Chips(wood=1, stone=1))
    changes = changes_for(session.state, hut, "pay.swap")
    session.apply_ruled(Correct(changes=changes, why="we agreed"), as_settled(session.state, hut))
    session.undo()
    log = session.log

    def moves(place: int) -> tuple[str, ...]:
        return log_detail(log, place, session.state, open_chips=False).moves

    with_the_step = ("What to move for it is told with the step that it made possible.",)
    correction, built, built_undone, correction_undone = range(len(log) - 4, len(log))
    assert moves(correction) == moves(correction_undone) == with_the_step
    assert "Pim: return 1 wood, 1 stone" in moves(built)
    shown = {one.place: one.text for one in lines(session)}
    assert shown[built] == "Pim: hut on 1 for 1 wood, 1 stone"
    assert shown[built_undone] == "Undone: Pim: hut on 1 for 1 wood, 1 stone"
    assert log_detail(log, built, session.state, open_chips=False).title == shown[built]
    assert "Pim: take 1 wood, 1 stone" in moves(built_undone)
