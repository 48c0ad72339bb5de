"""Cards for payments in which three other chips replace a missing one, and for swaps.

Imports no Kivy. Hands are secret, so the app does not know which chips a player lacks. The player
enters the missing chips and the chips that replace them, beginning at zero (rules pay.swap and
swap.any-time).
"""

from collections.abc import Callable

from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Command, MakeOffering, SwapChips
from companion.errors import RuleViolation
from companion.pieces import (
    CHIPS_PER_MATERIAL,
    MATERIALS,
    NO_CHIPS,
    SWAP_RATE,
    Chips,
    Material,
    OfferingAnswer,
)
from companion.preview import PaymentBalance, payment_balance, preview_offers, price_options
from companion.state import GameState
from kiosk.pages.table.draft import ChipSwapDraft, Draft, PaymentDraft
from kiosk.pages.table.question import (
    Action,
    Decide,
    ExplainImpossible,
    PaymentStepper,
    PaymentSteppers,
    Question,
    SetDraft,
    ShowHand,
    rule_reasons,
    signed_number,
    text_if_room,
)
from kiosk.pieces.form import ChipTable
from kiosk.ui.form import Block, Button, ButtonStyle, Row
from kiosk.words.language import _, plural
from kiosk.words.texts import chips_text, display_name, piece_name

MAIN_WIDTH, MORE_WIDTH, SWAP_WIDTH = 2.2, 1.8, 0.9
"""Widths of buttons, relative to each other: main answer, other options, and 3:1."""
_OFFER_WIDTH, _ONE_OR_TWO_WIDTH = 1.8, 1.55
"""The same for offerings: main answer, and the number of chips on one line of large letters."""

_Paying = PaymentDraft | ChipSwapDraft


def payment_draft(state: GameState, purpose: BuildHut | BuildTemple | MakeOffering) -> PaymentDraft:
    """Return the payment with which a player begins to replace missing chips by three others each.

    `purpose` is the command to pay for. The payment is the price of the command, except in two
    cases. If the price has only one material, one chip of it is already left out as missing. For an
    offering of one chip, which has two possible prices, the payment is empty.
    """
    asked = _asked(state, purpose)
    kinds = [material for material in MATERIALS if asked.number(material)]
    return PaymentDraft(purpose, asked - Chips.of(*kinds) if len(kinds) == 1 else asked)


def _asked(state: GameState, purpose: BuildHut | BuildTemple | MakeOffering) -> Chips:
    asked = price_options(state, purpose)
    either = isinstance(purpose, MakeOffering) and purpose.give is OfferingAnswer.ONE
    return NO_CHIPS if either else asked[0]


def swap_button(key: str, action: Action) -> Button:
    return Button(key, action, f"{SWAP_RATE}:1", ButtonStyle.QUIET, width=SWAP_WIDTH)


def draft_after_refused_command(
    state: GameState, draft: Draft, command: Command, refusal: RuleViolation
) -> Draft:
    """Return the draft (the player's unfinished input) after the rules refused `command`.

    If the player cannot pay the price of the command, the result is a payment in which three other
    chips can replace each missing chip. Otherwise it is `draft`, the input before the refusal.
    """
    match command:
        case BuildHut() | BuildTemple() | MakeOffering() if refusal.rule in (
            "pay.hand",
            "pay.swap",
        ):
            if isinstance(draft, PaymentDraft):
                return draft
            return replace(payment_draft(state, command), after_refusal=True)
        case _:
            return draft


def begins_with_refusal(state: GameState, draft: Draft) -> bool:
    """Return whether `draft` is a payment that a refusal began and that has no entries yet."""
    if not isinstance(draft, PaymentDraft):
        return False
    return draft == replace(payment_draft(state, draft.purpose), after_refusal=True)


