"""The game in play: commands, undo, amendments and saving."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import takewhile
from typing import Self, TypeVar

import msgspec

from companion import moves
from companion.commands import Answer, Command, Correct
from companion.errors import HiddenHandViolation, JournalError, RuleViolation
from companion.evolution import apply_changes
from companion.game import Setup
from companion.history import LogEntry, PathChange, Step, make_step
from companion.memory.amending import Amendment, RemoveStep, prepare_amendment
from companion.memory.boards import BoardShelf
from companion.memory.clock import current_timestamp
from companion.memory.field_learning import (
    changes_from_saved_board,
    save_entered_fields,
    save_fields_of_last_step,
)
from companion.memory.journal import GameRows, Journal
from companion.memory.played_game import PlayedGame
from companion.memory.statistics.figures import result_json
from companion.pieces import Color
from companion.sentence import Sentence
from companion.state import GameState, Phase
from companion.trays import Tray

_NOTHING = -1
"""Placeholder for an unknown number of saved rows."""

_Done = TypeVar("_Done", Step, PathChange)


SaveFunction = Callable[[GameRows, str | None, Callable[[int | Sentence], None]], None]
"""Function that saves a game like `Journal.save`, at once or in another thread.

Afterwards it calls its last argument in the thread of the game, with the number of the game, or
with a message if saving failed.
"""


class Session:
    """The game in play, started by `begin` or `resume`.

    `game_id` is the game's number in the journal, or None before the first save. `unsaved` is a
    message that says why the latest steps are not saved, or None. Every step tries to save them
    again, and so does `save_pending`. `notice` is a message about printed fields that could not be
    saved on the saved board, or None.
    """

    def __init__(
        self,
        journal: Journal,
        game: PlayedGame,
        shelf: BoardShelf | None,
        save: SaveFunction | None,
    ) -> None:
        self.game = game
        self.game_id: int | None = None
        self.unsaved: Sentence | None = None
        self.notice: Sentence | None = None
        self._save: SaveFunction = save or (
            lambda game, result, report: report(journal.save(game, result))
        )
        self._shelf = shelf
        self._saved: int | None = _NOTHING
        self._foreseen: dict[tuple[Command, Correct | None], Step] = {}

    @classmethod
    def begin(
        cls,
        journal: Journal,
        setup: Setup,
        shelf: BoardShelf | None = None,
        save: SaveFunction | None = None,
    ) -> Self:
        session = cls(journal, PlayedGame.begin(setup), shelf, save)
        session.save_pending()
        return session

    @classmethod
    def resume(
        cls,
        journal: Journal,
        game_id: int,
        shelf: BoardShelf | None = None,
        loaded_game: PlayedGame | None = None,
        save: SaveFunction | None = None,
    ) -> Self:
        """Resume a saved game.

        `loaded_game` is the same game from an earlier load, or None. It is used if the saved game
        has not changed since that load. The resumption itself is saved together with the next step.
        Raises JournalError if the game cannot be read.
        """
        if loaded_game is None or not journal.is_game_unchanged(game_id, loaded_game.rows):
            loaded_game = read_game(journal, game_id)
        session = cls(journal, loaded_game, shelf, save)
        session.game_id = game_id
        session._saved = loaded_game.rows.number_of_rows
        loaded_game.pause()
        session.notice = save_fields_of_last_step(shelf, loaded_game.history)
        return session

    @property
    def setup(self) -> Setup:
        return self.game.setup

    @property
    def state(self) -> GameState:
        return self.game.state

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.game.steps

    @property
    def log(self) -> tuple[LogEntry, ...]:
        return self.game.log

    @property
    def can_undo(self) -> bool:
        return self.game.history.can_undo

    @property
    def can_redo(self) -> bool:
        return self.game.history.can_redo

    def preview(self, command: Command, ruling: Correct | None = None) -> Step:
        """Return the step that `apply` would make with the same arguments, without making it.

        Raises RuleViolation if the rules refuse the ruling or the command.
        """
        step = self._foreseen.get((command, ruling))
        if step is None:
            step = make_step(self.state, command, current_timestamp(), ruling)
            self._foreseen[command, ruling] = step
        return step

    def apply(self, command: Command, ruling: Correct | None = None) -> Step:
        """Carry out a command and save the step. If `ruling` is given, carry it out first.

        A ruling is a correction that makes an otherwise illegal command possible. Raises
        RuleViolation if the rules refuse the command. The game is then unchanged, but a refusal
        that reveals something about hidden chips is recorded.
        """
        try:
            step = self.preview(command, ruling)
        except RuleViolation as refusal:
            # Recording the command itself would reveal which chips a hand lacks.
            self.record_refusal(ruling or command, refusal)
            raise
        step = msgspec.structs.replace(step, time=current_timestamp())
        return self._change(partial(self.game.add_step, step))

    def record_refusal(self, command: Command, refusal: RuleViolation) -> None:
        last = self.game.revealing_refusals[-1] if self.game.revealing_refusals else None
        known = last is not None and (last.command, last.head_number) == (
            command,
            self.game.history.head_number,
        )
        if isinstance(refusal, HiddenHandViolation) and not known:
            self.game.record_refusal(command)
            self.save_pending()

    @property
    def answers_so_far(self) -> tuple[Answer, ...]:
        """The answers so far to a question that some players must still answer, oldest first."""
        phase = self.state.phase
        if phase not in (Phase.TAKE, Phase.GIVE_BACK):
            return ()
        steps = takewhile(lambda step: step.before.phase is phase, reversed(self.steps))
        commands = [step.command for step in steps]
        return tuple(one for one in reversed(commands) if isinstance(one, Answer))

    def withdraw_answer(self, color: Color) -> PathChange:
        """Remove a player's answer to a question that other players must still answer.

        The player must then answer again, but may have to wait for others: if the chips of a
        material are not enough for all, the players answer in turn (rule small.plus). Return the
        change of the game's steps. Raises ValueError if the player has not answered, and
        RuleViolation if a later step depends on the answer.
        """
        answer = next((one for one in self.answers_so_far if one.by == color), None)
        if answer is None:
            raise ValueError(f"{color} has not answered")
        given = (place for place, step in enumerate(self.steps, 1) if step.command == answer)
        amendment = prepare_amendment(self.steps, [RemoveStep(max(given))], current_timestamp())
        if amendment.conflict is not None:
            raise amendment.conflict.refusal
        return self.amend(amendment)

    def amend(self, amendment: Amendment) -> PathChange:
        """Change earlier steps as prepared (`prepare_amendment`), and return what has changed.

        Raises ValueError if the game has changed since the preparation, or if the amendment has no
        effect.
        """
        if (
            self.steps[-len(amendment.old_steps) :] != amendment.old_steps
            or not amendment.has_effect
        ):
            raise ValueError("the game has changed since, or the amendment changes nothing")
        return self._change(partial(self.game.branch, amendment.fork, amendment.new_steps))

    def undo(self) -> PathChange:
        return self._change(self.game.undo)

    def redo(self) -> PathChange:
        return self._change(self.game.redo)

    def trays(self, state: GameState | None = None, *, scored: bool = True) -> tuple[Tray, ...]:
        return self.game.trays.trays(state or self.state, scored=scored)

    def mark_done(
        self,
        color: Color,
        rows: Iterable[moves.Row] | None = None,
        state: GameState | None = None,
        *,
        scored: bool = True,
    ) -> None:
        """Record that a player has made all moves in their tray, or only the moves in `rows`.

        `state` and `scored` must be the arguments with which `trays` returned this tray. A `state`
        of None is the current state. `scored` is false for a state before the final scoring.
        """
        self.game.mark_done(color, state or self.state, rows, scored=scored)
        self.save_pending()

    def mark_all_done(self) -> None:
        self.game.mark_all_done()
        self.save_pending()

    def copy_fields_from_saved_board(self, reason: str) -> bool:
        """Copy fields that only the saved board knows into the game, as a correction.

        `reason` is the recorded reason of the correction. Return True if fields were copied. Return
        False if there are none, if steps can be redone, or if the rules forbid the correction now.
        """
        changes = changes_from_saved_board(self.state.board, self._shelf)
        if not changes or self.can_redo or self.state.phase not in (Phase.ROLL, Phase.ACTION):
            return False
        try:
            self.apply(Correct(changes=changes, why=reason))
        except RuleViolation:  # the shelf contradicts what the game knows
            return False
        return True

    @property
    def state_with_saved_fields(self) -> GameState:
        """The current state, in which printed fields that only the saved board knows are filled in.

        Usually `copy_fields_from_saved_board` has already added them to the game by a correction.
        But while workers are placed, no correction is allowed.
        """
        if self.state.phase is not Phase.PLACING:
            return self.state
        changes = changes_from_saved_board(self.state.board, self._shelf)
        return apply_changes(self.state, changes) if changes else self.state

    @property
    def is_saving(self) -> bool:
        """True while a step is being saved; until this is finished, no command is accepted."""
        return self._saved is None and self.unsaved is None

    def save_pending(self, *, force: bool = False) -> None:
        """Save all unsaved rows; if that fails, set `unsaved` to the reason.

        With `force`, save the game even if all its rows have been saved. This is needed if the file
        has lost the game.
        """
        rows = self.game.rows
        if not force and self._saved in (None, rows.number_of_rows):
            return
        self._saved = None
        size, result = rows.number_of_rows, result_json(self.game)

        def hear(heard: int | Sentence) -> None:
            if isinstance(heard, Sentence):
                self._saved, self.unsaved = _NOTHING, heard
                return
            self.game_id, self.unsaved, self._saved = heard, None, size
            self.save_pending()

        self._save(rows.copy(), result, hear)

    def _change(self, change: Callable[[], _Done]) -> _Done:
        before = self.state.board
        done = change()
        self._foreseen.clear()
        # Saved before the learnt fields: after a power failure between the two, `resume` learns
        # them again.
        self.save_pending()
        removed = done.removed if isinstance(done, PathChange) else ()
        self.notice = save_entered_fields(self._shelf, before, self.state.board, removed)
        return done


def read_game(journal: Journal, game_id: int) -> PlayedGame:
    """Read a saved game. Raises JournalError; DamagedGameError if the game is damaged."""
    return PlayedGame.load(journal.game_rows(game_id))


def damaged_game_ids(journal: Journal) -> tuple[int, ...]:
    """Return the numbers of all damaged games. Raises JournalError if the file is damaged."""
    damaged = []
    for number in journal.game_ids():
        try:
            read_game(journal, number)
        except JournalError:
            damaged.append(number)
    return tuple(damaged)
