import pytest

from companion.commands import (
    BuildHut,
    BuildTemple,
    Correct,
    MakeOffering,
    MoveWorker,
    PlaceWorker,
    Roll,
    SetHand,
    SetPoints,
    SetSupply,
    TakeChip,
)
from companion.evolution import state_before_final_scoring
from companion.memory.amending import InsertStep, ReplaceStep
from companion.memory.session import Session
from companion.pieces import MATERIALS, Face
from kiosk.pages.log import (
    PointsChange,
    TurnHeading,
    entry_block,
    entry_text,
    field_of_build_or_offering,
    final_scoring_changes,
    piece_move_texts,
    points_changes,
    possible_amendments,
    turn_heading,
)
from kiosk.pieces.form import RolledDie
from kiosk.ui.form import Block, Column, Icon, Row, Text
from tests.companion.memory.sessions import after_first_turn, after_own_payment, played, put_right
from tests.companion.playing import commands, two_players
from tests.companion.positions import BLUE, PURPLE, WOOD, WOOL


@pytest.fixture
def session(journal) -> Session:
    return Session.begin(journal, two_players())


@pytest.fixture
def in_play(session: Session) -> Session:
    """A game before the first roll, in which the table corrected a hand."""
    while session.state.turn == 0:
        free = next(plain for plain in MATERIALS if len(session.state.stack(plain)) < 3)
        session.apply(PlaceWorker(by=session.state.decider, plain=free))
    hand, supply = session.state.player(BLUE).hand.wood, session.state.supply.wood
    changes = (SetHand(BLUE, WOOD, hand + 2), SetSupply(WOOD, supply - 2), SetPoints(BLUE, 26))
    session.apply(Correct(changes=changes, why="two chips lay under the board"))
    return session


def moves(session: Session, *, open_chips: bool = False) -> tuple[str, ...]:
    return piece_move_texts(session.log[-1], open_chips=open_chips)


def blocks_in(block: Block) -> list[Block]:
    match block:
        case Column(rows=parts) | Row(items=parts):
            return [each for part in parts for each in blocks_in(part)]
        case _:
            return [block]


def test_rows_stand_under_the_part_of_the_game_or_the_turn_that_they_belong_to(
    in_play: Session,
) -> None:
    first, *_others, last = in_play.log
    assert turn_heading(first) == TurnHeading("Placing workers")
    assert turn_heading(last) == TurnHeading("Turn 1", PURPLE, "Pim")


def test_a_row_tells_whose_points_it_changed_and_what_they_are_then(in_play: Session) -> None:
    former = in_play.log[-1].step.before.player(BLUE).points
    assert points_changes(in_play.log[-1]) == (PointsChange(BLUE, "Bo", 26 - former, 26),)
    in_play.undo()
    assert points_changes(in_play.log[-1]) == ()


def test_the_points_of_all_rows_together_are_those_that_everybody_has(session: Session) -> None:
    points = {player.color: player.points for player in session.state.players}
    for number, command in enumerate(commands(two_players(), 150, seed=5)):
        session.apply(command)
        if number % 7 == 0:
            session.undo()
            session.redo()
    told = [one for entry in session.log for one in points_changes(entry)]
    for one in told:
        points[one.color] += one.points
        assert points[one.color] == one.total

    assert points == {player.color: player.points for player in session.state.players}
    assert len(told) > 10


def test_the_final_scoring_has_a_row_of_its_own_above_the_last_offering(session: Session) -> None:
    played(session, 2000, seed=5)
    *_others, before, last = session.log
    as_moved = state_before_final_scoring(last.step.before, last.step.events)

    assert {one.color: one.total for one in final_scoring_changes(last)} == {
        one.color: one.points for one in session.state.players
    }
    by_offering = {one.color: one.total for one in points_changes(last)}
    assert by_offering.items() <= {one.color: one.points for one in as_moved.players}.items()
    assert final_scoring_changes(before) == ()
    session.undo()
    assert final_scoring_changes(session.log[-1]) == ()


def test_a_roll_has_its_face_and_a_building_or_an_offering_its_field(session: Session) -> None:
    offered = 0
    for command in commands(two_players(), 120, seed=3):
        asked = session.state.visits[:1]
        session.apply(command)
        row = blocks_in(entry_block(session.log[-1], 1, None, narrow=False))
        dice = [one.symbol for one in row if isinstance(one, Icon)]
        field = field_of_build_or_offering(session.steps[-1])
        match command:
            case Roll(face=face):
                assert RolledDie(face) in dice
            case BuildHut() | BuildTemple():
                assert field == command.field
            case MakeOffering():
                assert (field,) == asked
                offered += 1
            case MoveWorker():
                assert field is None
    assert offered


def test_a_correction_tells_its_reason_and_in_full_what_was_changed(in_play: Session) -> None:
    assert entry_text(in_play.log[-1]) == "Correction: two chips lay under the board"
    assert moves(in_play, open_chips=True) == (
        "Bo: 3 wood in hand now",
        "14 chips lie on the wood plain",
        "Bo: +21, scorekeeper to 26 · correction",
    )


@pytest.fixture
def ruled(session: Session) -> Session:
    return after_own_payment(session)


