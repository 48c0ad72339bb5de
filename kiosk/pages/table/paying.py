"""Payments with any mix of chips, three of them for a missing one, and swaps in between.

A missing chip and its replacement are entered by one tap for three of a kind, otherwise one by one,
without counting. Hidden hands have no influence (pay.swap, swap.any-time). Knows no Kivy.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Command, Offer, Swap
from companion.errors import RuleViolation
from companion.pieces import MATERIALS, NO_CHIPS, SWAP_RATE, Chips, Color, Give, Material
from companion.preview import Balance, balance, prices
from companion.state import GameState
from kiosk.pages.table.draft import Draft, Paying, Swapping, Unpaid, unpaid_for
from kiosk.pages.table.notices import ruling
from kiosk.pages.table.parts import overruling, printed_order, rules, steppers
from kiosk.pages.table.question import Decide, Question, SetDraft, ShowHand, alone, helping, words
from kiosk.pieces.form import ChipRow, Choice, MissingChip, ThreeChips
from kiosk.ui.form import Block, Row, Style
from kiosk.words.language import _, several, visible
from kiosk.words.texts import chips_text

_DRAWN_KINDS = 3
"""So many kinds of chips of a payment have room as drawings."""


def swap_choice(
    key: str, command: BuildHut | BuildTemple | Offer, due: tuple[Chips, ...]
) -> Choice:
    """Return the payment with three chips in place of one of the prices `due`."""
    return Choice(
        key=key,
        text=f"{SWAP_RATE}:1",
        action=SetDraft(_otherwise(command, due)),
        style=Style.QUIET,
        width=0.9,
    )


def three_alike(
    key: str, purpose: BuildHut | BuildTemple | Offer, less: Chips, there: Iterable[Material]
) -> tuple[Choice, ...]:
    """Return payments `less` one chip of the price, with three of a kind in its place.

    `there` are the materials that may replace it, whatever the hands have.
    """
    return tuple(
        Choice(
            key=f"{key}.{material}",
            symbol=ThreeChips(material),
            action=Decide(replace(purpose, pay=less + Chips.of(*[material] * SWAP_RATE))),
        )
        for material in there
    )


def _otherwise(purpose: BuildHut | BuildTemple | Offer, due: tuple[Chips, ...]) -> Paying:
    """Return the first payment: the price, or empty for two icons without chips."""
    either = isinstance(purpose, Offer) and purpose.give is Give.ONE
    return Paying(purpose, NO_CHIPS if either else due[0])


def unpaid(state: GameState, command: Command, refusal: RuleViolation) -> Unpaid | None:
    """Return the question after a failed payment; None if another rule refused."""
    match command:
        case BuildHut() | BuildTemple() | Offer() if refusal.rule in ("pay.hand", "pay.swap"):
            due = prices(state, command)
            ruled = ruling(state, command, refusal)
            if balance(command.pay, *due).settles:
                # Where something stands in already, another chip may be missing beside that one.
                again = Paying(command, command.pay)
                return Unpaid(
                    command, _otherwise(command, due) if command.pay in due else again, ruled
                )
            return Unpaid(command, Paying(command, command.pay, counted=True), ruled)
        case _:
            return None


def unpaid_question(draft: Unpaid) -> Question:
    """Return the two ways out of a failed payment, without revealing the missing chips."""
    purpose = draft.purpose
    otherwise = Choice(
        key="unpaid.otherwise",
        text=_("Count it out again") if draft.otherwise.counted else _("Three others for one"),
        action=SetDraft(draft.otherwise),
        style=Style.PRIMARY,
    )
    if isinstance(purpose, Offer):
        away = _("Another offering")
    else:
        away = _("Back to field {field}", field=purpose.field)
    leave = Choice(
        key="unpaid.back", text=away, action=SetDraft(unpaid_for(purpose)), style=Style.QUIET
    )
    return Question(
        color=purpose.by,
        title=_title(purpose),
        rows=(
            words(_sum_text(draft)),
            words(_("Any three others replace a missing chip.")),
            alone(overruling(draft.ruling)),
            alone(leave),
            alone(otherwise),
        ),
        reasons=rules("pay.swap", "pay.hand"),
    )


def _sum_text(draft: Unpaid) -> str:
    """Return why nothing was paid: the entered chips are not the price, or are missing."""
    if draft.otherwise.counted:
        return _("That is not the price. Nothing has been paid.")
    return _("You don't have those chips. Nothing has been paid.")


def paying_question(state: GameState, draft: Paying) -> Question:
    """Ask for missing chips and their replacement, until the payment is the price."""
    purpose = draft.purpose
    due = prices(state, purpose)
    found = balance(draft.pay, *due)
    order = tuple(dict.fromkeys((*printed_order(state, _field(state, purpose)), *MATERIALS)))
    if draft.counted or found.due < 0:
        rows = _counted_rows(draft, due, found, order)
    elif found.settles:
        rows = _settled_rows(draft, due, order)
    else:
        rows = _stand_in_rows(draft, due, found, order)
    return Question(
        color=purpose.by,
        title=_title(purpose),
        rows=rows,
        reasons=rules("pay.swap", "pay.hand"),
    )


def _settled_rows(
    draft: Paying, due: tuple[Chips, ...], order: tuple[Material, ...]
) -> tuple[Block, ...]:
    """Return the choice of a missing chip, and the payment if it differs from the price.

    Beside each chip of the price are three of each other kind, to pay with at one tap.
    """
    paid = [material for material in order if draft.pay.number(material)]
    missing = {
        material: Choice(
            key=f"pay.missing.{material}",
            symbol=MissingChip(material) if draft.pay in due else material,
            action=SetDraft(replace(draft, pay=draft.pay - Chips.of(material))),
            style=Style.QUIET,
        )
        for material in paid
    }
    if draft.pay not in due:
        again = words(_("Replace another chip?"))
        rows = (_payment_row(draft.pay, order), again, Row(tuple(missing.values())))
        return (*rows, alone(_count(draft)), alone(_done(draft)))
    lines = []
    for material, choice in missing.items():
        others = [one for one in _may_stand_in(draft.pay, due) if one is not material]
        less = draft.pay - Chips.of(material)
        threes = three_alike(f"pay.for.{material}", draft.purpose, less, others)
        lines.append(Row((choice, *threes)))
    return (
        words(_("Which chip is missing, and what do you pay instead?")),
        *lines,
        alone(_count(draft)),
    )


def _may_stand_in(pay: Chips, due: tuple[Chips, ...]) -> list[Material]:
    """Return the materials of which a payment has all chips."""
    return [
        material
        for material in MATERIALS
        if all(pay.number(material) >= price.number(material) for price in due)
    ]


def _stand_in_rows(
    draft: Paying, due: tuple[Chips, ...], found: Balance, order: tuple[Material, ...]
) -> tuple[Block, ...]:
    """Return the chips that may replace one, three of a kind at a tap or one by one."""
    others = _may_stand_in(draft.pay, due)
    rows: list[Block] = [_payment_row(draft.pay, order)] if draft.pay.total else []
    if found.due >= SWAP_RATE:
        rows.append(words(_("Three of a kind:")))
        rows.append(_chips_more(draft, "three", SWAP_RATE, others))
        rows.append(words(_("Or one by one:")))
    else:
        rows.append(
            words(several("{number} more replaces it:", "{number} more replace it:", found.due))
        )
    rows.append(_chips_more(draft, "one", 1, others))
    rows.append(alone(_count(draft)))
    return tuple(rows)


def _chips_more(draft: Paying, key: str, number: int, others: list[Material]) -> Row:
    return Row(
        tuple(
            Choice(
                key=f"pay.{key}.{material}",
                text=f"+ {number}",
                symbol=material,
                action=SetDraft(replace(draft, pay=draft.pay + Chips.of(*(material,) * number))),
            )
            for material in others
        )
    )


def _counted_rows(
    draft: Paying, due: tuple[Chips, ...], found: Balance, order: tuple[Material, ...]
) -> tuple[Block, ...]:
    """Return a payment entered chip by chip, and its difference from the price."""
    purpose = draft.purpose
    return (
        words(_prices_text(due, order)),
        words(_balance_text(found)),
        steppers("pay", draft.pay, lambda pay: Paying(purpose, pay, counted=True)),
        alone(_done(draft, chips_text(draft.pay, order))),
    )


def _payment_row(pay: Chips, order: tuple[Material, ...]) -> Block:
    if sum(map(bool, pay.counts)) <= _DRAWN_KINDS:
        return ChipRow(pay, order, _("You pay:"))
    return words(_("You pay: {chips}", chips=chips_text(pay, order)))


def _count(draft: Paying) -> Choice:
    return Choice(
        key="pay.count",
        text=_("A mix"),
        action=SetDraft(replace(draft, counted=True)),
        style=Style.QUIET,
    )


def _done(draft: Paying, detail: str = "") -> Choice:
    return Choice(
        key="pay.done",
        text=_("Pay"),
        detail=detail,
        action=Decide(replace(draft.purpose, pay=draft.pay)),
        style=Style.PRIMARY,
    )


def _title(purpose: BuildHut | BuildTemple | Offer) -> str:
    match purpose:
        case BuildHut():
            return _("pays for a hut")
        case BuildTemple():
            return _("pays for a temple")
        case Offer(give=Give.BOTH):
            return _("offers both")
        case Offer():
            return _("offers one")


def _field(state: GameState, purpose: BuildHut | BuildTemple | Offer) -> int:
    return state.visits[0] if isinstance(purpose, Offer) else purpose.field


def _prices_text(due: tuple[Chips, ...], order: tuple[Material, ...]) -> str:
    if len(due) == 1:
        return _("Asked: {chips}", chips=chips_text(due[0], order))
    return _("Asked: {chips} or {others}", chips=chips_text(due[0]), others=chips_text(due[1]))


def _balance_text(found: Balance) -> str:
    """Return the difference of a payment from the price, without regard to hands."""
    if found.settles:
        return _("That is exactly right.")
    if found.due < 0:
        return several("{number} chip too many.", "{number} chips too many.", -found.due)
    return several(
        "{missing}: add {number} other chip.",
        "{missing}: add {number} other chips.",
        found.due,
        missing=several("{number} missing", "{number} missing", found.missing),
    )


# Hands, and three chips for one at any time


def hands_question(state: GameState, under: Draft) -> Question:
    """Return the hands to view and, in play, a swap; `under` is the question below."""
    help_text = helping(_("Hold your name to look at your chips."))
    hands = [_hand(player.color, visible(player.name)) for player in state.players]
    if not state.in_play:
        rows = tuple(map(alone, hands))
    else:
        rows = tuple(
            Row((hand, _swap(under, player.color)))
            for hand, player in zip(hands, state.players, strict=True)
        )
    return Question(
        color=None,
        title=_("Hands"),
        rows=(help_text, *rows),
        reasons=rules("swap.any-time", "setup.hand"),
    )


def _hand(color: Color, name: str) -> Choice:
    return Choice(
        key=f"hand.{color}",
        text=name,
        is_name=True,
        symbol=color,
        action=ShowHand(color),
        lifted=ShowHand(None),
        width=2.2,
    )


def _swap(under: Draft, color: Color) -> Choice:
    return Choice(
        key=f"swap.{color}",
        text=_("3 for 1"),
        action=SetDraft(_swap_over(under, color)),
        width=1.8,
    )


def _swap_over(under: Draft, color: Color) -> Swapping:
    """Return a player's swap above the hands: a new one, or the one begun."""
    if not isinstance(under, Swapping):
        return Swapping(color, under=under)
    return under if under.color == color else Swapping(color, under=under.under)


def swap_question(draft: Swapping) -> Question:
    """Ask for three chips, then for the one in exchange."""
    color = draft.color
    missing = SWAP_RATE - draft.pay.total
    rows: list[Block] = [
        words(swap_text(missing)),
        steppers("give", draft.pay, lambda pay: replace(draft, pay=pay)),
    ]
    if missing == 0:
        rows.append(Row(_swap_takes(draft)))
    return Question(
        color=color,
        title=_("swaps 3 for 1"),
        rows=tuple(rows),
        reasons=rules("swap.any-time"),
    )


def swap_text(missing: int) -> str:
    """Return how many of the three chips are still missing."""
    if missing == 0:
        return _("Now tap the chip that you take:")
    if missing < 0:
        return several("{number} chip too many.", "{number} chips too many.", -missing)
    return several("Put in {number} more chip.", "Put in {number} more chips.", missing)


def _swap_takes(draft: Swapping) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            key=f"swap.take.{material}",
            symbol=material,
            action=Decide(Swap(by=draft.color, pay=draft.pay, take=material)),
        )
        for material in MATERIALS
    )
