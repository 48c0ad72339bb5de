"""The game on the table: playing, undo, amending, saving.

A step is on the disk once `is_saving` is False and `unsaved` is None; with a journal that saves at
once, that is when the method returns.
"""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, takewhile
from typing import Protocol, Self

import msgspec

from companion import moves
from companion.commands import Answer, Command, Correct, SetPrinted
from companion.errors import BoardError, HandViolation, RuleViolation
from companion.events import DieRolled
from companion.evolution import corrected
from companion.game import Setup
from companion.history import LogEntry, Step, Turn, carry_out
from companion.memory.amending import Amending, Remove, amend
from companion.memory.boards import BoardShelf
from companion.memory.clock import now
from companion.memory.journal import BrokenGameError, GameRows, Journal
from companion.memory.played_game import Look, PlayedGame
from companion.memory.snapshots import mend_game
from companion.memory.statistics.figures import result_of
from companion.pieces import Color, Face
from companion.sentence import N_, Sentence
from companion.state import Board, Field, GameState, Phase
from companion.trays import Tray

_NOT_KEPT = N_("What was read off the cardboard counts in this game only: {reason}")


class Save(Protocol):
    """Saves the missing rows of a game, like `Journal.save`, at once or later.

    `told` is called with the result, in the thread that plays the game.
    """

    def __call__(
        self, game: GameRows, result: str | None, told: Callable[[int | Sentence], None], /
    ) -> None:
        """Save the rows."""


