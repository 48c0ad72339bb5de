"""People who do with the pieces exactly what their trays list.

Their table is a simulation of its own: it has pieces, hands and plains, reads the rows, and uses
neither the rules nor the events. Source: TRAYS.md, "Properties".
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import Enum

from hypothesis import note

from companion import commands as do
from companion import moves
from companion.history import PathChange, Step
from companion.memory.session import Session
from companion.piece_moves import PieceMove, PlacedBuilding, PlayerChips, PointMarker, Worker
from companion.pieces import MATERIALS, Bonus, BuildingKind, Chips, Color, Material, StackPosition
from companion.state import Druid, GameState
from companion.trays import PendingMove
from tests.luck import Luck

Hand = Counter[Material]


def heap(chips: Chips) -> Hand:
    return Counter(dict(zip(MATERIALS, chips.counts, strict=True)))


class Habit(Enum):
    """When a player makes the moves of their tray, and whether they confirm by a tap."""

    TAPS = "at once, and taps"
    SILENT = "at once, never taps"
    LATE = "just before their turn, never taps"
    LATER = "now and then, and taps"
    NEVER = "not until the end"


UNTICKED = (Habit.TAPS, Habit.SILENT, Habit.LATE)
TICKED = (Habit.TAPS, Habit.LATER, Habit.NEVER)
AS_TOLD = TICKED
"""They follow each row, and tap it then."""


@dataclass
class Table:
    """All pieces of the box with their real places; chips in no hand are on their plain.

    On a field two buildings may stand for a while, until the former owner removes theirs.
    """

    hands: dict[Color, Hand]
    markers: dict[Color, int]
    stacks: dict[Material, list[Color]]
    fields: set[tuple[int, BuildingKind, Color]]
    bonus: dict[int, Bonus]
    runes: dict[moves.Rune, Color | None]
    druid: Druid
    die: int | None

    @classmethod
    def laid(cls, state: GameState) -> "Table":
        """Return the pieces of a state."""
        return cls(
            hands={player.color: heap(player.hand) for player in state.players},
            markers={player.color: player.points for player in state.players},
            stacks={plain: list(state.stack(plain)) for plain in MATERIALS},
            fields={
                (at, one.kind, one.owner) for at, one in enumerate(state.buildings, start=1) if one
            },
            bonus={at: one for at, one in enumerate(state.bonus, start=1) if one},
            runes=dict(zip(moves.Rune, state.runes, strict=True)),
            druid=state.druid,
            die=state.final_circuit_end,
        )

    def differences(self, right: "Table") -> list[str]:
        """Return the differences from another table."""
        pairs = {
            one.name: (getattr(self, one.name), getattr(right, one.name)) for one in fields(self)
        }
        return [
            f"{name}: {lies}, not {should}"
            for name, (lies, should) in pairs.items()
            if lies != should
        ]

    def lie_as_said(self, after: GameState, change: do.Change) -> None:
        """Put the pieces as a correction sets them, before it is entered or undone."""
        there = Table.laid(after)
        match change:
            case do.SetPoints(color):
                self.markers[color] = there.markers[color]
            case do.SetHand(color, material):
                self.hands[color][material] = there.hands[color][material]
            case do.SetStack():
                self.stacks = there.stacks
            case do.SetRune(rune):
                self.runes[rune] = there.runes[rune]
            case do.SetBuilding(field):
                self.fields = {one for one in self.fields if one[0] != field}
                self.fields |= {one for one in there.fields if one[0] == field}
            case do.SetBonus(field):
                self.bonus.pop(field, None)
                if field in there.bonus:
                    self.bonus[field] = there.bonus[field]
            case do.SetDruid():
                self.druid = there.druid

    def lay(  # noqa: C901, PLR0912 - one flat case a row
        self, color: Color, row: moves.Row, state: GameState, *, literally: bool
    ) -> None:
        """Put a piece where a row says; unless `literally`, it may be there already."""
        row = row.row if isinstance(row, moves.UndoIfDone) else row
        match row:
            case moves.ChipsToTake() | moves.ChipsToReturn():
                pass
            case moves.BuildingToRemove(_, kind, field):
                self.fields.discard((field, kind, color))
            case moves.BuildingToPlace(_, kind, field):
                self.fields.add((field, kind, color))
            case moves.BonusToRemove(_, bonus, field):
                if self.bonus.get(field) is bonus:
                    del self.bonus[field]
            case moves.BonusToReturn(_, bonus, field):
                self.bonus[field] = bonus
            case moves.RuneToMove(_, rune, _, target) | moves.RuneTarget(_, rune, target):
                self.runes[rune] = target
            case moves.DruidToMove(_, _, target):
                self.druid = target
            case moves.DieToMove(_, field):
                self.die = field
            case moves.MarkerToMove(_, _, target) | moves.MarkerTarget(_, target):
                self.markers[color] = target
            case moves.WorkerToRemove(_, plain) if literally:
                self._lift(color, plain, None)
            case moves.WorkerToPlace(_, plain) if literally:
                self.stacks[plain].append(color)
            case moves.WorkerToMove(_, source, which, plain) if literally:
                self._lift(color, source, which)
                self.stacks[plain].append(color)
            case moves.WorkerToRemove():
                for plain in self.stacks:
                    self._take_off(color, plain, state)
            case moves.WorkerToPlace(_, plain):
                self._arrange(color, plain, state)
            case moves.StackTarget(_, plain, workers):
                self._arrange(color, plain, state)
                self._put_in_order(plain, workers)
            case moves.WorkerToMove(_, source, _, plain):
                self._take_off(color, source, state)
                self._arrange(color, source, state)
                self._arrange(color, plain, state)
            case _:
                raise AssertionError(row)

    def _put_in_order(self, plain: Material, workers: Sequence[Color]) -> None:
        """Order the present workers as a row names them; those that must leave stay."""
        spare = Counter(self.stacks[plain])
        named = [color for color in workers if spare[color] > 0 and not spare.subtract([color])]
        for place in reversed(range(len(self.stacks[plain]))):
            color = self.stacks[plain][place]
            if spare[color] > 0:
                spare[color] -= 1
            else:
                self.stacks[plain][place] = named.pop()

    def _take_off(self, color: Color, plain: Material, state: GameState) -> None:
        """Remove a player's workers from a plain if the screen shows none there."""
        stack = self.stacks[plain]
        for _ in range(stack.count(color) - state.stack(plain).count(color)):
            del stack[len(stack) - 1 - stack[::-1].index(color)]

    def _lift(self, color: Color, plain: Material, which: StackPosition | None) -> None:
        """Take a player's worker at a position off a plain, or the highest."""
        stack = self.stacks[plain]
        levels = [
            level
            for level, one in enumerate(stack, start=1)
            if one is color and which in (None, StackPosition.at(level, len(stack)))
        ]
        assert which is None or len(levels) == 1
        del stack[levels[-1] - 1]

    def _arrange(self, color: Color, plain: Material, state: GameState) -> None:
        """Arrange a player's workers on a plain as the screen shows them.

        Missing ones come from beside the board, or from plains where the screen shows none.
        """
        others = [one for one in self.stacks[plain] if one is not color]
        goal = state.stack(plain)
        missing = goal.count(color) - self.stacks[plain].count(color)
        self.stacks[plain] = others
        for place in reversed(range(len(goal))):
            if goal[place] is color:
                above = Counter(goal[place + 1 :])
                at = len(others)
                for level in reversed(range(len(others))):
                    if above[others[level]] > 0:  # else it has still to go elsewhere
                        above[others[level]] -= 1
                        at = level
                others.insert(at, color)
        spare = sum(map(len, state.stacks)) and state_count(state, color) - self._stands(color)
        for other in self.stacks:
            if missing > 0 and spare < 0:
                self._take_off(color, other, state)
                spare = state_count(state, color) - self._stands(color)

    def _stands(self, color: Color) -> int:
        return sum(stack.count(color) for stack in self.stacks.values())


