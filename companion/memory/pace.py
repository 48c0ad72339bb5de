"""How long a game was played, and everybody decided and waited, as the rows of a game tell it.

Only time at the table counts: none before a game was taken up again, and no break. A clock that
was set meanwhile tells of a break, too, or goes back: that is no time at all.
"""

from collections.abc import Sequence

import msgspec

from companion.memory.clock import moment_of
from companion.memory.played_game import PlayedGame
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


def paces(game: PlayedGame, colors: Sequence[Color]) -> tuple[Pace, ...]:
    """The time that each of `colors` took and waited, in that order.

    Undo and redo belong to whoever decides then.
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
    """How long a game was really played: without pauses, and the time that the app was off.

    None where that is under half a minute: the game was imported, and nobody knows.
    """
    seconds, former = 0.0, game.rows.head.started
    for moment in game.moments():
        if not moment.taken_up:
            seconds += _passed(former, moment.time, PAUSE_SECONDS)
        former = moment.time
    return round(seconds / _A_MINUTE) or None


def _passed(former: str, later: str, most: float) -> float:
    """The seconds between two times, 0 where it is more than `most` or no time at all."""
    end, beginning = moment_of(later), moment_of(former)
    if end is None or beginning is None:
        return 0.0
    seconds = (end - beginning).total_seconds()
    return seconds if 0 <= seconds <= most else 0.0
