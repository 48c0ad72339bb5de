"""What is told and asked, as a voice says it: the words of the screen, in whole short sentences.

Nothing is made up here: rows of moves are the narrator's, questions those of the card. Only what a
voice would read wrongly is said otherwise: signs, and the one chip of a kind ("ein Holz").
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from companion import moves, telling
from companion.pieces import BuildingKind, Color, Heap, Material
from companion.preview import settlement
from companion.state import GameState, Phase
from companion.telling.sentences import supply_sentence, workers_stand
from kiosk.words.language import _, in_context, listed, mark_in, several
from kiosk.words.texts import heap_text, names_of, said, short_name, word

_SILENT = str.maketrans(
    {
        "„": "",
        "“": "",
        "”": "",
        "«": "",
        "»": "",
        "(": ", ",
        ")": ", ",
        "·": ",",
        "\N{NO-BREAK SPACE}": " ",
        "\N{NARROW NO-BREAK SPACE}": " ",
        "…": ".",
        "\n": " ",
    }
)
"""Signs that a voice would read out, or stumble over."""

_ONE_CHIP = {
    # For translators: said by a voice, not written
    Material.WOOD: mark_in("spoken", "one wood"),
    # For translators: said by a voice, not written
    Material.WOOL: mark_in("spoken", "one wool"),
    # For translators: said by a voice, not written
    Material.COPPER: mark_in("spoken", "one copper"),
    # For translators: said by a voice, not written
    Material.STONE: mark_in("spoken", "one stone"),
}


def spoken(text: str) -> str:
    """A text of the screen as a voice can read it."""
    if "−" in text:
        # For translators: said by a voice, before a number
        text = text.replace("−", in_context("spoken", "minus") + " ")
    if "›" in text:
        # For translators: said by a voice, between where something is and where it goes
        text = text.replace("›", in_context("spoken", "to"))
    words = " ".join(text.replace("+", " plus ").translate(_SILENT).split())
    for sign in ",.":
        words = words.replace(f" {sign}", sign)
    return words.replace(",.", ".").strip(" ,")


def sentences(parts: Iterable[str]) -> str:
    """Several things, each as a sentence of its own."""
    told = [part.rstrip() for part in parts if part.strip()]
    return " ".join(part if part[-1] in ".!?:" else f"{part}." for part in told)


def heap_spoken(heap: Heap) -> str:
    """So many chips of one material, as a voice says it."""
    return in_context(*_ONE_CHIP[heap.material]) if heap.number == 1 else heap_text(heap)


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
