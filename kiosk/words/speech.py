"""What is told and asked, as a voice says it: the words of the screen, in whole short sentences.

Nothing is made up here: rows of moves are the narrator's, questions those of the card. What a voice
would read wrongly is said otherwise (`aloud`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion import moves, telling
from companion.pieces import Color, Material
from companion.preview import settlement
from companion.state import GameState, Phase
from companion.telling.sentences import supply_sentence, workers_stand
from kiosk.words.aloud import heap_spoken, sentences
from kiosk.words.language import _, language, listed, mark, several
from kiosk.words.texts import heap_text, names_of, said

_COLON = re.compile(r"\s*:\s+")


def row_spoken(row: telling.Row, names: Mapping[Color, str]) -> str:
    """What is to be done, without who does it, as a voice says it."""
    is_given = isinstance(moves.bare(row), moves.ChipsTaken | moves.ChipsReturned)
    return said(telling.phrase(row), names, heap_spoken if is_given else heap_text)


def move_spoken(row: telling.Row, names: Mapping[Color, str]) -> str:
    """The same of what somebody moves: it follows their name and a colon, and has no other."""
    return _COLON.sub(", ", row_spoken(row, names))


def moves_spoken(state: GameState, who: Color, rows: Iterable[telling.Row]) -> str:
    """What a player has to move: one sentence, all movements in their order; "" for nothing."""
    rows = tuple(rows)
    if not rows:
        return ""
    names = names_of(state)
    told = ", ".join(move_spoken(row, names) for row in rows)
    return _("{player}: {what}", player=names[who], what=told)


_ASKED = {
    Phase.PLACING: mark("place a worker"),
    Phase.ROLL: mark("roll the die"),
    Phase.TAKE: mark("take a chip"),
    Phase.GIVE_BACK: mark("return a chip"),
    Phase.ACTION: mark("move or build"),
}


class Asked(NamedTuple):
    """All that a voice tells of a question: two that are alike are the same sentence.

    `names` are those who are asked, in a `language`; the druid asks at a `field`, for so many
    `points` at most.
    """

    names: tuple[str, ...]
    language: str
    phase: Phase
    field: int = 0
    points: int = 0

    def spoken(self) -> str:
        """The sentence."""
        who = listed(self.names)
        if self.phase is Phase.OFFERING:
            return _offering(who, self.field, self.points)
        return _("{player}: {what}", player=who, what=_(_ASKED[self.phase]))


def asked_of(state: GameState, asked: Sequence[Color]) -> Asked | None:
    """What is asked of whom now; None once nobody is."""
    if not asked or state.decider is None or state.phase is Phase.FINISHED:
        return None
    names = names_of(state)
    found = Asked(tuple([names[color] for color in asked]), language(), state.phase)
    if state.phase is Phase.OFFERING:
        field = state.visits[0]
        return found._replace(field=field, points=len(settlement(state, field)))
    return found


def asked_spoken(state: GameState, asked: Sequence[Color]) -> str:
    """What is asked of whom now, as a sentence; "" once nobody is."""
    found = asked_of(state, asked)
    return "" if found is None else found.spoken()


def _offering(who: str, field: int, points: int) -> str:
    return several(
        "The druid asks {player} at field {field}, up to {number} point.",
        "The druid asks {player} at field {field}, up to {number} points.",
        points,
        player=who,
        field=field,
    )


def plain_spoken(state: GameState, plain: Material) -> str:
    """A high plain as somebody hears it who does not see the board: its chips and its workers."""
    told = (
        supply_sentence(plain, state.supply.number(plain)),
        workers_stand(plain, state.stack(plain)),
    )
    return sentences(said(one, names_of(state)) for one in told)


def fields_spoken(fields: Sequence[int]) -> str:
    """Where something may be built, for whoever types the number of a field."""
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
    return _("You can build on: {fields}. Type a number, then Enter.", fields=listed(told))
