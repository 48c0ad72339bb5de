"""Descriptions of events in the players' language, with the players' names (SCREEN.md, 3).

The sentences come from `companion.telling`.
"""

from collections.abc import Sequence

from companion.commands import Command
from companion.pieces import Color
from companion.state import GameState
from companion.telling.sentences import (
    command_sentence,
    winners_sentence,
)
from kiosk.words.texts import player_names, sentence_text


def command_text(state: GameState, command: Command) -> str:
    return sentence_text(command_sentence(command), player_names(state))


def winners_line(state: GameState, winners: Sequence[Color]) -> str:
    return sentence_text(winners_sentence(winners), player_names(state))
