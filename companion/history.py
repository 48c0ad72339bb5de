"""The steps of one game as a tree: each step has a parent, and the head is the current step.

The path is the sequence of steps from the start of the game to the head. Undo and redo move the
head. Changing an earlier step begins a branch, on which the later steps are carried out again. No
step is ever deleted. This module does no input or output; `journal` saves the steps.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.commands import Command, Correct
from companion.events import Event
from companion.game import Setup, apply_events, consequences_of, initial_state
from companion.state import GameState

BEGINNING = 0
"""Number used as the parent of the first step, and as the head of a game without steps."""


class Ruling(msgspec.Struct, frozen=True):
    """A correction by which the players allow a command that the rules refuse.

    `before` is the state before the correction.
    """

    command: Correct
    events: tuple[Event, ...]
    before: GameState


class Step(msgspec.Struct, frozen=True):
    """A decision with its events, and the states before and after it.

    `number` counts all steps of the game from 1, in the order of their creation. `parent` is the
    number of the previous step, or `BEGINNING`. `time` is in UTC (ISO 8601). `origin` is the number
    of the step on another branch that this step repeats or replaces, or None. `ruling` is the
    correction by which the players allowed the command, or None. `before` is the state before the
    command but after the ruling, if there is one.
    """

    number: int
    parent: int
    command: Command
    events: tuple[Event, ...]
    before: GameState
    after: GameState
    time: str
    origin: int | None = None
    ruling: Ruling | None = None

    @property
    def state_before(self) -> GameState:
        """The state before the whole step: before the command and before any ruling."""
        return self.before if self.ruling is None else self.ruling.before

    @property
    def all_commands(self) -> tuple[Command, ...]:
        """The correction that allows the command, if there is one, and the command."""
        return (self.command,) if self.ruling is None else (self.ruling.command, self.command)

    @property
    def all_events(self) -> tuple[Event, ...]:
        """The events of the correction that allows the command, if any, and of the command."""
        return self.events if self.ruling is None else (*self.ruling.events, *self.events)


def make_step(state: GameState, command: Command, time: str, ruling: Correct | None = None) -> Step:
    """Carry out a command in `state`. If `ruling` is given, carry out that correction first.

    Return the step, which has no number yet and belongs to no history. Raises RuleViolation if the
    rules refuse the ruling or the command.
    """
    ruled = None
    if ruling is not None:
        first = consequences_of(state, ruling)
        ruled = Ruling(ruling, first.events, state)
        state = first.state
    consequences = consequences_of(state, command)
    return Step(0, 0, command, consequences.events, state, consequences.state, time, None, ruled)


class SavedStep(NamedTuple):
    """A step as it is saved, without its states.

    `commands` and `events` have one item each. With a ruling (a correction that allows the
    command), they have two items: the first belongs to the ruling.
    """

    number: int
    parent: int
    commands: tuple[Command, ...]
    events: tuple[tuple[Event, ...], ...]
    time: str
    origin: int | None = None


def to_saved_step(step: Step) -> SavedStep:
    """Convert a step to the form in which it is saved."""
    ruling = step.ruling
    events = (step.events,) if ruling is None else (ruling.events, step.events)
    return SavedStep(step.number, step.parent, step.all_commands, events, step.time, step.origin)


def _folded(saved: SavedStep, state: GameState) -> Step:
    """Rebuild a saved step by applying its events to `state`, the state before the step.

    Raises ValueError if its commands, events and origin contradict each other.
    """
    *corrections, command = saved.commands
    *earlier, events = saved.events
    if len(corrections) != len(earlier) or len(corrections) > 1:
        raise ValueError("a step must consist of a command, or of a ruling and a command")
    if saved.origin is not None and not BEGINNING < saved.origin < saved.number:
        raise ValueError(f"step {saved.number} cannot be a copy of step {saved.origin}")
    ruling = None
    for correction, corrected in zip(corrections, earlier, strict=True):
        if not isinstance(correction, Correct):
            raise ValueError("a ruling must be a correction")  # noqa: TRY004 - a value from a file
        ruling = Ruling(correction, corrected, state)
        state = apply_events(state, corrected)
    after = apply_events(state, events)
    return Step(
        saved.number, saved.parent, command, events, state, after, saved.time, saved.origin, ruling
    )


class HeadMoveKind(StrEnum):
    """Kinds of `HeadMove`: an undo, a redo, or a branch, in which an earlier step is changed."""

    UNDO = "undo"
    REDO = "redo"
    BRANCH = "branch"


class HeadMove(msgspec.Struct, frozen=True):
    """An undo, redo or new branch: an action after which another step is the current step.

    `head` is the number of the new current step. `steps_before` is the
    number of steps on all branches before the action. For a branch, `new_steps` is the number of
    added steps; they are numbered from `steps_before` + 1.
    """

    steps_before: int
    kind: HeadMoveKind
    head: int
    time: str
    new_steps: int = 0


class PathChange(NamedTuple):
    """An undo, redo or branch, with the steps removed from the path and the steps added to it.

    `removed` are the steps that led only to the former current step. `added` are the steps that
    lead only to the new current step. Both begin with the oldest step.
    """

    kind: HeadMoveKind
    removed: tuple[Step, ...]
    added: tuple[Step, ...]

    @property
    def state_at_fork(self) -> GameState:
        """The state after the last step that the old and the new branch share."""
        return (self.removed or self.added)[0].state_before

    @property
    def state_before(self) -> GameState:
        return self.removed[-1].after if self.removed else self.state_at_fork

    @property
    def state_after(self) -> GameState:
        return self.added[-1].after if self.added else self.state_at_fork


class LogEntry(NamedTuple):
    """A step in the log, the list of all steps of a game.

    `position` counts from 1 the steps that lead to the current step. It is None if the step is
    undone or belongs to another branch. `replaces` is the former version of an amended step.
    `inserted` is true for a step added by an amendment.
    """

    step: Step
    position: int | None
    replaces: Step | None = None
    inserted: bool = False


class _Done(NamedTuple):
    left: int
    head: int


class History:
    """All steps of a game as a tree; a branch begins where an earlier step was changed.

    `latest` is the latest change: a new step, or an undo, redo or branch. `branches` are all
    branches, oldest first. Raises RuleViolation for a setup that the rules refuse.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.start = initial_state(setup)
        self.moves: list[HeadMove] = []
        self.branches: list[PathChange] = []
        self.latest: Step | PathChange | None = None
        self._steps: list[Step] = []
        self._path: list[Step] = []
        self._done: list[_Done] = []
        self._undone: list[_Done] = []

    @property
    def steps(self) -> Sequence[Step]:
        """All steps of all branches; the step with number n is at index n - 1."""
        return self._steps

    @property
    def path(self) -> tuple[Step, ...]:
        """The steps from the start to the current step, oldest first, without undone steps."""
        return tuple(self._path)

    @property
    def head_number(self) -> int:
        """The number of the current step, or `BEGINNING` if there is none."""
        return self._path[-1].number if self._path else BEGINNING

    @property
    def state(self) -> GameState:
        return self._path[-1].after if self._path else self.start

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def add(self, step: Step) -> Step:
        """Append a step after the current step; return it with its number and parent."""
        step = replace(step, number=len(self._steps) + 1, parent=self.head_number)
        self._done.append(_Done(self.head_number, step.number))
        self._undone.clear()
        self._steps.append(step)
        self._path.append(step)
        self.latest = step
        return step

    def branch(self, fork: int, steps: Iterable[Step], time: str) -> PathChange:
        """Add a branch of new steps after the step with number `fork`.

        The last new step becomes the current step. Return the change of the path.
        """
        after, added = len(self._steps), self.number_branch_steps(fork, steps)
        head = added[-1].number if added else fork
        self._steps += added
        self._done.append(_Done(self.head_number, head))
        self._undone.clear()
        turn = self._move(HeadMove(after, HeadMoveKind.BRANCH, head, time, len(added)))
        self.branches.append(turn)
        return turn

    def number_branch_steps(self, fork: int, steps: Iterable[Step]) -> tuple[Step, ...]:
        """Return copies of `steps`, numbered and linked as a branch after step number `fork`."""
        numbered = []
        for number, step in enumerate(steps, start=len(self._steps) + 1):
            numbered.append(replace(step, number=number, parent=fork))
            fork = number
        return tuple(numbered)

    def undo(self, time: str) -> PathChange:
        """Undo the latest step or branch. Raises ValueError if there is nothing to undo."""
        if not self._done:
            raise ValueError("there is nothing to undo")
        done = self._done.pop()
        self._undone.append(done)
        return self._move(HeadMove(len(self._steps), HeadMoveKind.UNDO, done.left, time))

    def redo(self, time: str) -> PathChange:
        """Redo the last undo. Raises ValueError if there is nothing to redo."""
        if not self._undone:
            raise ValueError("there is nothing to redo")
        done = self._undone.pop()
        self._done.append(done)
        return self._move(HeadMove(len(self._steps), HeadMoveKind.REDO, done.head, time))

    def _move(self, move: HeadMove) -> PathChange:
        removed, added = self._changes(move.head)
        self.moves.append(move)
        if removed:
            del self._path[-len(removed) :]
        self._path.extend(added)
        self.latest = PathChange(move.kind, removed, added)
        return self.latest

    def _changes(self, head: int) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        places = {step.number: place for place, step in enumerate(self._path, start=1)}
        added: list[Step] = []
        while head != BEGINNING and head not in places:
            added.append(self._steps[head - 1])
            head = added[-1].parent
        return tuple(self._path[places.get(head, 0) :]), tuple(reversed(added))

    def ancestors(self, number: int) -> Iterator[Step]:
        """Yield the step with this number and all steps that lead to it, newest first."""
        while number != BEGINNING:
            step = self._steps[number - 1]
            yield step
            number = step.parent

    def log(self) -> tuple[LogEntry, ...]:
        """Return all steps of all branches, in the order of play.

        Undone steps and steps of other branches come right after the step from which they branch
        off. A step that several branches repeat is listed only once. The list has the version on
        the path to the current step, or else the newest version.
        """
        roots: dict[int, int] = {}
        for step in self._steps:
            former = None if step.origin is None else self._steps[step.origin - 1]
            repeats = former is not None and former.command == step.command
            roots[step.number] = roots[former.number] if repeats and former else step.number
        shown = {root: number for number, root in roots.items()}
        shown |= {roots[step.number]: step.number for step in self._path}
        replaced: dict[int, Step] = {}
        for number, root in roots.items():
            origin = self._steps[root - 1].origin
            if origin is not None and shown[root] == number:
                replaced[number] = self._steps[origin - 1]
        places = {step.number: place for place, step in enumerate(self._path, start=1)}
        left: dict[int, list[Step]] = {}
        for step in self._steps:
            if shown[roots[step.number]] == step.number and step.number not in places:
                parent = step.parent and shown[roots[step.parent]]
                left.setdefault(parent, []).append(step)
        branched = {
            number
            for move in self.moves
            for number in range(move.steps_before + 1, move.steps_before + move.new_steps + 1)
        }

        def entry(step: Step, place: int | None) -> LogEntry:
            root = roots[step.number]
            inserted = root in branched and self._steps[root - 1].origin is None
            return LogEntry(step, place, replaced.get(step.number), inserted)

        entries: list[LogEntry] = []
        for place, number in enumerate((BEGINNING, *places)):
            if place:
                entries.append(entry(self._steps[number - 1], place))
            pending = left.get(number, [])[::-1]
            while pending:
                step = pending.pop()
                entries.append(entry(step, None))
                pending += left.get(step.number, [])[::-1]
        return tuple(entries)

    @classmethod
    def load(cls, setup: Setup, steps: Sequence[SavedStep], moves: Sequence[HeadMove]) -> "History":
        """Load a saved game by applying its events, without checking the rules again.

        `moves` are all undos, redos and branches. Raises ValueError if the saved data contradict
        each other.
        """
        history = cls(setup)
        waiting = list(reversed(moves))
        number = 0
        while number < len(steps) or waiting:
            move = waiting.pop() if waiting and waiting[-1].steps_before == number else None
            if move is None:
                if number == len(steps) or steps[number].parent != history.head_number:
                    raise ValueError(f"step {number + 1} does not follow the current step")
                history.add(_folded(steps[number], history.state))
                number += 1
            elif move.kind is HeadMoveKind.BRANCH:
                made = steps[number : number + move.new_steps]
                fork = made[0].parent if made else move.head
                history._branch_of(fork, made, move)
                number += len(made)
            else:
                turn = history.undo if move.kind is HeadMoveKind.UNDO else history.redo
                turn(move.time)
                if history.head_number != move.head:
                    raise ValueError(
                        f"{move.kind} leads to step {history.head_number}, not {move.head}"
                    )
        return history

    def _branch_of(self, fork: int, made: Sequence[SavedStep], move: HeadMove) -> None:
        after, steps = len(self._steps), []
        if not BEGINNING <= fork <= after:
            raise ValueError(f"there is no step {fork}")
        state = self._steps[fork - 1].after if fork else self.start
        for place, saved in enumerate(made):
            if saved.parent != (after + place if place else fork):
                raise ValueError(
                    f"step {saved.number} does not follow the previous step of its branch"
                )
            steps.append(_folded(saved, state))
            state = steps[-1].after
        turn = self.branch(fork, steps, move.time)
        if not turn.removed and not turn.added:
            raise ValueError("the branch changes nothing")
        if self.head_number != move.head or len(made) != move.new_steps:
            raise ValueError(f"the branch ends at step {self.head_number}, not {move.head}")
