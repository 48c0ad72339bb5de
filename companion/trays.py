"""Moves of pieces that players must still make on the table.

A move is settled (counts as made) when its owner taps it, or when the owner's next turn begins.
Until then it is pending. A tray shows the pending moves of the current game. If a step was undone,
the tray also shows the step's settled moves, because players must reverse them. Source: TRAYS.md.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion import commands as do
from companion import events as ev
from companion import moves
from companion.evolution import state_before_final_scoring
from companion.history import BEGINNING, History, PathChange, Step
from companion.piece_moves import (
    ORDER,
    CircuitEndDie,
    DruidPiece,
    Piece,
    PieceMove,
    PlayerChips,
    PointMarker,
    Worker,
    board_moves_between,
    is_piece_corrected,
    make_tray_row,
    tray_rows_between,
)
from companion.pieces import MATERIALS, NO_CHIPS, Color, Material, StackPosition
from companion.state import GameState


class SettledReason(StrEnum):
    """Reasons why a move is settled (counts as made)."""

    TAPPED = "tapped"
    TURN = "turn"
    UNDONE = "undone"
    """The step was undone before the move was settled, so only its owner knows whether it was made.
    """


Key = tuple[int, int]
"""Key of a move: the number of its step, and its index among the moves of that step."""
SettledChange = tuple[int, int, SettledReason | None]
"""A change in the list of settled moves: step, index of the move, and the reason why it is settled
now; None means that the move is pending again."""


class Tray(msgspec.Struct, frozen=True):
    """The moves of pieces that a player must still make on the table, in order.

    Each row is one action. `recency` has a number for each row, to sort rows by time: the later the
    row's step was made or undone, the higher the number.
    """

    color: Color
    rows: tuple[moves.Row, ...]
    recency: tuple[int, ...]


class PendingMove(NamedTuple):
    """A move of pieces that its owner must still make or reverse on the table.

    `is_reversal` is true if the owner must reverse the move, because its step was undone.
    `is_certain` is false if the step was undone while the move was still pending. Then only the
    owner knows whether the pieces were moved at all.
    """

    key: Key
    move: PieceMove
    is_reversal: bool
    is_certain: bool


class _KeyedRow(NamedTuple):
    row: moves.Row
    keys: tuple[Key, ...]


class _StackedWorker(NamedTuple):
    """A worker's place in a stack; each place has a different `number`.

    If players change an earlier step, the game goes on along a new branch. `Trays` keeps a list of
    the places on all branches, from the bottom up. With this list, the order of the workers in a
    stack is known even while some of them have not been moved yet on the table.
    """

    plain: Material
    color: Color
    number: int


_Way = tuple[_StackedWorker | None, _StackedWorker | None]
"""A worker's places before and after a move or its reversal; None means beside the board."""
_Stacks = Mapping[Material, Sequence[_StackedWorker]]


