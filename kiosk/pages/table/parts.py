"""Buttons, rows and texts that several of the table's questions share. Free of Kivy."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.pieces import CHIPS_PER_MATERIAL, MATERIALS, NO_CHIPS, Chips, Color, Material
from companion.state import GameState
from kiosk import routes
from kiosk.pages.table.draft import PaymentDraft, SelectedField, SwapDraft
from kiosk.pages.table.question import (
    Action,
    PaymentStepper,
    PaymentSteppers,
    SetDraft,
    shrinking_text,
)
from kiosk.pieces.form import ChipRow
from kiosk.routes import CommandToAllow
from kiosk.ui.form import Block, Button, ButtonStyle, Row
from kiosk.words.language import _, plural
from kiosk.words.reasons import ReasonText, rule_reason
from kiosk.words.texts import piece_name, short_name

Paying = PaymentDraft | SwapDraft
NAMED_HUTS = 3
"""Maximum number of huts listed one by one; if there are more, only their number is shown."""


MAIN_WIDTH, MORE_WIDTH, SWAP_WIDTH = 2.2, 1.8, 0.9
"""Widths of buttons, relative to each other: main answer, other options, and 3:1."""


def more_options_button(site: SelectedField, width: float = MORE_WIDTH) -> Button:
    """Return the button that opens further options for a field."""
    action = SetDraft(replace(site, more=True))
    return Button(
        key="more", text=_("What else?"), action=action, style=ButtonStyle.QUIET, width=width
    )


def rule_reasons(*ids: str) -> tuple[ReasonText, ...]:
    """Return the texts of rules as reasons for a question."""
    return tuple(map(rule_reason, ids))


def decider_of(state: GameState) -> Color:
    """Return the player who decides next. Raises ValueError if the game is over."""
    if state.decider is None:
        raise ValueError("nobody has to decide any more")
    return state.decider


def player_or_table_name(state: GameState, color: Color | None) -> str:
    """Return a player's short name, or “the table” if `color` is None."""
    return _("the table") if color is None else short_name(state.player(color).name)


def material_button_rows(
    key: str, action: Callable[[Material], Action], possible: Callable[[Material], bool]
) -> tuple[Row, ...]:
    """Return buttons for the four materials in two rows.

    `action` returns the action of a material's button. The button is dim if `possible` returns
    False.
    """
    choices = tuple(
        Button(
            key=f"{key}.{material}",
            text=piece_name(material),
            symbol=material,
            action=action(material),
            dim=not possible(material),
        )
        for material in MATERIALS
    )
    return (Row(choices[:2]), Row(choices[2:]))


def payment_steppers(
    prefix: str, draft: Paying, due: Callable[[Chips], int], zero: Chips = NO_CHIPS
) -> PaymentSteppers:
    """Return plus and minus buttons for a payment of 0 to 18 chips of each material.

    `prefix` is the beginning of the buttons' keys. `due` returns how many more chips a payment
    needs. The numbers shown are the differences from the payment `zero`. The limits do not depend
    on the player's hand, which is secret.
    """

    def step(material: Material, way: str, sign: str, then: Paying) -> Button:
        spoken = f"{piece_name(material)} {sign}"
        key = f"{prefix}.{material}.{way}"
        return Button(key=key, text=sign, spoken=spoken, action=SetDraft(then))

    return PaymentSteppers(
        tuple(
            PaymentStepper(
                one,
                draft.pay.number(one) - zero.number(one),
                less=step(one, "less", "−", _changed(draft, one, -1)),
                more=step(one, "more", "+", _with_more(draft, one, due, zero)),
            )
            for one in MATERIALS
        )
    )


def _with_more(
    draft: Paying, material: Material, due: Callable[[Chips], int], zero: Chips
) -> Paying:
    """Return the payment after a tap on the plus button of a material.

    If more chips are due, all of them are added in this material, so that three equal chips take
    one tap. If no chips are due, the tap confirms one of the added chips of this material; if there
    are none, it replaces a chip of another material. A player who taps once for each chip therefore
    gets the same payment.
    """
    left = due(draft.pay)
    if draft.pay.number(material) < zero.number(material):
        draft = _changed(draft, material, 1)
    elif left > 0:
        number = min(left, CHIPS_PER_MATERIAL - draft.pay.number(material))
        filled = draft.filled.number(material) + max(0, number - 1)
        draft = replace(
            _changed(draft, material, number), filled=draft.filled.with_number(material, filled)
        )
    elif draft.filled.number(material):
        filled = draft.filled.number(material) - 1
        return replace(draft, filled=draft.filled.with_number(material, filled))
    elif (other := _to_replace(draft, zero, but=material)) is not None:
        return _changed(_changed(draft, other, -1), material, 1)
    while due(draft.pay) < 0 and (other := _to_replace(draft, zero)) is not None:
        draft = _changed(draft, other, -1)
    return draft


def _changed(draft: Paying, material: Material, by: int) -> Paying:
    """Return the draft with `by` chips added to its payment, or removed if `by` is negative.

    Chips that the app added are removed first.
    """
    number = max(0, draft.pay.number(material) + by)
    filled = draft.filled.number(material) + min(0, by)
    return replace(
        draft,
        pay=draft.pay.with_number(material, number),
        filled=draft.filled.with_number(material, max(0, filled)),
    )


def _to_replace(draft: Paying, zero: Chips, but: Material | None = None) -> Material | None:
    """Return the material whose chip the next tap replaces, or None if there is no such chip.

    It is the material with the most chips that the app added or, without such chips, with the most
    chips that the player added. The material `but` is never chosen.
    """
    added = draft.pay - draft.pay.common(zero)
    some = (one for one in MATERIALS if one is not but and added.number(one))
    return max(some, key=lambda one: (draft.filled.number(one), added.number(one)), default=None)


def printed_field_rows(state: GameState, field: int) -> tuple[Block, ...]:
    """Return rows with a field's price icons and bonus chip, as far as they are known."""
    printed = state.board.field(field)
    rows: tuple[Block, ...] = ()
    if printed.needs is not None:
        rows = (ChipRow(printed.price),)
    bonus = state.bonus_on(field)
    if bonus is not None:
        rows = (*rows, shrinking_text(_("Bonus chip: {bonus}", bonus=piece_name(bonus))))
    return rows


def icon_question_text(first: Material | None, *, is_twice: bool) -> str:
    """Return a question about an icon printed on a field; `first` is the outer icon, if known.

    If `is_twice` is set, the text asks whether the inner icon is really the same.
    """
    if first is None:
        return _("The outer icon?")
    if is_twice:
        return _("Outer and inner: {icon}. Really twice the same?", icon=piece_name(first))
    return _("Outer: {icon}. The inner icon?", icon=piece_name(first))


def supply_text(state: GameState, plain: Material) -> str:
    """Return a sentence with the number of chips on a high plain."""
    return plural(
        "{number} chip lies on the {plain} plain.",
        "{number} chips lie on the {plain} plain.",
        state.supply.number(plain),
        plain=piece_name(plain),
    )


def overrule_button(ruled: CommandToAllow) -> Button:
    """Return the button with which the table allows a refused command."""
    return Button(
        key="overrule",
        text=_("We play it differently"),
        action=routes.Correct(ruled),
        style=ButtonStyle.QUIET,
    )


def signed_points_text(points: int) -> str:
    sign = "−" if points < 0 else "+"
    return plural("{sign}{number} point", "{sign}{number} points", abs(points), sign=sign)


def signed_points(points: int) -> str:
    """Return points with a plus or minus sign, for example +3."""
    return f"{'−' if points < 0 else '+'}{abs(points)}"
