"""People who do with the pieces what their trays tell them, at once, late, or never, and no more.

Some are hasty: chips, markers and rune stones that are new in their tray they move as soon as they
stand there, and say so later. What an undo takes out again they put back; that a decision takes
anything out is an error. A rune stone that another one has moved already they leave there.

Their table is a simulation of its own: it knows pieces, hands and plains, reads the rows, and asks
neither the rules nor the events. What cannot be done with its pieces, or was done before, fails.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from msgspec.structs import replace

from companion import asking, moves
from companion import commands as do
from companion.asking import Answer
from companion.events import RitualStarted
from companion.memory.journal.journal import Journal
from companion.memory.session import Session
from companion.memory.timeline import Deed, Step
from companion.pieces import MATERIALS, Bonus, BuildingKind, Chips, Color, Material, Rune, Storey
from companion.state import Druid, Finale, GameState, Phase
from companion.trays import Tray, lying
from tests.companion.changed_steps import some_edits
from tests.corrections import correction, some_ruling
from tests.legal_commands import legal_command
from tests.luck import Luck

HUTS = {2: 12, 3: 8, 4: 8}
TEMPLES = 2
WORKERS = {2: 3, 3: 2, 4: 2}
CHIPS = 18
CHIPS_OF_EACH_BONUS = 2

Hand = Counter[Material]
Moved = Counter[tuple[type[moves.Row], Material]]
"""How many chips of a material are taken and returned, by the kind of row that tells it."""


def heap(chips: Chips) -> Hand:
    return Counter(dict(zip(MATERIALS, chips.counts, strict=True)))


def chips_told(rows: Sequence[moves.Row]) -> Moved:
    """The chips that a tray tells to move."""
    return Counter(
        {
            (type(row), material): number
            for row in rows
            if isinstance(row, moves.ChipsTaken | moves.ChipsReturned)
            for material, number in heap(row.chips).items()
            if number
        }
    )


Piece = Color | Rune
"""What is moved ahead of saying so: a player's marker, or a rune stone."""


def pieces_told(rows: Sequence[moves.Row]) -> dict[Piece, moves.Row]:
    """The markers and rune stones that a tray tells to move, with how."""
    found: dict[Piece, moves.Row] = {}
    for row in rows:
        match row:
            case moves.MarkerMoved((owner,)) | moves.MarkerNow((owner,)):
                found[owner] = row
            case moves.RuneMoved(_, rune) | moves.RuneNow(_, rune):
                found[rune] = row
            case _:
                pass
    return found


class Habit(Enum):
    """When somebody does what their tray tells."""

    AT_ONCE = "at once"
    HASTY = "at once, said later"
    LATE = "late"
    NEVER = "never"