class Trays:
    """The pending moves of one game, updated step by step.

    If `settle_only_by_taps` is set, moves are settled (count as made) only by taps, not when the
    owner's turn begins. Methods that settle moves return the changes to save.
    """

    def __init__(self) -> None:
        self.settle_only_by_taps = False
        self._moves: dict[int, tuple[tuple[Key, PieceMove], ...]] = {}
        self._standing: dict[int, tuple[_StackedWorker, ...]] = {}
        self._ways: dict[Key, tuple[_StackedWorker | None, _StackedWorker]] = {}
        # All places from the bottom up: the workers of every stack stand in this order.
        self._places: list[_StackedWorker] = []
        self._laid: dict[tuple[Material, tuple[Color, ...]], tuple[_StackedWorker, ...]] = {}
        self._counting: dict[int, None] = {}
        self._settled: dict[Key, SettledReason] = {}
        self._open_moves: tuple[PendingMove, ...] | None = None

    def load(self, history: History, settled_changes: Iterable[SettledChange]) -> None:
        """Load the moves of a saved game.

        `settled_changes` say which moves were settled, or became pending again.
        Raises ValueError if a settled move belongs to no step.
        """
        known = 0
        for path_change in history.branches:
            if path_change.added:
                self._learn(history.steps[known : path_change.added[0].number - 1])
                self._learn(path_change.added, path_change.removed)
                known = max(known, path_change.added[-1].number)
        self._learn(history.steps[known:])
        self._counting = dict.fromkeys(step.number for step in history.path)
        for number, index, how in settled_changes:
            if index not in range(len(self._moves.get(number, ()))):
                raise ValueError(f"step {number} has no move {index}")
            self._set((number, index), how)

    def copy(self) -> "Trays":
        other = Trays()
        other.settle_only_by_taps = self.settle_only_by_taps
        other._moves, other._counting = self._moves.copy(), self._counting.copy()
        other._standing, other._ways = self._standing.copy(), self._ways.copy()
        other._places, other._laid = self._places.copy(), self._laid.copy()
        other._settled = self._settled.copy()
        return other

    def add_step(self, step: Step) -> list[SettledChange]:
        """Add the moves of a new step; return the changes to settled moves, which must be saved.

        Settled moves count as made. A roll settles all moves of the player who rolls, unless
        `settle_only_by_taps` is set.
        """
        changes: list[SettledChange] = []
        if isinstance(step.command, do.Roll) and not self.settle_only_by_taps:
            owned = (one for one in self.pending_moves() if step.command.by in one.move.owners)
            changes += self._settle(owned, SettledReason.TURN)
        self._learn((step,))
        if isinstance(step.command, do.Correct):
            changes += self._settle_correction(step.command)
        self._counting[step.number] = None
        return changes

    def change_path(self, path_change: PathChange) -> list[SettledChange]:
        """Update the trays after an undo, redo or branch; return the changes to save.

        A move on the new branch takes over the status of an equal move on the old branch: settled
        (made) or pending.
        """
        self._learn(path_change.added, path_change.removed)
        # Moves that became obsolete by a later correction, if that correction is on both branches.
        void = {
            key
            for correction, before, is_kept in _corrections(path_change)
            for key, move in self.moves_of_steps(before if is_kept else ())
            if is_piece_corrected(correction.changes, move.thing)
        }
        added = [step.number for step in path_change.added]
        changes = [
            self._set(key, SettledReason.TAPPED if key[0] in added else None)
            for key in sorted(void)
        ]
        kept = void | self._carry_over(path_change, void, changes)
        for step in path_change.removed:
            del self._counting[step.number]
        self._counting |= dict.fromkeys(added)
        if not self.settle_only_by_taps:
            for key, _move in self.moves_of_steps((*path_change.removed, *path_change.added)):
                undone = key[0] not in self._counting
                if key not in kept and undone is (key not in self._settled):
                    changes.append(self._set(key, SettledReason.UNDONE if undone else None))
        for correction, _before, is_kept in _corrections(path_change):
            if not is_kept:
                changes += self._settle_correction(correction)
        return changes

    def _carry_over(
        self, path_change: PathChange, void: set[Key], changes: list[SettledChange]
    ) -> set[Key]:
        """Transfer the status of moves on the old branch to equal moves on the new branch.

        The status is settled or pending. Moves whose keys are in `void` are left out. Append the
        changes to save to `changes`. Return the keys of the equal moves, on both branches.
        """
        former: dict[PieceMove | _Way, deque[Key]] = defaultdict(deque)
        for key, move in self.moves_of_steps(path_change.removed):
            if key not in void:
                former[self._ways.get(key, move)].append(key)
        matched: set[Key] = set()
        for key, move in self.moves_of_steps(path_change.added):
            equal = former[self._ways.get(key, move)]
            if equal and key not in void and key not in self._settled:
                old = equal.popleft()
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
    ) -> list[SettledChange]:
        """Mark moves of a player as made; return the changes to save.

        If `rows` is None, mark all moves of the player. Otherwise, mark only the moves in these
        rows of the player's tray. A move that is in several rows is marked only if `rows` has all
        of them. The rows must come from a call of `trays` with the same `state` and `scored`.
        """
        rows = None if rows is None else tuple(rows)
        told = self._told(color, state, self._pending_by_piece(scored=scored))
        keys = {key for one in told for key in one.keys}
        if rows is not None:
            keys -= {key for one in told if one.row not in rows for key in one.keys}
        made = (one for one in self.pending_moves() if one.key in keys)
        return self._settle(made, SettledReason.TAPPED)

    def mark_all_done(self) -> list[SettledChange]:
        return self._settle(self.pending_moves(), SettledReason.TAPPED)

    def trays(self, state: GameState, *, scored: bool = True) -> tuple[Tray, ...]:
        """Return each player's tray, in seating order.

        `state` is the current state. To leave out the moves of the final scoring, set `scored` to
        false and pass the state before the final scoring.
        """
        things = self._pending_by_piece(scored=scored)
        trays = []
        for color in state.colors:
            told = self._told(color, state, things)
            recency = (max(map(self._recency, one.keys)) for one in told)
            trays.append(Tray(color, tuple(one.row for one in told), tuple(recency)))
        return tuple(trays)

    def _recency(self, key: Key) -> int:
        """Return a number for sorting: the later the move's step was made or undone, the higher."""
        number = key[0]
        # Of the undone steps after the head, the first was undone last.
        return number if number <= self._head else 2 * len(self._standing) - number

    @property
    def _head(self) -> int:
        return next(reversed(self._counting), BEGINNING)

    # Settling

    def _set(self, key: Key, how: SettledReason | None) -> SettledChange:
        if how is None:
            self._settled.pop(key, None)
        else:
            self._settled[key] = how
        self._open_moves = None
        return (*key, how)

    def _settle_correction(self, correction: do.Correct) -> list[SettledChange]:
        corrected = (
            one
            for one in self.pending_moves()
            if is_piece_corrected(correction.changes, one.move.thing)
        )
        return self._settle(corrected, SettledReason.TAPPED)

    def _settle(self, made: Iterable[PendingMove], how: SettledReason) -> list[SettledChange]:
        return [self._set(one.key, None if one.is_reversal else how) for one in made]

    def pending_moves(self) -> tuple[PendingMove, ...]:
        """All moves that players still have to make or to take back, sorted by step number.

        To make are moves of steps that count, unless they are settled. To take back are settled
        moves of undone steps.
        """
        if self._open_moves is None:
            self._open_moves = tuple(
                PendingMove(key, move, back, self._settled.get(key) is not SettledReason.UNDONE)
                for number, moves_of_step in self._moves.items()
                for back in (number not in self._counting,)
                for key, move in moves_of_step
                if back is (key in self._settled)
            )
        return self._open_moves

    # Steps

    def _learn(self, steps: Iterable[Step], former: Iterable[Step] = ()) -> None:
        """Store the moves of new steps; the caller must then add the steps to the current path.

        `former` are the steps of the branch that the new steps replace.
        """
        self._open_moves = None
        new = [step for step in steps if step.number not in self._standing]
        for step in new:
            found = enumerate(_moves_of(step))
            # Steps without moves are left out: `pending_moves` goes through all these.
            if moves_of_step := tuple(((step.number, index), move) for index, move in found):
                self._moves[step.number] = moves_of_step
        repeated = {move for _key, move in self.moves_of_steps(new)}
        # Places on the former branch, each with the move by which a worker took it. The move is
        # None if the new branch does not repeat it.
        places = {
            self._ways[key][1]: move if move in repeated else None
            for key, move in self.moves_of_steps(former)
            if key in self._ways
        }
        for step in new:
            if step.parent not in self._standing:
                self._standing[step.parent] = self._places_of(step.state_before)
            self._standing[step.number] = self._standing_after(step, places)

    def _standing_after(
        self, step: Step, former: dict[_StackedWorker, PieceMove | None]
    ) -> tuple[_StackedWorker, ...]:
        """Return the places of the workers in all stacks after a step.

        Also store the places before and after each worker's move in the step. `former` has the
        places that workers took on the branch that is replaced. Its values are the moves that
        brought the workers there, or None for a move that the new branch does not repeat.
        """
        command = step.command
        if isinstance(command, do.Correct) and any(
            isinstance(change, do.SetStack) for change in command.changes
        ):
            return self._places_of(step.after)
        standing = self._standing[step.parent]
        for key, move in self._moves.get(step.number, ()):
            if isinstance(move.thing, Worker) and isinstance(move.target, Material):
                left = None
                if move.source is not None:
                    stack = [one for one in standing if one.plain is move.source]
                    left = stack[move.source_level - 1]
                    standing = tuple(one for one in standing if one != left)
                came = self._place_on_top(standing, move.target, move.thing.color, former, move)
                standing += (came,)
                self._ways[key] = (left, came)
        return standing

    def _places_of(self, state: GameState) -> tuple[_StackedWorker, ...]:
        """Return a place for each worker in `state`, without using the moves of earlier steps.

        This is needed at the start of a game, and after a correction of a stack. Equal stacks on
        the same plain always get the same places.
        """
        for plain in MATERIALS:
            workers: tuple[_StackedWorker, ...] = ()
            if (plain, state.stack(plain)) not in self._laid:
                for color in state.stack(plain):
                    workers += (self._place_on_top(workers, plain, color, {}),)
                self._laid[plain, state.stack(plain)] = workers
        return tuple(one for plain in MATERIALS for one in self._laid[plain, state.stack(plain)])

    def _place_on_top(
        self,
        standing: Iterable[_StackedWorker],
        plain: Material,
        color: Color,
        former: dict[_StackedWorker, PieceMove | None],
        move: PieceMove | None = None,
    ) -> _StackedWorker:
        """Return a place for a worker on top of the workers `standing` on a plain.

        If possible, reuse a place in `former`, the places on the branch that is replaced. A worker
        who stands in the same place on both branches need not be moved on the table. A place to
        which the same `move` led is preferred. A reused place is removed from `former`. If no place
        fits, make a new one.
        """
        higher: list[_StackedWorker] = []
        if former:  # rarely true; the search is slow in a long game
            lower = [self._places.index(one) for one in standing if one.plain is plain]
            above = lower[-1] + 1 if lower else 0
            higher = [one for one in self._places[above:] if one.plain is plain and one in former]
        same = [one for one in former if former[one] == move and one in higher]
        free = takewhile(lambda one: former[one] is None, higher)
        for place in (*same, *free):
            if place.color is color:
                del former[place]
                return place
        place = _StackedWorker(plain, color, len(self._places))
        at = self._places.index(higher[0]) if higher else len(self._places)
        self._places.insert(at, place)
        return place

    def moves_of_steps(self, steps: Iterable[Step]) -> Iterator[tuple[Key, PieceMove]]:
        """Yield all moves of `steps` with their keys, in order."""
        for step in steps:
            yield from self._moves.get(step.number, ())

    # Rows

    def _pending_by_piece(self, *, scored: bool) -> dict[Piece, list[PendingMove]]:
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
        others: list[PendingMove] = []
        for piece, found in things.items():
            if isinstance(piece, Worker) and piece.color is not color and self.settle_only_by_taps:
                others += found
            if color not in found[-1].move.owners:
                continue
            if isinstance(piece, PlayerChips):
                told += _chip_rows(piece, found)
            elif isinstance(piece, Worker):
                workers = found
            else:
                one = found[0]
                source = one.move.target if one.is_reversal else one.move.source
                known = (source,) if len(found) == 1 else ()
                told.append(_keyed_row(make_tray_row((color,), piece, state, known), found))
        if workers:
            before, after = self._stacks_before((*others, *workers)), self._stacks_before(others)
            told += self._worker_rows(color, before, after, workers)
        return _in_order(told)

    def _stacks_before(self, unmade: Iterable[PendingMove]) -> _Stacks:
        """Return the stacks on the table if all moves except those in `unmade` have been made."""
        numbers: Counter[_StackedWorker | None] = Counter(self._standing[self._head])
        for one in unmade:
            left, came = self._way(one)
            numbers[left] += 1
            numbers[came] -= 1
        standing = [place for place in self._places if numbers[place] > 0]
        return {plain: [one for one in standing if one.plain is plain] for plain in MATERIALS}

    def _way(self, one: PendingMove) -> _Way:
        left, came = self._ways[one.key]
        return (came, left) if one.is_reversal else (left, came)

    def _worker_rows(
        self, color: Color, before: _Stacks, after: _Stacks, found: Sequence[PendingMove]
    ) -> Iterator[_KeyedRow]:
        """Yield the rows that show how a player must move workers.

        There is a row for each move. But if the moves affect each other, the rows show the complete
        stacks of the plains involved instead. `before` and `after` are the stacks before and after
        the player makes all moves in `found`.
        """
        who = (color,)
        ways = [self._way(one) for one in found]
        plains = [place.plain for way in ways for place in way if place is not None]
        # A worker that goes to another plain than before may have to stand between others.
        one_way = len({one.is_reversal for one in found}) == 1
        if one_way and len(plains) == len(set(plains)):
            rows = [_worker_row(color, before, after, way) for way in ways]
            if None not in rows:
                yield from (
                    _keyed_row(row, (one,)) for row, one in zip(rows, found, strict=True) if row
                )
                return
        leaving = Counter(left.plain for left, _came in ways if left is not None)
        # If not, later moves may already have been made on the board.
        if self.settle_only_by_taps:
            leaving.subtract(came.plain for _left, came in ways if came is not None)
        is_off = any(came is None for _left, came in ways)
        for plain in sorted(set(plains), key=MATERIALS.index):
            workers = _colors(after[plain])
            if color in workers:
                yield _keyed_row(moves.StackTarget(who, plain, workers), found)
            elif is_off:
                yield from [_keyed_row(moves.WorkerToRemove(who, plain), found)] * leaving[plain]


