"""Commands and moves of the pieces in words (SCREEN.md, 3). Imports no Kivy.

The sentences come from `companion.telling`; this module adds the players' names and language.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion import moves, telling
from companion.commands import Command
from companion.events import Event
from companion.pieces import Color
from companion.state import GameState
from companion.telling.phrases import move_phrase, point_sources_phrase
from companion.telling.sentences import command_sentence
from kiosk.words.language import _, join_with_and
from kiosk.words.texts import player_names, sentence_text


def command_text(state: GameState, command: Command) -> str:
    return sentence_text(command_sentence(command), player_names(state))


class MoveText(NamedTuple):
    """A move of pieces, with its description in words.

    The description `text` names the players who make the move; `text_without_players` does not.
    """

    move: moves.Row
    text_without_players: str
    text: str


def event_move_texts(
    state: GameState, events: Sequence[Event], *, open_chips: bool = False
) -> tuple[MoveText, ...]:
    """Return the moves that events require on the table; the moves of point markers come last.

    `open_chips` is set if players' chips are not secret. Moves that correct a player's chips are
    then included.
    """
    return move_texts(state, telling.moves_to_make(state, events, open_chips=open_chips))


def move_texts(state: GameState, rows: Iterable[moves.Row]) -> tuple[MoveText, ...]:
    names = player_names(state)
    return tuple(_in_words(row, names) for row in rows)


def _in_words(row: moves.Row, names: dict[Color, str]) -> MoveText:
    words, reason = sentence_text(move_phrase(row), names), point_sources_phrase(row)
    aside = "" if reason is None else sentence_text(reason, names)
    return MoveText(
        row, words, _line(join_with_and([names[color] for color in row.who]), words, aside)
    )


def _line(players: str, what: str, aside: str) -> str:
    if not players:
        return what
    if aside:
        return _("{players}: {what} · {aside}", players=players, what=what, aside=aside)
    return _("{players}: {what}", players=players, what=what)