@dataclass
class Table:
    """All pieces of the box and where they really are; what is in no hand lies on its plain."""

    hands: dict[Color, Hand]
    markers: dict[Color, int]
    stacks: dict[Material, list[Color]]
    spare_workers: Counter[Color]
    fields: dict[int, tuple[BuildingKind, Color]]
    spare_buildings: Counter[tuple[BuildingKind, Color]]
    bonus: dict[int, Bonus]
    box: Counter[Bonus]
    runes: dict[str, Color | None]
    druid: Druid
    die: int | None

    @classmethod
    def laid(cls, state: GameState, die: int | None) -> "Table":
        """The pieces as they lie in a state; the die beside a field where it marks the end."""
        number = len(state.players)
        fields = {
            at: (one.kind, one.owner) for at, one in enumerate(state.buildings, start=1) if one
        }
        bonus = {at: one for at, one in enumerate(state.bonus, start=1) if one}
        stacks = {plain: list(state.stack(plain)) for plain in MATERIALS}
        workers = Counter(dict.fromkeys(state.colors, WORKERS[number]))
        workers.subtract(one for stack in stacks.values() for one in stack)
        most = {BuildingKind.HUT: HUTS[number], BuildingKind.TEMPLE: TEMPLES}
        buildings = Counter({(kind, color): most[kind] for kind in most for color in state.colors})
        buildings.subtract(fields.values())
        box = Counter(dict.fromkeys(Bonus, CHIPS_OF_EACH_BONUS))
        box.subtract(bonus.values())
        return cls(
            hands={player.color: heap(player.hand) for player in state.players},
            markers={player.color: player.points for player in state.players},
            stacks=stacks,
            spare_workers=workers,
            fields=fields,
            spare_buildings=buildings,
            bonus=bonus,
            box=box,
            runes=dict(zip(moves.Rune, state.runes, strict=True)),
            druid=state.druid,
            die=die,
        )

    def lie_as_said(self, after: GameState, changes: tuple[do.Change, ...]) -> None:
        """What a correction sets lies so before it is said, and what it was taken back to, too."""
        there = Table.laid(after, self.die)
        for change in changes:
            match change:
                case do.SetPoints(color):
                    self.markers[color] = there.markers[color]
                case do.SetHand(color, material):
                    self.hands[color][material] = there.hands[color][material]
                case do.SetStack():
                    self.stacks, self.spare_workers = there.stacks, there.spare_workers
                case do.SetRune(rune):
                    self.runes[rune] = there.runes[rune]
                case do.SetField(field):
                    self._clear(field)
                    if field in there.fields:
                        self._put_up(field, *there.fields[field])
                case do.SetBonus(field):
                    self._lay_bonus(field, there.bonus.get(field))
                case do.SetDruid():
                    self.druid = there.druid

    def do(self, color: Color, row: moves.Row, look: Callable[[], Chips]) -> None:  # noqa: C901, PLR0912 - one flat case a row
        """Do one row of a player's tray; `look` is their look at their own hand on the screen."""
        assert row.who == (color,)
        hand = self.hands[color]
        match row:
            case moves.HandChanged():
                self.hands[color] = heap(look())
            case moves.ChipsReturned(_, chips):
                assert sum(map(bool, chips.counts)) == 1
                hand.subtract(heap(chips))
                assert min(hand.values()) >= 0
            case moves.ChipsTaken(_, chips):
                assert sum(map(bool, chips.counts)) == 1
                hand.update(heap(chips))
            case moves.BuildingOff(_, kind, field):
                assert self.fields[field] == (kind, color)
                self._clear(field)
            case moves.BuildingUp(_, kind, field):
                assert self.fields.get(field) != (kind, color)
                self._clear(field)  # what is in the way goes back to its owner
                self._put_up(field, kind, color)
            case moves.BonusIntoBox(_, bonus, field):
                assert self.bonus.pop(field) is bonus
                self.box[bonus] += 1
            case moves.BonusBack(_, bonus, field):
                assert self.bonus.get(field) is not bonus
                self._lay_bonus(field, bonus)
            case moves.RuneMoved(_, rune, source, target):
                assert color in (target, source)
                assert self.runes[rune] == source != target
                self.runes[rune] = target
            case moves.RuneNow() | moves.MarkerNow():
                self.lay(row)
            case moves.DruidMoved(_, source, target):
                assert self.druid == source != target
                self.druid = target
            case moves.DieMoved(_, field):
                assert self.die != field
                self.die = field
            case moves.MarkerMoved(_, source, target):
                assert self.markers[color] == source != target
                self.markers[color] = target
            case _:
                self._do_with_workers(color, row)

    def lay(self, row: moves.Row) -> None:
        """Move a marker or a rune stone to where it has to be, wherever it is."""
        match row:
            case moves.MarkerMoved((owner,), _, points) | moves.MarkerNow((owner,), points):
                self.markers[owner] = points
            case moves.RuneMoved(_, rune, _, holder) | moves.RuneNow(_, rune, holder):
                self.runes[rune] = holder
            case _:
                raise AssertionError(row)

    def _do_with_workers(self, color: Color, row: moves.Row) -> None:
        match row:
            case moves.WorkerPlaced(_, plain):
                self.spare_workers[color] -= 1
                assert self.spare_workers[color] >= 0
                self.stacks[plain].append(color)
            case moves.WorkerOff(_, plain):
                assert self.stacks[plain].pop() is color
                self.spare_workers[color] += 1
            case moves.WorkerMoved(_, source, which, target, height, among):
                stack = self.stacks[source]
                mine = [place for place, one in enumerate(stack) if one is color]
                if which is None:
                    (place,) = mine
                else:
                    place = next(at for at in mine if _storey(at, len(stack)) is which)
                del stack[place]
                goal = self.stacks[target]
                at = len(goal) if height is None else height - 1
                assert among is (None if height is None else _storey(at, len(goal) + 1))
                goal.insert(at, color)
            case moves.StackNow(_, plain, workers):
                # A row before it may have led there already: it says how it has to be.
                self._stand(plain, workers)
            case _:
                raise AssertionError(row)

    def _stand(self, plain: Material, workers: tuple[Color, ...]) -> None:
        """Whoever is missing comes from the owner, else from another plain, from above."""
        self.spare_workers.update(self.stacks[plain])
        self.stacks[plain] = list(workers)
        self.spare_workers.subtract(workers)

    def fetch_workers(self, state: GameState) -> None:
        """Who stands twice goes from where the screen does not show them."""
        for color in self.spare_workers:
            while self.spare_workers[color] < 0:
                plain = next(
                    plain
                    for plain, stack in self.stacks.items()
                    if stack.count(color) > state.stack(plain).count(color)
                )
                stack = self.stacks[plain]
                del stack[len(stack) - stack[::-1].index(color) - 1]
                self.spare_workers[color] += 1

    def _lay_bonus(self, field: int, bonus: Bonus | None) -> None:
        """A chip that lies there goes into the box."""
        if field in self.bonus:
            self.box[self.bonus.pop(field)] += 1
        if bonus is not None:
            self.bonus[field] = bonus
            self.box[bonus] -= 1

    def _clear(self, field: int) -> None:
        if field in self.fields:
            self.spare_buildings[self.fields.pop(field)] += 1

    def _put_up(self, field: int, kind: BuildingKind, color: Color) -> None:
        assert field not in self.fields
        self.fields[field] = (kind, color)
        self.spare_buildings[kind, color] -= 1