def _in_order(told: list[_KeyedRow]) -> list[_KeyedRow]:
    """Sort the rows of a tray into the order in which the player makes the moves.

    The points for an offering come before the druid's next walk. Chips to take usually come last.
    But if the player also pays with chips of the same material, they come just before the payment.
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


def added_tray_rows(before: Iterable[moves.Row], now: Iterable[moves.Row]) -> Iterator[moves.Row]:
    """Yield the rows in `now` that are not in `before`.

    If only some of the chips in a row are in `before`, yield a row with the other chips.
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


def tray_rows_for_path_change(
    path_change: PathChange, *, open_chips: bool = False
) -> tuple[moves.Row, ...]:
    """Return the moves that an undo, redo or branch requires at the table.

    Players are assumed to have made all earlier moves. The chips of a corrected hand are shown only
    if `open_chips` is set.
    """
    corrections = [
        change
        for correction, _before, is_kept in _corrections(path_change)
        if not is_kept
        for change in correction.changes
    ]
    return tray_rows_between(
        path_change.state_before, path_change.state_after, corrections, open_chips=open_chips
    )


def _corrections(path_change: PathChange) -> Iterator[tuple[do.Correct, tuple[Step, ...], bool]]:
    """Yield all corrections in the steps that `path_change` removes or adds.

    Each comes with the steps before it on its branch, and with a bool. The bool is True if the
    other branch has the same correction.
    """
    for steps, others in (
        (path_change.removed, path_change.added),
        (path_change.added, path_change.removed),
    ):
        commands = [other.command for other in others]
        for place, step in enumerate(steps):
            if isinstance(step.command, do.Correct):
                yield step.command, steps[:place], step.command in commands


