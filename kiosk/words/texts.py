"""Sentences of the game and names of the pieces, in the players' language."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import assert_never

from companion.content import bonus_chip_sentence
from companion.errors import RuleViolation
from companion.pieces import (
    MATERIALS,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Face,
    Material,
    MaterialChips,
    Rune,
    StackPosition,
)
from companion.sentence import Sentence
from companion.state import Building, GameState
from kiosk.words.language import (
    _,
    escape_invisible,
    format_decimal,
    join_with_and,
    mark,
    plural,
    translate,
)

NO_NAMES: Mapping[Color, str] = MappingProxyType({})


_WORDS: dict[tuple[type[StrEnum], str], str] = {
    (Material, Material.WOOD): mark("wood"),
    (Material, Material.WOOL): mark("wool"),
    (Material, Material.COPPER): mark("copper"),
    (Material, Material.STONE): mark("stone"),
    (Face, Face.PLUS): mark("+1"),
    (Face, Face.MINUS): mark("−1"),
    (Color, Color.PURPLE): mark("purple"),
    (Color, Color.BLUE): mark("blue"),
    (Color, Color.GREEN): mark("green"),
    (Color, Color.RED): mark("red"),
    (StackPosition, StackPosition.TOP): mark("top"),
    (StackPosition, StackPosition.MIDDLE): mark("middle"),
    (StackPosition, StackPosition.BOTTOM): mark("bottom"),
    (Rune, Rune.SERPENT): mark("serpent"),
    (Rune, Rune.SHIELD): mark("shield"),
    (Rune, Rune.SPROUT): mark("sprout"),
    (Rune, Rune.EYE): mark("eye"),
    (Rune, Rune.SPIRAL): mark("spiral"),
    (Rune, Rune.WAVES): mark("waves"),
    (Rune, Rune.CROSS): mark("cross"),
    (Rune, Rune.HOOK): mark("hook"),
    (Rune, Rune.ARROW): mark("arrow"),
    (BuildingKind, BuildingKind.HUT): mark("hut"),
    (BuildingKind, BuildingKind.TEMPLE): mark("temple"),
}
"""Words by type and member. The type is needed, because wood is both a material and a face."""


def piece_name(piece: StrEnum) -> str:
    if isinstance(piece, Face) and piece.material is not None:
        return piece_name(piece.material)
    if isinstance(piece, Bonus):
        return sentence_text(bonus_chip_sentence(piece, "name"))
    return _(_WORDS[type(piece), piece])


_COLOR_NAMES = {
    Color.PURPLE: mark("Purple"),
    Color.BLUE: mark("Blue"),
    Color.GREEN: mark("Green"),
    Color.RED: mark("Red"),
}


def color_name(color: Color) -> str:
    """Return the name of a colour; it is also the name of a player who has entered none."""
    return _(_COLOR_NAMES[color])


def name_to_save(name: str | None, color: Color) -> str:
    """Return a player's name to save: `name`, or the colour's English name if `name` is None."""
    return _COLOR_NAMES[color] if name is None else name


def display_name(name: str) -> str:
    """Return a player's saved name as it is shown: a name that is just a colour is translated.

    In other names, invisible characters are replaced by their code points.
    """
    return _(name) if name in _COLOR_NAMES.values() else escape_invisible(name)


def stack_level_text(level: int, workers: int) -> str:
    """Return the position of a worker in a stack of `workers` workers, in words.

    `level` 1 is the bottom of the stack. Return "" for a single worker.
    """
    storey = StackPosition.at(level, workers)
    told = "" if storey is None else piece_name(storey)
    return told[:1].upper() + told[1:]


LONGEST_NAME = 14
"""Largest number of characters of a name in sentences. Standings and the final score show the whole
name."""


def short_name(name: str) -> str:
    """Return a name as it is shown, or only its first words if it is longer than `LONGEST_NAME`.

    If even the first word is too long, it is cut and ends with an ellipsis.
    """
    if len(name) <= LONGEST_NAME:
        return display_name(name)
    ends = [place for place, sign in enumerate(name[: LONGEST_NAME + 1]) if sign in " -"]
    called = name[: ends[-1]].rstrip(" -") if ends else ""
    return escape_invisible(called or name[: LONGEST_NAME - 1].rstrip() + "…")


def join_with_commas(parts: Sequence[str]) -> str:
    if not parts:
        return ""
    text = parts[0]
    for part in parts[1:]:
        text = _("{these}, {another}", these=text, another=part)
    return text


def chips_text(chips: Chips, format_heap: Callable[[MaterialChips], str] | None = None) -> str:
    """Return chips in words, such as "1 wood, 3 stone" or "nothing".

    `format_heap` formats all chips of one material, such as "3 stone"; the default is
    `material_chips_text`.
    """
    heaps = [MaterialChips(material, chips.number(material)) for material in MATERIALS]
    return join_with_commas(
        [(format_heap or material_chips_text)(heap) for heap in heaps if heap.number]
    ) or _("nothing")


def material_chips_text(heap: MaterialChips) -> str:
    match heap.material:
        case Material.WOOD:
            return plural("{number} wood", "{number} wood", heap.number)
        case Material.WOOL:
            return plural("{number} wool", "{number} wool", heap.number)
        case Material.COPPER:
            return plural("{number} copper", "{number} copper", heap.number)
        case Material.STONE:
            return plural("{number} stone", "{number} stone", heap.number)
        case _:
            assert_never(heap.material)


def sentence_text(
    sentence: Sentence,
    names: Mapping[Color, str] = NO_NAMES,
    heap: Callable[[MaterialChips], str] = material_chips_text,
) -> str:
    """Translate a sentence into the players' language, and fill its placeholders.

    `names` are the players' names; a player without a name in it is called by their colour. `heap`
    formats the chips of one material.
    """
    gaps = {gap: _in_words(fact, names, heap) for gap, fact in sentence.facts.items()}
    return _message(sentence, gaps).format(**gaps)


def _message(sentence: Sentence, gaps: Mapping[str, object]) -> str:
    if sentence.plural is None:
        return translate(sentence.message)
    number = gaps["number"]
    if not isinstance(number, int):
        raise TypeError(f"a sentence with a plural needs a number, not {number!r}")
    return translate(sentence.message, sentence.plural, number)


def player_names(state: GameState) -> dict[Color, str]:
    """Return the players' short names by colour.

    If several players have the same short name, these players get their whole names instead.
    """
    called = {player.color: short_name(player.name) for player in state.players}
    if len(set(called.values())) == len(called):
        return called
    alike = Counter(called.values())
    whole = {player.color: display_name(player.name) for player in state.players}
    return {color: whole[color] if alike[name] > 1 else name for color, name in called.items()}


def _in_words(
    fact: object, names: Mapping[Color, str], heap: Callable[[MaterialChips], str]
) -> object:
    match fact:
        case Sentence():
            return sentence_text(fact, names, heap)
        case tuple():
            parts = [str(_in_words(part, names, heap)) for part in fact]
            return (
                join_with_and(parts)
                if all(isinstance(part, Color | int) for part in fact)
                else join_with_commas(parts)
            )
        case Building(kind, owner):
            return _building_text(kind, owner, names.get(owner))
        case Chips():
            return chips_text(fact, format_heap=heap)
        case MaterialChips():
            return heap(fact)
        case float():
            return format_decimal(fact)
        case Color():
            return names.get(fact) or piece_name(fact)
        case StrEnum():
            return piece_name(fact)
        case _:
            return fact


def refusal_text(state: GameState, refusal: RuleViolation) -> str:
    return sentence_text(refusal.sentence, player_names(state))


_BUILDINGS: dict[tuple[BuildingKind, Color], str] = {
    (BuildingKind.HUT, Color.PURPLE): mark("the purple hut"),
    (BuildingKind.HUT, Color.BLUE): mark("the blue hut"),
    (BuildingKind.HUT, Color.GREEN): mark("the green hut"),
    (BuildingKind.HUT, Color.RED): mark("the red hut"),
    (BuildingKind.TEMPLE, Color.PURPLE): mark("the purple temple"),
    (BuildingKind.TEMPLE, Color.BLUE): mark("the blue temple"),
    (BuildingKind.TEMPLE, Color.GREEN): mark("the green temple"),
    (BuildingKind.TEMPLE, Color.RED): mark("the red temple"),
}


def _building_text(kind: BuildingKind, owner: Color, name: str | None) -> str:
    if name is None:
        return _(_BUILDINGS[kind, owner])
    if kind is BuildingKind.HUT:
        return _("{player}'s hut", player=name)
    return _("{player}'s temple", player=name)


def ignored_tap_text() -> str:
    """Return the notice for a tap that came too soon after the page had changed."""
    return _("One tap too many. If you meant it, wait a moment, then tap again.")
