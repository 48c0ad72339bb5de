"""Moves of pieces that players must still make on the table.

A move is settled (counts as made) when its owner taps it, or when the owner's next turn begins;
until then it is pending. If a step is undone, its settled moves appear in reverse. So undo, redo
and branches need no special case, and no move is shown twice. Source: TRAYS.md.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import dropwhile, groupby, takewhile
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion import commands as do
from companion import events as ev
from companion import moves
from companion.differences import (
    ORDER,
    CircuitEndDie,
    DruidPiece,
    Move,
    Piece,
    PlayerChips,
    PointMarker,
    Worker,
    board_moves_between,
    is_piece_corrected,
    make_tray_row,
    tray_rows_between,
)
from companion.evolution import state_before_final_scoring
from companion.history import BEGINNING, PathChange, Step
from companion.pieces import MATERIALS, NO_CHIPS, Color, Material
from companion.state import GameState


class DoneReason(StrEnum):
    """Reasons why a move is settled (counts as made)."""

    TAPPED = "tapped"
    TURN = "turn"
    UNDONE = "undone"
    """The step was undone before the move was settled, so only its owner knows whether it was made.
    """


Key = tuple[int, int]
"""Key of a move: the number of its step, and its index among the moves of that step."""
DoneChange = tuple[int, int, DoneReason | None]
"""A change in the list of settled moves: step, index of the move, and the reason why it is settled
now; None means that the move is pending again."""


class Tray(msgspec.Struct, frozen=True):
    """The moves of pieces that a player must still make on the table, in order.

    Each row is one action. `recency` has a number for each row; rows of steps that were made or
    undone later have higher numbers.
    """

    color: Color
    rows: tuple[moves.Row, ...]
    recency: tuple[int, ...]


class PendingMove(NamedTuple):
    """A move of pieces that its owner must still make or reverse on the table.

    `is_reversal` is true if the owner must reverse the move, because its step was undone.
    `is_certain` is false if only the owner knows whether the move was made before its step was
    undone.
    """

    key: Key
    move: Move
    is_reversal: bool
    is_certain: bool


class _KeyedRow(NamedTuple):
    row: moves.Row
    keys: tuple[Key, ...]


class Trays:
    """The pending moves of one game, updated step by step.

    If `everything_ticked` is set, moves are settled (count as made) only by taps, not when the
    owner's turn begins. Methods that settle moves return the changes to save.
    """

    def __init__(self) -> None:
        self.everything_ticked = False
        self._moves: dict[int, tuple[tuple[Key, Move], ...]] = {}
        self._parents: dict[int, int] = {}
        self._counting: dict[int, None] = {}
        self._settled: dict[Key, DoneReason] = {}
        self._open_moves: tuple[PendingMove, ...] | None = None

    def load(
        self, steps: Iterable[Step], path: Iterable[Step], settlings: Iterable[DoneChange]
    ) -> None:
        """Load a saved game.

        `steps` are all steps of the game, `path` those that lead to the current step, and
        `settlings` the saved changes to settled moves. Raises ValueError if a settled move belongs
        to no step.
        """
        self._learn(steps)
        self._counting = dict.fromkeys(step.number for step in path)
        for number, index, how in settlings:
            if index not in range(len(self._moves.get(number, ()))):
                raise ValueError(f"step {number} has no move {index}")
            self._set((number, index), how)

    def copy(self) -> "Trays":
        other = Trays()
        other.everything_ticked = self.everything_ticked
        other._moves, other._counting = self._moves.copy(), self._counting.copy()
        other._parents, other._settled = self._parents.copy(), self._settled.copy()
        return other

    def add_step(self, step: Step) -> list[DoneChange]:
        """Add the moves of a new step; return the changes to settled moves, for saving.

        Settled moves count as made. A roll settles all moves of the player who rolls, unless
        `everything_ticked` is set.
        """
        changes: list[DoneChange] = []
        if isinstance(step.command, do.Roll) and not self.everything_ticked:
            owned = (one for one in self.pending_moves() if step.command.by in one.move.owners)
            changes += self._settle(owned, DoneReason.TURN)
        self._learn((step,))
        if isinstance(step.command, do.Correct):
            changes += self._settle_correction(step.command)
        self._counting[step.number] = None
        return changes

    def change_path(self, turn: PathChange) -> list[DoneChange]:
        """Update the trays after an undo, redo or branch; return the changes to save.

        A move on the new branch takes over the status of an equal move on the old branch: settled
        (made) or pending.
        """
        self._learn(turn.added)
        # Moves that became obsolete by a later correction, if that correction is on both branches.
        void = {
            key
            for correction, before, is_kept in _corrections(turn)
            for key, move in self.moves_of_steps(before if is_kept else ())
            if is_piece_corrected(correction.changes, move.thing)
        }
        added = [step.number for step in turn.added]
        changes = [
            self._set(key, DoneReason.TAPPED if key[0] in added else None) for key in sorted(void)
        ]
        kept = void | self._carry_over(turn, void, changes)
        for step in turn.removed:
            del self._counting[step.number]
        self._counting |= dict.fromkeys(added)
        if not self.everything_ticked:
            for key, _move in self.moves_of_steps((*turn.removed, *turn.added)):
                undone = key[0] not in self._counting
                if key not in kept and undone is (key not in self._settled):
                    changes.append(self._set(key, DoneReason.UNDONE if undone else None))
        for correction, _before, is_kept in _corrections(turn):
            if not is_kept:
                changes += self._settle_correction(correction)
        return changes

    def _carry_over(self, turn: PathChange, void: set[Key], changes: list[DoneChange]) -> set[Key]:
        """Copy the status of moves to equal moves on the new branch; return the keys of both."""
        former: dict[Move, deque[Key]] = defaultdict(deque)
        for key, move in self.moves_of_steps(turn.removed):
            if key not in void:
                former[move].append(key)
        matched: set[Key] = set()
        for key, move in self.moves_of_steps(turn.added):
            if former[move] and key not in void and key not in self._settled:
                old = former[move].popleft()
                matched |= {old, key}
                changes += (self._set(key, self._settled.get(old)), self._set(old, None))
        return matched

    def mark_done(
        self,
        color: Color,
        state: GameState,
        rows: Iterable[moves.Row] | None = None,
        *,
        scored: bool = True,
    ) -> list[DoneChange]:
        """Mark a player's moves as made: all of them, or only those whose rows are all in `rows`.

        Take `rows` from a call of `trays` with the same `state` and `scored`.
        """
        rows = None if rows is None else tuple(rows)
        told = self._told(color, state, self._pending_by_piece(scored=scored))
        keys = {key for one in told for key in one.keys}
        if rows is not None:
            keys -= {key for one in told if one.row not in rows for key in one.keys}
        made = (one for one in self.pending_moves() if one.key in keys)
        return self._settle(made, DoneReason.TAPPED)

    def mark_all_done(self) -> list[DoneChange]:
        return self._settle(self.pending_moves(), DoneReason.TAPPED)

    def trays(self, state: GameState, *, scored: bool = True) -> tuple[Tray, ...]:
        """Return each player's tray, in seating order.

        `state` is the current state. If `scored` is false, it is the state before the final
        scoring, and the moves of the scoring are left out.
        """
        things = self._pending_by_piece(scored=scored)
        trays = []
        for color in state.colors:
            told = self._told(color, state, things)
            recency = (max(map(self._recency, one.keys)) for one in told)
            trays.append(Tray(color, tuple(one.row for one in told), tuple(recency)))
        return tuple(trays)

    def _recency(self, key: Key) -> int:
        """Return a number that grows with the time at which the move's step was made or undone."""
        number, head = key[0], next(reversed(self._counting), BEGINNING)
        # Of the undone steps after the head, the first was undone last.
        return number if number <= head else 2 * len(self._parents) + 1 - number

    # Settling

    def _set(self, key: Key, how: DoneReason | None) -> DoneChange:
        if how is None:
            self._settled.pop(key, None)
        else:
            self._settled[key] = how
        self._open_moves = None
        return (*key, how)

    def _settle_correction(self, correction: do.Correct) -> list[DoneChange]:
        """Settle the moves of corrected pieces, which are in place already."""
        corrected = (
            one
            for one in self.pending_moves()
            if is_piece_corrected(correction.changes, one.move.thing)
        )
        return self._settle(corrected, DoneReason.TAPPED)

    def _settle(self, made: Iterable[PendingMove], how: DoneReason) -> list[DoneChange]:
        return [self._set(one.key, None if one.is_reversal else how) for one in made]

    def pending_moves(self) -> tuple[PendingMove, ...]:
        """All moves still to make or to reverse, sorted by the numbers of their steps.

        These are the pending moves of steps on the current path, and the settled moves of undone
        steps.
        """
        if self._open_moves is None:
            self._open_moves = tuple(
                PendingMove(key, move, back, self._settled.get(key) is not DoneReason.UNDONE)
                for number, moves_of_step in self._moves.items()
                for back in (number not in self._counting,)
                for key, move in moves_of_step
                if back is (key in self._settled)
            )
        return self._open_moves

    # Steps

    def _learn(self, steps: Iterable[Step]) -> None:
        """Store the moves of new steps. Afterwards the caller must update the path to the head."""
        self._open_moves = None
        for step in steps:
            if step.number not in self._parents:
                self._parents[step.number] = step.parent
                found = enumerate(_moves_of(step))
                # Steps without moves are left out: `pending_moves` goes through all these.
                if moves_of_step := tuple(((step.number, index), move) for index, move in found):
                    self._moves[step.number] = moves_of_step

    def moves_of_steps(self, steps: Iterable[Step]) -> Iterator[tuple[Key, Move]]:
        """Yield all moves of `steps` with their keys, in order."""
        for step in steps:
            yield from self._moves.get(step.number, ())

    def _step_on_path(self, number: int) -> int:
        """Return the number of the last step on the current path that led to step `number`."""
        while number != BEGINNING and number not in self._counting:
            number = self._parents[number]
        return number

    # Rows

    def _pending_by_piece(self, *, scored: bool) -> dict[Piece, list[PendingMove]]:
        """Return all moves still to make or to reverse, grouped by piece."""
        things: dict[Piece, list[PendingMove]] = {}
        for one in self.pending_moves():
            if scored or not one.move.scoring:
                things.setdefault(one.move.thing, []).append(one)
        return things

    def _told(
        self, color: Color, state: GameState, things: Mapping[Piece, Sequence[PendingMove]]
    ) -> list[_KeyedRow]:
        told: list[_KeyedRow] = []
        workers: Sequence[PendingMove] = ()
        unmade: list[tuple[int, PendingMove]] = []
        for thing, found in things.items():
            if isinstance(thing, Worker) and self.everything_ticked:  # else it may be made already
                unmade += ((self._step_on_path(one.key[0]), one) for one in found)
            if color not in found[-1].move.owners:
                continue
            if isinstance(thing, PlayerChips):
                told += _chip_rows(thing, found)
            elif isinstance(thing, Worker):
                workers = found
            else:
                one = found[0]
                source = one.move.target if one.is_reversal else one.move.source
                known = (source,) if len(found) == 1 else ()
                told.append(_keyed_row(make_tray_row((color,), thing, state, known), found))
        if workers:
            told += _worker_rows(
                color,
                _stacks_after_own_moves(color, state, unmade),
                state,
                workers,
                is_exact=self.everything_ticked,
            )
        return _in_order(told)


