"""Events in the table's language and with the players' names (SCREEN.md, 3).

The sentences come from `companion.telling`.
"""

from collections.abc import Sequence

from companion import telling
from companion.commands import Change, Command
from companion.events import Event
from companion.pieces import Color
from companion.state import GameState
from kiosk.words.moves import moves_of
from kiosk.words.texts import names_of, sentence_text


def move_lines(
    state: GameState, events: Sequence[Event], *, open_chips: bool = False
) -> tuple[str, ...]:
    """Return the moves for `events` as lines, markers last; `state` is the one before.

    Corrections of a hand are included only if chips are open.
    """
    return tuple(row.line for row in moves_of(state, events, open_chips=open_chips))


def command_text(state: GameState, command: Command) -> str:
    """Return a command as a line of the log; `state` has the players' names."""
    return sentence_text(telling.command_sentence(command), names_of(state))


def change_text(state: GameState, change: Change) -> str:
    """Return a change of a correction, with the number of a hand's chips."""
    return sentence_text(telling.change_sentence(change), names_of(state))


def winners_line(state: GameState, winners: Sequence[Color]) -> str:
    """Return a sentence that names the winners."""
    return sentence_text(telling.winners_sentence(winners), names_of(state))


def marker_place(points: int) -> str:
    """Return the marker's space on the point track, with the 100 chip's side from 100 points on."""
    return sentence_text(telling.marker_place(points))