def _moves_of(step: Step) -> Iterator[PieceMove]:
    """Yield the moves of a step; a correction has no moves.

    Saved games refer to a move by its position in this order, so the order must not change.
    """
    if isinstance(step.command, do.Correct):
        return
    start = step.state_before
    active = () if start.active is None else (start.active,)
    pieces = [*board_moves_between(start, step.after, active)]
    walks = [move for move in pieces if isinstance(move.thing, DruidPiece | CircuitEndDie)]
    yield from _chip_moves(step)
    yield from (move for move in pieces if move not in walks)
    yield from _marker_moves(step)
    yield from walks
    yield from _worker_moves(step)


def _chip_moves(step: Step) -> Iterator[PieceMove]:
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
    for color in step.state_before.colors:
        if color in ruled:
            hands = (step.state_before.player(color).hand, step.after.player(color).hand)
            for material in MATERIALS:
                old, new = (hand.number(material) for hand in hands)
                if old != new:
                    sums[PlayerChips(color, material), new > old] = new - old
    for (piece, _come), number in sums.items():
        yield PieceMove((piece.color,), piece, number)


def _marker_moves(step: Step) -> Iterator[PieceMove]:
    """Yield each marker's move, with the final scoring as a separate move."""
    unscored = step.after
    if step.after.winners is not None:
        unscored = state_before_final_scoring(step.before, step.events)
    for old, until, new in zip(
        step.state_before.players, unscored.players, step.after.players, strict=True
    ):
        owners, piece = (old.color,), PointMarker(old.color)
        if old.points != until.points:
            yield PieceMove(owners, piece, source=old.points, target=until.points)
        if until.points != new.points:
            yield PieceMove(owners, piece, source=until.points, target=new.points, scoring=True)


