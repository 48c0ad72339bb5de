"""The steps of a saved game, and whether what was read can be a game at all.

The rules are not asked again: a game stays as it was played. But whoever shows one may rely on
every colour playing in it, every field being on the board, and the box having the pieces.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple, Protocol, get_args

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from companion.commands import Command, Correct
from companion.errors import JournalError
from companion.events import Event
from companion.game import Setup, fold, problems, start
from companion.memory.journal.history import Amends, EffectiveHistory, StepRef
from companion.memory.journal.rows import (
    UNREADABLE_GAME,
    BrokenGameError,
    JournalRow,
    Kind,
    amended_rows,
    reach,
    read_command,
    read_events,
)
from companion.pieces import Chips, Color
from companion.state import GameState

_STONES = range(4)
_PLACES = frozenset({"field", "source", "visits", "stone"})
"""The keys of numbers that are those of fields, or of the druid's stones."""


class Table:
    """Who plays a game, and on how many fields."""

    def __init__(self, state: GameState) -> None:
        self._colors = frozenset(state.colors)
        self._fields = range(1, len(state.board) + 1)

    def knows(self, told: Command | Event) -> bool:
        """Whether what was done or happened names only players and places that exist."""
        return all(self._has(name, getattr(told, name)) for name in _telling(type(told)))

    def _has(self, name: str, value: object) -> bool:
        if isinstance(value, Color):
            return value in self._colors
        if isinstance(value, int):
            return value in (_STONES if name == "stone" else self._fields)
        if isinstance(value, tuple):
            return all(self._has(name, part) for part in value)
        if isinstance(value, msgspec.Struct):
            return all(self._has(part, getattr(value, part)) for part in _telling(type(value)))
        return True


