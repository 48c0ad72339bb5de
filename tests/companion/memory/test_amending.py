"""What comes of an old step that is changed: all later ones fit, or the first misfit is named."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.errors import RuleViolation
from companion.game import play
from companion.memory.amending import Insert, Remove, Replace, amend
from companion.memory.boards import BoardShelf
from companion.memory.clock import now
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import Chips, Color, Face, Material, Rune
from companion.state import Phase
from tests.companion.memory.sessions import in_play
from tests.companion.playing import two_players

BLUE, PURPLE = Color.BLUE, Color.PURPLE
WOOD, WOOL, COPPER, STONE = Material


@dataclass
class Table:
    """A game for two on which purple has rolled plus, everybody has taken, and blue rolls next."""

    session: Session
    journal: Journal

    @property
    def steps(self):
        return self.session.steps

    @property
    def state(self):
        return self.session.state

    def hand(self, color):
        return self.state.player(color).hand

    def change(self, place, command, *more):
        """Work an amendment out: pairs of a place and the command for it."""
        pairs = [(place, command), *zip(more[::2], more[1::2], strict=True)]
        return self.amend(*(Replace(place, command) for place, command in pairs))

    def amend(self, *edits):
        return amend(self.steps, edits, now())


PLUS, PURPLE_TAKES, BLUE_TAKES, PURPLE_MOVES, BLUE_ROLLS = range(7, 12)
"""The places of the steps after the workers are placed."""


@pytest.fixture
def table(journal):
    session = Session.begin(journal, two_players())
    for color, plain in zip(
        (PURPLE, BLUE) * 3, (WOOL, STONE, WOOD, STONE, COPPER, WOOL), strict=True
    ):
        session.apply(do.PlaceWorker(by=color, plain=plain))
    session.apply(do.Roll(by=PURPLE, face=Face.PLUS))
    session.apply(do.Take(by=PURPLE, material=WOOD))
    session.apply(do.Take(by=BLUE, material=STONE))
    session.apply(do.MoveWorker(by=PURPLE, source=WOOD, level=1, target=WOOL))
    session.apply(do.Roll(by=BLUE, face=Face.STONE))
    return Table(session, journal)


def test_where_all_later_steps_fit_they_are_done_again_after_the_changed_one(table):
    before = table.state
    amending = table.change(PURPLE_TAKES, do.Take(by=PURPLE, material=COPPER))
    assert amending.misfit is None
    assert amending.changes
    assert (amending.fork, len(amending.old), len(amending.new)) == (PLUS, 4, 4)
    assert [step.origin for step in amending.new] == [step.number for step in amending.old]
    assert [step.time for step in amending.new] == [step.time for step in amending.old]
    assert [step.command for step in amending.new[1:]] == [
        step.command for step in amending.old[1:]
    ]
    assert table.state is before  # nothing of it counts yet
    table.session.amend(amending)
    assert table.hand(PURPLE) == before.player(PURPLE).hand - Chips(wood=1) + Chips(copper=1)
    assert table.hand(BLUE) == before.player(BLUE).hand


def test_another_face_may_leave_a_later_step_without_its_question(table):
    amending = table.change(PLUS, do.Roll(by=PURPLE, face=Face.MINUS))
    assert amending.misfit
    assert len(amending.new) == 1
    misfit = amending.misfit
    assert (misfit.place, misfit.command) == (PURPLE_TAKES, table.steps[PURPLE_TAKES - 1].command)
    assert misfit.state == amending.new[-1].after
    assert misfit.refusal.rule == "turn.decider"
    assert str(misfit.refusal) == "everybody returns a chip first"


def test_a_step_that_does_not_fit_may_be_changed_too_until_all_fit(table):
    minus = (PLUS, do.Roll(by=PURPLE, face=Face.MINUS))
    purple = (PURPLE_TAKES, do.GiveBack(by=PURPLE, material=WOOL))
    assert table.change(*minus, *purple).misfit.place == BLUE_TAKES
    amending = table.change(*minus, *purple, BLUE_TAKES, do.GiveBack(by=BLUE, material=STONE))
    assert amending.misfit is None
    table.session.amend(amending)
    assert table.state.phase is Phase.ACTION
    table.session.undo()
    assert table.steps[PLUS - 1].command == do.Roll(by=PURPLE, face=Face.PLUS)


def test_an_amendment_may_end_where_a_step_does_not_fit(table):
    former, state = table.steps, table.state
    table.session.amend(table.change(PLUS, do.Roll(by=PURPLE, face=Face.MINUS)))
    assert len(table.steps) == PLUS
    assert (table.state.phase, table.state.decider) == (Phase.GIVE_BACK, PURPLE)
    table.session.apply(do.GiveBack(by=PURPLE, material=WOOL))
    table.session.undo()
    table.session.undo()
    assert (table.steps, table.state) == (former, state)


def test_a_command_that_does_not_fit_where_it_is_put_leaves_nothing_to_count(table):
    amending = table.change(PURPLE_TAKES, do.GiveBack(by=PURPLE, material=WOOD))
    assert (amending.new, amending.changes, amending.misfit.place) == ((), False, PURPLE_TAKES)
    with pytest.raises(ValueError, match="changes no step"):
        table.session.amend(amending)


def test_the_same_step_again_changes_nothing(table):
    for place, step in enumerate(table.steps, start=1):
        amending = table.change(place, step.command)
        assert (amending.misfit, amending.changes) == (None, False)
        with pytest.raises(ValueError, match="changes no step"):
            table.session.amend(amending)


@pytest.mark.parametrize("places", [[], [0], [12], [-1], [3, 12]])
def test_only_steps_that_count_can_be_changed(table, places):
    edits = [Replace(place, do.Roll(by=BLUE, face=Face.WOOD)) for place in places]
    with pytest.raises(ValueError, match="a step is put right that counts"):
        table.amend(*edits)


def test_an_amendment_of_a_game_that_has_gone_on_since_is_not_carried_out(table):
    amending = table.change(PURPLE_TAKES, do.Take(by=PURPLE, material=COPPER))
    table.session.undo()
    log = table.session.log
    with pytest.raises(ValueError, match="changes no step"):
        table.session.amend(amending)
    assert table.session.log == log


def test_a_correction_in_between_stays_as_the_table_said_it(table):
    points = do.Correct(changes=(do.SetPoints(PURPLE, 30),), why="counted again")
    table.session.apply(points)
    amending = table.change(PURPLE_TAKES, do.Take(by=PURPLE, material=COPPER))
    assert amending.misfit is None
    assert amending.new[-1].command == points
    assert amending.new[-1].after.player(PURPLE).points == 30


def test_a_correction_that_would_make_chips_out_of_nothing_does_not_fit_any_more(table):
    hand = table.hand(PURPLE).wood
    fewer = (do.SetHand(PURPLE, WOOD, hand - 1), do.SetSupply(WOOD, table.state.supply.wood + 1))
    table.session.apply(do.Correct(changes=fewer, why="one had fallen down"))
    amending = table.change(PURPLE_TAKES, do.Take(by=PURPLE, material=WOOL))
    assert amending.misfit is None  # hand and plain were counted, whatever was there
    amending = table.change(BLUE_TAKES, do.Take(by=BLUE, material=WOOD))
    assert amending.misfit.refusal.rule == "correct.table"


def test_a_field_read_otherwise_teaches_the_shelf_and_undo_takes_that_back(journal, tmp_path):
    shelf = BoardShelf(tmp_path)
    session = in_play(journal, shelf)
    read = do.Survey(field=19, needs=(WOOD, STONE), rune=Rune.WAVES)
    session.apply(read)
    session.apply(do.Roll(by=session.state.decider, face=Face.WOOD))
    right = replace(read, needs=(WOOL, STONE))
    session.amend(amend(session.steps, [Replace(len(session.steps) - 1, right)], now()))
    assert BoardShelf(tmp_path).for_players(4).field(19).needs == right.needs
    session.undo()
    assert BoardShelf(tmp_path).for_players(4).field(19).needs == read.needs
    Session.resume(journal, 1).redo()  # and the app ended just then
    Session.resume(journal, 1, shelf)
    assert BoardShelf(tmp_path).for_players(4).field(19).needs == right.needs


def test_steps_after_an_earlier_end_do_not_fit_and_are_told_that_the_game_is_over(table):
    everything = [do.SetSupply(plain, 0) for plain in Material]
    rest = {plain: table.state.supply.number(plain) for plain in Material}
    hands = [do.SetHand(BLUE, one, table.hand(BLUE).number(one) + rest[one]) for one in Material]
    empty = do.Correct(changes=(*hands, *everything), why="nothing is left on the plains")
    table.session.apply(empty)
    table.session.apply(do.MoveWorker(by=BLUE, source=STONE, level=2, target=COPPER))
    table.session.apply(do.Roll(by=PURPLE, face=Face.WOOD))
    amending = table.change(len(table.steps) - 1, do.DeclareEnd())
    assert amending.new[-1].after.phase is Phase.FINISHED
    assert str(amending.misfit.refusal) == "the game is over"


SWAP = do.Swap(by=BLUE, pay=Chips(stone=3), take=WOOD)
"""What a table forgets most easily: it belongs to no turn."""
SKIPPED_ROUND = (
    do.Roll(by=PURPLE, face=Face.WOOL),
    do.MoveWorker(by=PURPLE, source=COPPER, level=1, target=STONE),
    do.Roll(by=BLUE, face=Face.COPPER),
    do.MoveWorker(by=BLUE, source=WOOL, level=2, target=COPPER),
)


def test_a_forgotten_step_is_put_in_and_all_later_ones_follow(table):
    before, chips = table.steps, do.Correct(changes=(do.SetPoints(BLUE, 9),), why="counted")
    amending = table.amend(Insert(BLUE_ROLLS, chips))
    assert amending.misfit is None
    assert [step.origin for step in amending.new] == [None, BLUE_ROLLS]
    table.session.amend(amending)
    assert [step.command for step in table.steps] == [
        *(step.command for step in before[:-1]),
        chips,
        before[-1].command,
    ]
    assert table.state.player(BLUE).points == 9
    assert [entry.step for entry in table.session.log] == list(table.steps)
    ((old, new),) = amending.edited
    assert (old, new.command, amending.taken_back) == (None, chips, 0)


def test_a_whole_round_that_was_skipped_is_put_in_step_by_step_until_the_next_one_fits(table):
    for number in range(1, len(SKIPPED_ROUND)):
        edits = [Insert(PLUS, command) for command in SKIPPED_ROUND[:number]]
        misfit = table.amend(*edits).misfit
        assert (misfit.place, misfit.entered) == (PLUS, False)
        assert misfit.refusal.rule == "turn.decider"
    amending = table.amend(*(Insert(PLUS, command) for command in SKIPPED_ROUND))
    assert amending.misfit is None
    assert [step.origin for step in amending.new] == [*[None] * 4, *range(PLUS, BLUE_ROLLS + 1)]
    table.session.amend(amending)
    assert len(table.steps) == BLUE_ROLLS + 4


def test_a_step_that_was_never_done_is_removed(table):
    survey = do.Correct(changes=(do.SetPoints(BLUE, 9),), why="counted")
    table.session.apply(do.MoveWorker(by=BLUE, source=STONE, level=2, target=COPPER))
    table.session.apply(survey)
    table.session.apply(do.Roll(by=PURPLE, face=Face.WOOD))
    last = table.steps[-1]
    amending = table.amend(Remove(len(table.steps) - 1))
    table.session.amend(amending)
    assert [old.command for old, new in amending.edited if new is None] == [survey]
    assert (table.steps[-1].command, table.steps[-1].origin) == (last.command, last.number)
    assert table.state.player(BLUE).points == 5
    told = {entry.step.command: entry.place for entry in table.session.log[-2:]}
    assert told == {survey: None, last.command: len(table.steps)}


def test_the_last_step_and_even_all_of_them_can_be_removed(table):
    steps = table.steps
    amending = table.amend(Remove(BLUE_ROLLS))
    assert (amending.new, amending.taken_back, amending.changes) == ((), 1, True)
    table.session.amend(amending)
    assert table.state == steps[-1].before
    table.session.amend(table.amend(Remove(1)))
    assert (table.steps, table.state) == ((), steps[0].before)
    table.session.undo()
    table.session.undo()
    assert table.steps == steps


def test_a_forgotten_step_that_the_rules_refuse_there_leaves_nothing_to_count(table):
    amending = table.amend(Insert(PURPLE_TAKES, SWAP))
    assert amending.misfit.entered
    assert (amending.misfit.place, amending.misfit.refusal.rule) == (PURPLE_TAKES, "pay.hand")
    assert not amending.changes
    with pytest.raises(ValueError, match="changes no step"):
        table.session.amend(amending)


def test_what_is_removed_may_be_another_at_the_same_time_the_last_word_counts(table):
    other = do.Take(by=PURPLE, material=COPPER)
    amending = table.amend(Remove(PURPLE_TAKES), Replace(PURPLE_TAKES, other))
    assert [step.command for step in amending.new[:1]] == [other]
    taken = table.steps[PURPLE_TAKES - 1]
    removed = table.amend(Replace(PURPLE_TAKES, other), Remove(PURPLE_TAKES))
    assert taken.command not in [step.command for step in removed.new]
    assert removed.edited[0] == (taken, None)


def test_a_log_of_everything_has_what_was_put_in_at_its_place(table):
    counted = do.Correct(changes=(do.SetPoints(BLUE, 9),), why="counted")
    former = table.steps
    table.session.amend(table.amend(Insert(BLUE_ROLLS, counted)))
    log = table.session.log
    assert [entry.place for entry in log] == list(range(1, BLUE_ROLLS + 2))
    assert [entry.inserted for entry in log] == [False] * 10 + [True, False]
    assert log[10].step.command == counted
    table.session.undo()
    log = table.session.log
    assert [entry.step for entry in log if entry.place] == list(former)
    (left,) = (entry for entry in log if not entry.place)
    assert (left.step.command, left.inserted) == (counted, True)


def test_a_misfit_names_the_rule_as_the_table_would_hear_it(table):
    command = do.BuildHut(by=BLUE, field=1, pay=Chips(wool=1, copper=1))
    misfit = table.change(BLUE_ROLLS, command).misfit
    with pytest.raises(RuleViolation, match=str(misfit.refusal)):
        play(misfit.state, command)