def _worker_moves(step: Step) -> Iterator[PieceMove]:
    for event in step.events:
        match event:
            case ev.WorkerPlaced(color, target):
                level = len(step.after.stack(target))
                yield PieceMove((color,), Worker(color), target=target, target_level=level)
            case ev.WorkerMoved(color, source, left, target):
                level = len(step.after.stack(target))
                yield PieceMove((color,), Worker(color), 0, source, target, left, level)
            case _:
                pass


def _keyed_row(row: moves.Row, found: Sequence[PendingMove]) -> _KeyedRow:
    if not any(one.is_certain for one in found):
        row = moves.UndoIfDone(row.who, row)
    return _KeyedRow(row, tuple(one.key for one in found))


def _chip_rows(piece: PlayerChips, found: Sequence[PendingMove]) -> Iterator[_KeyedRow]:
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
                chips = NO_CHIPS.with_number(piece.material, number)
                yield _keyed_row(row((piece.color,), chips), heap)


def _colors(stack: Sequence[_StackedWorker]) -> tuple[Color, ...]:
    return tuple(one.color for one in stack)


def _worker_row(color: Color, before: _Stacks, after: _Stacks, way: _Way) -> moves.Row | None:
    """Return the row for a worker's move, or None if players need to see complete stacks.

    Players need to see the stacks if the worker does not end up on top, or if a row could not say
    which of the player's workers leaves its stack.
    """
    left, came = way
    if came is None:
        if left is None:
            return None
        stack = [*_colors(before[left.plain])]
        del stack[len(stack) - 1 - stack[::-1].index(color)]
        is_highest = tuple(stack) == _colors(after[left.plain])
        return moves.WorkerToRemove((color,), left.plain) if is_highest else None
    if (*_colors(before[came.plain]), color) != _colors(after[came.plain]):
        return None
    if left is None:
        return moves.WorkerToPlace((color,), came.plain)
    source = before[left.plain]
    positions = {
        worker: StackPosition.at(level, len(source))
        for level, worker in enumerate(source, start=1)
        if worker.color is color
    }
    if [*positions.values()].count(positions[left]) > 1:
        return None
    which = positions[left] if len(positions) > 1 else None
    return moves.WorkerToMove((color,), left.plain, which, came.plain)