def _in_order(told: list[_KeyedRow]) -> list[_KeyedRow]:
    """Sort the rows of a tray in the order in which the player makes the moves.

    The points for an offering come before the druid's next walk. Chips to take come last, except
    those of a material with which the player pays: these come first.
    """
    rows = [moves.unwrap_row(one.row) for one in told]
    returned = sum((row.chips for row in rows if isinstance(row, moves.ChipsToReturn)), NO_CHIPS)
    walks = any(isinstance(row, moves.DruidToMove) for row in rows)

    def rank(one: _KeyedRow) -> tuple[float, int]:
        row = moves.unwrap_row(one.row)
        place = ORDER.index(type(row))
        match row:
            case moves.ChipsToTake(_, chips) | moves.ChipsToReturn(_, chips):
                is_paid = isinstance(row, moves.ChipsToTake) and chips.common(returned).total
                plain = next(at for at, number in enumerate(chips.counts) if number)
                return -1 if is_paid else place, plain
            case moves.MarkerToMove() | moves.MarkerTarget() if walks:
                return ORDER.index(moves.DruidToMove) - 0.5, 0
            case _:
                return place, 0

    return sorted(told, key=rank)


def new_rows(before: Iterable[moves.Row], now: Iterable[moves.Row]) -> Iterator[moves.Row]:
    """Yield the rows that are only in `now`; players have already made the moves in `before`.

    In rows of chips, only the additional chips remain.
    """
    before = tuple(before)
    for row in now:
        if isinstance(row, moves.ChipsToTake | moves.ChipsToReturn):
            told = [
                old.chips
                for old in before
                if isinstance(old, type(row)) and old.chips.common(row.chips).total
            ]
            new = row.chips - sum(told, NO_CHIPS).common(row.chips)
            if new.total:
                yield replace(row, chips=new)
        elif row not in before:
            yield row


