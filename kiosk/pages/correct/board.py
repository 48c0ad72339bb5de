"""Correcting what lies on the board: plains, fields, rune stones, the druid, the turn; no Kivy."""

from collections.abc import Callable

from msgspec.structs import replace

from companion import commands as do
from companion.game import stack_problem
from companion.pieces import (
    DRUID_STONES,
    MATERIALS,
    RUNES,
    Bonus,
    BuildingKind,
    Color,
    Material,
    Rune,
)
from companion.state import Building
from kiosk.pages.correct.draft import (
    present_bonus,
    present_druid,
    present_field,
    present_printed,
    present_rune,
    present_stack,
    present_supply,
    present_turn,
)
from kiosk.pages.correct.numbers import entering
from kiosk.pages.correct.steps import CorrectFlow, Correcting, Printed, Runes
from kiosk.pieces.form import Stack, Stone, Symbol
from kiosk.ui.form import GAP_ROW, Button, Form, Row, Style
from kiosk.words.language import _
from kiosk.words.texts import word

_ROW = 52
_RUNE_ROW = 60
_STACK_ROW = 78
_TURN_ROW = 56


def value_choice(
    here: Correcting,
    key: str,
    value: do.Change,
    present: do.Change,
    text: str = "",
    symbol: Symbol | None = None,
) -> Button:
    """A button that sets something to a value; ringed where it is set to that already."""
    chosen = here.is_chosen(value, present)
    return Button(key, here.setting(value), text, symbol=symbol, chosen=chosen)


def _status(here: Correcting, present: do.Change) -> Row:
    return Row((here.status(present),), height=0)


def plain_form(here: Correcting, plain: Material) -> Form:
    """A high plain: how many chips, which workers."""
    supply, stack = present_supply(here.after, plain), present_stack(here.after, plain)
    chips = Button(
        "supply",
        entering(here, supply),
        _("Chips"),
        Style.NAME,
        plain,
        detail=str(supply.number),
        marked=here.draft.holds(supply),
    )
    people = [
        Button(
            f"stack.{color}", _put_on_top(here, stack, color), here.name(color), Style.NAME, color
        )
        for color in here.state.colors
    ]
    clear = Button("stack.clear", here.setting(do.SetStack(plain, ())), _("Remove all"))
    return here.panel(
        _("High plain: {plain}", plain=word(plain)),
        _("Workers are put on top of each other from below."),
        Row((chips,), _ROW),
        Row((Stack(plain, stack.workers, marked=here.draft.holds(stack)),), _STACK_ROW),
        *(Row(tuple(people[start : start + 2]), _ROW) for start in range(0, len(people), 2)),
        GAP_ROW,
        Row((clear, here.leave_button("stack.leave", stack))),
    )


def _put_on_top(here: Correcting, stack: do.SetStack, color: Color) -> CorrectFlow:
    workers = (*stack.workers, color)
    why_not = stack_problem(stack.plain, workers)
    return here.refused(why_not) if why_not else here.setting(do.SetStack(stack.plain, workers))


def site_form(here: Correcting, field: int) -> Form:
    """A field: which building stands and which bonus chip lies there."""
    standing, lying = present_field(here.after, field), present_bonus(here.after, field)
    empty, none = nothing_choices(here, field)
    draft = here.draft.without(standing).with_chip_back(field)
    leave = replace(here.leave_button("field.leave", standing), action=here.flow.entered(draft))
    return here.panel(
        _("Field {field}", field=field),
        "",
        _status(here, standing),
        *building_rows(here, field),
        Row((empty, leave)),
        _status(here, lying),
        Row((none, *bonus_choices(here, field))),
        Row((here.leave_button("bonus.leave", lying), *_way_to_printed(here, field))),
    )


def building_rows(here: Correcting, field: int) -> tuple[Row, ...]:
    """Everybody's hut, and everybody's temple, to stand on a field."""

    def building(kind: BuildingKind, color: Color) -> Button:
        there = Building(kind, color)
        return replace(_standing_choice(here, f"field.{kind}.{color}", field, there), symbol=there)

    return tuple(
        Row(tuple(building(kind, each) for each in here.state.colors)) for kind in BuildingKind
    )


def _standing_choice(here: Correcting, key: str, field: int, building: Building | None) -> Button:
    chosen = here.is_chosen(do.SetField(field, building), present_field(here.after, field))
    draft = here.draft.with_building(here.state, field, building)
    return Button(key, here.flow.entered(draft), chosen=chosen)


def bonus_choices(here: Correcting, field: int) -> tuple[Button, ...]:
    """The bonus chips, to lie on a field."""
    lying = present_bonus(here.after, field)

    def chip(bonus: Bonus) -> Button:
        return value_choice(here, f"bonus.{bonus}", do.SetBonus(field, bonus), lying, symbol=bonus)

    return tuple(map(chip, Bonus))


def nothing_choices(here: Correcting, field: int) -> tuple[Button, Button]:
    """No building on a field, and no bonus chip."""
    lying = present_bonus(here.after, field)
    empty = replace(_standing_choice(here, "field.empty", field, None), text=_("Empty"))
    none = value_choice(here, "bonus.none", do.SetBonus(field, None), lying, _("None"))
    return empty, none


