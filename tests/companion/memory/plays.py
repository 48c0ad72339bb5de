"""Whole games with names and times of a test's choosing, as plays for others."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache

from companion.memory.journal.rows import JournalRow, Kind, command_row, new_head
from companion.memory.timeline import Timeline
from msgspec.structs import replace

from companion.game import unfold
from companion.memory.exchange.plays import Play, play_of
from companion.memory.journal import GameHead
from companion.memory.people import by_name
from companion.rules.setup import Seat, Setup
from tests.companion.playing import commands, four_players

BEGAN = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
ODD_NAMES = ("=1+1", "Zoë 😀 & Łucja", 'Ó "Conor", O\'Neill\\', "ليلى")
LONG_NAMES = ("M" * 40, "ليلى" * 10, "Wilhelmina-Charlotte von und zu Oberndor", "😀" * 40)


def named(setup: Setup, names: Sequence[str]) -> Setup:
    """The same setup with other names."""
    seats = zip(setup.players, names, strict=False)
    return replace(setup, players=tuple(Seat(seat.color, name) for seat, name in seats))


def stamp(seconds: float) -> str:
    """A time of the journal, so many seconds after the beginning."""
    return (BEGAN + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


def rows_of(
    setup: Setup, number: int = 5000, seconds: float = 20, seed: int = 1
) -> list[JournalRow]:
    """A random game, a row each so many seconds."""
    state, rows = Timeline(setup).state, []
    for place, command in enumerate(commands(setup, number, seed), start=1):
        unfolding = unfold(state, command)
        state = unfolding.state
        row = command_row(place, command, unfolding.events)
        rows.append(replace(row, time=stamp(seconds * place)))
    return rows


def with_row(rows: list[JournalRow], kind: Kind, after: float) -> list[JournalRow]:
    """A row of that kind more, so many seconds after the last one."""
    time = datetime.fromisoformat(rows[-1].time) + timedelta(seconds=after)
    return [*rows, JournalRow(len(rows) + 1, kind, time.isoformat(timespec="milliseconds"))]


def head_of(setup: Setup) -> GameHead:
    """A game's head that is the same in every test."""
    return replace(new_head(setup), key="0123456789abcdef" * 2, started=stamp(0))


def told(setup: Setup, rows: Sequence[JournalRow], number: int | None = 7) -> Play:
    """What is told of a game, where nobody was joined or renamed."""
    return play_of(number, head_of(setup), setup, Timeline.of(setup, rows), by_name)


@cache
def whole_play(names: Sequence[str] = ODD_NAMES, seed: int = 1) -> Play:
    """A game of four that has ended, as if nobody had corrected anything."""
    setup = named(four_players(), names)
    return replace(told(setup, rows_of(setup, seed=seed)), corrections=0)
