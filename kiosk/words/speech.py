"""What is told and asked, as a voice says it: the words of the screen, in whole short sentences.

Nothing is made up here: rows of moves are the narrator's, questions those of the card. What a voice
would read wrongly is said otherwise (`aloud`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from companion import moves, telling
from companion.pieces import BuildingKind, Color, Material
from companion.preview import settlement
from companion.state import GameState, Phase
from companion.telling.sentences import supply_sentence, workers_stand
from kiosk.words.aloud import heap_spoken, sentences
from kiosk.words.language import _, listed, several
from kiosk.words.texts import heap_text, names_of, said, short_name, word


def row_spoken(row: telling.Row, names: Mapping[Color, str]) -> str:
    """What is to be done, without who does it, as a voice says it."""
    is_given = isinstance(row, moves.ChipsTaken | moves.ChipsReturned)
    return said(telling.phrase(row), names, heap_spoken if is_given else heap_text)


def moves_spoken(state: GameState, who: Color, rows: Iterable[telling.Row]) -> str:
    """What a player has to move: one sentence, all movements in their order; "" for nothing."""
    names = names_of(state)
    told = ", ".join(row_spoken(row, names) for row in rows)
    return _("{player}: {what}", player=names[who], what=told) if told else ""


def news_spoken(rows: Iterable[telling.Row], names: Mapping[Color, str]) -> tuple[str, ...]:
    """What is to be known of a step and moved by nobody."""
    return tuple(
        row_spoken(row, names) for row in rows if isinstance(row, moves.News) and not row.repeats
    )


def asked_spoken(state: GameState, asked: Sequence[Color]) -> str:
    """What is asked of whom now; "" once nobody is."""
    if not asked or state.decider is None:
        return ""
    names = names_of(state)
    who = listed([names[color] for color in asked])
    match state.phase:
        case Phase.PLACING:
            return _("{player}: {what}", player=who, what=_("place a worker"))
        case Phase.ROLL:
            return _("{player}: {what}", player=who, what=_("roll the die"))
        case Phase.TAKE:
            return _("{player}: {what}", player=who, what=_("take a chip"))
        case Phase.GIVE_BACK:
            return _("{player}: {what}", player=who, what=_("return a chip"))
        case Phase.ACTION:
            return _("{player}: {what}", player=who, what=_("move or build"))
        case Phase.OFFERING:
            return _offering(state, who)
        case Phase.FINISHED:
            return ""
        case _:
            assert_never(state.phase)


def _offering(state: GameState, who: str) -> str:
    field = state.visits[0]
    return several(
        "The druid asks {player} at field {field}, up to {number} point.",
        "The druid asks {player} at field {field}, up to {number} points.",
        len(settlement(state, field)),
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


def field_spoken(state: GameState, field: int) -> str:
    """A field of the ring as somebody hears it who does not see the board."""
    printed, standing = state.board.field(field), state.building(field)
    # For translators: said by a voice
    parts = [_("Field {field}", field=field)]
    if printed.needs is not None:
        parts += [word(material) for material in printed.needs]
    if standing is not None:
        owner = short_name(state.player(standing.owner).name)
        is_hut = standing.kind is BuildingKind.HUT
        parts.append(
            _("{player}'s hut", player=owner) if is_hut else _("{player}'s temple", player=owner)
        )
    if state.druid.field == field:
        parts.append(_("druid"))
    return ", ".join(parts)
