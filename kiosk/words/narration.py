"""What happened, in the table's language and with the players' names (SCREEN.md, 3).

`companion.telling` says it; here it is put into words.
"""

from collections.abc import Sequence

from companion import telling
from companion.commands import Change, Command
from companion.events import Event
from companion.pieces import Color
from companion.state import GameState
from kiosk.words.moves import moves_of
from kiosk.words.texts import names_of, said


def to_do(
    state: GameState, events: Sequence[Event], *, open_chips: bool = False
) -> tuple[str, ...]:
    """What to move on the cardboard for `events`, markers last; `state` is the one before.

    Unless chips are open, what the table corrected in a hand is not told.
    """
    return tuple(row.line for row in moves_of(state, events, open_chips=open_chips))


def command_text(state: GameState, command: Command) -> str:
    """A command as a line of the log; `state` tells the names."""
    return said(telling.command_sentence(command), names_of(state))


def change_text(state: GameState, change: Change) -> str:
    """One change of a correction, with the number of a hand's chips."""
    return said(telling.change_sentence(change), names_of(state))


def winners_line(state: GameState, winners: Sequence[Color]) -> str:
    """Who has won, in a sentence."""
    return said(telling.winners_sentence(winners), names_of(state))


def marker_place(points: int) -> str:
    """Where a marker stands: its track field, and its 100 chip's side from 100 points on."""
    return said(telling.marker_place(points))