def rows_of_path_change(turn: PathChange, *, open_chips: bool = False) -> tuple[moves.Row, ...]:
    """Return the moves that an undo, redo or branch requires if players had made all earlier moves.

    The chips of a corrected hand are shown only if `open_chips` is set.
    """
    corrections = [
        change
        for correction, _before, is_kept in _corrections(turn)
        if not is_kept
        for change in correction.changes
    ]
    return tray_rows_between(turn.before, turn.after, corrections, open_chips=open_chips)


def _corrections(turn: PathChange) -> Iterator[tuple[do.Correct, tuple[Step, ...], bool]]:
    """Yield all corrections in the steps that `turn` removes or adds.

    Each comes with the steps before it on its branch, and with True if the other branch has the
    same correction.
    """
    for steps, others in ((turn.removed, turn.added), (turn.added, turn.removed)):
        commands = [other.command for other in others]
        for place, step in enumerate(steps):
            if isinstance(step.command, do.Correct):
                yield step.command, steps[:place], step.command in commands


def _moves_of(step: Step) -> Iterator[Move]:
    """Yield the moves of a step; a correction has no moves.

    Saved games refer to a move by its position in this order, so the order must not change.
    """
    if isinstance(step.command, do.Correct):
        return
    start = step.start
    turn = () if start.active is None else (start.active,)
    pieces = [*board_moves_between(start, step.after, turn)]
    walks = [move for move in pieces if isinstance(move.thing, DruidPiece | CircuitEndDie)]
    yield from _chip_moves(step)
    yield from (move for move in pieces if move not in walks)
    yield from _marker_moves(step)
    yield from walks
    yield from _worker_moves(step)


