"""Moves and questions for the voice, in short whole sentences.

The words are those of the screen, but `spoken_text` replaces the symbols in them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion import moves
from companion.pieces import Color, Material
from companion.preview import settlement_fields
from companion.state import GameState, Phase
from companion.telling.phrases import move_phrase
from companion.telling.sentences import stack_sentence, supply_sentence
from kiosk.words.language import _, join_with_and, language, mark, plural
from kiosk.words.spoken_text import join_as_sentences, spoken_material_chips
from kiosk.words.texts import material_chips_text, player_names, sentence_text

_COLON = re.compile(r"\s*:\s+")


def _move_spoken(row: moves.Row, names: Mapping[Color, str]) -> str:
    # No colon: the move follows the player's name and a colon.
    is_given = isinstance(moves.unwrap_row(row), moves.ChipsToTake | moves.ChipsToReturn)
    heap = spoken_material_chips if is_given else material_chips_text
    return _COLON.sub(", ", sentence_text(move_phrase(row), names, heap))


def spoken_pieces_to_move(state: GameState, color: Color, rows: Iterable[moves.Row]) -> str:
    """Return moves of the player `color` as one spoken sentence that begins with the player's name.

    `rows` are the moves; without any, return "".
    """
    rows = tuple(rows)
    if not rows:
        return ""
    names = player_names(state)
    told = ", ".join(_move_spoken(row, names) for row in rows)
    return _("{player}: {what}", player=names[color], what=told)


_ASKED = {
    Phase.PLACING: mark("place a worker"),
    Phase.ROLL: mark("roll the die"),
    Phase.TAKE: mark("take a chip"),
    Phase.GIVE_BACK: mark("return a chip"),
    Phase.ACTION: mark("move or build"),
}


class SpokenQuestion(NamedTuple):
    """All data of a question that the voice asks; two equal questions sound the same.

    `language` is the code of the language. If the druid asks for an offering, `field` is the number
    of the field where he asks, and `most_points` is the largest number of points that a player can
    win there. Otherwise both are 0.
    """

    asked_player_names: tuple[str, ...]
    language: str
    phase: Phase
    field: int = 0
    most_points: int = 0

    def text(self) -> str:
        who = join_with_and(self.asked_player_names)
        if self.phase is Phase.OFFERING:
            return _offering(who, self.field, self.most_points)
        return _("{player}: {what}", player=who, what=_(_ASKED[self.phase]))


def spoken_question(state: GameState, asked: Sequence[Color]) -> SpokenQuestion | None:
    """Return the question that the voice asks the players in `asked`, or None if there is none."""
    if not asked or state.decider is None or state.phase is Phase.FINISHED:
        return None
    names = player_names(state)
    found = SpokenQuestion(tuple([names[color] for color in asked]), language(), state.phase)
    if state.phase is Phase.OFFERING:
        field = state.visits[0]
        return found._replace(field=field, most_points=len(settlement_fields(state, field)))
    return found


def spoken_question_text(state: GameState, asked: Sequence[Color]) -> str:
    found = spoken_question(state, asked)
    return "" if found is None else found.text()


def _offering(who: str, field: int, points: int) -> str:
    return plural(
        "The druid asks {player} at field {field}, up to {number} point.",
        "The druid asks {player} at field {field}, up to {number} points.",
        points,
        player=who,
        field=field,
    )


def spoken_plain(state: GameState, plain: Material) -> str:
    told = (
        supply_sentence(plain, state.supply.number(plain)),
        stack_sentence(plain, state.stack(plain)),
    )
    return join_as_sentences(sentence_text(one, player_names(state)) for one in told)


def spoken_field_choices(fields: Sequence[int]) -> str:
    runs: list[list[int]] = []
    for field in fields:
        if runs and runs[-1][-1] == field - 1:
            runs[-1].append(field)
        else:
            runs.append([field])
    told = [
        # For translators: said by a voice, of fields
        str(run[0]) if len(run) == 1 else _("{first} to {last}", first=run[0], last=run[-1])
        for run in runs
    ]
    # For translators: said by a voice to somebody who plays with the keys
    return _("You can build on: {fields}. Type a number, then Enter.", fields=join_with_and(told))
