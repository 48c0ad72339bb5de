"""What is told and asked, as a voice says it: the words of the screen, in whole short sentences.

Nothing is made up here: rows of moves are the narrator's, questions those of the card. What a voice
would read wrongly is said otherwise (`aloud`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from companion import moves, telling
from companion.pieces import MATERIALS, NO_CHIPS, RUNES, Bonus, BuildingKind, Color, Material
from companion.preview import settlement
from companion.state import Druid, GameState, Phase
from companion.telling.sentences import supply_sentence, workers_stand
from kiosk.words.aloud import heap_spoken, sentences, spoken
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
    return _("It can be built on: {fields}. Type a number, then Enter.", fields=listed(told))


# What a voice of the table's own says

_NAME = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands where a name is heard, which has a clip of its own."""
_BETWEEN = re.compile(rf"[\d{_NAME}]+")
_OFTEN = range(1, 5)
"""So many chips of a kind are often moved: they are said in one breath."""
_NUMBERS = range(41)


def phrases_to_say(names: Iterable[str]) -> tuple[str, ...]:
    """What somebody says for whom the app shall speak, phrase by phrase.

    First the names of these people and what is asked, then chips, then all else without its
    numbers, and these last: of them nearly every sentence can be put together.
    """
    whole = [*names, *(_(text) for text in _ASKED.values())]
    whole += [spoken(move_spoken(row, {})) for row in _chips_often()]
    parts = [_offering(_NAME, 8, 8), *(move_spoken(row, {}) for row in _other_rows())]
    pieces = [piece.strip(" ,.:") for part in parts for piece in _BETWEEN.split(spoken(part))]
    return tuple(dict.fromkeys([*whole, *filter(None, pieces), *map(str, _NUMBERS)]))


def _chips_often() -> Iterator[telling.Row]:
    for kind in (moves.ChipsTaken, moves.ChipsReturned):
        for number in _OFTEN:
            for material in MATERIALS:
                yield kind((Color.PURPLE,), NO_CHIPS.replaced(material, number))


def _other_rows() -> Iterator[telling.Row]:
    who = (Color.PURPLE,)
    for plain in MATERIALS:
        yield moves.WorkerPlaced(who, plain)
    for source, target in permutations(MATERIALS, 2):
        yield moves.WorkerMoved(who, source, None, target)
    for kind in BuildingKind:
        yield moves.BuildingUp(who, kind, 8)
    for bonus in Bonus:
        yield moves.BonusIntoBox(who, bonus, 8)
    for rune in RUNES:
        yield moves.RuneMoved(who, rune, None, Color.PURPLE)
    yield moves.DruidMoved(who, Druid(None, 7), Druid(None, 8))
    for former in (2, 8):
        yield moves.MarkerMoved(who, former, 5)
