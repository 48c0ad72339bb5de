"""Payments in which three other chips replace a missing one, and swaps. Free of Kivy.

Because hands are secret, all numbers start at zero: the player enters which chips are missing, and
which chips replace them (rules pay.swap and swap.any-time).
"""

from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Command, MakeOffering, SwapChips
from companion.errors import RuleViolation
from companion.pieces import MATERIALS, NO_CHIPS, SWAP_RATE, Chips, Color, OfferingAnswer
from companion.preview import Balance, balance, preview_offers, price_options
from companion.state import GameState
from kiosk.pages.table.draft import Draft, PaymentDraft, SwapDraft
from kiosk.pages.table.parts import (
    MAIN_WIDTH,
    MORE_WIDTH,
    SWAP_WIDTH,
    decider_of,
    payment_steppers,
    rule_reasons,
    signed_points,
)
from kiosk.pages.table.question import (
    Action,
    Decide,
    ExplainImpossible,
    Question,
    SetDraft,
    ShowHand,
    optional_help,
)
from kiosk.pieces.form import ChipTable
from kiosk.ui.form import Block, Button, ButtonStyle, Row
from kiosk.words.language import _, escape_invisible, plural
from kiosk.words.texts import chips_text


def payment_draft(state: GameState, purpose: BuildHut | BuildTemple | MakeOffering) -> PaymentDraft:
    """Return a draft in which the player enters the missing chips of a price.

    If the price has only one material, one chip of it is missing from the beginning, since no other
    chip can be.
    """
    asked = _asked(state, purpose)
    kinds = [material for material in MATERIALS if asked.number(material)]
    return PaymentDraft(purpose, asked - Chips.of(*kinds) if len(kinds) == 1 else asked)


def _asked(state: GameState, purpose: BuildHut | BuildTemple | MakeOffering) -> Chips:
    """Return the payment for which the card shows the number 0 for every material.

    It is the price, except for an offering of either of two chips: then it is no chips.
    """
    asked = price_options(state, purpose)
    either = isinstance(purpose, MakeOffering) and purpose.give is OfferingAnswer.ONE
    return NO_CHIPS if either else asked[0]


def swap_button(key: str, action: Action) -> Button:
    """Return the “3:1” button, for paying three other chips in place of a missing one."""
    return Button(
        key=key,
        text=f"{SWAP_RATE}:1",
        action=action,
        style=ButtonStyle.QUIET,
        width=SWAP_WIDTH,
    )


def draft_after_refused_command(
    state: GameState, draft: Draft, command: Command, refusal: RuleViolation
) -> Draft:
    """Return the draft after a refused command.

    If the price cannot be paid, it is a draft to enter the missing chips; chips that the player has
    already entered stay. Otherwise it is `draft` itself.
    """
    match command:
        case BuildHut() | BuildTemple() | MakeOffering() if refusal.rule in (
            "pay.hand",
            "pay.swap",
        ):
            return draft if isinstance(draft, PaymentDraft) else payment_draft(state, command)
        case _:
            return draft


def payment_question(state: GameState, draft: PaymentDraft) -> Question:
    """Return a question asking which chips are missing, and which other chips replace them."""
    purpose, asked = draft.purpose, _asked(state, draft.purpose)
    found = balance(draft.pay, *price_options(state, purpose))
    title, help_text = _texts(draft, asked, found)
    # A player with all chips of the price pays without 3:1. A refusal to pay it here would reveal
    # the hand.
    nothing_replaced = found.settles and draft.pay == asked
    done = Button(
        key="pay.done",
        text=_done_text(purpose, found),
        action=ExplainImpossible(help_text)
        if nothing_replaced
        else Decide(replace(purpose, pay=draft.pay)),
        style=ButtonStyle.PRIMARY,
        width=MAIN_WIDTH,
        dim=nothing_replaced or not found.settles,
    )
    return Question(
        color=purpose.by,
        title=title,
        rows=(
            optional_help(help_text),
            payment_steppers(
                "pay", draft, lambda pay: balance(pay, *price_options(state, purpose)).due, asked
            ),
            Row((*_beside_main(state, draft), done)),
        ),
        reasons=rule_reasons("pay.swap", "pay.hand"),
        steady=True,
    )


def _done_text(purpose: BuildHut | BuildTemple | MakeOffering, found: Balance) -> str:
    """Return the text of the main answer: the chips still due, or what the payment is for."""
    if found.due > 0:
        # For translators: on a button: the player must pay this many more chips
        return plural("{number} more", "{number} more", found.due)
    if found.due < 0:
        # For translators: on a button: this many chips of the payment are too many
        return plural("{number} too many", "{number} too many", -found.due)
    return _("Offer") if isinstance(purpose, MakeOffering) else _("Build")