def payment_question(state: GameState, draft: PaymentDraft) -> Question:
    purpose, asked = draft.purpose, _asked(state, draft.purpose)
    found = payment_balance(draft.pay, *price_options(state, purpose))
    title, help_text = _texts(draft, asked, found)
    # As long as no chip is replaced, do not try to pay: a refusal would reveal the hand.
    nothing_replaced = found.is_settled and draft.pay == asked
    if found.spare_chips_still_due > 0:
        # For translators: on a button: the player must pay this many more chips
        done_text = plural("{number} more", "{number} more", found.spare_chips_still_due)
    elif found.spare_chips_still_due < 0:
        # For translators: on a button: this many chips of the payment are too many
        done_text = plural("{number} too many", "{number} too many", -found.spare_chips_still_due)
    else:
        done_text = _("Offer") if isinstance(purpose, MakeOffering) else _("Build")
    done = Button(
        key="pay.done",
        text=done_text,
        action=ExplainImpossible(help_text)
        if nothing_replaced
        else Decide(replace(purpose, pay=draft.pay)),
        style=ButtonStyle.PRIMARY,
        width=_OFFER_WIDTH if isinstance(purpose, MakeOffering) else MAIN_WIDTH,
        dim=nothing_replaced or not found.is_settled,
    )
    if isinstance(purpose, MakeOffering):
        beside: tuple[Block, ...] = _one_or_two(state, purpose)
    else:
        # For translators: two short words above each other: the price, and the payment for it
        lines = (_("Price"), asked), (_("Pay"), draft.pay)
        beside = ChipTable(lines, MORE_WIDTH + SWAP_WIDTH), Row(width=0)
    steppers = _payment_steppers(
        "pay",
        draft,
        lambda pay: payment_balance(pay, *price_options(state, purpose)).spare_chips_still_due,
        help_text,
        asked,
    )
    return Question(
        color=purpose.by,
        title=title,
        rows=(text_if_room(help_text), steppers, Row((*beside, done))),
        reasons=rule_reasons("pay.swap", "pay.hand"),
        keeps_answers_in_place=True,
    )


def _texts(draft: PaymentDraft, asked: Chips, found: PaymentBalance) -> tuple[str, str]:
    if asked == NO_CHIPS:
        title = _("{number} others for one", number=SWAP_RATE)
        if found.is_settled:
            return title, _("You pay: {chips}", chips=chips_text(draft.pay))
        return title, _("One chip missing: pay any {number} others.", number=SWAP_RATE)
    if not found.missing_chips:
        # The card of an offering shows the price nowhere else; its steppers begin at 0.
        price = chips_text(asked)
        text = _("Price: {chips}. Tap “−” beside the chip you do not have.", chips=price)
        return _("missing? tap “−”"), text
    same = asked.common(draft.pay)
    others, missing = SWAP_RATE * found.missing_chips, asked - same
    text = chips_text(missing)
    is_one_kind = missing.total in missing.counts
    short = text if is_one_kind else str(missing.total)
    title = _("{number} others for {chips}", number=others, chips=short)
    if found.is_settled:
        paid = chips_text(draft.pay - same)
        return title, _("You pay {paid} instead of {chips}.", paid=paid, chips=text)
    return title, _("{chips} missing: pay any {number} others.", chips=text, number=others)


def _one_or_two(state: GameState, offer: MakeOffering) -> tuple[Button, ...]:
    texts = {OfferingAnswer.ONE: _("One"), OfferingAnswer.BOTH: _("Both")}
    points = {preview.give: preview.points for preview in preview_offers(state)}
    return tuple(
        Button(
            key=f"pay.{give}",
            text=f"{text} {signed_number(points[give])}",
            action=SetDraft(payment_draft(state, MakeOffering(by=offer.by, give=give))),
            chosen=give is offer.give,
            style=ButtonStyle.QUIET,
            width=_ONE_OR_TWO_WIDTH,
        )
        for give, text in texts.items()
    )


