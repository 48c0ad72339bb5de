"""People who do with the pieces what their trays tell them, and no more.

Their table is a simulation of its own: it knows pieces, hands and plains, reads the rows, and asks
neither the rules nor the events. Source: `spec` trays, "Properties".
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import Enum

from hypothesis import note

from companion import commands as do
from companion import moves
from companion.differences import BuildingOn, ChipsOf, MarkerOf, Worker
from companion.history import Step, Turn
from companion.memory.session import Session
from companion.pieces import MATERIALS, Bonus, BuildingKind, Chips, Color, Material
from companion.state import Druid, GameState
from companion.trays import OpenMove
from tests.luck import Luck

HUTS = {2: 12, 3: 8, 4: 8}
TEMPLES = 2
WORKERS = {2: 3, 3: 2, 4: 2}
CHIPS_OF_EACH_BONUS = 2

Hand = Counter[Material]


def heap(chips: Chips) -> Hand:
    return Counter(dict(zip(MATERIALS, chips.counts, strict=True)))


class Habit(Enum):
    """When somebody does what their tray tells, and whether they say so by a tap."""

    TAPS = "at once, and taps"
    SILENT = "at once, never taps"
    LATE = "just before their turn, never taps"
    LATER = "now and then, and taps"
    NEVER = "not until the end"


UNTICKED = (Habit.TAPS, Habit.SILENT, Habit.LATE)
TICKED = (Habit.TAPS, Habit.LATER, Habit.NEVER)
AS_TOLD = TICKED
"""They do all that a row says, and tap it then."""


@dataclass
class Table:
    """All pieces of the box and where they really are; what is in no hand lies on its plain.

    On a field two buildings may stand for a while: that of whoever has still to take theirs away.
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
        """The pieces as they lie in a state."""
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
            die=state.die_place,
        )

    def differences(self, right: "Table") -> list[str]:
        """What lies otherwise than there."""
        pairs = {
            one.name: (getattr(self, one.name), getattr(right, one.name)) for one in fields(self)
        }
        return [
            f"{name}: {lies}, not {should}"
            for name, (lies, should) in pairs.items()
            if lies != should
        ]

    def lie_as_said(self, after: GameState, change: do.Change) -> None:
        """What a correction sets lies so before it is said, and what it was taken back to, too."""
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
            case do.SetField(field):
                self.fields = {one for one in self.fields if one[0] != field}
                self.fields |= {one for one in there.fields if one[0] == field}
            case do.SetBonus(field):
                self.bonus.pop(field, None)
                if field in there.bonus:
                    self.bonus[field] = there.bonus[field]
            case do.SetDruid():
                self.druid = there.druid

    def lay(self, color: Color, row: moves.Row, state: GameState) -> None:  # noqa: C901, PLR0912 - one flat case a row
        """Put a piece where a row says that it belongs; it may be there already."""
        row = row.row if isinstance(row, moves.IfDone) else row
        match row:
            case moves.ChipsTaken() | moves.ChipsReturned():
                pass
            case moves.BuildingOff(_, kind, field):
                self.fields.discard((field, kind, color))
            case moves.BuildingUp(_, kind, field):
                self.fields.add((field, kind, color))
            case moves.BonusIntoBox(_, bonus, field):
                if self.bonus.get(field) is bonus:
                    del self.bonus[field]
            case moves.BonusBack(_, bonus, field):
                self.bonus[field] = bonus
            case moves.RuneMoved(_, rune, _, target) | moves.RuneNow(_, rune, target):
                self.runes[rune] = target
            case moves.DruidMoved(_, _, target):
                self.druid = target
            case moves.DieMoved(_, field):
                self.die = field
            case moves.MarkerMoved(_, _, target) | moves.MarkerNow(_, target):
                self.markers[color] = target
            case moves.WorkerOff():
                for plain in self.stacks:
                    self._take_off(color, plain, state)
            case moves.WorkerPlaced(_, plain):
                self._arrange(color, plain, state)
            case moves.StackNow(_, plain, workers):
                self._arrange(color, plain, state)
                self._put_in_order(plain, workers)
            case moves.WorkerMoved(_, source, _, plain):
                self._take_off(color, source, state)
                self._arrange(color, source, state)
                self._arrange(color, plain, state)
            case _:
                raise AssertionError(row)

    def _put_in_order(self, plain: Material, workers: Sequence[Color]) -> None:
        """Let those who are there stand as a row names them; who has still to go stays in place."""
        spare = Counter(self.stacks[plain])
        named = [color for color in workers if spare[color] > 0 and not spare.subtract([color])]
        for place in reversed(range(len(self.stacks[plain]))):
            color = self.stacks[plain][place]
            if spare[color] > 0:
                spare[color] -= 1
            else:
                self.stacks[plain][place] = named.pop()

    def _take_off(self, color: Color, plain: Material, state: GameState) -> None:
        """Take the workers of a player off a plain that the screen does not show there."""
        stack = self.stacks[plain]
        for _ in range(stack.count(color) - state.stack(plain).count(color)):
            del stack[len(stack) - 1 - stack[::-1].index(color)]

    def _arrange(self, color: Color, plain: Material, state: GameState) -> None:
        """Let a player's workers on a plain stand among the others as the screen shows it.

        Whoever is missing there comes from beside the board, or from where the screen shows none.
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
    """The players of a game, each with a habit, and the pieces as they really lie.

    What was done before has been moved.
    """

    def __init__(self, game: Session, luck: Luck, *, everything_ticked: bool = False) -> None:
        self.game = game
        self._everything_ticked = game.game.trays.everything_ticked = everything_ticked
        kinds = TICKED if everything_ticked else UNTICKED
        self.habits = {color: luck.pick(kinds) for color in game.state.colors}
        self.table = Table.laid(game.state)
        made = {key for key, _move in game.game.trays.moves_of(game.steps)}
        self.made = {color: set(made) for color in self.habits}

    def go_on_with(self, game: Session) -> None:
        """The app was started again on the same game."""
        game.game.trays.everything_ticked = self._everything_ticked
        self.game = game

    def before(self, command: do.Command) -> None:
        """Whoever is late does what their tray tells, just before they roll."""
        if isinstance(command, do.Roll) and self.habits[command.by] is Habit.LATE:
            self._obey(command.by, self.rows(command.by))

    def after(self, command: do.Command) -> None:
        """What a correction sets lies so before it is said; whoever rolls has done all before."""
        if isinstance(command, do.Correct):
            self._lie_as_said(command)
        if isinstance(command, do.Roll) and not self._everything_ticked:
            told = [one for one in self.game.game.trays.open_moves() if _is_of(one, command.by)]
            assert {one.key[0] for one in told} <= {self.game.steps[-1].number}

    def respond(self, luck: Luck) -> None:
        """Everybody looks at their tray."""
        for color, habit in self.habits.items():
            if habit is Habit.TAPS or (habit is Habit.LATER and luck.once_in(6)):
                self.settle(color)
            elif habit is Habit.SILENT:
                self._obey(color, self.rows(color))

    def settle(self, color: Color, rows: Sequence[moves.Row] | None = None) -> None:
        """Somebody does what their tray tells, or some rows of it, and taps that."""
        rows = self.rows(color) if rows is None else rows
        self._obey(color, rows)
        self.game.settle(color, rows)
        assert not {*self.rows(color)} & {*rows}

    def finish(self, luck: Luck) -> None:
        """Everybody does what their tray tells and taps it; then all lies as the game stands."""
        for color in luck.some(self.game.state.colors, len(self.habits)):
            self.settle(color)
        assert not any(tray.rows for tray in self.game.trays())
        assert all(min(hand.values()) >= 0 for hand in self.table.hands.values())
        wrong = self.table.differences(Table.laid(self.game.state))
        assert not wrong, "; ".join(wrong)

    def rows(self, color: Color) -> Sequence[moves.Row]:
        """What a player's tray tells."""
        return next(tray.rows for tray in self.game.trays() if tray.color == color)

    def _obey(self, color: Color, rows: Sequence[moves.Row]) -> None:
        """Do what a tray tells and was not done yet."""
        if rows:
            note(f"{color} ({self.habits[color].value}) does {rows}")
        if self.habits[color] in AS_TOLD:
            for row in rows:
                self._move_chips(color, row)
        else:
            self._move_chips_not_moved(color)
        for row in rows:
            self.table.lay(color, row, self.game.state)

    def _move_chips(self, color: Color, row: moves.Row) -> None:
        """Whoever taps what they do knows that nothing of a row has been done."""
        assert not isinstance(row, moves.IfDone)
        if isinstance(row, moves.ChipsTaken):
            self.table.hands[color].update(heap(row.chips))
        elif isinstance(row, moves.ChipsReturned):
            self.table.hands[color].subtract(heap(row.chips))

    def _move_chips_not_moved(self, color: Color) -> None:
        """Whoever does what they never tap knows which of the moves were done."""
        made = self.made[color]
        for key, move, back, _sure in self.game.game.trays.open_moves():
            thing = move.thing
            if isinstance(thing, ChipsOf) and thing.color is color and (key in made) is back:
                self.table.hands[color][thing.material] += -move.number if back else move.number
                made ^= {key}

    def hold(self, turn: Turn) -> None:
        """What a correction sets that is taken back or made again lies as the game stands now."""
        self._must_be_told_once(turn)
        void: set[tuple[int, int]] = set()
        for steps, others in ((turn.removed, turn.added), (turn.added, turn.removed)):
            for place, step in enumerate(steps):
                if not isinstance(step.command, do.Correct):
                    continue
                if any(step.command == other.command for other in others):
                    # What was done or not before a correction that stays matters no more.
                    void |= self._know(step.command, steps[:place])
        self._recognize(turn, void)
        for steps, others in ((turn.removed, turn.added), (turn.added, turn.removed)):
            for step in steps:
                if isinstance(step.command, do.Correct) and not any(
                    step.command == other.command for other in others
                ):
                    self._lie_as_said(step.command)

    def _must_be_told_once(self, turn: Turn) -> None:
        """Whoever had nothing to do is told the moves that only one of two branches has."""
        if any(isinstance(step.command, do.Correct) for step in (*turn.removed, *turn.added)):
            return  # what the same move was before a correction is not what it is after it
        trays = self.game.game.trays
        removed, added = (
            Counter(move for _key, move in trays.moves_of(steps))
            for steps in (turn.removed, turn.added)
        )
        who = [color for color, habit in self.habits.items() if habit is Habit.TAPS]
        own = ChipsOf | MarkerOf | Worker | BuildingOn  # others may have moved what is nobody's
        told = [
            one
            for one in trays.open_moves()
            if isinstance(one.move.thing, own) and _is_of(one, *who)
        ]
        assert Counter(one.move for one in told if one.back) <= removed - added
        assert Counter(one.move for one in told if not one.back) <= added - removed

    def _lie_as_said(self, correction: do.Correct) -> None:
        for change in correction.changes:
            self.table.lie_as_said(self.game.state, change)
        self._know(correction, self.game.game.history.steps)

    def _know(self, correction: do.Correct, steps: Sequence[Step]) -> set[tuple[int, int]]:
        """The chips that a correction sets lie as if of these steps those that count were done."""
        counting = {step.number for step in self.game.steps}
        things = {
            (change.color, change.material)
            for change in correction.changes
            if isinstance(change, do.SetHand)
        }
        known = set()
        for key, move in self.game.game.trays.moves_of(steps):
            thing = move.thing
            if isinstance(thing, ChipsOf) and (thing.color, thing.material) in things:
                made = self.made[thing.color]
                (made.add if key[0] in counting else made.discard)(key)
                known.add(key)
        return known

    def _recognize(self, turn: Turn, void: set[tuple[int, int]]) -> None:
        """A move that is the same on another branch is the one that was done, or not."""
        former = [old for old in self.game.game.trays.moves_of(turn.removed) if old[0] not in void]
        for key, move in self.game.game.trays.moves_of(turn.added):
            same = next((old for old in former if old[1] == move and key not in void), None)
            if same is not None:
                former.remove(same)
                for made in self.made.values():
                    if same[0] in made:
                        made ^= {same[0], key}


def _is_of(one: OpenMove, *colors: Color) -> bool:
    return any(color in one.move.owners for color in colors)