class Session:
    """A game that is played and saved; made by `begin` or `resume`.

    `game_id` is its number in the journal, None until the first save. `unsaved` says why the newest
    steps are not on the disk: the game goes on, and every step and `save_pending` retry. `notice`
    says why the shelf could not learn from the last step, or that the game was damaged.
    """

    def __init__(
        self,
        journal: Journal,
        game: PlayedGame,
        shelf: BoardShelf | None,
        save: Save | None,
    ) -> None:
        self.game = game
        self.game_id: int | None = None
        self.unsaved: Sentence | None = None
        self.notice: Sentence | None = None
        self._save = save or partial(_save_at_once, journal)
        self._shelf = shelf
        self._saved = -1
        self._under_way = False
        self._is_taken_up = True
        self._foreseen: dict[tuple[Command, Correct | None], Step] = {}

    @classmethod
    def begin(
        cls,
        journal: Journal,
        setup: Setup,
        shelf: BoardShelf | None = None,
        save: Save | None = None,
    ) -> Self:
        """Begin a new game. Raises RuleViolation for an invalid setup."""
        session = cls(journal, PlayedGame.begin(setup), shelf, save)
        session.save_pending()
        return session

    @classmethod
    def resume(
        cls,
        journal: Journal,
        game_id: int,
        shelf: BoardShelf | None = None,
        game: PlayedGame | None = None,
        save: Save | None = None,
    ) -> Self:
        """Resume a saved game exactly where it was.

        `game` may be passed if it has been read; it is read again if another app has continued it.
        A damaged game is repaired (sets `notice`). Resuming is saved with the first step, as
        looking at a game is not playing it. Raises JournalError if it cannot be read.
        """
        damage = None
        if game is None or not journal.is_still(game_id, game.rows):
            try:
                game = read_game(journal, game_id)
            except BrokenGameError:
                damage = mend_game(journal, game_id)
                game = read_game(journal, game_id)
        session = cls(journal, game, shelf, save)
        session.game_id = game_id
        session._saved = game.rows.size
        session._is_taken_up = False
        session.notice = damage or session._learn_latest()
        return session

    @property
    def key(self) -> str:
        """Globally unique key of the game."""
        return self.game.rows.head.key

    @property
    def setup(self) -> Setup:
        """Setup of the game."""
        return self.game.setup

    @property
    def state(self) -> GameState:
        """Current state."""
        return self.game.state

    @property
    def steps(self) -> tuple[Step, ...]:
        """Steps from the beginning to the head."""
        return self.game.steps

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """The whole history in the order of the game."""
        return self.game.log

    @property
    def looks(self) -> tuple[Look, ...]:
        """Refusals that revealed something of a hand, oldest first."""
        return tuple(self.game.looks)

    @property
    def can_undo(self) -> bool:
        return self.game.history.can_undo

    @property
    def can_redo(self) -> bool:
        return self.game.history.can_redo

    def foresee(self, command: Command, ruling: Correct | None = None) -> Step:
        """Return the step that `apply` would add, without a number. Raises RuleViolation."""
        step = self._foreseen.get((command, ruling))
        if step is None:
            step = carry_out(self.state, command, now(), ruling)
            self._foreseen[command, ruling] = step
        return step

    def apply(self, command: Command, ruling: Correct | None = None) -> Step:
        """Carry out a command, after a correction that makes it possible, if given.

        Raises RuleViolation and changes nothing. A refusal that reveals something of a hand is
        recorded.
        """
        try:
            step = self.foresee(command, ruling)
        except RuleViolation as refusal:
            # The command of a ruling would reveal which chips a hand lacks.
            self.note_refusal(ruling or command, refusal)
            raise
        self._take_up()
        before = self.state.board
        step = self.game.add(msgspec.structs.replace(step, time=now()))
        self._changed(before)
        return step

    def note_refusal(self, command: Command, refusal: RuleViolation) -> None:
        """Record a refusal if it reveals something of a hand."""
        last = self.game.looks[-1] if self.game.looks else None
        known = last is not None and (last.command, last.head) == (command, self.game.history.head)
        if isinstance(refusal, HandViolation) and not known:
            self._take_up()
            self.game.look(command)
            self.save_pending()

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Return the answers to the current question while others are still asked, oldest first."""
        return tuple(step.command for step in self._answers() if isinstance(step.command, Answer))

    def _answers(self) -> list[Step]:
        phase = self.state.phase
        if phase not in (Phase.TAKE, Phase.GIVE_BACK):
            return []
        steps = takewhile(lambda step: step.before.phase is phase, reversed(self.steps))
        return [step for step in steps if isinstance(step.command, Answer)][::-1]

    def take_back(self, color: Color) -> Turn:
        """Ask a player again whose answer counts while others are still asked.

        Raises ValueError without an answer, RuleViolation if a later step depends on it.
        """
        given = {getattr(step.command, "by", None): step for step in self._answers()}
        if color not in given:
            raise ValueError("no answer of theirs can be taken back")
        place = self.steps.index(given[color]) + 1
        amending = amend(self.steps, [Remove(place)], now())
        if amending.misfit is not None:
            raise amending.misfit.refusal
        return self.amend(amending)

    def amend(self, amending: Amending) -> Turn:
        """Switch to the branch of an amendment.

        Raises ValueError if it was prepared for other steps, or changes nothing.
        """
        if self.steps[-len(amending.old) :] != amending.old or not amending.changes:
            raise ValueError("this changes no step of the game as it stands")
        return self._turn(partial(self.game.branch, amending.fork, amending.new))

    def undo(self) -> Turn:
        """Undo the last step. Raises ValueError if there is none."""
        if not self.can_undo:  # a failed attempt does not count as playing
            raise ValueError("there is nothing to undo")
        return self._turn(self.game.undo)

    def redo(self) -> Turn:
        """Redo the step last undone. Raises ValueError if there is none."""
        if not self.can_redo:  # a failed attempt does not count as playing
            raise ValueError("there is nothing to redo")
        return self._turn(self.game.redo)

    def trays(self, state: GameState | None = None, *, scored: bool = True) -> tuple[Tray, ...]:
        """Return the open moves of each player, in seating order (`Trays.trays`)."""
        return self.game.trays.trays(state or self.state, scored=scored)

    def trays_after(self, step: Step) -> tuple[Tray, ...]:
        """Return the trays after a step from `foresee`."""
        history, foreseen = self.game.history, self.game.trays.copy()
        number = len(history.steps) + 1
        foreseen.add(msgspec.structs.replace(step, number=number, parent=history.head))
        return foreseen.trays(step.after)

    def trays_settled(self, color: Color) -> tuple[Tray, ...]:
        """Return the trays once a player has made all their moves."""
        foreseen = self.game.trays.copy()
        foreseen.settle(color, self.state)
        return foreseen.trays(self.state)

    def settle(
        self,
        color: Color,
        rows: Iterable[moves.Row] | None = None,
        state: GameState | None = None,
        *,
        scored: bool = True,
    ) -> None:
        """Record that a player has made the moves of their tray, or of some rows.

        `state` and `scored` are those with which `trays` was called.
        """
        self.game.settle(color, state or self.state, rows, scored=scored)
        self.save_pending()

    def settle_all(self) -> None:
        """Record that the cardboard is as the state says."""
        self.game.settle_all()
        self.save_pending()

    @property
    def face_up(self) -> Face | None:
        """The die in front of the active player, from the roll to the next turn."""
        return face_in(self.state, reversed(self.steps))

    def face_after(self, step: Step) -> Face | None:
        """Return the face of the die after a step from `foresee`."""
        return face_in(step.after, chain((step,), reversed(self.steps)))

    def take_over_board(self, why: str) -> bool:
        """Correct the board by what was read of it elsewhere; return whether anything was.

        It is one correction, with the reason `why`, made when the rules allow it and nothing can be
        redone.
        """
        changes = self._read_elsewhere()
        if not changes or self.can_redo or self.state.phase not in (Phase.ROLL, Phase.ACTION):
            return False
        try:
            self.apply(Correct(changes=changes, why=why))
        except RuleViolation:  # the shelf contradicts what the game knows
            return False
        return True

    @property
    def known_state(self) -> GameState:
        """The current state with everything known of its board.

        It differs from `state` only while workers are placed, which does not depend on fields.
        """
        changes = self._read_elsewhere() if self.state.phase is Phase.PLACING else ()
        return corrected(self.state, changes) if changes else self.state

    def _read_elsewhere(self) -> tuple[SetPrinted, ...]:
        """Return the fields of the board that the shelf knows and the game does not."""
        board = self.state.board
        kept = None if self._shelf is None else self._shelf.find(board.name)
        return () if kept is None or kept is board else _known_only_there(board, kept)

    @property
    def is_saving(self) -> bool:
        """Whether the newest step is being saved; no decision is accepted then."""
        return self._under_way and self.unsaved is None

    def save_pending(self) -> None:
        """Save what is not on the disk yet; sets `unsaved`."""
        rows = self.game.rows
        if self._under_way or self._saved == rows.size:
            return
        self._under_way = True
        size, result = rows.size, result_of(self.game)

        def hear(heard: int | Sentence) -> None:
            self._under_way = False
            if isinstance(heard, Sentence):
                self.unsaved = heard
                return
            self.game_id, self.unsaved, self._saved = heard, None, size
            self.save_pending()

        self._save(rows.copy(), result, hear)

    def save_anew(self) -> None:
        """Save the whole game into a file that does not have it."""
        self._saved = -1
        self.save_pending()

    def _learn_latest(self) -> Sentence | None:
        """Teach the shelf the last step, as the app may have ended before that."""
        board = self.state.board
        match self.game.history.latest:
            case Step() as step:
                return _learn(self._shelf, step.start.board, board)
            case Turn() as turn:
                return _learn(self._shelf, turn.before.board, _still_read(board, turn.removed))
            case None:
                return None

    def _take_up(self) -> None:
        if not self._is_taken_up:
            self._is_taken_up = True
            self.game.take_up()

    def _turn(self, turn_head: Callable[[], Turn]) -> Turn:
        self._take_up()
        before = self.state.board
        turn = turn_head()
        self._changed(before, turn.removed)
        return turn

    def _changed(self, before: Board, removed: Iterable[Step] = ()) -> None:
        self._foreseen.clear()
        # Saved first: after a power failure, `resume` teaches the shelf the last step.
        self.save_pending()
        self.notice = _learn(self._shelf, before, _still_read(self.state.board, removed))


def read_game(journal: Journal, game_id: int) -> PlayedGame:
    """Read a saved game. Raises JournalError, BrokenGameError for a damaged one."""
    return PlayedGame.load(journal.game(game_id))


def face_in(state: GameState, steps: Iterable[Step]) -> Face | None:
    """Return the face rolled in the state's turn; `steps` led there, the last one first."""
    if state.phase in (Phase.PLACING, Phase.ROLL):
        return None
    # A turn may have no roll: the end is declared before it, or the table corrects.
    for step in steps:
        if step.after.turn != state.turn:
            return None
        for event in reversed(step.events):
            if isinstance(event, DieRolled):
                return event.face
    return None


