"""Everybody's time as screen data, in seating order and without a word on it; knows no Kivy."""

from collections.abc import Sequence

import msgspec

from companion.memory.pace import paces
from companion.memory.timeline import LogEntry
from companion.pieces import Color
from companion.state import Player
from kiosk.words.language import _, several, visible

_MINUTE = 60


class TimeRow(msgspec.Struct, frozen=True):
    """A player's time for decisions in all, and the longest wait from one to the next."""

    color: Color
    name: str
    deciding: str
    longest_wait: str


def time_rows(log: Sequence[LogEntry], players: Sequence[Player]) -> tuple[TimeRow, ...]:
    """Everybody's time in a game, in seating order."""
    told = paces(log, [player.color for player in players])
    return tuple(
        TimeRow(
            player.color,
            visible(player.name),
            minutes_text(pace.deciding),
            minutes_text(pace.longest_wait),
        )
        for player, pace in zip(players, told, strict=True)
    )


def minutes_text(seconds: float) -> str:
    """A time, 0 or more seconds, in whole minutes."""
    minutes = round(seconds / _MINUTE)
    if minutes == 0:
        return _("under a minute")
    return several("{number} minute", "{number} minutes", minutes)
