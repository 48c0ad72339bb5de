"""A whole table: whatever people do, nothing is lost, and the pieces lie as the game stands.

Hypothesis decides what happens: commands, answers in any order, undo, redo, old steps put right,
corrections, rulings, taps on trays, restarts. `HYPOTHESIS_PROFILE=hunt python -m pytest` of this
file tries 20,000 things that happen, others each time.
"""

import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion import commands as do
from companion import moves
from companion.errors import RuleViolation
from companion.game import state_after_command, state_problems
from companion.history import PathChange
from companion.memory.journal import Journal
from companion.memory.record import commands_for_record, encode_record, replayed_states
from companion.memory.session import Session
from companion.rules.setup import Setup, initial_state
from companion.state import GameState, Phase
from tests.companion.changed_steps import edited, some_edits
from tests.companion.obeying import People
from tests.corrections import correction, jump_ahead, some_ruling
from tests.legal_commands import command_in_any_order, legal_command
from tests.luck import Luck
from tests.strategies import any_command, lucks, setups

MOST_BEFORE = 120
"""Commands that a game has before anything else happens."""


class Position(NamedTuple):
    """What counts: the commands of each step, and the game after them."""

    path: tuple[tuple[do.Command, ...], ...]
    state: GameState


class WholeTable(RuleBasedStateMachine):
    """`done` are the positions that undo leads back to, `undone` those that redo leads to."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="meduris-")
        self.journal = self.open()

    def open(self) -> Journal:
        journal = Journal.open(Path(self.folder.name))
        # No power fails here: what is asked is what is written, not whether it reaches the disk.
        journal.connection_for_writing().execute("PRAGMA synchronous = OFF")
        return journal

    def teardown(self) -> None:
        try:
            if sys.exc_info()[0] is None:  # else what was found before is what is told
                self.people.finish(Luck(0))
        finally:
            self.journal.close()
            self.folder.cleanup()

    @initialize(
        setup=setups(),
        before=st.integers(0, MOST_BEFORE),
        luck=lucks,
        jumps=st.booleans(),
        settle_only_by_taps=st.booleans(),
    )
    def sit_down(
        self, setup: Setup, before: int, luck: Luck, *, jumps: bool, settle_only_by_taps: bool
    ) -> None:
        self.game = Session.begin(self.journal, setup)
        for _ in range(before):
            state = self.game.state
            if state.phase is Phase.FINISHED:
                break
            jump = jumps and state.phase is Phase.ROLL
            jumps = jumps and not jump
            self.game.apply(jump_ahead(state, luck) if jump else legal_command(state, luck))
        self.game.mark_all_done()
        self.people = People(self.game, luck, settle_only_by_taps=settle_only_by_taps)
        self.done: list[Position] = []
        self.undone: list[Position] = []
        self.decided = {step.command for step in self.game.steps}
        position = Position((), initial_state(setup))
        for step in self.game.steps:
            self.done.append(position)
            position = Position(
                (*position.path, step.all_commands),
                state_after_command(position.state, step.command),
            )
        self.position = position

    # What happens

    @property
    def is_over(self) -> bool:
        return self.game.state.phase is Phase.FINISHED

    @precondition(lambda self: not self.is_over)
    @rule(luck=lucks, times=st.integers(1, 6))
    def decide(self, luck: Luck, times: int) -> None:
        for _ in range(times):
            if not self.is_over:
                self.apply(command_in_any_order(self.game.state, luck), luck)

    @precondition(lambda self: self.game.state.phase in (Phase.ROLL, Phase.ACTION))
    @rule(luck=lucks)
    def correct(self, luck: Luck) -> None:
        self.apply(correction(self.game.state, luck), luck)

    @precondition(lambda self: self.game.state.phase is Phase.ACTION)
    @rule(luck=lucks)
    def play_it_otherwise(self, luck: Luck) -> None:
        ruled = some_ruling(self.game.state, luck)
        if ruled is not None:
            self.apply(ruled[1], luck, ruled[0])

    @rule(luck=lucks)
    def decide_anything(self, luck: Luck) -> None:
        command = any_command(self.game.state, luck)
        before = self.told()
        try:
            state_after_command(self.game.state, command)
        except RuleViolation:
            with pytest.raises(RuleViolation):
                self.game.apply(command)
            assert self.told() == before
        else:
            self.apply(command, luck)

    @precondition(lambda self: self.game.answers_so_far)
    @rule(luck=lucks)
    def take_back(self, luck: Luck) -> None:
        answers, before = self.game.answers_so_far, self.told()
        answer = luck.pick(answers)
        try:
            turn = self.game.withdraw_answer(answer.by)
        except RuleViolation:
            assert self.told() == before
            return
        assert self.game.answers_so_far == tuple(one for one in answers if one != answer)
        assert answer.by in self.game.state.pending
        self.branched(turn, luck)

    @precondition(lambda self: self.game.can_undo)
    @rule(luck=lucks, times=st.integers(1, 3))
    def undo(self, luck: Luck, times: int) -> None:
        for _ in range(min(times, len(self.done))):
            turn = self.game.undo()
            self.undone.append(self.position)
            self.position = self.done.pop()
            self.turned(turn, luck)

    @precondition(lambda self: self.game.can_redo)
    @rule(luck=lucks, times=st.integers(1, 3))
    def redo(self, luck: Luck, times: int) -> None:
        for _ in range(min(times, len(self.undone))):
            turn = self.game.redo()
            self.done.append(self.position)
            self.position = self.undone.pop()
            self.turned(turn, luck)

    @precondition(lambda self: self.game.steps)
    @rule(luck=lucks)
    def put_old_steps_right(self, luck: Luck) -> None:
        former = self.game.steps
        edits, amending = some_edits(former, luck)
        if not amending.has_effect:
            return
        turn = self.game.amend(amending)
        wanted = edited([step.command for step in former], edits)
        done = [step.command for step in self.game.steps]
        assert done == wanted[: len(done)]
        assert (amending.conflict is None) is (len(done) == len(wanted))
        self.branched(turn, luck)
        conflict = amending.conflict
        if conflict is not None and not conflict.is_in_edited_step:
            refused = former[conflict.position - 1]
            if refused.ruling is None or same_chips(conflict.state, refused.state_before):
                with pytest.raises(RuleViolation):
                    played(conflict.state, refused.all_commands)

    @rule(luck=lucks)
    def tap_a_row(self, luck: Luck) -> None:
        color = luck.pick(self.game.state.colors)
        rows = self.people.rows(color)
        if not rows:
            return
        row = luck.pick(rows)
        plains = moves.StackTarget | moves.WorkerToRemove
        together = [one for one in rows if isinstance(moves.unwrap_row(one), plains)]
        self.people.settle(color, together if row in together else [row])

    @rule(luck=lucks)
    def tap_all(self, luck: Luck) -> None:
        self.people.finish(luck)

    @rule()
    def start_again(self) -> None:
        before, game_id = self.told(), self.game.game_id
        assert game_id is not None
        assert self.journal.game_rows(game_id) == self.game.game.rows
        self.journal.close()
        self.journal = self.open()
        assert (self.journal.notice, self.journal.trouble) == (None, None)
        self.game = Session.resume(self.journal, game_id)
        self.people.go_on_with(self.game)
        assert (self.game.notice, self.told()) == (None, before)

    @rule()
    def export(self) -> None:
        setup, steps = self.game.setup, self.game.steps
        record = encode_record(setup, commands_for_record(steps))
        *_, last = replayed_states(io.BytesIO(record), lambda _name: None)
        assert last == self.game.state
        again = Session.begin(self.journal, setup, save=lambda _game, _result, told: told(1))
        for command in commands_for_record(steps):
            again.apply(command)
        assert encode_record(setup, commands_for_record(again.steps)) == record

    # What has to be so then

    @invariant()
    def all_that_was_done_is_there(self) -> None:
        game = self.game
        assert tuple(step.all_commands for step in game.steps) == self.position.path
        assert game.state == self.position.state
        assert (game.can_undo, game.can_redo) == (bool(self.done), bool(self.undone))
        assert (game.unsaved, game.is_saving) == (None, False)
        assert not state_problems(game.state)

    @invariant()
    def the_log_tells_it(self) -> None:
        log = self.game.log
        assert [one.step for one in log if one.position is not None] == [*self.game.steps]
        places = [one.position for one in log if one.position is not None]
        assert places == [*range(1, len(places) + 1)]
        assert {one.step.command for one in log} == self.decided

    def told(self) -> tuple[object, ...]:
        """All that people can see of the game."""
        game = self.game
        return (game.log, game.steps, game.state, game.answers_so_far, game.trays(), game.can_redo)

    def apply(self, command: do.Command, luck: Luck, ruling: do.Correct | None = None) -> None:
        """Somebody decides, and everybody looks at their tray."""
        commands = (command,) if ruling is None else (ruling, command)
        self.people.before(command)
        self.game.apply(command, ruling)
        self.done.append(self.position)
        self.undone.clear()
        self.position = Position(
            (*self.position.path, commands), played(self.position.state, commands)
        )
        self.decided.add(command)
        self.people.after(command)
        self.people.respond(luck)

    def branched(self, turn: PathChange, luck: Luck) -> None:
        """Other steps count: those of a game that was played so from the start."""
        self.done.append(self.position)
        self.undone.clear()
        path = tuple(step.all_commands for step in self.game.steps)
        state = initial_state(self.game.setup)
        for commands in path:
            state = played(state, commands)
        self.position = Position(path, state)
        self.decided |= {step.command for step in turn.added}
        self.turned(turn, luck)

    def turned(self, turn: PathChange, luck: Luck) -> None:
        """What counts has changed, and everybody looks at their tray."""
        self.people.hold(turn)
        self.people.respond(luck)


def same_chips(one: GameState, other: GameState) -> bool:
    """Whether everybody has the same chips, so that a ruling sets the same numbers."""
    return [player.hand for player in one.players] == [player.hand for player in other.players]


def played(state: GameState, commands: Sequence[do.Command]) -> GameState:
    for command in commands:
        state = state_after_command(state, command)
    return state


TestWholeTable = WholeTable.TestCase
TestWholeTable.settings = settings(stateful_step_count=20, suppress_health_check=list(HealthCheck))