@cache
def _telling(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a struct that name a player or a place, in themselves or in their parts."""
    if kind is Chips:
        return ()  # of which some are of stone
    return tuple([field.name for field in fields(kind) if _tells(field)])


def _tells(field: FieldInfo) -> bool:
    types = _types(field.type)
    return (field.name in _PLACES and int in types) or any(map(_names_somebody, types))


def _types(told: object) -> tuple[object, ...]:
    """A type and all those that it is made of."""
    return (told, *(part for argument in get_args(told) for part in _types(argument)))


def _names_somebody(kind: object) -> bool:
    if kind is Color:
        return True
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and bool(_telling(kind))


def is_possible(state: GameState) -> bool:
    """Whether a game can stand like this with the pieces in the box."""
    return not problems(state)


class Step(msgspec.Struct, frozen=True):
    """A command, what then happened, and the states around it.

    `number` is that of its row; what an amendment puts in its place has the same. A forgotten step
    that was put in has that of the amendment's row.
    """

    number: int
    command: Command
    events: tuple[Event, ...]
    before: GameState
    after: GameState

    @property
    def is_ruling(self) -> bool:
        """Whether it is a correction that was carried out in one go with the next step."""
        return isinstance(self.command, Correct) and self.command.ruled


def is_another(old: Step, new: Step) -> bool:
    """Whether a step was put right; a ruling in other numbers moves the same chips."""
    return old.command != new.command and not (old.is_ruling and new.is_ruling)


class Edited(NamedTuple):
    """A step that was put right, as it was and as it is; None: it was forgotten, or never done."""

    old: Step | None
    new: Step | None


class Amendment(msgspec.Struct, frozen=True):
    """Old steps that were put right; later ones follow from them anew.

    `number` is that of its row. `old` are the steps that counted from the first one on that is
    another, never none; `new` those that count in their place. `instead` says which of `old`, from
    0, each of `new` stands for: None for a forgotten one that was put in.
    """

    number: int
    old: tuple[Step, ...]
    new: tuple[Step, ...]
    instead: tuple[int | None, ...]

    @property
    def before(self) -> GameState:
        """The game as it stood until then."""
        return self.old[-1].after

    @property
    def after(self) -> GameState:
        """The game as it stands with it."""
        return self.new[-1].after if self.new else self.old[0].before

    @property
    def edited(self) -> tuple[Edited, ...]:
        """What was put right, in the order of the game; what was taken back with it left out."""
        found: list[Edited] = []
        passed = 0
        for new, of in zip(self.new, self.instead, strict=True):
            if of is None:
                found.append(Edited(None, new))
                continue
            found += (Edited(old, None) for old in self.old[passed:of])
            if is_another(self.old[of], new):
                found.append(Edited(self.old[of], new))
            passed = of + 1
        return tuple(found)

    @property
    def taken_back(self) -> int:
        """How many of the last steps no longer count."""
        return len(self.old) - reach(self.instead)

    @property
    def changes(self) -> bool:
        """Whether different steps count than before."""
        return bool(self.edited or self.taken_back)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that lies between the two: what happened until then, and what happened instead.

        A ruling is left out: its chips were moved with the step that it made possible.
        """
        steps = (step for step in (*self.old, *self.new) if not step.is_ruling)
        return tuple(event for step in steps for event in step.events)


Deed = Step | Amendment
"""What is done, undone and redone as a whole."""


class Refused(msgspec.Struct, frozen=True):
    """A command that was refused in that state because of what lies behind a player's screen."""

    command: Command
    state: GameState


class LogEntry(msgspec.Struct, frozen=True):
    """One row as people read it.

    `step` is what was done, taken back or done again, as it counts now where it counts;
    `amendment` the old steps that were put right so. Both are None for a taking over. `in_effect`
    is False only for what is taken back at present; `amended` tells that the step of a command's
    row is another one now. `place` is that of a command's step among those that count, from 1;
    `put_in` tells that it was forgotten, and has no row of its own: number and time are those of
    the amendment. `refused` is what could not be done, where that tells of a hand.
    """

    number: int
    kind: Kind
    time: str
    step: Step | None
    in_effect: bool
    amendment: Amendment | None = None
    amended: bool = False
    place: int | None = None
    put_in: bool = False
    refused: Refused | None = None

    @property
    def deed(self) -> Deed | None:
        """The step or the amendment; None for a taking over."""
        return self.step or self.amendment

    @property
    def before(self) -> GameState | None:
        """The game before this row; None for a taking over."""
        if self.deed is None:
            return None
        return self.deed.after if self.kind is Kind.UNDO else self.deed.before

    @property
    def after(self) -> GameState | None:
        """The game after this row; None for a taking over."""
        if self.deed is None:
            return None
        return self.deed.before if self.kind is Kind.UNDO else self.deed.after


def last_state(setup: Setup, effective: Iterable[JournalRow]) -> GameState:
    """How a saved game stands, from the rows that count; keeps no state on the way.

    Raises JournalError where the rows make no game.
    """
    with _damage_if_it_fails():
        state = start(setup)
        for row in effective:
            state = fold(state, read_events(row))
        if not is_possible(state):
            raise BrokenGameError(UNREADABLE_GAME)
    return state


@contextmanager
def _damage_if_it_fails() -> Iterator[None]:
    """Turns whatever is raised into a JournalError: the rows make no game."""
    try:
        yield
    except JournalError:
        raise
    except Exception as error:
        raise BrokenGameError(UNREADABLE_GAME) from error


def _is_later(error: Exception) -> bool:
    """Whether a later release wrote what cannot be read; any other error of rows is damage."""
    return isinstance(error, JournalError) and not isinstance(error, BrokenGameError)


class Timeline:
    """The steps of one game, from its setup on. Raises RuleViolation for a wrong setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._start = start(setup)
        self._effective = EffectiveHistory()
        self._deeds: dict[int, Deed] = {}
        self._told: list[tuple[JournalRow, Deed | None]] = []
        self._refused: dict[int, Refused] = {}

    @classmethod
    def of(cls, setup: Setup, rows: Iterable[JournalRow]) -> "Timeline":
        """A saved game. Raises JournalError where the rows make no game."""
        with _damage_if_it_fails():
            timeline = cls(setup)
            for row in rows:
                timeline.append(row)
        return timeline

    @classmethod
    def longest_valid(
        cls, setup: Setup, rows: Sequence[JournalRow], count: Callable[[int], object] | None = None
    ) -> "Timeline":
        """A saved game, up to the last row after which it is a possible game.

        `count` is called with the number of each row that is read. Raises JournalError where not
        even its setup makes a game, or a later release wrote it.
        """

        def counts(timeline: Timeline) -> bool:
            if count is not None:
                count(timeline.number_of_rows)
            return True

        timeline = cls._while(setup, rows, counts)
        if timeline.is_possible:
            return timeline
        return cls._while(setup, rows, lambda timeline: timeline.is_possible)

    @classmethod
    def _while(
        cls, setup: Setup, rows: Sequence[JournalRow], holds: Callable[["Timeline"], bool]
    ) -> "Timeline":
        """The game up to the last row that can be read and after which this holds."""
        with _damage_if_it_fails():
            timeline = cls(setup)
            table = Table(timeline.state)
        for number, row in enumerate(rows):
            try:
                deed = timeline.append(row)
            except Exception as error:
                if _is_later(error):
                    raise
                break
            if not (names_only_participants(table, row, deed) and holds(timeline)):
                return cls._while(setup, rows[:number], holds)
        return timeline

    @property
    def is_possible(self) -> bool:
        """Whether the game can stand as it does with the pieces in the box."""
        try:
            return is_possible(self.state)
        except (LookupError, ValueError):  # it holds what does not belong to the game
            return False

    @property
    def number_of_rows(self) -> int:
        """How many rows it has as a saved game."""
        return len(self._told)

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        counting = self._effective.counting
        return self._step(counting[-1]).after if counting else self._start

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that count, oldest first."""
        return tuple(map(self._step, self._effective.counting))

    def backwards(self) -> Iterator[Step]:
        """The steps that count, newest first."""
        return map(self._step, reversed(self._effective.counting))

    @property
    def newest(self) -> Deed | None:
        """What would be undone next, as it was done; None: nothing can be."""
        return next(self.done, None)

    @property
    def done(self) -> Iterator[Deed]:
        """What was done and counts, newest first."""
        return (self._deeds[number] for number in reversed(self._effective.done))

    @property
    def undone(self) -> Iterator[Deed]:
        """What can be redone, the next one first."""
        return (self._deeds[number] for number in reversed(self._effective.undone))

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._effective.done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo: undone, and nothing else done since."""
        return bool(self._effective.undone)

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """Every row, oldest first, including what was undone."""
        steps = self.steps
        counting = {step.number: step for step in steps}
        places = {step.number: place for place, step in enumerate(steps, start=1)}
        done = set(self._effective.done)
        told = [
            # Most rows of a game are these: the log of a long one is asked for at each undo.
            LogEntry(
                row.number,
                row.kind,
                row.time,
                deed,
                in_effect=True,
                place=places[row.number],
            )
            if isinstance(deed, Step) and counting.get(row.number) is deed
            else _told(row, deed, counting, places, done)
            for row, deed in self._told
        ]
        for number, refused in self._refused.items():
            told[number - 1] = replace(told[number - 1], refused=refused)
        return tuple(told)

    def state_after(self, number: int) -> GameState:
        """The game as it stood after so many rows; 0: at its start."""
        for row, deed in reversed(self._told[:number]):
            if deed is not None:
                return deed.before if row.kind is Kind.UNDO else deed.after
        return self._start

    def deeds_after(self, number: int) -> Iterator[tuple[Kind, Deed]]:
        """What was done, undone and redone after so many rows, oldest first."""
        return ((row.kind, deed) for row, deed in self._told[number:] if deed is not None)

    def append(self, row: JournalRow, done: Deed | None = None) -> Deed | None:
        """Add a row that was read or is about to be written; what it did, undid or redid.

        `done` is the step or the amendment carried out just now; else it is read from the row.
        Raises JournalError for a row that cannot be read, KeyError or ValueError for one that does
        not fit the game; then nothing is added.
        """
        amends = None
        if row.kind is Kind.COMMAND:
            self._deeds[row.number] = done or self._read(row, row.number, self.state)
        elif row.kind is Kind.AMEND:
            amendment = done if isinstance(done, Amendment) else self._read_amendment(row)
            self._deeds[row.number] = amendment
            first = len(self._effective.counting) - len(amendment.old) + 1
            amends = Amends(first, len(amendment.new), reach(amendment.instead))
        elif row.kind is Kind.REFUSED:
            self._refused[row.number] = Refused(read_command(row), self.state)
        number = self._effective.append(row.number, row.kind, amends)
        deed = None if number is None else self._deeds[number]
        self._told.append((row, deed))
        return deed

    def _step(self, part: StepRef) -> Step:
        deed = self._deeds[part.row]
        return deed if isinstance(deed, Step) else deed.new[part.step]

    def _read_amendment(self, row: JournalRow) -> Amendment:
        first, rows, instead = amended_rows(row)
        old = self.steps[first - 1 :] if first > 0 else ()
        if not old or reach(instead) > len(old):
            raise ValueError("an amendment puts steps right that count")
        new: list[Step] = []
        state = old[0].before
        for one, of in zip(rows, instead, strict=True):
            new.append(self._read(one, row.number if of is None else old[of].number, state))
            state = new[-1].after
        return Amendment(row.number, old, tuple(new), instead)

    @staticmethod
    def _read(row: JournalRow, number: int, before: GameState) -> Step:
        events = read_events(row)
        return Step(number, read_command(row), events, before, fold(before, events))


def names_only_participants(table: Table, row: JournalRow, deed: Deed | None) -> bool:
    """Whether a row, which did that, names only players and places of its game."""
    if row.kind is Kind.REFUSED:
        return table.knows(read_command(row))
    if deed is None or row.kind in (Kind.UNDO, Kind.REDO):
        return True
    steps = (deed,) if isinstance(deed, Step) else deed.new
    return all(table.knows(told) for step in steps for told in (step.command, *step.events))


def _told(
    row: JournalRow,
    deed: Deed | None,
    counting: dict[int, Step],
    places: dict[int, int],
    done: set[int],
) -> LogEntry:
    """A row of the log; of a command that was amended, the step that counts instead."""
    if isinstance(deed, Amendment):
        in_effect = row.kind is not Kind.AMEND or row.number in done
        return LogEntry(row.number, row.kind, row.time, None, in_effect, deed)
    if row.kind is not Kind.COMMAND or deed is None:
        return LogEntry(row.number, row.kind, row.time, deed, in_effect=True)
    now = counting.get(row.number, deed)
    return LogEntry(
        row.number,
        row.kind,
        row.time,
        now,
        in_effect=row.number in counting,
        amended=is_another(deed, now),
        place=places.get(row.number),
    )


def ruling_of(log: Sequence[LogEntry], place: int) -> Step | None:
    """The ruling that was done, undone or redone in one go with the step of a row.

    `place` is that of the row in the log, from 0.
    """
    kind, step = log[place].kind, log[place].step
    beside = place + 1 if kind is Kind.UNDO else place - 1
    if step is None or not 0 <= beside < len(log):
        return None
    ruling = log[beside].step
    if ruling is None or not ruling.is_ruling or log[beside].kind is not kind:
        return None
    belongs = ruling.number == step.number - 1 and ruling.after == step.before
    return ruling if belongs else None


class PlayedGame(Protocol):
    """A game with all that was done in it: a session, or a timeline."""

    setup: Setup

    @property
    def state(self) -> GameState:
        """The game as it stands."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that count, oldest first."""

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """Every row, oldest first."""


def whole_log(game: PlayedGame) -> tuple[LogEntry, ...]:
    """Every row of a game, with forgotten steps that were put in later where they belong."""
    log = game.log
    amendments = {entry.number: entry for entry in log if entry.kind is Kind.AMEND}
    behind: dict[int | None, list[LogEntry]] = {}
    row: int | None = None
    for place, step in enumerate(game.steps, start=1):
        amendment = amendments.get(step.number)
        if amendment is None:
            row = step.number
            continue
        entry = replace(
            amendment, kind=Kind.COMMAND, step=step, amendment=None, place=place, put_in=True
        )
        behind.setdefault(row, []).append(entry)
    whole = behind.get(None, [])
    for entry in log:
        whole += (entry, *behind.get(entry.number if entry.place else 0, ()))
    return tuple(whole)
