"""A game in memory: its history, its trays and its saved rows.

A tray lists the moves of pieces that a player must still make on the table (`companion.trays`).
Rows read from a file are validated here, since they may be damaged or hostile.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from math import inf
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from companion import moves
from companion.commands import Command, Correct, SetHand
from companion.events import DieRolled, Event
from companion.game import Setup, state_problems
from companion.history import (
    HeadMove,
    HeadMoveKind,
    History,
    LogEntry,
    PathChange,
    SavedStep,
    Step,
    to_saved_step,
)
from companion.memory.clock import current_timestamp, timestamp_to_utc
from companion.memory.journal import DamagedGameError, GameHeader, GameRows
from companion.memory.names import LONGEST_TEXT
from companion.pieces import Chips, Color, Face
from companion.state import GameState, Phase
from companion.trays import (
    SettledChange,
    SettledReason,
    Tray,
    Trays,
    added_tray_rows,
    tray_rows_for_path_change,
)

LARGEST_NUMBER = 1_000_000
"""Maximum absolute value of a number in a saved game."""
_STONES = range(4)
_PLACES = frozenset({"field", "source", "visits", "stone"})
"""Names of the attributes of commands and events that hold the number of a field or druid stone."""
_SIGNED = frozenset({"points", "number"})
"""Attributes whose values may be negative. `number` is one of them, because a refused correction
may set any number of chips."""

_encoder = msgspec.json.Encoder()
_setups = msgspec.json.Decoder(Setup)
_commands: msgspec.json.Decoder[tuple[Command, ...]] = msgspec.json.Decoder(tuple[Command, ...])
_command: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_events = msgspec.json.Decoder(tuple[tuple[Event, ...], ...])
_settlings = msgspec.json.Decoder(tuple[tuple[int, int, SettledReason | None], ...])
T = TypeVar("T")


class RevealingRefusal(NamedTuple):
    """A refused command whose refusal revealed something about a player's hidden hand.

    `state` is the state in which it was refused; `head_number` is the number of the step that was
    current.
    """

    head_number: int
    command: Command
    state: GameState
    time: str


class TimedChange(NamedTuple):
    """Time of a change to a game, and the player who must make the next decision (`next_decider`).

    If the game was resumed at that time, `is_resumption` is true and `next_decider` is None.
    """

    time: str
    next_decider: Color | None
    is_resumption: bool = False


class PlayedGame:
    """A game with its whole history; every change also appends the rows that must be saved."""

    def __init__(self, head: GameHeader, setup: Setup) -> None:
        self.rows = GameRows(head)
        self.history = History(setup)
        self.trays = Trays()
        self.revealing_refusals: list[RevealingRefusal] = []
        self._hands_shown: dict[Color, float] = {}
        self._is_paused = False

    @classmethod
    def begin(cls, setup: Setup) -> "PlayedGame":
        game = cls(GameHeader.new(setup), setup)
        game.rows.sessions.append((1, 0, timestamp_to_utc(game.rows.header.started)))
        return game

    @classmethod
    def load(cls, rows: GameRows) -> "PlayedGame":
        """Restore a game from its rows. Raises DamagedGameError if the rows are invalid."""
        try:
            game = cls(rows.header, decode_setup(rows.header))
            game.rows = rows
            steps = [
                SavedStep(
                    number,
                    parent,
                    _decoded(_commands, commands),
                    _decoded(_events, events),
                    time,
                    origin,
                )
                for number, parent, origin, commands, events, time in rows.steps
            ]
            moves = [
                HeadMove(after, HeadMoveKind(act), head, time, made)
                for _number, after, act, head, made, time in rows.heads
            ]
            game.history = History.load(game.history.setup, steps, moves)
            settled = (one for row in rows.settled for one in _decoded(_settlings, row[1]))
            game.trays.load(game.history, settled)
            game.revealing_refusals = [game._read_look(row) for row in rows.looks]
        except DamagedGameError:
            raise
        except Exception as error:  # damaged or malicious rows may raise anything
            raise DamagedGameError from error
        told = [
            part for step in game.history.steps for part in (*step.all_commands, *step.all_events)
        ]
        told += [look.command for look in game.revealing_refusals]
        if state_problems(game.state) or not all(map(_Limits(game.history.start).allow, told)):
            raise DamagedGameError
        return game

    @property
    def key(self) -> str:
        return self.rows.header.key

    @property
    def setup(self) -> Setup:
        return self.history.setup

    @property
    def state(self) -> GameState:
        return self.history.state

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.history.path

    @property
    def log(self) -> tuple[LogEntry, ...]:
        return self.history.log()

    # Changes

    def pause(self) -> None:
        """Mark the game as paused: the next change first records that the game was resumed."""
        self._is_paused = True

    def resume(self) -> None:
        self._is_paused = False
        rows = self.rows
        rows.sessions.append((len(rows.sessions) + 1, len(rows.steps), current_timestamp()))

    def _begin_change(self) -> None:
        if self._is_paused:
            self.resume()

    def add_step(self, step: Step) -> Step:
        self._begin_change()
        step = self.history.add(step)
        self._write(step)
        self._settle(self.trays.add_step(step))
        return step

    def branch(self, fork: int, steps: Iterable[Step]) -> PathChange:
        self._begin_change()
        turn = self.history.branch(fork, steps, current_timestamp())
        for step in turn.added:
            if step.number > len(self.rows.steps):
                self._write(step)
        return self._turned(turn)

    def undo(self) -> PathChange:
        if not self.history.can_undo:
            raise ValueError("there is nothing to undo")
        self._begin_change()
        return self._turned(self.history.undo(current_timestamp()))

    def redo(self) -> PathChange:
        if not self.history.can_redo:
            raise ValueError("there is nothing to redo")
        self._begin_change()
        return self._turned(self.history.redo(current_timestamp()))

    def mark_done(
        self,
        color: Color,
        state: GameState,
        rows: Iterable[moves.Row] | None = None,
        *,
        scored: bool = True,
    ) -> None:
        self._settle(self.trays.mark_done(color, state, rows, scored=scored))

    def mark_all_done(self) -> None:
        self._settle(self.trays.mark_all_done())

    def mark_hand_seen(self, color: Color) -> None:
        """Remember, without saving, that a player has looked at their hidden chips."""
        self._hands_shown[color] = _next_turn(self.state, color)

    def players_with_seen_hands(self, state: GameState) -> frozenset[Color]:
        """Return the players whose hidden chips were seen or revealed since their last turn began.

        A player's chips are seen when this player looks at them on the screen. They are revealed
        when the app refuses a command because of them.
        """
        until = [*self._hands_shown.items()]
        for look in self.revealing_refusals:
            until += [(color, _next_turn(look.state, color)) for color in _hands_revealed(look)]
        return frozenset(color for color, turn in until if state.turn < turn)

    def record_refusal(self, command: Command) -> None:
        """Record a refused command whose refusal depended on a player's hidden chips."""
        self._begin_change()
        look = RevealingRefusal(self.history.head_number, command, self.state, current_timestamp())
        self.revealing_refusals.append(look)
        text, number = _encoder.encode(command).decode(), len(self.revealing_refusals)
        self.rows.looks.append((number, len(self.history.steps), look.head_number, text, look.time))

    def _write(self, step: Step) -> None:
        saved = to_saved_step(step)
        commands = _encoder.encode(saved.commands).decode()
        events = _encoder.encode(saved.events).decode()
        row = (saved.number, saved.parent, saved.origin, commands, events, saved.time)
        self.rows.steps.append(row)

    def _turned(self, turn: PathChange) -> PathChange:
        move = self.history.moves[-1]
        number = len(self.rows.heads) + 1
        row = (number, move.steps_before, move.kind.value, move.head, move.new_steps, move.time)
        self.rows.heads.append(row)
        self._settle(self.trays.change_path(turn))
        return turn

    def _settle(self, changes: Sequence[SettledChange]) -> None:
        if changes:
            text = _encoder.encode(changes).decode()
            self.rows.settled.append((len(self.rows.settled) + 1, text))

    def _read_look(self, row: tuple[Any, ...]) -> RevealingRefusal:
        _number, _after, head, text, time = row
        steps = self.history.steps
        state = steps[head - 1].after if head else self.history.start
        return RevealingRefusal(head, _decoded(_command, text), state, time)

    # Queries

    @property
    def face_rolled_this_turn(self) -> Face | None:
        return face_rolled_in_turn(self.state, reversed(self.steps))

    def trays_after(self, step: Step) -> tuple[Tray, ...]:
        """Return the trays as they would be after a step that `Session.preview` returned."""
        foreseen = self.trays.copy()
        number = len(self.history.steps) + 1
        foreseen.add_step(replace(step, number=number, parent=self.history.head_number))
        return foreseen.trays(step.after)

    def tray_rows_added_by_branch(
        self, fork: int, steps: Iterable[Step], *, open_chips: bool
    ) -> tuple[moves.Row, ...]:
        """Return the rows that replacing all steps after step number `fork` would add to the trays.

        `steps` are the new steps. If they add or remove a correction of chips, the rows for the
        corrected hands and supplies are included too. Rows for hands show numbers of chips only if
        `open_chips` is set.
        """
        history = self.history
        removed = tuple(dropwhile(lambda step: step.number <= fork, history.path))
        turn = PathChange(HeadMoveKind.BRANCH, removed, history.number_branch_steps(fork, steps))
        foreseen = self.trays.copy()
        foreseen.change_path(turn)
        before = {tray.color: tray.rows for tray in self.trays.trays(self.state)}
        hands = (moves.HandTarget, moves.HiddenHandCorrected, moves.SupplyTarget)
        all_rows = tray_rows_for_path_change(turn, open_chips=open_chips)
        corrected = (row for row in all_rows if isinstance(row, hands))
        added = (
            row
            for tray in foreseen.trays(turn.state_after)
            for row in added_tray_rows(before[tray.color], tray.rows)
        )
        return moves.merge_identical_moves((*corrected, *added))

    def trays_if_done(self, color: Color, rows: Iterable[moves.Row]) -> tuple[Tray, ...]:
        """Return the trays as they would be after a player has made the moves in `rows`."""
        foreseen = self.trays.copy()
        foreseen.mark_done(color, self.state, rows)
        return foreseen.trays(self.state)

    def timed_changes(self) -> Iterator[TimedChange]:
        """Yield the time of every change, including undo and redo, in order of time."""
        history = self.history
        again = {
            number
            for move in history.moves
            for number in range(move.steps_before + 1, move.steps_before + move.new_steps + 1)
        }
        steps = [step for step in history.steps if step.number not in again]
        told = [(step.number, "", TimedChange(step.time, step.after.decider)) for step in steps]
        for _number, after, time in self.rows.sessions:
            told.append((after, time, TimedChange(time, None, is_resumption=True)))
        for move in history.moves:
            state = history.steps[move.head - 1].after if move.head else history.start
            told.append((move.steps_before, move.time, TimedChange(move.time, state.decider)))
        told.sort(key=lambda one: one[:2])
        return (moment for *_place, moment in told)


