"""Trays: what each player still has to move, whatever was done, taken back, corrected or killed."""

import pytest
from msgspec.structs import replace

from companion.commands import BuildHut, MoveWorker, PlaceWorker, Roll
from companion.history import BEGINNING, HeadMoveKind, PathChange, Step
from companion.memory.amending import RemoveStep, ReplaceStep, prepare_amendment
from companion.memory.clock import current_timestamp
from companion.memory.session import Session
from companion.moves import (
    ChipsToReturn,
    ChipsToTake,
    MarkerTarget,
    MarkerToMove,
    RuneTarget,
    RuneToMove,
    StackTarget,
    UndoIfDone,
    WorkerToMove,
    WorkerToPlace,
    WorkerToRemove,
    merge_identical_moves,
    unwrap_row,
)
from companion.pieces import RUNES, Chips, Color, Face, Material, Rune
from companion.trays import Trays
from tests.companion.memory.sessions import put_right
from tests.companion.playing import WORKERS_PLACED, luck, two_players
from tests.companion.positions import GREEN, RED, position, setup
from tests.legal_commands import legal_command

PURPLE, BLUE = Color.PURPLE, Color.BLUE
WOOD, WOOL, COPPER, STONE = Material
EYE = Rune.EYE


@pytest.fixture
def rolled(journal):
    """Two players, the first roll done: purple has earned a wool and not yet taken it."""
    session = Session.begin(journal, two_players())
    for command in WORKERS_PLACED:
        session.apply(command)
    session.mark_all_done()
    session.apply(Roll(by=PURPLE, face=Face.WOOL))
    return session


def place(session, *plains):
    """Place the next workers on these plains."""
    for plain in plains:
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))


def ticking(journal, start, *plains):
    """A game in which every move has to be ticked; these workers are placed, and ticked."""
    session = Session.begin(journal, start)
    session.game.trays.settle_only_by_taps = True
    place(session, *plains)
    session.mark_all_done()
    return session


def tray(session, color):
    return {one.color: one.rows for one in session.trays()}[color]


def taken(color, **chips):
    return ChipsToTake((color,), Chips(**chips))


def returned(color, **chips):
    return ChipsToReturn((color,), Chips(**chips))


def if_done(row):
    return UndoIfDone(row.who, row)


def pay(session):
    """Purple builds where it costs a wool and a copper."""
    session.apply(BuildHut(by=PURPLE, field=1, pay=Chips(wool=1, copper=1)))


def chips_in(rows):
    return tuple(row for row in rows if isinstance(row, ChipsToTake | ChipsToReturn))


def test_rows_of_the_step_made_or_undone_last_have_the_highest_recency(rolled):
    rolled.apply(MoveWorker(by=PURPLE, source=WOOD, level=1, target=COPPER))
    assert latest_rows(rolled) == [WorkerToMove, ChipsToTake]
    rolled.undo()
    assert latest_rows(rolled) == [ChipsToReturn, WorkerToMove]
    rolled.undo()
    assert latest_rows(rolled) == [ChipsToReturn], "the wool of the roll"
    rolled.redo()
    rolled.redo()
    assert latest_rows(rolled) == [WorkerToMove, ChipsToTake]


def latest_rows(session):
    (one,) = (one for one in session.trays() if one.color is PURPLE)
    numbered = zip(one.rows, one.recency, strict=True)
    return [type(unwrap_row(row)) for row, recency in numbered if recency == max(one.recency)]


def test_undo_tells_back_what_was_moved_and_of_the_rest_only_if_it_was_done(rolled):
    """Whoever has done it already and not yet said so puts it back; nobody else does anything."""
    rolled.mark_done(BLUE)
    rolled.undo()
    assert tray(rolled, PURPLE) == (if_done(returned(PURPLE, wool=1)),)
    assert tray(rolled, BLUE) == (returned(BLUE, wool=1),)
    rolled.redo()  # all of it is told once more
    assert tray(rolled, PURPLE) == (taken(PURPLE, wool=1),)
    assert tray(rolled, BLUE) == (taken(BLUE, wool=1),)


def test_where_everything_is_ticked_nothing_is_told_back_that_nobody_ticked(rolled):
    rolled.game.trays.settle_only_by_taps = True
    rolled.mark_done(BLUE)
    rolled.undo()
    assert (tray(rolled, PURPLE), tray(rolled, BLUE)) == ((), (returned(BLUE, wool=1),))


def test_a_worker_that_goes_from_stack_to_stack_is_settled_once_both_stacks_are(journal):
    session = Session.begin(journal, two_players())
    place(session, WOOD, WOOD, STONE, STONE)
    stacks = tray(session, PURPLE)
    assert len(stacks) == 2
    session.mark_done(PURPLE, stacks[:1])
    assert tray(session, PURPLE) == stacks
    session.mark_done(PURPLE, stacks)
    assert tray(session, PURPLE) == ()