def _storey(place: int, workers: int) -> Storey:
    return Storey.TOP if place == workers - 1 else Storey.MIDDLE if place else Storey.BOTTOM


class Evening:
    """A game of people of these three kinds, and the pieces as they really lie.

    Old steps are taken back, done again and put right, and pieces corrected, more often than at
    any table.
    """

    def __init__(self, session: Session, luck: Luck, *, open_chips: bool) -> None:
        self.session, self.luck, self.open_chips = session, luck, open_chips
        self.habits = {color: luck.pick(tuple(Habit)) for color in session.state.colors}
        self.table = Table.laid(session.state, None)
        self.rows_done = self.answers_kept = 0
        self.unsaid: dict[Color, Moved] = {color: Counter() for color in self.habits}
        self.ahead: dict[Color, dict[Piece, moves.Row]] = {color: {} for color in self.habits}

    def play(self, steps: int) -> None:
        """So many things happen; after each, people do something with the pieces, or do not."""
        for _ in range(steps):
            taken_back = self.decide()
            hasty = [color for color, habit in self.habits.items() if habit is Habit.HASTY]
            for color in hasty:
                self._put_back(color, taken_back=taken_back)
            for color in hasty:
                self._do_what_is_new(color, self._tray(color).rows, taken_back=taken_back)
            for color, habit in self.habits.items():
                rows = self._tray(color).rows
                if habit is Habit.AT_ONCE:
                    self._obey(color, rows)
                elif habit is not Habit.NEVER and self.luck.once_in(6):
                    some = self.luck.some(rows, 1) if self.luck.once_in(2) else rows
                    self._obey(color, some)

    def restart(self, journal: Journal) -> None:
        """The app is closed and takes the game over again: the same stands open as before."""
        again = Session.resume(journal, self.session.game_id)
        now = self.session
        assert (again.cardboard, again.kept, again.rests) == (now.cardboard, now.kept, now.rests)
        self.session = again

    def settle(self) -> None:
        """Everybody does what their tray tells, each once, in any order; then all lies right."""
        for color in self.luck.some(self.session.state.colors, len(self.habits)):
            self._obey(color, self._tray(color).rows)
        assert not any(tray.rows for tray in self._trays())
        state = asking.expected(self.session.state, self.session.kept)
        assert self.session.cardboard.movers == lying(state).movers
        assert self.table == Table.laid(state, self._die())

    def decide(self) -> bool:
        """One thing happens: mostly what the rules ask for.

        Returns whether that may take out of a tray what stood there: no decision does.
        """
        session, luck, state = self.session, self.luck, self.session.state
        has_ended = state.phase is Phase.FINISHED
        choice = luck.below(12)
        if session.can_undo and (choice == 0 or (has_ended and choice > 4)):
            self._say(session.undo())
            return True
        if session.can_redo and choice == 1:
            self._say(session.redo())
            return True
        if session.steps and choice == 2 and luck.once_in(3):
            _, amending = some_edits(session.steps, luck)
            if amending.changes:
                session.amend(amending)
            return True
        if state.phase in (Phase.ROLL, Phase.ACTION) and choice == 4:
            self._say(session.apply(correction(state, luck)))
            return True
        if state.phase is Phase.ACTION and choice == 3:
            ruling = some_ruling(state, luck)
            if ruling is not None:
                session.apply_ruled(*ruling)
        elif state.finale is Finale.CIRCUIT and not has_ended and luck.once_in(8):
            session.nothing_for_the_rest()
        elif not has_ended:
            return self._answer(luck.pick(session.asked))
        return False

    def _answer(self, color: Color) -> bool:
        """Somebody who is asked answers, in any order; now and then another answer than before.

        Returns whether any answer is taken back with that.
        """
        session, luck = self.session, self.luck
        command = legal_command(replace(session.state, decider=color), luck)
        kept = session.kept
        steps = session.answer(command)
        for step in steps:
            self._say(step)
        self.answers_kept += len(session.kept) > len(kept)
        done = [step.command for step in steps]
        takes_back = isinstance(command, do.Correct) or not set(kept) <= {*session.kept, *done}
        if session.kept and luck.once_in(6):
            session.take_back(luck.pick(session.kept).by)
            return True
        return takes_back

    def _say(self, deed: Deed | Answer) -> None:
        """Before a correction is said, or taken back, what it sets lies so."""
        if isinstance(deed, Step) and isinstance(deed.command, do.Correct) and not deed.is_ruling:
            changes = deed.command.changes
            self.table.lie_as_said(self.session.state, changes)
            for change in changes:
                for ahead in self.ahead.values():
                    if isinstance(change, do.SetPoints):
                        ahead.pop(change.color, None)
                    if isinstance(change, do.SetRune):
                        ahead.pop(change.rune, None)
                if isinstance(change, do.SetHand):
                    for kind in (moves.ChipsTaken, moves.ChipsReturned):
                        del self.unsaid[change.color][kind, change.material]

    def _put_back(self, color: Color, *, taken_back: bool) -> None:
        """Put back the markers and rune stones that have gone out of a tray."""
        told, ahead = pieces_told(self._tray(color).rows), self.ahead[color]
        lies, seat = self.session.cardboard, self.session.state.colors.index(color)
        for piece in ahead.keys() - told.keys():
            assert taken_back, f"{ahead[piece]} stood in a tray before a decision, and no more"
            del ahead[piece]
            if isinstance(piece, Color):
                self.table.markers[piece] = lies.points[seat]
            else:
                self.table.runes[piece] = lies.runes[[*Rune].index(piece)]

    def _do_what_is_new(self, color: Color, rows: Sequence[moves.Row], *, taken_back: bool) -> None:
        """Move the pieces that have come into a tray, and put back the chips that were taken out.

        Chips are moved by those who can tell in numbers which ones.
        """
        told_pieces = pieces_told(rows)
        for piece, row in told_pieces.items():
            if self.ahead[color].get(piece) != row:
                self.ahead[color][piece] = row
                self.table.lay(row)
        if any(isinstance(row, moves.HandChanged) for row in rows):
            return
        told, hand = chips_told(rows), self.table.hands[color]
        for (kind, material), number in (told - self.unsaid[color]).items():
            hand[material] += number if kind is moves.ChipsTaken else -number
        for (kind, material), number in (self.unsaid[color] - told).items():
            assert taken_back, f"{number} {material} stood in a tray before a decision, and no more"
            hand[material] -= number if kind is moves.ChipsTaken else -number
        assert min(hand.values()) >= 0
        self.unsaid[color] = told

    def _lies_already(self, color: Color, row: moves.Row) -> bool:
        """Whether somebody has moved a marker or a rune stone so, and has not said it."""
        (piece,) = pieces_told([row])
        others = (self.ahead[one].get(piece) for one in self.habits if isinstance(piece, Rune))
        return row == self.ahead[color].get(piece) or any(others)

    def _die(self) -> int | None:
        """The last hut of the circuit, as it was when it began."""
        if self.session.state.finale is not Finale.CIRCUIT:
            return None
        events = (event for step in reversed(self.session.steps) for event in reversed(step.events))
        return next((one.visits[-1] for one in events if isinstance(one, RitualStarted)), None)

    def _trays(self) -> tuple[Tray, ...]:
        return self.session.trays(open_chips=self.open_chips)

    def _tray(self, color: Color) -> Tray:
        return next(tray for tray in self._trays() if tray.color == color)

    def _obey(self, color: Color, rows: Sequence[moves.Row]) -> None:
        """Do rows of a tray, but for what is done already, and say so.

        A price for which too few chips are there is left until others of the tray have been taken.
        """
        state = asking.expected(self.session.state, self.session.kept)
        unsaid, hand, done = self.unsaid[color], self.table.hands[color], []
        for row in rows:
            told = chips_told([row])
            if told and told.keys() <= unsaid.keys():
                assert told <= unsaid
                unsaid -= told
            elif pieces_told([row]) and self._lies_already(color, row):
                self.table.lay(row)
            elif isinstance(row, moves.ChipsReturned) and not heap(row.chips) <= hand:
                continue
            else:
                self.table.do(color, row, lambda: state.player(color).hand)
                self.table.fetch_workers(state)
            if isinstance(row, moves.HandChanged):
                unsaid.clear()
            done.append(row)
        self.rows_done += len(done)
        self.session.moved(color, done)
        for one, ahead in self.ahead.items():
            told = pieces_told(self._tray(one).rows)
            for piece in ahead.keys() - told.keys():
                del ahead[piece]  # that it lies there has been said
