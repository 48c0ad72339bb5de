"""One thing set right in one page, with a reason: what is usual takes four touches; no Kivy.

Chips are moved between a hand and their plain, workers between two plains: a correction that sets
one of the two only would be impossible.
"""

from typing import assert_never

from companion import commands as do
from companion.game import check_number, number_limit
from companion.pieces import MATERIALS, RUNES, Color, Material, Rune
from kiosk.pages.correct.board import (
    bonus_choices,
    building_rows,
    druid_rows,
    holders_row,
    nothing_choices,
    runes_rows,
    turn_rows,
)
from kiosk.pages.correct.draft import (
    Entry,
    present_druid,
    present_field,
    present_hand,
    present_points,
    present_rune,
    present_stack,
    present_supply,
)
from kiosk.pages.correct.numbers import counted, entering, number_shown
from kiosk.pages.correct.reasons import why_rows
from kiosk.pages.correct.steps import (
    CorrectFlow,
    Correcting,
    DruidPlace,
    OfPlayer,
    Plain,
    Runes,
    Thing,
    Turn,
    WholeField,
)
from kiosk.pieces.form import Stack, Stone
from kiosk.ui.form import Button, Column, Effect, Form, Row, Style, Text
from kiosk.words.language import _
from kiosk.words.texts import short_name, word

_ROW = 52
_STACK_ROW = 78
_A_ROW = 5
"""So many symbols stand side by side."""


def quick_form(here: Correcting, thing: Thing) -> Form:
    """The thing as it is, what to set about it, why, and the button that corrects."""
    title, rows = _thing(here, thing)
    further = Button("further", here.flow.from_start(), _("Everything else…"), Style.QUIET)
    leave = Button("back", Effect.LEAVE, _("Back"))
    whys = (_label(_("Why?")), *why_rows(here, further))
    return Form(title, leave, (Column(rows, 1.1), Column(whys)), lowest=1)


def _thing(here: Correcting, thing: Thing) -> tuple[str, tuple[Row, ...]]:
    match thing:
        case OfPlayer(color):
            return short_name(here.state.player(color).name), _player_rows(here, color)
        case Plain(plain):
            return _("High plain: {plain}", plain=word(plain)), _plain_rows(here, plain)
        case WholeField(field):
            return _("Field {field}", field=field), _field_rows(here, field)
        case Runes(rune):
            return _("Rune stones"), runes_rows(here, rune)
        case DruidPlace():
            return _("The druid"), (*druid_rows(here), *_druid_steps(here))
        case Turn():
            return _("Turn"), turn_rows(here)
        case _:
            assert_never(thing)


def _label(text: str) -> Row:
    return Row((Text(text),), height=0)


# A player


def _player_rows(here: Correcting, color: Color) -> tuple[Row, ...]:
    has = here.line(present_points(here.state, color))
    return (
        _label(_("The app has: {what}", what=has)),
        _points_row(here, color),
        *_chips_rows(here, color),
        _label(_("A rune stone is given or taken with a tap:")),
        *_in_rows([_rune_choice(here, color, rune) for rune in RUNES]),
    )


