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
from companion.evolution import state_before_scoring
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import MATERIALS, Chips, Face
from companion.ruling import changes_to_allow, with_exact_payment
from kiosk.pages.log.view import (
    LogDetail,
    LogLine,
    PointsChange,
    TurnHeading,
    line_at,
    log_detail,
    scoring_at,
    turn_at,
)
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
    rows = session.game.log
    return [line_at(rows, place) for place in range(len(rows) - 1, -1, -1)]


def details(session: Session, *, open_chips: bool = False) -> list[LogDetail]:
    """All rows in full, the oldest first."""
    game = session.game
    return [log_detail(game, row, open_chips=open_chips) for row in game.log]


def newest(session: Session, *, open_chips: bool = False) -> LogDetail:
    return details(session, open_chips=open_chips)[-1]


def turns(session: Session) -> list[TurnHeading]:
    return [turn_at(row) for row in session.game.log]


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
    assert turns(session) == [TurnHeading("Placing workers")] * 2


def test_turns_have_their_number_and_whose_they_are(in_play: Session) -> None:
    assert turns(in_play)[-1] == TurnHeading("Turn 1", PURPLE, "Pim")


def test_a_row_tells_whose_points_it_changed_and_what_they_are_then(in_play: Session) -> None:
    former = in_play.log[-1].step.before.player(BLUE).points

    assert lines(in_play)[0].scored == (PointsChange(BLUE, "Bo", 26 - former, 26),)
    in_play.undo()
    assert lines(in_play)[0].scored == ()


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


def test_the_final_scoring_has_a_row_of_its_own_above_the_last_offering(session: Session) -> None:
    for command in commands(two_players(), 2000, seed=5):
        session.apply(command)
    rows, last = session.game.log, session.steps[-1]
    assert last.after.winners
    as_moved = state_before_scoring(last.before, last.events)

    offering, scoring = line_at(rows, len(rows) - 1), scoring_at(rows, len(rows) - 1)

    assert scoring is not None
    assert scoring.text == "Final scoring"
    assert {one.color: one.total for one in scoring.scored} == {
        one.color: one.points for one in session.state.players
    }
    by_offering = {one.color: one.total for one in offering.scored}
    assert by_offering.items() <= {one.color: one.points for one in as_moved.players}.items()
    assert scoring_at(rows, len(rows) - 2) is None
    session.undo()
    assert scoring_at(session.game.log, len(rows) - 1) is None


def test_the_die_lies_as_the_turn_rolled_it_until_the_next_turn(session: Session) -> None:
    for command in commands(two_players(), 60, seed=2):
        session.apply(command)
        assert newest(session).face == session.game.face_up
    while session.steps:
        session.undo()
        shown = [row for row in details(session) if not row.struck]
        assert (shown[-1].face if shown else None) == session.game.face_up


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


@pytest.fixture
def ruled(session: Session) -> Session:
    """A hut for a wood and a stone in place of a wool and a copper: the table plays it so."""
    for plain in (WOOD, WOOL, COPPER, STONE, COPPER, STONE):
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
    session.apply(Roll(by=PURPLE, face=Face.STONE))
    hut = BuildHut(by=PURPLE, field=1, pay=Chips(wood=1, stone=1))
    correction = Correct(changes=changes_to_allow(session.state, hut, "pay.swap"), why="we agreed")
    session.apply(with_exact_payment(session.state, hut), correction)
    return session


def test_the_row_of_a_step_that_was_played_differently_tells_it_and_the_reason(
    ruled: Session,
) -> None:
    (line, *others), detail = lines(ruled), newest(ruled)

    assert line.text == detail.title == "Pim: hut on 1 for 1 wood, 1 stone"
    assert line.ruling == "Correction: we agreed"
    assert not any(other.ruling for other in others)
    assert {"hut.cost", "correct.table"} <= {reason.rule for reason in detail.reasons}


@pytest.mark.parametrize("open_chips", [False, True])
def test_the_log_tells_once_what_was_moved_for_a_step_that_was_played_differently(
    ruled: Session,
    open_chips: bool,  # noqa: FBT001 - a test's own
) -> None:
    moves = newest(ruled, open_chips=open_chips).moves
    ruled.undo()

    assert moves[:3] == ("Correction: we agreed", "Pim: return 1 wood, 1 stone", "Pim: hut onto 1")
    assert not any("lie" in line or "corrected" in line for line in moves)
    assert newest(ruled, open_chips=open_chips).moves == moves