def state_count(state: GameState, color: Color) -> int:
    return sum(stack.count(color) for stack in state.stacks)


class People:
    """The players of a game, each with a habit, and the real places of the pieces.

    Earlier moves have been made.
    """

    def __init__(self, game: Session, luck: Luck, *, settle_only_by_taps: bool = False) -> None:
        self.game = game
        self._everything_ticked = game.game.trays.settle_only_by_taps = settle_only_by_taps
        kinds = TICKED if settle_only_by_taps else UNTICKED
        self.habits = {color: luck.pick(kinds) for color in game.state.colors}
        self.table = Table.laid(game.state)
        made = {key for key, _move in game.game.trays.moves_of_steps(game.steps)}
        self.made = {color: set(made) for color in self.habits}
        self.without_row: Counter[PieceMove] = Counter()

    def go_on_with(self, game: Session) -> None:
        """Continue after a restart of the app on the same game."""
        game.game.trays.settle_only_by_taps = self._everything_ticked
        self.game = game

    def before(self, command: do.Command) -> None:
        """Make the pending moves of late players just before they roll."""
        if isinstance(command, do.Roll) and self.habits[command.by] is Habit.LATE:
            self._obey(command.by, self.rows(command.by))

    def after(self, command: do.Command) -> None:
        """Apply a correction's pieces; a player who rolls has made all moves before."""
        if isinstance(command, do.Correct):
            self._lie_as_said(command)
        if isinstance(command, do.Roll) and not self._everything_ticked:
            told = [one for one in self.game.game.trays.pending_moves() if _is_of(one, command.by)]
            assert {one.key[0] for one in told} <= {self.game.steps[-1].number}

    def respond(self, luck: Luck) -> None:
        """Let all players look at their tray."""
        for color, habit in self.habits.items():
            if habit is Habit.TAPS or (habit is Habit.LATER and luck.once_in(6)):
                self.settle(color)
            elif habit is Habit.SILENT:
                self._obey(color, self.rows(color))
        # What is pending of those who tap needs no row: their workers' moves cancel each other.
        self.without_row = Counter(one.move for one in self.game.game.trays.pending_moves())

    def settle(self, color: Color, rows: Sequence[moves.Row] | None = None) -> None:
        """Make all or some moves of a player's tray, and tap it."""
        rows = self.rows(color) if rows is None else rows
        self._obey(color, rows)
        self.game.mark_done(color, rows)
        assert not {*self.rows(color)} & {*rows}

    def finish(self, luck: Luck) -> None:
        """Make all moves of all trays; then the pieces match the game."""
        for color in luck.some(self.game.state.colors, len(self.habits)):
            self.settle(color)
        assert not any(tray.rows for tray in self.game.trays())
        assert all(min(hand.values()) >= 0 for hand in self.table.hands.values())
        wrong = self.table.differences(Table.laid(self.game.state))
        assert not wrong, "; ".join(wrong)

    def rows(self, color: Color) -> Sequence[moves.Row]:
        """Return the rows of a player's tray."""
        return next(tray.rows for tray in self.game.trays() if tray.color == color)

    def _obey(self, color: Color, rows: Sequence[moves.Row]) -> None:
        """Make the moves of a tray that were not made yet."""
        if rows:
            note(f"{color} ({self.habits[color].value}) does {rows}")
        if self.habits[color] in AS_TOLD:
            for row in rows:
                self._move_chips(color, row)
        else:
            self._move_chips_not_moved(color)
        for row in rows:
            self.table.lay(color, row, self.game.state, literally=self._everything_ticked)

    def _move_chips(self, color: Color, row: moves.Row) -> None:
        """Move chips of a player who confirms, so that nothing of a row was done before."""
        assert not isinstance(row, moves.UndoIfDone)
        if isinstance(row, moves.ChipsToTake):
            self.table.hands[color].update(heap(row.chips))
        elif isinstance(row, moves.ChipsToReturn):
            self.table.hands[color].subtract(heap(row.chips))

    def _move_chips_not_moved(self, color: Color) -> None:
        """Move chips of a player who never confirms, and knows which moves they made."""
        made = self.made[color]
        for key, move, back, _sure in self.game.game.trays.pending_moves():
            piece = move.thing
            if isinstance(piece, PlayerChips) and piece.color is color and (key in made) is back:
                self.table.hands[color][piece.material] += -move.number if back else move.number
                made ^= {key}

    def hold(self, turn: PathChange) -> None:
        """Put the pieces of an undone or redone correction as in the present game."""
        self._must_be_told_once(turn)
        void: set[tuple[int, int]] = set()
        for steps, others in ((turn.removed, turn.added), (turn.added, turn.removed)):
            for place, step in enumerate(steps):
                if not isinstance(step.command, do.Correct):
                    continue
                if any(step.command == other.command for other in others):
                    # Moves before a correction that stays are irrelevant.
                    void |= self._know(step.command, steps[:place])
        self._recognize(turn, void)
        for steps, others in ((turn.removed, turn.added), (turn.added, turn.removed)):
            for step in steps:
                if isinstance(step.command, do.Correct) and not any(
                    step.command == other.command for other in others
                ):
                    self._lie_as_said(step.command)

    def _must_be_told_once(self, turn: PathChange) -> None:
        """List the moves that only one of two branches has for players who had none."""
        if any(isinstance(step.command, do.Correct) for step in (*turn.removed, *turn.added)):
            return  # what the same move was before a correction is not what it is after it
        trays = self.game.game.trays
        removed, added = (
            Counter(move for _key, move in trays.moves_of_steps(steps))
            for steps in (turn.removed, turn.added)
        )
        who = [color for color, habit in self.habits.items() if habit is Habit.TAPS]
        own = (
            PlayerChips | PointMarker | Worker | PlacedBuilding
        )  # others may have moved what is nobody's
        # Which of a player's workers have to move depends on all of them: they are alike.
        changed = {move.thing for move in (removed - added) + (added - removed)}
        told = [
            one
            for one in trays.pending_moves()
            if isinstance(one.move.thing, own)
            and _is_of(one, *who)
            and not (isinstance(one.move.thing, Worker) and one.move.thing in changed)
        ]
        for old, new, back in ((removed, added, True), (added, removed, False)):
            pending = Counter(one.move for one in told if one.is_reversal is back)
            assert pending <= old - new + self.without_row

    def _lie_as_said(self, correction: do.Correct) -> None:
        for change in correction.changes:
            self.table.lie_as_said(self.game.state, change)
        self._know(correction, self.game.game.history.steps)

    def _know(self, correction: do.Correct, steps: Sequence[Step]) -> set[tuple[int, int]]:
        """Record a correction's chips as if the moves of the valid steps had been made."""
        counting = {step.number for step in self.game.steps}
        things = {
            (change.color, change.material)
            for change in correction.changes
            if isinstance(change, do.SetHand)
        }
        known = set()
        for key, move in self.game.game.trays.moves_of_steps(steps):
            piece = move.thing
            if isinstance(piece, PlayerChips) and (piece.color, piece.material) in things:
                made = self.made[piece.color]
                (made.add if key[0] in counting else made.discard)(key)
                known.add(key)
        return known

    def _recognize(self, turn: PathChange, void: set[tuple[int, int]]) -> None:
        """Return the same move of another branch, made or not."""
        former = [
            old for old in self.game.game.trays.moves_of_steps(turn.removed) if old[0] not in void
        ]
        for key, move in self.game.game.trays.moves_of_steps(turn.added):
            same = next((old for old in former if old[1] == move and key not in void), None)
            if same is not None:
                former.remove(same)
                for made in self.made.values():
                    if same[0] in made:
                        made ^= {same[0], key}


def _is_of(one: PendingMove, *colors: Color) -> bool:
    return any(color in one.move.owners for color in colors)