def _save_at_once(
    journal: Journal, game: GameRows, result: str | None, told: Callable[[int | Sentence], None]
) -> None:
    told(journal.save(game, result))


def _known_only_there(here: Board, there: Board) -> tuple[SetPrinted, ...]:
    """Return the fields that one board lacks of another; none if they are different boards."""
    if len(there) != len(here):
        return ()
    pairs = list(zip(here.fields, there.fields, strict=True))
    if any(one.known and other.known and one != other for one, other in pairs):
        return ()
    return tuple(
        SetPrinted(number, other.needs, other.rune)
        for number, (one, other) in enumerate(pairs, start=1)
        if not one.known and other.needs is not None and other.rune is not None
    )


def _still_read(board: Board, removed: Iterable[Step]) -> Board:
    """Return what is known of a board after steps were undone.

    What was taken over from the shelf had been read elsewhere, so the shelf keeps it.
    """
    fields = list(board.fields)
    for step in removed:
        changes = step.command.changes if isinstance(step.command, Correct) else ()
        for change in changes:
            if isinstance(change, SetPrinted) and not step.before.board.field(change.field).known:
                fields[change.field - 1] = Field(change.needs, change.rune)
    return Board(board.name, tuple(fields))


def _learn(shelf: BoardShelf | None, before: Board, after: Board) -> Sentence | None:
    """Teach a shelf what was read or corrected; return why that failed, or None."""
    if shelf is None or before == after:
        return None
    try:
        shelf.learn(after.name, before, after)
    except BoardError as error:
        return Sentence(_NOT_KEPT, {"reason": error.sentence})
    return None