def _chip_moves(step: Step) -> Iterator[Move]:
    """Yield the moves of chips between the players and the supply in a step.

    For each player and material, the chips received and the chips returned are separate moves. But
    if the step's ruling changed a player's hand, only the net change of that hand is yielded.
    """
    ruled = set()
    if step.ruling is not None:
        changes = step.ruling.command.changes
        ruled = {change.color for change in changes if isinstance(change, do.SetHand)}
    sums: dict[tuple[PlayerChips, bool], int] = {}
    rows = [row for event in step.events for row in moves.chips_of_event(event)]
    for row in rows:
        (color,), come = row.who, isinstance(row, moves.ChipsToTake)
        for material, number in zip(MATERIALS, row.chips.counts, strict=True):
            if number and color not in ruled:
                key = PlayerChips(color, material), come
                sums[key] = sums.get(key, 0) + (number if come else -number)
    for color in step.start.colors:
        if color in ruled:
            hands = (step.start.player(color).hand, step.after.player(color).hand)
            for material in MATERIALS:
                old, new = (hand.number(material) for hand in hands)
                if old != new:
                    sums[PlayerChips(color, material), new > old] = new - old
    for (thing, _come), number in sums.items():
        yield Move((thing.color,), thing, number)


def _marker_moves(step: Step) -> Iterator[Move]:
    """Yield each marker's move, with the final scoring as a separate move."""
    unscored = step.after
    if step.after.winners is not None:
        unscored = state_before_final_scoring(step.before, step.events)
    for old, until, new in zip(
        step.start.players, unscored.players, step.after.players, strict=True
    ):
        owners, thing = (old.color,), PointMarker(old.color)
        if old.points != until.points:
            yield Move(owners, thing, source=old.points, target=until.points)
        if until.points != new.points:
            yield Move(owners, thing, source=until.points, target=new.points, scoring=True)


