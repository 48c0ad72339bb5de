"""How long a game was played, and everybody decided and waited, as the rows of a game tell it.

Only time at the table counts: none before a game was taken up again, and no break. A clock that
was set meanwhile tells of a break, too, or goes back: that is no time at all.
"""

from collections.abc import Iterable, Sequence

import msgspec

from companion.memory.journal.rows import Kind, moment_of
from companion.memory.timeline import LogEntry
from companion.pieces import Color

BREAK_SECONDS = 30 * 60
"""Who decides nothing for longer has left the table."""
PAUSE_SECONDS = 10 * 60
"""So long a time between two rows is no part of how long a game took (RECORD.md, "CSV")."""
_A_MINUTE = 60


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
            seconds = _seconds(former, entry)
            deciding[decider] += seconds
            for color in colors:
                waiting[color] = 0.0 if color == decider else waiting[color] + seconds
                longest[color] = max(longest[color], waiting[color])
        if entry.after is not None:
            decider = entry.after.decider
    return tuple(Pace(color, deciding[color], longest[color]) for color in colors)


def minutes_played(started: str, rows: Iterable[tuple[Kind, str]]) -> int | None:
    """How long a game was really played: without pauses, and the time that the app was off.

    `rows` are the kinds and the times (ISO 8601, UTC) of all rows of a game that was `started`
    then. None where that is under half a minute: the game was taken in, and nobody knows.
    """
    seconds, former = 0.0, started
    for kind, time in rows:
        seconds += 0.0 if kind is Kind.TAKEOVER else _passed(former, time, PAUSE_SECONDS)
        former = time
    return round(seconds / _A_MINUTE) or None


def _seconds(former: LogEntry, entry: LogEntry) -> float:
    """The time at the table between two rows that follow each other."""
    if entry.kind is Kind.TAKEOVER:
        return 0.0
    return _passed(former.time, entry.time, BREAK_SECONDS)


def _passed(former: str, later: str, most: float) -> float:
    """The seconds between two times, 0 where it is more than `most` or no time at all."""
    end, beginning = moment_of(later), moment_of(former)
    if end is None or beginning is None:
        return 0.0
    seconds = (end - beginning).total_seconds()
    return seconds if 0 <= seconds <= most else 0.0
