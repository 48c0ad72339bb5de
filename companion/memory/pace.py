"""Playing time of a game, and thinking and waiting times of its players.

Only time at the table counts, without breaks and the time before a game was resumed. A clock that
was set in between looks like a break, or goes back: both count as 0.
"""

from collections.abc import Sequence

import msgspec

from companion.memory.clock import moment_of
from companion.memory.played_game import PlayedGame
from companion.pieces import Color

BREAK_SECONDS = 30 * 60
"""A longer time without a decision is a break."""
PAUSE_SECONDS = 10 * 60
"""A longer time between two steps is not playing time (RECORD.md, "CSV")."""
_A_MINUTE = 60


class Pace(msgspec.Struct, frozen=True):
    """A player's seconds: all decisions, and the longest wait from one to the next."""

    color: Color
    deciding: float
    longest_wait: float


def paces(game: PlayedGame, colors: Sequence[Color]) -> tuple[Pace, ...]:
    """Return the pace of each of `colors`, in that order.

    Undo and redo count for the player who decides at that time.
    """
    deciding = dict.fromkeys(colors, 0.0)
    waiting = dict.fromkeys(colors, 0.0)
    longest = dict.fromkeys(colors, 0.0)
    decider = former = None
    for moment in game.moments():
        if former is not None and decider is not None and not moment.taken_up:
            seconds = _passed(former.time, moment.time, BREAK_SECONDS)
            deciding[decider] += seconds
            for color in colors:
                waiting[color] = 0.0 if color == decider else waiting[color] + seconds
                longest[color] = max(longest[color], waiting[color])
        former, decider = moment, decider if moment.taken_up else moment.decider
    return tuple(Pace(color, deciding[color], longest[color]) for color in colors)


def minutes_played(game: PlayedGame) -> int | None:
    """Return how long a game was really played, without pauses and time while the app was off.

    None below half a minute: the game was imported, and the time is unknown.
    """
    seconds, former = 0.0, game.rows.head.started
    for moment in game.moments():
        if not moment.taken_up:
            seconds += _passed(former, moment.time, PAUSE_SECONDS)
        former = moment.time
    return round(seconds / _A_MINUTE) or None


def _passed(former: str, later: str, most: float) -> float:
    """Return the seconds between two times, 0 if negative, unknown or more than `most`."""
    end, beginning = moment_of(later), moment_of(former)
    if end is None or beginning is None:
        return 0.0
    seconds = (end - beginning).total_seconds()
    return seconds if 0 <= seconds <= most else 0.0