def test_the_row_of_a_step_that_was_played_differently_tells_it_and_the_reason(
    ruled: Session,
) -> None:
    row = entry_block(ruled.log[-1], 1, None, narrow=False)
    told = [one.text for one in blocks_in(row) if isinstance(one, Text)]
    assert told[:2] == ["Pim: hut on 1 for 1 wood, 1 stone", "Correction: we agreed"]


@pytest.mark.parametrize("open_chips", [False, True])
def test_the_log_tells_once_what_was_moved_for_a_step_that_was_played_differently(
    ruled: Session,
    open_chips: bool,  # noqa: FBT001 - a test's own
) -> None:
    told = moves(ruled, open_chips=open_chips)
    ruled.undo()

    assert told[:3] == ("Correction: we agreed", "Pim: return 1 wood, 1 stone", "Pim: hut onto 1")
    assert not any("lie" in line or "corrected" in line for line in told)
    assert moves(ruled, open_chips=open_chips) == told


# Old steps that were changed, put in or left out

TAKES, MOVES = 8, 10
"""The places of the step that is changed, and of purple's big yield."""
FORMER, CHANGED = 7, 8
"""Where the log has that step as it was entered first, and as it was changed, from 0."""
COUNTED = Correct(changes=(SetPoints(PURPLE, 9),), why="counted again")
COUNTED_TEXT = "Correction: counted again"


@pytest.fixture
def changed(session: Session) -> Session:
    """Everybody has taken a chip; purple's was wool, and not wood as was entered first."""
    after_first_turn(session)
    put_right(session, ReplaceStep(TAKES, TakeChip(by=PURPLE, material=WOOL)))
    return session


def rows(session: Session, first: int = 0) -> list[tuple[bool, str]]:
    """The rows of the log from one on, from 0: whether each is struck, and what it says."""
    return [(entry.position is None, entry_text(entry)) for entry in session.log[first:]]


PLAIN, STRUCK = False, True
STAYS = [(PLAIN, "Bo takes 1 stone"), (PLAIN, "Pim: big yield, wood to wool")]
FIRST_WOOD = (STRUCK, "Pim takes 1 wood")
NOW_WOOL = (PLAIN, "Changed to: Pim takes 1 wool")


def test_a_roll_is_told_once_on_its_page(in_play: Session) -> None:
    in_play.apply(Roll(by=PURPLE, face=Face.WOOD))
    assert entry_text(in_play.log[-1]) == "Pim rolls wood"
    assert moves(in_play)
    assert not any("rolled" in text for text in moves(in_play))


def test_a_roll_of_minus_still_names_who_has_nothing_to_return(in_play: Session) -> None:
    empty = tuple(SetHand(BLUE, material, 0) for material in MATERIALS)
    chips = in_play.state.player(BLUE).hand
    supply = tuple(
        SetSupply(material, in_play.state.supply.number(material) + chips.number(material))
        for material in MATERIALS
    )
    in_play.apply(Correct(changes=(*empty, *supply), why="all given away"))
    in_play.apply(Roll(by=PURPLE, face=Face.MINUS))
    assert moves(in_play) == ("Pim rolled: \N{MINUS SIGN}1. Nothing to return: Bo",)


def test_the_row_of_a_changed_step_says_in_full_what_it_was_before(changed):
    found = changed.log[CHANGED]
    assert entry_text(found) == "Changed to: Pim takes 1 wool"
    told = ("Before: Pim takes 1 wood", "Pim: take 1 wool")
    assert piece_move_texts(found, open_chips=False) == told


def test_a_change_that_is_undone_is_struck_until_it_is_redone(changed):
    before = rows(changed)
    changed.undo()
    assert rows(changed, FORMER) == [
        (STRUCK, "Pim takes 1 wool"),
        (PLAIN, "Pim takes 1 wood"),
        *STAYS,
    ]
    changed.redo()
    assert rows(changed) == before


def test_a_forgotten_step_stands_where_it_belongs_and_says_that_it_was_put_in(changed):
    put_right(changed, InsertStep(MOVES, COUNTED))
    put_in = [FIRST_WOOD, NOW_WOOL, STAYS[0], (PLAIN, f"Added later: {COUNTED_TEXT}"), STAYS[1]]
    assert rows(changed, FORMER) == put_in
    told = ("Pim: +4, scorekeeper to 9 · correction",)
    assert piece_move_texts(changed.log[MOVES], open_chips=False) == told
    changed.undo()
    assert rows(changed, FORMER) == [*put_in[:3], (STRUCK, COUNTED_TEXT), STAYS[1]]
    changed.redo()
    assert rows(changed, FORMER) == put_in


def test_at_a_step_it_can_be_changed_one_be_put_in_after_it_and_it_be_left_out(changed):
    changed.apply(COUNTED)
    put_right(changed, InsertStep(MOVES, COUNTED))
    last = len(changed.steps)
    edits = [possible_amendments(entry, last) for entry in changed.log[FORMER:]]
    assert [[(one.kind, one.step_number) for one in ways] for ways in edits] == [
        [],  # what was before the change
        [("change", 8), ("insert", 9), ("remove", 8)],
        [("change", 9), ("insert", 10), ("remove", 9)],
        [("insert", 11), ("remove", 10)],  # a correction, put in
        [("change", 11), ("insert", 12), ("remove", 11)],
        [("remove", 12)],  # what follows the last step is played
    ]
