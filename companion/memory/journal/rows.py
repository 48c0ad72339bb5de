"""What is saved of a game: its head and its rows, between the app's values and JSON text."""

import os
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timezone
from enum import StrEnum
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from companion.commands import Command
from companion.errors import JournalError
from companion.events import Event
from companion.game import Setup
from companion.memory.journal.migrations import Part, Rewriting, newest, rewritings
from companion.memory.local_time import local_time
from companion.sentence import N_, Sentence

UNREADABLE_GAME = Sentence(
    N_("This saved game cannot be read: what was written of it is damaged. Choose another one.")
)
LATER_GAME = Sentence(
    N_(
        "This saved game was played on with a newer version of this app, which wrote what this one "
        "cannot read. Update the app, or choose another game."
    )
)


class BrokenGameError(JournalError):
    """What was saved of a game is damaged; other games are not affected."""


class Kind(StrEnum):
    """What a row of a saved game is."""

    COMMAND = "command"
    UNDO = "undo"
    REDO = "redo"
    TAKEOVER = "takeover"
    AMEND = "amend"
    REFUSED = "refused"


class JournalRow(msgspec.Struct, frozen=True):
    """One row of a saved game: its number in the game from 1, and when it was written.

    `command` and `events` are JSON text, for an `amend` of all its steps; a `refused` has a command
    and no events, other kinds but `command` have None. `format` is the number of the format in
    which they are written (`companion.memory.journal.migrations`).
    """

    number: int
    kind: Kind
    time: str
    command: str | None = None
    events: str | None = None
    format: int = msgspec.field(default_factory=newest)


class GameHead(msgspec.Struct, frozen=True):
    """What is saved of a game before its first row; `key` is unique among all games anywhere.

    `started` has the UTC offset of the place where it is played; releases before that wrote UTC.
    `setup` is JSON text, and `format` the number of the format in which it is written.
    """

    key: str
    started: str
    setup: str
    format: int = msgspec.field(default_factory=newest)


class AmendedRows(NamedTuple):
    """What an `amend` puts in the place of steps that counted: a row of a command for each.

    `first` is the place of the first of those among the steps that count, from 1. `instead` says
    for each row which of them it stands for, from 0: None for a forgotten step.
    """

    first: int
    rows: tuple[JournalRow, ...]
    instead: tuple[int | None, ...]


