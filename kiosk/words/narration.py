"""Descriptions of events in the table's language, with the players' names (SCREEN.md, 3).

The sentences come from `companion.telling`.
"""

from collections.abc import Sequence

from companion.commands import Change, Command
from companion.events import Event
from companion.pieces import Color
from companion.state import GameState
from companion.telling.sentences import (
    change_sentence,
    command_sentence,
    track_position_sentence,
    winners_sentence,
)
from kiosk.words.moves import move_rows_of_events
from kiosk.words.texts import player_names, sentence_text


def move_lines(
    state: GameState, events: Sequence[Event], *, open_chips: bool = False
) -> tuple[str, ...]:
    """Return the moves that `events` cause, as lines of text (see `move_rows_of_events`)."""
    return tuple(row.line for row in move_rows_of_events(state, events, open_chips=open_chips))


def command_text(state: GameState, command: Command) -> str:
    return sentence_text(command_sentence(command), player_names(state))


def correction_change_text(state: GameState, change: Change) -> str:
    """Describe one change of a correction. For a hand, include the new number of chips."""
    return sentence_text(change_sentence(change), player_names(state))


def winners_line(state: GameState, winners: Sequence[Color]) -> str:
    return sentence_text(winners_sentence(winners), player_names(state))


def marker_place_text(points: int) -> str:
    """Return the space of a player's marker on the point track, in words.

    From 100 points on, the text also names the side of the player's 100 chip.
    """
    return sentence_text(track_position_sentence(points))
