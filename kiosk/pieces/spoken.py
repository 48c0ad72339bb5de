"""Texts that the voice reads aloud for blocks, buttons, symbols and fields. Imports no Kivy."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from enum import StrEnum

from companion.pieces import Bonus, BuildingKind, Color, MaterialChips
from companion.state import Building
from kiosk.pieces.form import (
    ChipNumber,
    ChipRow,
    ChipTable,
    ChosenChip,
    GivenChip,
    LabelledPieces,
    PlayerNumbers,
    PointRanges,
    RolledDie,
    RoundTable,
    RuneStone,
    Sign,
    SymbolsWithTexts,
)
from kiosk.pieces.picture import BoardPicture, WorkerInStack
from kiosk.ui.form import Block, Button, Column, Row, Table, Text
from kiosk.words.language import _
from kiosk.words.spoken_text import join_as_sentences, spoken_material_chips
from kiosk.words.texts import (
    NO_NAMES,
    chips_text,
    color_name,
    join_with_commas,
    piece_name,
    stack_level_text,
)

Names = Mapping[Color, str]


def spoken_text_of_block(  # noqa: C901, PLR0911, PLR0912 - one case for each block
    block: Block, names: Names = NO_NAMES
) -> str:
    """Return the text that the voice reads for a block, without the texts of buttons in it.

    `names` has the players' names.
    """
    match block:
        case Text(text=text):
            return join_as_sentences(text.splitlines()) if "\n" in text else text
        case Row(items=items):
            return join_with_commas([*_spoken_texts(items, names)])
        case Column(rows=rows):
            return join_as_sentences(_spoken_texts(rows, names))
        case ChipRow(chips, text):
            return f"{text} {chips_text(chips, format_heap=spoken_material_chips)}".strip()
        case ChipTable(lines):
            return join_as_sentences(
                spoken_text_of_block(ChipRow(chips, text)) for text, chips in lines
            )
        case PlayerNumbers(text, numbers) | PointRanges(text, numbers):
            of_all = [f"{names.get(color, '')} {number}" for color, number in numbers]
            return f"{text} {join_with_commas(of_all)}"
        case SymbolsWithTexts(effects):
            return join_with_commas(
                [f"{spoken_text_of_symbol(sign, names)} {text}" for sign, text in effects]
            )
        case Table(rows=rows):
            return join_as_sentences(spoken_text_of_block(row, names) for row in rows)
        case LabelledPieces(pieces=pieces):
            return join_with_commas(
                [f"{spoken_text_of_symbol(one.piece, names)} {one.label}" for one in pieces]
            )
        case RoundTable(description=description):
            return description.text
        case ChipNumber(material, number) if number < 0:
            return f"−{spoken_material_chips(MaterialChips(material, -number))}"
        case ChipNumber(material, number):
            return spoken_material_chips(MaterialChips(material, number))
        case _:
            return ""  # also for buttons


def _spoken_texts(blocks: Iterable[Block], names: Names) -> Iterator[str]:
    # Buttons are left out: they are spoken when focused.
    for block in blocks:
        can_be_tapped = isinstance(block, Column) and block.key != ""
        text = "" if can_be_tapped else spoken_text_of_block(block, names)
        if text:
            yield text


def row_label_of_button(block: Block, button: object) -> str | None:
    """Return the label of `button`: the words at the start of the row in `block` that contains it.

    Return "" if there are no such words, and None if `block` does not contain the button.
    """
    if isinstance(block, Button) and block.key == getattr(button, "key", None):
        return ""
    items = _within(block)
    labels = ((number, row_label_of_button(item, button)) for number, item in enumerate(items))
    found = next(((number, label) for number, label in labels if label is not None), None)
    if found is None:
        return None
    number, label = found
    if not label and number and isinstance(block, Row):
        label = _first_words(items[0])
    return label


def _within(block: Block) -> tuple[Block, ...]:
    match block:
        case Row(items=items):
            return items
        case Column(rows=rows, foot=foot):
            return (*rows, *foot)
        case _:
            return ()


def _first_words(block: Block) -> str:
    if isinstance(block, Row | Column):
        return next(filter(None, map(_first_words, _within(block))), "")
    return spoken_text_of_block(block)


def spoken_text_of_button(block: Block | None, names: Names = NO_NAMES) -> str:
    """Return the text to read aloud when a button gets the keyboard focus.

    `block` is the button, or a block of another kind that can be tapped. Return "" if `block` is
    None. `names` has the players' names.
    """
    match block:
        case None:
            return ""
        case Button(text=text, detail=detail, spoken=spoken):
            signs = [] if spoken else [spoken_text_of_symbol(sign, names) for sign in block.symbols]
            # A material's symbol and its name are the same word, so only one of them is spoken.
            signs = [sign for sign in signs if sign not in text and sign not in detail]
            is_drawn = any(sign.endswith(text) for sign in signs)
            parts = [*signs, spoken or ("" if is_drawn else text), detail]
            parts += [
                f"{spoken_text_of_symbol(one, names)} {number}" for one, number in block.amounts
            ]
        case _:
            own_text = getattr(block, "spoken", "") or getattr(block, "text", "")
            parts = [own_text or spoken_text_of_block(block, names)]
    if getattr(block, "chosen", False):
        # For translators: said by a voice, of the one of several answers that is set now
        parts.append(_("chosen"))
    return join_with_commas([part for part in parts if part])


def spoken_text_of_symbol(symbol: Hashable, names: Names = NO_NAMES) -> str:
    """Return the text to read aloud for a symbol, or "" if the symbol has no name.

    `names` has the players' names; a player without a name is called by their colour.
    """
    match symbol:
        case Color():
            return names.get(symbol) or color_name(symbol)
        case Building(kind) | RuneStone(kind) | RolledDie(kind) | GivenChip(kind):
            return piece_name(kind)
        case Sign.DRUID:
            return piece_name(Bonus.DRUID)
        case ChosenChip(material):
            return _("Nothing") if material is None else piece_name(material)
        case WorkerInStack(stack, level):
            owner = names.get(stack[level - 1], "")
            return join_with_commas(
                [part for part in (owner, stack_level_text(level, len(stack))) if part]
            )
        case StrEnum():
            return piece_name(symbol)
        case _:
            return ""


def spoken_text_of_field(board: BoardPicture, number: int, names: Names = NO_NAMES) -> str:
    """Describe the field with `number` in words, for a player who cannot see the board.

    `names` has the players' names.
    """
    field = board.fields[number - 1]
    # For translators: said by a voice
    parts = [_("Field {field}", field=number), *map(piece_name, field.needs or ())]
    if field.building is not None:
        owner = spoken_text_of_symbol(field.building.owner, names)
        is_hut = field.building.kind is BuildingKind.HUT
        parts.append(
            _("{player}'s hut", player=owner) if is_hut else _("{player}'s temple", player=owner)
        )
    if field.bonus is not None:
        parts.append(_("bonus chip {chip}", chip=piece_name(field.bonus)))
    if board.druid.field == number:
        parts.append(_("druid"))
    return join_with_commas(parts)