class AmendedCommands(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """`command` of an `amend`, as JSON; its `events` are a list of lists, one for each command.

    `instead` is left out where each command stands for a step in turn.
    """

    first: int
    commands: tuple[msgspec.Raw, ...]
    instead: tuple[int | None, ...] | None = None


class _Named(msgspec.Struct):
    """The name of a player's seat."""

    name: str


class _Seats(msgspec.Struct):
    """Who plays, in a setup; the board in it is skipped."""

    players: tuple[_Named, ...]


PHRASES = (
    '{"event":"decision_asked","phase":"',
    '{"event":"yield_earned","material":"',
    '{"event":"points_scored","color":"',
    '{"event":"offering_made","color":"',
    ',"crossed_river":false}',
    '{"event":"',
    '","color":"',
    '","material":"',
    '","due":1,"got":',
    '{"color":"',
    '{"do":"',
    '","by":"',
    ',"field":',
    ',"source":',
    ',"give":"',
    ',"face":"',
    'copper"',
    'purple"',
    'green"',
    'blue"',
)
"""What rows say most often. A part of the format: what stands here is never changed."""

SIGNS = tuple(map(chr, (*range(1, 9), *range(14, 26))))
"""Control characters, one for each phrase: no JSON text can hold them, so they are unambiguous."""

_PAIRS = tuple(zip(SIGNS, PHRASES, strict=True))

T = TypeVar("T")

LONGEST_NAME = 40
LONGEST_TEXT = 200
"""The most characters of a player's name, and of any other text, in what is saved of a game."""
MOST_NUMBER = 1_000_000
"""The largest absolute value of a number in what is saved of a game."""
_MAY_BE_LONG = re.compile(r'[0-9]{7}|"why"')
"""Occurs in whatever holds a larger number, or a text that somebody typed."""
_LONGEST_TIME = 40
_YEARS = range(1970, 3000)

_setup_decoder = msgspec.json.Decoder(Setup)
_seats_decoder = msgspec.json.Decoder(_Seats)
_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_events_decoder = msgspec.json.Decoder(tuple[Event, ...])
_amended_commands_decoder = msgspec.json.Decoder(AmendedCommands)
_amended_events_decoder = msgspec.json.Decoder(tuple[msgspec.Raw, ...])
_encoder = msgspec.json.Encoder()


_NEVER_SET = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> str:
    """Return this moment as the journal writes it: ISO 8601, UTC, to the millisecond."""
    return this_moment().isoformat(timespec="milliseconds")


def this_moment() -> datetime:
    """Return the time in UTC.

    A clock outside the years that can be written counts as one that was never set: no game waits
    for it.
    """
    try:
        return datetime.now(UTC)
    except (OverflowError, ValueError, OSError):
        return _NEVER_SET


def moment_of(text: str) -> datetime | None:
    """A time that was saved, in UTC; None for anything else.

    Every time that comes from a file is read here: anything longer than a time, or outside the
    years that a clock can have shown (1970 to 2999), is none. One without a zone is UTC.
    """
    if len(text) > _LONGEST_TIME:
        return None
    try:
        read = datetime.fromisoformat(text)
        moment = read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (OverflowError, ValueError):
        return None
    return moment if moment.year in _YEARS else None


def place_time(moment: datetime, started: str) -> datetime:
    """Convert a moment of a game to the time of the place where it was played.

    `started` is that of the game's head. Without a UTC offset in it, or with none but 0, which
    former releases wrote everywhere, the place is that of this machine.
    """
    offset = datetime.fromisoformat(started).utcoffset() if moment_of(started) else None
    return moment.astimezone(timezone(offset)) if offset else local_time(moment)


def begun(started: str) -> datetime | None:
    """Return when a game began, in the time of its place; None where that is damaged."""
    moment = moment_of(started)
    return None if moment is None else place_time(moment, started)


def new_head(setup: Setup) -> GameHead:
    """Return the head of a game that begins here and now."""
    started = local_time(this_moment()).isoformat(timespec="milliseconds")
    return GameHead(os.urandom(16).hex(), started, _encoder.encode(setup).decode())


def command_row(number: int, command: Command, events: tuple[Event, ...]) -> JournalRow:
    """The row of a command that is carried out now."""
    return JournalRow(
        number,
        Kind.COMMAND,
        now(),
        _encoder.encode(command).decode(),
        _encoder.encode(events).decode(),
    )


def refused_row(number: int, command: Command) -> JournalRow:
    """The row of a command that is refused now because of what lies behind a player's screen."""
    return JournalRow(number, Kind.REFUSED, now(), _encoder.encode(command).decode())


def amend_row(
    number: int,
    first: int,
    steps: Sequence[tuple[Command, tuple[Event, ...]]],
    instead: tuple[int | None, ...],
) -> JournalRow:
    """The row of an amendment that is made now: from the step at place `first` on, `steps` count.

    Places count from 1; `instead` says for each which step it stands for, from 0: None for none.
    """
    commands = tuple([msgspec.Raw(_encoder.encode(command)) for command, _ in steps])
    told = instead if not steps or instead != tuple(range(len(steps))) else None
    return JournalRow(
        number,
        Kind.AMEND,
        now(),
        _encoder.encode(AmendedCommands(first, commands, told)).decode(),
        _encoder.encode([events for _, events in steps]).decode(),
    )


def amended_rows(row: JournalRow) -> AmendedRows:
    """What an `amend` row holds. Raises JournalError."""
    try:
        told = _amended_commands_decoder.decode(row.command or "")
        events = _amended_events_decoder.decode(row.events or "")
        pairs = tuple(zip(told.commands, events, strict=True))
        instead = _instead(told)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise not_readable(row.format) from error
    commands = (
        replace(row, kind=Kind.COMMAND, command=_text(command), events=_text(happened))
        for command, happened in pairs
    )
    return AmendedRows(told.first, tuple(commands), instead)


def _instead(told: AmendedCommands) -> tuple[int | None, ...]:
    """Which step each command stands for. Raises ValueError where they are out of order."""
    if told.instead is None:
        if not told.commands:
            raise ValueError("an amendment of nothing")
        return tuple(range(len(told.commands)))
    kept = [of for of in told.instead if of is not None]
    in_order = kept == sorted(set(kept)) and all(of >= 0 for of in kept)
    if len(told.instead) != len(told.commands) or not in_order:
        raise ValueError("steps stand for others in their order")
    return told.instead


def reach(instead: Iterable[int | None]) -> int:
    """How many of the steps that counted an amendment reaches: up to the last one it replaces."""
    return max((of + 1 for of in instead if of is not None), default=0)


def _text(raw: msgspec.Raw) -> str:
    return bytes(raw).decode()


def read_setup(head: GameHead) -> Setup:
    """The setup of a saved game. Raises JournalError."""
    setup = _read(head.setup, _setup_decoder, "setup", head.format)
    _check_names((seat.name for seat in setup.players), head.format)
    return setup


def read_names(setup: str, written_in: int) -> tuple[str, ...]:
    """Who plays a game, in the order of their seats, by its `setup` in the format of that number.

    Raises JournalError.
    """
    seats = _read(setup, _seats_decoder, "setup", written_in)
    names = tuple(player.name for player in seats.players)
    _check_names(names, written_in)
    return names


def _check_names(names: Iterable[str], written_in: int) -> None:
    if not all(1 <= len(name) <= LONGEST_NAME for name in names):
        raise not_readable(written_in)


def read_command(row: JournalRow) -> Command:
    """The command of a row. Raises JournalError."""
    return _read(row.command, _command_decoder, "command", row.format)


def read_events(row: JournalRow) -> tuple[Event, ...]:
    """The events of a row. Raises JournalError."""
    return _read(row.events, _events_decoder, "event", row.format)


def not_readable(written_in: int) -> JournalError:
    """Why something cannot be read that was written in the format of that number."""
    if written_in > newest():
        return JournalError(LATER_GAME)
    return BrokenGameError(UNREADABLE_GAME)


def _read(text: str | None, decoder: msgspec.json.Decoder[T], part: Part, written_in: int) -> T:
    steps = rewritings(part, written_in)
    try:
        if steps:
            text = _encoder.encode(_rewritten(msgspec.json.decode(text or ""), steps)).decode()
        read = decoder.decode(text or "")
    except (msgspec.MsgspecError, RecursionError, LookupError) as error:
        raise not_readable(written_in) from error
    if (part == "setup" or _MAY_BE_LONG.search(text or "")) and not _has_bounds(read):
        raise not_readable(written_in)
    return read


def _has_bounds(read: object) -> bool:
    """Whether no number and no text of what was read is larger than any in a game."""
    match read:
        case str():
            return len(read) <= LONGEST_TEXT
        case int():
            return abs(read) <= MOST_NUMBER
        case tuple() | list():
            return all(map(_has_bounds, read))
        case msgspec.Struct():
            return all(map(_has_bounds, msgspec.structs.astuple(read)))
        case _:
            return True


def _rewritten(written: object, steps: Sequence[Rewriting]) -> object:
    """One object, or each one of a list, led from an older format to the newest."""
    if isinstance(written, list):
        return [_rewritten(part, steps) for part in written]
    for step in steps:
        if isinstance(written, dict):
            written = step(written)
    return written


def abbreviate(text: str) -> str:
    """A JSON text as it is kept: a control character for each phrase, the first phrase first."""
    for sign, phrase in _PAIRS:
        text = text.replace(phrase, sign)
    return text


def expand(text: str) -> str:
    """The JSON text that was abbreviated."""
    for sign, phrase in _PAIRS:
        text = text.replace(sign, phrase)
    return text