def _worker_moves(step: Step) -> Iterator[Move]:
    for event in step.events:
        match event:
            case ev.WorkerPlaced(color, target):
                level = len(step.after.stack(target))
                yield Move((color,), Worker(color), target=target, target_level=level)
            case ev.WorkerMoved(color, source, left, target):
                level = len(step.after.stack(target))
                yield Move((color,), Worker(color), 0, source, target, left, level)
            case _:
                pass


def _keyed_row(row: moves.Row, found: Sequence[PendingMove]) -> _KeyedRow:
    """Return a row with the keys of its moves; as `UndoIfDone` if none of them is `sure`."""
    if not any(one.is_certain for one in found):
        row = moves.UndoIfDone(row.who, row)
    return _KeyedRow(row, tuple(one.key for one in found))


def _chip_rows(thing: PlayerChips, found: Sequence[PendingMove]) -> Iterator[_KeyedRow]:
    """Yield rows for the chips of one material: those to take, and those to return.

    Chips to take and chips to return are not added up: the sum would hide which of the moves is
    already done.
    """
    for sure in (True, False):
        for row, taken in ((moves.ChipsToTake, True), (moves.ChipsToReturn, False)):
            heap = [
                one
                for one in found
                if one.is_certain is sure
                and ((one.move.number > 0) is not one.is_reversal) is taken
            ]
            if heap:
                number = sum(abs(one.move.number) for one in heap)
                chips = NO_CHIPS.with_number(thing.material, number)
                yield _keyed_row(row((thing.color,), chips), heap)


class _StackedWorker(msgspec.Struct, eq=False):
    """A worker in a stack. `is_shown` is false for workers that are only counted for levels."""

    color: Color
    is_shown: bool = True


def _stacks_after_own_moves(
    color: Color, state: GameState, unmade: Iterable[tuple[int, PendingMove]]
) -> Mapping[Material, tuple[Color, ...]]:
    """Return the stacks after `color` makes all pending moves while other players make none.

    `unmade` are all players' pending moves of workers. Each comes with the number of the last step
    on the current path that led to the move.
    """
    stacks = {plain: [_StackedWorker(one) for one in state.stack(plain)] for plain in MATERIALS}
    # Levels of the current path count the workers in `path`, those of undone steps in `undone`.
    path = {worker for stack in stacks.values() for worker in stack}
    # Backwards from the current step; before each step, the undone steps that continued from it.
    unmade = sorted(unmade, key=lambda pair: (-pair[0], not pair[1].is_reversal, pair[1].key))
    for _number, pairs in groupby(unmade, key=lambda pair: pair[0]):
        undone = path.copy()
        for _number, one in pairs:
            (source, left), (target, level) = _way(one)
            owner, counted = one.move.owners[0], undone if one.is_reversal else path
            if target is not None:
                there = [worker for worker in stacks[target] if worker in counted]
                for worker in (*there[level - 1 : level], *there):
                    if worker.color is owner:
                        counted.remove(worker)
                        worker.is_shown &= owner is color
                        break
            if source is not None:
                stack = stacks[source]
                above = [worker for worker in stack if worker in counted][left - 1 :]
                worker = _StackedWorker(owner, is_shown=owner is not color)
                stack.insert(stack.index(above[0]) if above else len(stack), worker)
                counted.add(worker)
    return {
        plain: tuple(worker.color for worker in stack if worker.is_shown)
        for plain, stack in stacks.items()
    }