def _texts(draft: PaymentDraft, asked: Chips, found: Balance) -> tuple[str, str]:
    """Return the title and the help text of the card on which missing chips are replaced.

    The title is short enough for a card of any size.
    """
    if asked == NO_CHIPS:
        title = _("{number} others for one", number=SWAP_RATE)
        return title, _("One chip missing: pay any {number} others.", number=SWAP_RATE)
    if not found.missing:
        return _("what is missing?"), _("Tap its “−”.")
    others, missing = SWAP_RATE * found.missing, asked - asked.common(draft.pay)
    text = chips_text(missing)
    is_one_kind = missing.total in missing.counts
    short = text if is_one_kind else str(missing.total)
    title = _("{number} others for {chips}", number=others, chips=short)
    return title, _("{chips} missing: pay any {number} others.", chips=text, number=others)


def _beside_main(state: GameState, draft: PaymentDraft) -> tuple[Block, ...]:
    """Return the blocks to the left of the main answer, which keeps its place.

    They are the price and the payment or, for an offering, buttons to offer one chip or both.
    """
    if isinstance(draft.purpose, MakeOffering):
        return _one_or_two(state, draft.purpose)
    # For translators: two short words above each other: the price, and the payment for it
    lines = (_("Price"), _asked(state, draft.purpose)), (_("Pay"), draft.pay)
    return ChipTable(lines, MORE_WIDTH + SWAP_WIDTH), Row(width=0)


def _one_or_two(state: GameState, offer: Command) -> tuple[Button, ...]:
    """Return two buttons to switch between offering one chip and offering both."""
    texts = {OfferingAnswer.ONE: _("One"), OfferingAnswer.BOTH: _("Two")}
    points = {preview.give: preview.points for preview in preview_offers(state)}
    offers = {give: MakeOffering(by=decider_of(state), give=give) for give in texts}
    return tuple(
        Button(
            key=f"pay.{give}",
            text=f"{text} {signed_points(points[give])}",
            action=SetDraft(payment_draft(state, offers[give])),
            chosen=isinstance(offer, MakeOffering) and give is offer.give,
            style=ButtonStyle.QUIET,
            width=(MORE_WIDTH + SWAP_WIDTH) / len(texts),
        )
        for give, text in texts.items()
    )


# Hands, and three chips for one at any time


def hands_question(state: GameState, under: Draft) -> Question:
    """Return the card to look at hands and, during a game, to swap chips.

    `under` is the draft to return to.
    """
    help_text = optional_help(_("Hold your name to look at your chips."))
    rows = []
    for player in state.players:
        color = player.color
        hand = Button(
            key=f"hand.{color}",
            text=escape_invisible(player.name),
            style=ButtonStyle.NAME,
            symbol=color,
            action=ShowHand(color),
            lifted=ShowHand(None),
            width=2.2,
        )
        swap = Button(
            key=f"swap.{color}",
            text=_("3 for 1"),
            action=SetDraft(_swap_over(under, color)),
            width=1.8,
        )
        rows.append(Row((hand, swap) if state.is_in_play else (hand,)))
    return Question(
        color=None,
        title=_("Hands"),
        rows=(help_text, *rows),
        reasons=rule_reasons("swap.any-time", "setup.hand"),
    )


def _swap_over(under: Draft, color: Color) -> SwapDraft:
    """Return the draft of a swap by `color`, opened over the draft `under`.

    If `under` is a swap by the same player, it is returned. Another player's swap is replaced, so
    that swaps never cover each other.
    """
    if not isinstance(under, SwapDraft):
        return SwapDraft(color, under=under)
    return under if under.color == color else SwapDraft(color, under=under.under)


def swap_question(draft: SwapDraft) -> Question:
    """Return a question asking which three chips to swap, and for which one."""
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
            optional_help(text),
            payment_steppers("give", draft, lambda pay: SWAP_RATE - pay.total),
            Row(takes),
        ),
        reasons=rule_reasons("swap.any-time"),
        steady=True,
    )


def swap_instruction(missing: int) -> str:
    """Return an instruction to put in `missing` more chips.

    If `missing` is 0, the text instead asks the player to choose the chip to take.
    """
    if missing == 0:
        return _("Now tap the chip that you take:")
    return plural("Put in {number} more chip.", "Put in {number} more chips.", missing)