def test_an_amendment_foretells_every_row_that_it_adds_to_the_trays(journal):
    """A sum of the chips to take and to return would foretell less than the trays show."""
    session, chance = Session.begin(journal, two_players()), luck(3)
    for _step in range(30):
        session.apply(legal_command(session.state, chance))
    session.mark_all_done()
    other = MoveWorker(by=PURPLE, source=WOOD, level=1, target=WOOL)
    edits = [ReplaceStep(25, other)]
    amendment = prepare_amendment(session.steps, edits, current_timestamp())
    rows = session.game.tray_rows_added_by_branch(
        amendment.fork, amendment.new_steps, open_chips=False
    )
    assert {taken(PURPLE, stone=7), returned(PURPLE, stone=3)} <= {*rows}
    session.amend(amendment)
    assert rows == merge_identical_moves(row for one in session.trays() for row in one.rows)


def test_a_worker_goes_below_one_of_another_player_s_that_still_has_to_leave(journal):
    """That worker may come back by a redo before its owner has taken it off."""
    session = ticking(journal, two_players(), WOOL, WOOL, WOOL)
    session.undo()
    session.undo()
    session.mark_done(BLUE)
    session.redo()
    assert tray(session, PURPLE) == (WorkerToRemove((PURPLE,), WOOL),)
    assert tray(session, BLUE) == (StackTarget((BLUE,), WOOL, (PURPLE, BLUE, PURPLE)),)
    session.mark_done(PURPLE)
    assert tray(session, BLUE) == (WorkerToPlace((BLUE,), WOOL),)


def test_the_stack_is_told_when_the_lower_of_a_player_s_two_workers_leaves(journal):
    """Purple's and blue's workers above it count as before, as red's takes its level."""
    session = ticking(journal, setup(RED, PURPLE, BLUE), STONE, STONE, WOOD, STONE, WOOD, WOOD)
    assert session.state.stack(WOOD) == (BLUE, PURPLE, BLUE)
    edits = (
        ReplaceStep(1, PlaceWorker(by=RED, plain=WOOD)),
        ReplaceStep(2, PlaceWorker(by=PURPLE, plain=WOOD)),
        RemoveStep(4),
    )
    put_right(session, *edits)
    assert session.state.stack(WOOD) == (RED, PURPLE, BLUE)
    session.mark_done(RED)
    assert tray(session, BLUE) == (StackTarget((BLUE,), WOOD, (RED, PURPLE, BLUE)),)


def test_a_worker_comes_back_below_those_that_another_branch_has_put_on_each_other(journal):
    """Purple has come above red on a branch on which green had left; green alone goes back."""
    session = ticking(journal, setup(GREEN, RED, PURPLE), STONE, STONE, WOOD, WOOL, WOOL, COPPER)
    for color, source, target in ((GREEN, STONE, COPPER), (RED, WOOL, WOOD), (PURPLE, WOOD, STONE)):
        session.apply(Roll(by=color, face=Face.WOOD))
        level = session.state.stack(source).index(color) + 1
        session.apply(MoveWorker(by=color, source=source, level=level, target=target))
    session.mark_all_done()
    stays = MoveWorker(by=GREEN, source=WOOL, level=1, target=COPPER)
    for edits in (
        (ReplaceStep(7, Roll(by=GREEN, face=Face.WOOL)), RemoveStep(11), RemoveStep(12)),
        (ReplaceStep(8, stays), RemoveStep(9), RemoveStep(10)),
    ):
        put_right(session, *edits)
    assert session.state.stack(STONE) == (GREEN, RED)
    assert StackTarget((GREEN,), STONE, (GREEN, RED, PURPLE)) in tray(session, GREEN)


def test_a_worker_that_stays_on_a_branch_is_where_it_was_after_a_restart(journal):
    """Red has not left the wool below green yet, so blue comes on top of both."""
    session = ticking(journal, setup(RED, GREEN, BLUE), WOOL, WOOL)
    edits = (ReplaceStep(1, PlaceWorker(by=RED, plain=WOOD)),)
    put_right(session, *edits)
    assert tray(session, GREEN) == ()
    session.apply(PlaceWorker(by=BLUE, plain=WOOL))
    resumed = Session.resume(journal, session.game_id)
    resumed.game.trays.settle_only_by_taps = True
    for one in (session, resumed):
        assert tray(one, BLUE) == (WorkerToPlace((BLUE,), WOOL),)


def test_the_stack_is_told_when_middle_does_not_say_which_worker_leaves(journal):
    """Green's worker still stands above red's and both of purple's."""
    session = ticking(journal, setup(RED, PURPLE, GREEN), WOOL, WOOL, WOOL, WOOD, STONE, STONE)
    edits = (
        ReplaceStep(3, PlaceWorker(by=GREEN, plain=COPPER)),
        ReplaceStep(5, PlaceWorker(by=PURPLE, plain=WOOL)),
    )
    put_right(session, *edits)
    session.mark_done(PURPLE)
    for color, source, level, target in ((RED, WOOD, 1, STONE), (PURPLE, WOOL, 2, WOOD)):
        session.apply(Roll(by=color, face=Face.WOOD))
        session.apply(MoveWorker(by=color, source=source, level=level, target=target))
    assert StackTarget((PURPLE,), WOOL, (RED, PURPLE, GREEN)) in tray(session, PURPLE)


