"""Amendments of an old step: all later steps fit, or the first refused step is named."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.memory.amending import InsertStep, ReplaceStep, prepare_amendment
from companion.memory.boards import BoardShelf
from companion.memory.clock import current_timestamp
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import Color, Face, Material, Rune
from tests.companion.memory.sessions import after_first_turn, in_play, put_right
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
        return self.amend(*(ReplaceStep(place, command) for place, command in pairs))

    def amend(self, *edits):
        return prepare_amendment(self.steps, edits, current_timestamp())


PLUS, PURPLE_TAKES, BLUE_TAKES, PURPLE_MOVES, BLUE_ROLLS = range(7, 12)
"""The places of the steps after the workers are placed."""


@pytest.fixture
def table(journal):
    session = after_first_turn(Session.begin(journal, two_players()))
    session.apply(do.Roll(by=BLUE, face=Face.STONE))
    return Table(session, journal)


def test_a_command_that_does_not_fit_where_it_is_put_leaves_nothing_to_count(table):
    amending = table.change(PURPLE_TAKES, do.GiveBackChip(by=PURPLE, material=WOOD))
    assert (amending.new_steps, amending.has_effect, amending.conflict.position) == (
        (),
        False,
        PURPLE_TAKES,
    )
    with pytest.raises(ValueError, match="the amendment changes nothing"):
        table.session.amend(amending)


@pytest.mark.parametrize("places", [[], [0], [12], [-1], [3, 12]])
def test_only_steps_that_count_can_be_changed(table, places):
    edits = [ReplaceStep(place, do.Roll(by=BLUE, face=Face.WOOD)) for place in places]
    with pytest.raises(ValueError, match="an edit names a step that is not there"):
        table.amend(*edits)


def test_an_amendment_of_a_game_that_has_gone_on_since_is_not_carried_out(table):
    amending = table.change(PURPLE_TAKES, do.TakeChip(by=PURPLE, material=COPPER))
    table.session.undo()
    log = table.session.log
    with pytest.raises(ValueError, match="the amendment changes nothing"):
        table.session.amend(amending)
    assert table.session.log == log


def test_a_field_read_otherwise_teaches_the_shelf_and_undo_takes_that_back(journal, tmp_path):
    shelf = BoardShelf(tmp_path)
    session = in_play(journal, shelf)
    read = do.EnterPrintedField(field=19, needs=(WOOD, STONE), rune=Rune.WAVES)
    session.apply(read)
    session.apply(do.Roll(by=session.state.decider, face=Face.WOOD))
    right = replace(read, needs=(WOOL, STONE))
    put_right(session, ReplaceStep(len(session.steps) - 1, right))
    assert BoardShelf(tmp_path).default_board(4).field(19).needs == right.needs
    session.undo()
    assert BoardShelf(tmp_path).default_board(4).field(19).needs == read.needs
    Session.resume(journal, 1).redo()  # and the app ended just then
    Session.resume(journal, 1, shelf)
    assert BoardShelf(tmp_path).default_board(4).field(19).needs == right.needs


def test_a_log_of_everything_has_what_was_put_in_at_its_place(table):
    counted = do.Correct(changes=(do.SetPoints(BLUE, 9),), why="counted")
    former = table.steps
    table.session.amend(table.amend(InsertStep(BLUE_ROLLS, counted)))
    log = table.session.log
    assert [entry.position for entry in log] == list(range(1, BLUE_ROLLS + 2))
    assert [entry.inserted for entry in log] == [False] * 10 + [True, False]
    assert log[10].step.command == counted
    table.session.undo()
    log = table.session.log
    assert [entry.step for entry in log if entry.position] == list(former)
    (left,) = (entry for entry in log if not entry.position)
    assert (left.step.command, left.inserted) == (counted, True)
