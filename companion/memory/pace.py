"""Playing time of a game, and thinking and waiting times of its players.

Breaks are left out. An interval counts as 0 if the clock was set back during it, or set far ahead.
"""

from collections.abc import Sequence

import msgspec

from companion.memory.clock import parse_timestamp
from companion.memory.played_game import PlayedGame
from companion.pieces import Color

BREAK_SECONDS = 30 * 60
"""A longer time without a decision counts as a break in thinking and waiting times."""
PAUSE_SECONDS = 10 * 60
"""A longer time between two steps counts as a pause in the playing time (RECORD.md)."""
_A_MINUTE = 60


class PlayerTimes(msgspec.Struct, frozen=True):
    """A player's total thinking time, and longest wait while other players decided, in seconds."""

    color: Color
    thinking_seconds: float
    longest_wait_seconds: float


def player_times(game: PlayedGame, colors: Sequence[Color]) -> tuple[PlayerTimes, ...]:
    """Return the thinking and waiting times of the players with these colours.

    The time until an undo or redo counts as thinking time of the player who had to decide then.
    """
    deciding = dict.fromkeys(colors, 0.0)
    waiting = dict.fromkeys(colors, 0.0)
    longest = dict.fromkeys(colors, 0.0)
    decider = former = None
    for moment in game.timed_changes():
        if former is not None and decider is not None and not moment.is_resumption:
            seconds = _passed(former.time, moment.time, BREAK_SECONDS)
            deciding[decider] += seconds
            for color in colors:
                waiting[color] = 0.0 if color == decider else waiting[color] + seconds
                longest[color] = max(longest[color], waiting[color])
        former, decider = moment, decider if moment.is_resumption else moment.next_decider
    return tuple(PlayerTimes(color, deciding[color], longest[color]) for color in colors)


def minutes_played(game: PlayedGame) -> int | None:
    """Return the playing time in minutes, or None if it is less than half a minute.

    An imported game has no playing time, as all its steps have the same timestamp.
    """
    seconds, former = 0.0, game.rows.header.started
    for moment in game.timed_changes():
        if not moment.is_resumption:
            seconds += _passed(former, moment.time, PAUSE_SECONDS)
        former = moment.time
    return round(seconds / _A_MINUTE) or None


def _passed(former: str, later: str, most: float) -> float:
    """Return the seconds between two timestamps.

    Return 0 if the number is negative or more than `most`, or if a timestamp is invalid.
    """
    end, beginning = parse_timestamp(later), parse_timestamp(former)
    if end is None or beginning is None:
        return 0.0
    seconds = (end - beginning).total_seconds()
    return seconds if 0 <= seconds <= most else 0.0