def _in_rows(choices: list[Button]) -> tuple[Row, ...]:
    """Symbols, as many side by side as have room."""
    lines = -(-len(choices) // _A_ROW)
    size = -(-len(choices) // lines) if lines else 1
    starts = range(0, len(choices), size)
    return tuple(Row(tuple(choices[start : start + size]), _ROW) for start in starts)


def _points_row(here: Correcting, color: Color) -> Row:
    present = present_points(here.after, color)

    def step(key: str, text: str, by: int) -> Button:
        return Button(
            key, here.attempt(lambda: here.setting(Entry(present).stepped(by).change)), text
        )

    number = Button(
        "points",
        entering(here, present),
        _("Points"),
        Style.NAME,
        detail=str(present.points),
        marked=here.draft.holds(present),
        width=2.2,
    )
    return Row((step("points.less", "−", -1), number, step("points.more", "+", 1)), _ROW)


def _chips_rows(here: Correcting, color: Color) -> tuple[Row, ...]:
    """Each material with one less and one more, from its plain or back to it."""
    return tuple(
        Row(tuple(one for each in pair for one in _chips(here, color, each)), _ROW)
        for pair in (MATERIALS[:2], MATERIALS[2:])
    )


def _chips(here: Correcting, color: Color, material: Material) -> tuple[Button, ...]:
    hand = present_hand(here.after, color, material)
    number = Button(
        f"hand.{material}",
        entering(here, hand),
        symbol=material,
        detail=number_shown(here, hand),
        marked=here.draft.holds(hand),
    )
    key = f"chips.{material}"
    return (
        Button(f"{key}.less", _moved(here, color, material, -1), "−"),
        number,
        Button(f"{key}.more", _moved(here, color, material, 1), "+"),
    )


def _moved(here: Correcting, color: Color, material: Material, chips: int) -> CorrectFlow:
    """So many chips from their plain into a hand; back where there are fewer than none."""
    hand = present_hand(here.after, color, material)
    supply = present_supply(here.after, material)

    def move() -> CorrectFlow:
        draft = here.draft.with_change(counted(here, hand, chips))
        less = supply.number - chips
        check_number(less, number_limit(supply))
        return here.flow.entered(draft.with_change(do.SetSupply(material, less)))

    return here.attempt(move)


def _rune_choice(here: Correcting, color: Color, rune: Rune) -> Button:
    present = present_rune(here.after, rune)
    other = None if present.holder is color else color
    return Button(
        f"rune.{rune}",
        here.setting(do.SetRune(rune, other)),
        symbol=Stone(rune, present.holder),
        marked=here.draft.holds(present),
    )


# A high plain


def _plain_rows(here: Correcting, plain: Material) -> tuple[Row, ...]:
    stack = present_stack(here.after, plain)
    tops = [
        Button(f"top.{level}", _lifted(here, stack, level), symbol=color, detail=_("On top"))
        for level, color in enumerate(stack.workers[:-1], start=1)
    ]
    lying = present_supply(here.after, plain).number
    return (
        Row((Stack(plain, stack.workers, here.draft.holds(stack), 2.2), *tops), _STACK_ROW),
        _label(_("Who else stands here?")),
        *_in_rows(_elsewhere(here, plain)),
        _label(_("Chips here: {number}. Who has one more, or one less?", number=lying)),
        _change_row(here, plain, "took", 1, "+1"),
        _change_row(here, plain, "gave", -1, "−1"),
    )


def _lifted(here: Correcting, stack: do.SetStack, level: int) -> CorrectFlow:
    """That worker, counted from 1 at the bottom, on top of the others."""
    workers = stack.workers
    below, above = workers[: level - 1], workers[level:]
    return here.setting(do.SetStack(stack.plain, (*below, *above, workers[level - 1])))


def _elsewhere(here: Correcting, plain: Material) -> list[Button]:
    """Everybody who stands on another plain: each colour once a plain."""
    return [
        Button(
            f"from.{other}.{color}",
            _brought(here, plain, other, color),
            symbol=color,
            detail=word(other),
        )
        for other in MATERIALS
        if other is not plain
        for color in dict.fromkeys(present_stack(here.after, other).workers)
    ]


def _brought(here: Correcting, plain: Material, other: Material, color: Color) -> CorrectFlow:
    """A player's uppermost worker of another plain on top of this one's."""
    left = list(present_stack(here.after, other).workers)
    del left[len(left) - 1 - left[::-1].index(color)]
    workers = (*present_stack(here.after, plain).workers, color)
    draft = here.draft.with_change(do.SetStack(other, tuple(left)))
    return here.flow.entered(draft.with_change(do.SetStack(plain, workers)))


def _change_row(here: Correcting, plain: Material, key: str, chips: int, detail: str) -> Row:
    return Row(
        tuple(
            Button(
                f"{key}.{color}",
                _moved(here, color, plain, chips),
                symbol=color,
                detail=detail,
                marked=here.draft.holds(present_hand(here.after, color, plain)),
            )
            for color in here.state.colors
        ),
        _ROW,
    )


# A field


def _field_rows(here: Correcting, field: int) -> tuple[Row, ...]:
    standing = present_field(here.after, field)
    empty, none = nothing_choices(here, field)
    rune = here.state.board.field(field).rune
    stone: tuple[Row, ...] = ()
    if rune is not None:
        held = _label(here.line(present_rune(here.after, rune)))
        stone = (held, holders_row(here, rune))
    return (
        Row((here.status(standing),), height=0),
        *building_rows(here, field),
        Row((empty, *_neighbours(here, standing))),
        Row((none, *bonus_choices(here, field))),
        *stone,
    )


def _neighbours(here: Correcting, standing: do.SetField) -> tuple[Button, ...]:
    """What stands there, put on the field before or behind where nothing stands."""
    board = here.state.board
    beside = (board.before(standing.field), board.after(standing.field))
    if standing.building is None:
        return ()
    return tuple(
        Button(
            f"stands.{field}", _carried(here, standing, field), _("Stands on {field}", field=field)
        )
        for field in beside
        if here.after.building(field) is None
    )


def _carried(here: Correcting, standing: do.SetField, field: int) -> CorrectFlow:
    """A building on another field; the druid goes with the hut at which he stands."""
    draft = here.draft.with_building(here.state, standing.field, None)
    draft = draft.with_building(here.state, field, standing.building)
    if here.after.druid.field == standing.field:
        draft = draft.with_change(do.SetDruid(None, field))
    return here.flow.entered(draft)


# The druid


def _druid_steps(here: Correcting) -> tuple[Row, ...]:
    """The huts before and behind him, and the way to all others."""
    at, huts = here.after.druid.field or 0, here.after.hut_fields()
    others = [hut for hut in huts if hut != at]
    behind = [hut for hut in others if hut > at] or others
    before = [hut for hut in others if hut < at] or others
    near = dict.fromkeys((*before[-1:], *behind[:1]))
    present = present_druid(here.after)
    fields = [
        Button(
            f"field.{hut}",
            here.setting(do.SetDruid(None, hut)),
            _("Field {field}", field=hut),
            marked=here.is_chosen(do.SetDruid(None, hut), present),
        )
        for hut in near
    ]
    other = Button("field.other", here.flow.on(DruidPlace()), _("Elsewhere…"))
    return (Row((*fields, other), _ROW),)