def face_rolled_in_turn(state: GameState, steps_newest_first: Iterable[Step]) -> Face | None:
    """Return the face rolled in the current turn, or None."""
    if state.phase in (Phase.PLACING, Phase.ROLL):
        return None
    # A turn may have no roll, for example if the table declares the end first.
    for step in steps_newest_first:
        if step.after.turn != state.turn:
            return None
        for event in reversed(step.events):
            if isinstance(event, DieRolled):
                return event.face
    return None


def decode_setup(header: GameHeader) -> Setup:
    """Decode the setup of a saved game. Raises DamagedGameError."""
    setup = _decoded(_setups, header.setup)
    if not _Limits().allow(setup):
        raise DamagedGameError
    return setup


def _decoded(decoder: msgspec.json.Decoder[T], text: str) -> T:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise DamagedGameError from error


class _Limits:
    """Limits for the texts and numbers in a saved game.

    With a `state`, only players and fields that are in this state's game are allowed.
    """

    def __init__(self, state: GameState | None = None) -> None:
        self._colors = frozenset(Color if state is None else state.colors)
        self._fields = range(1, LARGEST_NUMBER if state is None else len(state.board) + 1)

    def allow(self, part: object, name: str = "") -> bool:
        """Return whether a value read from a saved game is within the limits.

        `name` is the attribute of the command, event or setup that holds the value.
        """
        match part:
            case Color():
                return part in self._colors
            case str():
                return len(part) <= LONGEST_TEXT
            case int() if name in _PLACES:
                return part in (_STONES if name == "stone" else self._fields)
            case int():
                return (-LARGEST_NUMBER if name in _SIGNED else 0) <= part <= LARGEST_NUMBER
            case tuple() | list():
                return all(self.allow(one, name) for one in part)
            case Chips():  # its attribute `stone` counts chips, and is no druid stone
                return all(map(self.allow, part.counts))
            case msgspec.Struct():
                return all(self.allow(getattr(part, one), one) for one in part.__struct_fields__)
            case _:
                return True


def _next_turn(state: GameState, color: Color) -> float:
    """Return the number of a player's next turn; infinity if the player has no turn left."""
    if state.active is None:
        return inf
    return state.turn + (state.clockwise_from(state.active).index(color) or len(state.players))


def _hands_revealed(look: RevealingRefusal) -> tuple[Color, ...]:
    """Return the players about whose hands a refusal has revealed something."""
    command = look.command
    if isinstance(command, Correct):
        hands = [change.color for change in command.changes if isinstance(change, SetHand)]
        return tuple(hands) or look.state.colors
    by: Color | None = getattr(command, "by", None)
    return () if by is None else (by,)