def _worker_rows(
    color: Color,
    standing: Mapping[Material, tuple[Color, ...]],
    state: GameState,
    found: Sequence[PendingMove],
    *,
    is_exact: bool,
) -> Iterator[_KeyedRow]:
    """Yield a row for each move of a player's workers, if the moves do not affect each other.

    If they do, yield the complete stacks of the plains involved. If a worker leaves the board, also
    yield the player's workers on plains where none of them belongs. `standing` are the stacks
    before other players have made their pending moves. If `is_exact` is set, none of the moves in
    `found` was made yet.
    """
    who = (color,)
    ways = [_way(one) for one in found]
    plains = [plain for way in ways for plain, _level in way if plain is not None]
    rows = [_worker_row(color, standing, state, way) for way in ways]
    # A worker that goes to another plain than before may have to stand between others.
    one_way = len({one.is_reversal for one in found}) == 1
    if one_way and len(plains) == len(set(plains)) and None not in rows:
        yield from (_keyed_row(row, (one,)) for row, one in zip(rows, found, strict=True) if row)
        return
    leaving = Counter(source for (source, _level), _target in ways)
    if is_exact:  # otherwise a worker may already be where a later move takes it from
        leaving.subtract(target for _source, (target, _level) in ways)
    is_off = any(target is None for _source, (target, _level) in ways)
    for plain in sorted(set(plains), key=MATERIALS.index):
        if color in state.stack(plain):
            yield _keyed_row(moves.StackTarget(who, plain, standing[plain]), found)
        elif is_off:
            yield from [_keyed_row(moves.WorkerToRemove(who, plain), found)] * leaving[plain]


_Way = tuple[tuple[Material | None, int], tuple[Material | None, int]]
"""A worker's plain and level before and after a move; the plain is None beside the board."""


def _way(one: PendingMove) -> _Way:
    source, target = (
        (plain if isinstance(plain, Material) else None, level)
        for plain, level in (
            (one.move.source, one.move.source_level),
            (one.move.target, one.move.target_level),
        )
    )
    return (target, source) if one.is_reversal else (source, target)


def _worker_row(
    color: Color,
    standing: Mapping[Material, tuple[Color, ...]],
    state: GameState,
    way: _Way,
) -> moves.Row | None:
    """Return the row for a worker's move; None if players need to see the complete stack.

    They need to see it if other players' workers are now above the worker that comes, or if the
    worker that leaves is below another worker of the player, with other players' workers between:
    without the stack, people would take the upper worker.
    """
    (source, left), (target, level) = way
    if target is None:
        if source is None:
            return None
        higher = dropwhile(lambda one: one is color, standing[source][left - 1 :])
        return None if color in higher else moves.WorkerToRemove((color,), source)
    stack = state.stack(target)
    on_top = sum(1 for _one in takewhile(lambda one: one is color, reversed(standing[target])))
    if not on_top or level <= len(stack) - on_top:
        return None
    if source is None:
        return moves.WorkerToPlace((color,), target)
    former = [*state.stack(source)]
    former.insert(left - 1, color)
    which = moves.position_if_ambiguous(former, min(left, len(former)))
    return moves.WorkerToMove((color,), source, which, target)