def _payment_steppers(
    prefix: str,
    draft: _Paying,
    due: Callable[[Chips], int],
    help_text: str,
    zero: Chips = NO_CHIPS,
) -> PaymentSteppers:
    def step(material: Material, way: str, sign: str, then: _Paying) -> Button:
        spoken = f"{piece_name(material)} {sign}"
        action = ExplainImpossible(help_text) if then == draft else SetDraft(then)
        return Button(f"{prefix}.{material}.{way}", action, sign, spoken=spoken)

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
    draft: _Paying, material: Material, due: Callable[[Chips], int], zero: Chips
) -> _Paying:
    """Return the payment after a tap on the plus button of `material`.

    A player who lacks a chip of the price pays three other chips instead. `zero` is the price; the
    card shows how the payment differs from it. It is empty for a swap, and for an offering of one
    chip, which has two possible prices. A chip of the price is called missing if it is not in
    `draft.pay`. `due` returns how many chips must still be added to a payment, or a negative number
    if the payment has too many.

    If `draft.pay` is still the price, and the price has `material` and exactly one other material,
    the tap means that the player lacks the other material: one chip of it is removed from the
    payment. After that, the first of these cases that applies decides the result:

    - If a chip of `material` is missing, it is added: the player can pay it after all.
    - If chips are due, all of them are added in `material`, so that three equal chips need only one
      tap. `added_by_app` counts the added chips except the one that the player tapped.
    - If `added_by_app` has chips of `material`, it loses one of them, and the payment stays the
      same. So a player may also tap three times for three chips.
    - If a chip of another material has been added to the price, a chip of `material` replaces it.
    """
    others = [one for one in MATERIALS if one is not material and zero.number(one)]
    if draft.pay == zero and zero.number(material) and len(others) == 1:
        draft = _changed(draft, others[0], -1)
    left = due(draft.pay)
    if draft.pay.number(material) < zero.number(material):
        draft = _changed(draft, material, 1)
    elif left > 0:
        number = min(left, CHIPS_PER_MATERIAL - draft.pay.number(material))
        added = draft.added_by_app.number(material) + max(0, number - 1)
        draft = replace(
            _changed(draft, material, number),
            added_by_app=draft.added_by_app.with_number(material, added),
        )
    elif draft.added_by_app.number(material):
        added = draft.added_by_app.number(material) - 1
        return replace(draft, added_by_app=draft.added_by_app.with_number(material, added))
    elif (other := _to_replace(draft, zero, but=material)) is not None:
        return _changed(_changed(draft, other, -1), material, 1)
    while due(draft.pay) < 0 and (other := _to_replace(draft, zero)) is not None:
        draft = _changed(draft, other, -1)
    return draft


def _changed(draft: _Paying, material: Material, by: int) -> _Paying:
    number = max(0, draft.pay.number(material) + by)
    added = draft.added_by_app.number(material) + min(0, by)
    return replace(
        draft,
        pay=draft.pay.with_number(material, number),
        added_by_app=draft.added_by_app.with_number(material, max(0, added)),
    )


def _to_replace(draft: _Paying, zero: Chips, but: Material | None = None) -> Material | None:
    added = draft.pay - draft.pay.common(zero)
    some = (one for one in MATERIALS if one is not but and added.number(one))
    by_app = draft.added_by_app
    return max(some, key=lambda one: (by_app.number(one), added.number(one)), default=None)


# Hands, and three chips for one at any time


def hands_question(state: GameState, previous: Draft) -> Question:
    """Return the card on which players look at their hands and, during a game, begin to swap chips.

    `previous` is the draft (the player's unfinished input) before the card was opened. If that is
    an unfinished swap, the swap button of the player who began it returns to it. All other swap
    buttons begin a new swap.
    """
    help_text = text_if_room(_("Hold your name to look at your chips."))
    rows = []
    without_swap = previous.previous_draft if isinstance(previous, ChipSwapDraft) else previous
    for player in state.players:
        color = player.color
        is_own = isinstance(previous, ChipSwapDraft) and previous.color == color
        hand = Button(
            key=f"hand.{color}",
            text=display_name(player.name),
            style=ButtonStyle.NAME,
            symbol=color,
            action=ShowHand(color),
            lifted=ShowHand(None),
            width=2.2,
        )
        swap = Button(
            key=f"swap.{color}",
            text=_("3 for 1"),
            action=SetDraft(previous if is_own else ChipSwapDraft(color, NO_CHIPS, without_swap)),
            width=1.8,
        )
        rows.append(Row((hand, swap) if state.is_in_play else (hand,)))
    return Question(
        color=None,
        title=_("Hands"),
        rows=(help_text, *rows),
        reasons=rule_reasons("swap.any-time", "setup.hand"),
    )


def swap_question(draft: ChipSwapDraft) -> Question:
    missing = SWAP_RATE - draft.pay.total
    text = swap_instruction(missing)
    takes = tuple(
        Button(
            key=f"swap.take.{material}",
            symbol=material,
            action=ExplainImpossible(text)
            if missing
            else Decide(SwapChips(by=draft.color, pay=draft.pay, take=material)),
            dim=missing != 0,
        )
        for material in MATERIALS
    )
    return Question(
        color=draft.color,
        title=_("swaps 3 for 1") if missing else _("takes one chip"),
        rows=(
            text_if_room(text),
            _payment_steppers("give", draft, lambda pay: SWAP_RATE - pay.total, text),
            Row(takes),
        ),
        reasons=rule_reasons("swap.any-time"),
        keeps_answers_in_place=True,
    )


def swap_instruction(missing: int) -> str:
    if missing == 0:
        return _("Now tap the chip that you take:")
    return plural("Add {number} more chip.", "Add {number} more chips.", missing)
