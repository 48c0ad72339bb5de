"""How long a game was played, how long everybody decided, and waited for their next decision.

The rows of a game tell it. Only time at the table counts: none before a game was taken up again,
and no break. A clock that was set meanwhile tells of a break, too, or goes back: that is no time
at all.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from companion.memory.saved_rows import Kind
from companion.memory.timeline import LogEntry
from companion.pieces import Color

BREAK_SECONDS = 30 * 60
"""Who decides nothing for longer has left the table."""
PAUSE_SECONDS = 10 * 60
"""Of a game's length, as others are told it, a longer rest than this is no part."""


class Pace(msgspec.Struct, frozen=True):
    """A player's seconds: in all their decisions, and the longest from one to their next."""

    color: Color
    deciding: float
    longest_wait: float


def paces(log: Sequence[LogEntry], colors: Sequence[Color]) -> tuple[Pace, ...]:
    """The time that each of `colors` took and waited, in that order.

    Taking back and doing again belong to whoever decides then. Times that are no times count as
    breaks.
    """
    deciding = dict.fromkeys(colors, 0.0)
    waiting = dict.fromkeys(colors, 0.0)
    longest = dict.fromkeys(colors, 0.0)
    decider: Color | None = None
    for former, entry in zip((None, *log), log, strict=False):
        if former is not None and decider is not None:
            seconds = _seconds(former.time, entry, BREAK_SECONDS)
            deciding[decider] += seconds
            for color in colors:
                waiting[color] = 0.0 if color == decider else waiting[color] + seconds
                longest[color] = max(longest[color], waiting[color])
        if entry.after is not None:
            decider = entry.after.decider
    return tuple(Pace(color, deciding[color], longest[color]) for color in colors)


def seconds_played(started: str, log: Iterable[LogEntry]) -> float:
    """How long a game was really played that began at `started`, as the journal writes times.

    What the app was away for, and each rest longer than `PAUSE_SECONDS`, is left out.
    """
    seconds, former = 0.0, started
    for entry in log:
        seconds += _seconds(former, entry, PAUSE_SECONDS)
        former = entry.time
    return seconds


def _seconds(former: str, entry: LogEntry, longest: float) -> float:
    """The time at the table between a time and a row that follows, 0 where it is too long."""
    if entry.kind is Kind.TAKEOVER:
        return 0.0
    try:
        passed = datetime.fromisoformat(entry.time) - datetime.fromisoformat(former)
    except (TypeError, ValueError):
        return 0.0
    seconds = passed.total_seconds()
    return seconds if 0 <= seconds <= longest else 0.0