def test_a_worker_whose_step_is_undone_is_told_back_beside_one_that_may_stand_already(journal):
    """Nobody has ticked either of them: a player may have placed both workers, one or none."""
    session = Session.begin(journal, two_players())
    place(session, COPPER, STONE, WOOL)
    session.undo()
    assert tray(session, PURPLE) == (
        WorkerToRemove((PURPLE,), WOOL),
        StackTarget((PURPLE,), COPPER, (PURPLE,)),
    )


def test_a_worker_that_leaves_is_told_beside_one_that_counts_again_after_old_steps_change(journal):
    """Purple may have placed the worker on copper, but has not ticked it: stone must be told."""
    session = Session.begin(journal, two_players())
    place(session, WOOD, WOOL, STONE, COPPER)
    session.mark_all_done()
    session.apply(PlaceWorker(by=PURPLE, plain=COPPER))
    edits = RemoveStep(2), RemoveStep(3)
    put_right(session, *edits)
    assert session.state.stacks == ((PURPLE,), (), (BLUE, PURPLE), ())
    assert tray(session, PURPLE) == (
        WorkerToRemove((PURPLE,), STONE),
        StackTarget((PURPLE,), COPPER, (BLUE, PURPLE)),
    )


def test_what_comes_is_told_beside_what_is_paid_of_it(rolled):
    """Whoever has taken it and not yet said so would pay no wool where that made none."""
    pay(rolled)
    told = taken(PURPLE, wool=1), returned(PURPLE, wool=1), returned(PURPLE, copper=1)
    assert chips_in(tray(rolled, PURPLE)) == told
    rolled.mark_done(PURPLE, [returned(PURPLE, wool=1)])
    assert chips_in(tray(rolled, PURPLE)) == (returned(PURPLE, copper=1), taken(PURPLE, wool=1))
    rolled.mark_done(PURPLE)
    assert tray(rolled, PURPLE) == ()


class Around:
    """Trays of steps that lead from state to state in blue's turn, however that came about."""

    def __init__(self, *states):
        self.trays, self.path = Trays(), []
        self.states = [states[0]]
        for state in states[1:]:
            self.go(state)

    def go(self, state):
        number = len(self.states)
        parent = self.path[-1].number if self.path else BEGINNING
        blue = Roll(by=BLUE, face=Face.PLUS)
        step = Step(number, parent, blue, (), self.states[-1], state, current_timestamp())
        self.trays.settle_only_by_taps = True  # blue's "rolls" settle nothing
        self.trays.add_step(step)
        self.path.append(step)
        self.states.append(state)
        return self

    def back(self):
        step = self.path.pop()
        self.states.append(step.before)
        self.trays.change_path(PathChange(HeadMoveKind.UNDO, (step,), ()))
        return self

    def told(self):
        return {one.color: one.rows for one in self.trays.trays(self.states[-1])}


def with_eye(state, holder):
    return replace(state, runes=tuple(holder if rune is EYE else None for rune in RUNES))


def with_points(state, points):
    first, *others = state.players
    return replace(state, players=(replace(first, points=points), *others))


def test_a_rune_stone_that_changes_hands_is_told_both_and_is_moved_once_either_says_so():
    """Nobody knew that theirs was gone until they looked for it."""
    before = with_eye(position(BLUE, GREEN, RED), GREEN)
    after = with_eye(before, BLUE)
    for color in (BLUE, GREEN):
        around = Around(before, after)
        assert around.told() == {
            BLUE: (RuneToMove((BLUE,), EYE, GREEN, BLUE),),
            GREEN: (RuneToMove((GREEN,), EYE, GREEN, BLUE),),
            RED: (),
        }
        around.trays.mark_done(color, after)
        assert set(around.told().values()) == {()}


def test_a_rune_stone_that_goes_on_before_it_was_moved_is_told_where_it_belongs():
    first = with_eye(position(BLUE, GREEN, RED), GREEN)
    second, third = with_eye(first, BLUE), with_eye(first, RED)
    around = Around(first, second, third)
    told = around.told()
    assert told[RED] == (RuneTarget((RED,), EYE, RED),)
    assert told[BLUE] == (RuneTarget((BLUE,), EYE, RED),)
    around.trays.mark_done(RED, third)
    assert set(around.told().values()) == {()}


def test_a_marker_that_goes_on_twice_is_told_where_it_has_to_stand():
    """From where depends on whether it was moved in between."""
    five = with_points(position(BLUE, GREEN), 5)
    eight, ten = with_points(five, 8), with_points(five, 10)
    around = Around(five, eight)
    assert around.told()[BLUE] == (MarkerToMove((BLUE,), 5, 8),)
    around.go(ten)
    assert around.told()[BLUE] == (MarkerTarget((BLUE,), 10),)
    around.go(five)
    assert around.told()[BLUE] == (MarkerTarget((BLUE,), 5),), "it may have been moved in between"
    around.trays.mark_done(BLUE, five)
    assert around.told()[BLUE] == ()