def _way_to_printed(here: Correcting, field: int) -> tuple[Button, ...]:
    """What is printed on a field that nobody has read is asked at the table, not here."""
    present = present_printed(here.after, field)
    if present is None:
        return ()
    marked = here.draft.holds(present)
    text = _("What is printed there")
    return (Button("printed", here.flow.on(Printed(field)), text, marked=marked),)


def printed_form(here: Correcting, field: int) -> Form:
    """What the cardboard shows on a field that has been read: its area and its two icons."""
    present = present_printed(here.after, field)
    if present is None:
        raise ValueError(f"nobody has read field {field}: that is no correction")
    needs, printed_rune = present.needs, present.rune

    def area(rune: Rune) -> Button:
        value = do.SetPrinted(field, needs, rune)
        choice = value_choice(here, f"area.{rune}", value, present, symbol=Stone(rune, None))
        return replace(choice, detail=word(rune))

    def icons(slot: str, value: Callable[[Material], do.SetPrinted]) -> Row:
        return Row(
            tuple(
                value_choice(here, f"{slot}.{icon}", value(icon), present, symbol=icon)
                for icon in MATERIALS
            ),
            _ROW,
        )

    return here.panel(
        _("Field {field}: what is printed?", field=field),
        "",
        _status(here, present),
        *(Row(tuple(map(area, RUNES[start : start + 3])), _ROW) for start in (0, 3, 6)),
        icons("first", lambda icon: do.SetPrinted(field, (icon, needs[1]), printed_rune)),
        icons("second", lambda icon: do.SetPrinted(field, (needs[0], icon), printed_rune)),
        GAP_ROW,
        Row((here.leave_button("leave", present),)),
    )


def runes_form(here: Correcting, chosen: Rune | None) -> Form:
    """Which rune stone lies wrong, and who has it."""
    rows = runes_rows(here, chosen)
    if chosen is None:
        return here.panel(_("Rune stones"), _("Which rune stone lies wrong?"), *rows)
    leave = here.leave_button("leave", present_rune(here.after, chosen))
    return here.panel(_("Rune stones"), "", *rows, GAP_ROW, Row((leave,)))


def runes_rows(here: Correcting, chosen: Rune | None) -> tuple[Row, ...]:
    """All rune stones, and below them who has the chosen one."""

    def stone(rune: Rune) -> Button:
        present = present_rune(here.after, rune)
        return Button(
            f"rune.{rune}",
            here.at(Runes(rune)),
            symbol=Stone(rune, present.holder),
            detail=word(rune),
            chosen=rune is chosen,
            marked=here.draft.holds(present),
        )

    rows = [Row(tuple(map(stone, RUNES[start : start + 3])), _RUNE_ROW) for start in (0, 3, 6)]
    if chosen is not None:
        status = _status(here, present_rune(here.after, chosen))
        rows += [status, holders_row(here, chosen)]
    return tuple(rows)


def holders_row(here: Correcting, rune: Rune) -> Row:
    """Who has a rune stone."""
    held = present_rune(here.after, rune)
    holders = [
        value_choice(here, f"holder.{color}", do.SetRune(rune, color), held, symbol=color)
        for color in here.state.colors
    ]
    table = value_choice(here, "holder.none", do.SetRune(rune, None), held, _("Table"))
    return Row((*holders, replace(table, width=1.4)), _ROW)


def druid_form(here: Correcting) -> Form:
    """Where the druid stands: in his temple, on a stone, or at a hut of the picture."""
    return here.panel(
        _("The druid"),
        _("Tap where he stands: here, or on the picture the field of his hut."),
        *druid_rows(here),
        GAP_ROW,
        Row((here.leave_button("leave", present_druid(here.after)),)),
    )


def druid_rows(here: Correcting) -> tuple[Row, ...]:
    """How it stands with the druid, his temple and his stones."""
    present = present_druid(here.after)

    def stone(number: int, text: str) -> Button:
        return value_choice(here, f"stone.{number}", do.SetDruid(number, None), present, text)

    stones = (stone(each, _("Stone {stone}", stone=each)) for each in range(1, DRUID_STONES + 1))
    return (
        _status(here, present),
        Row((stone(0, _("In his temple")),), _ROW),
        Row(tuple(stones), _ROW),
    )


def turn_form(here: Correcting) -> Form:
    """Whose turn it is."""
    leave = here.leave_button("leave", present_turn(here.after))
    return here.panel(_("Turn"), _("Whose turn is it?"), *turn_rows(here), GAP_ROW, Row((leave,)))


def turn_rows(here: Correcting) -> tuple[Row, ...]:
    """The players, and how it stands with whose turn it is."""
    present = present_turn(here.after)

    def player(color: Color) -> Row:
        value = do.SetActive(color)
        chosen = here.is_chosen(value, present)
        name = here.name(color)
        choice = Button(
            f"turn.{color}", here.setting(value), name, Style.NAME, color, chosen=chosen
        )
        return Row((choice,), _TURN_ROW)

    return (*map(player, here.state.colors), _status(here, present))
