"""Paying with any mix of chips, three standing in for one that is missing, and swaps in between.

Which chip is missing and what stands in for it is told by one tap where that is three of a kind,
else by one each: nobody has to count. What somebody has behind their screen changes nothing here
(pay.swap, swap.any-time). Knows no Kivy.
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
from kiosk.pages.table.parts import overruling, rules, steppers
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
    """The way to pay with three chips in place of one of the prices `due`."""
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
    """Ways to pay at once what is `less` than the price by one chip, and three of a kind for it.

    `there` are the materials that may stand in, whatever anybody has.
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
    """How to begin: with the price, or, where either icon would do and neither is there, empty."""
    either = isinstance(purpose, Offer) and purpose.give is Give.ONE
    return Paying(purpose, NO_CHIPS if either else due[0])


def unpaid(state: GameState, command: Command, refusal: RuleViolation) -> Unpaid | None:
    """What is asked after a payment that did not work; None where something else was refused."""
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
    """Offers the two ways out of a payment that did not work; which chips lack is told nobody."""
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
    """Why nothing was paid: what was counted out is not the price, or is not all there."""
    if draft.otherwise.counted:
        return _("That is not the price. Nothing has been paid.")
    return _("You don't have those chips. Nothing has been paid.")


def paying_question(state: GameState, draft: Paying) -> Question:
    """Asks what is missing, then what stands in for it, until the payment is the price."""
    purpose = draft.purpose
    due = prices(state, purpose)
    found = balance(draft.pay, *due)
    if draft.counted or found.due < 0:
        rows = _counted_rows(draft, due, found)
    elif found.settles:
        rows = _settled_rows(draft, due)
    else:
        rows = _stand_in_rows(draft, due, found)
    return Question(
        color=purpose.by,
        title=_title(purpose),
        rows=rows,
        reasons=rules("pay.swap", "pay.hand"),
    )


def _settled_rows(draft: Paying, due: tuple[Chips, ...]) -> tuple[Block, ...]:
    """Which chip of a payment is missing, and the payment itself once it is not the price.

    Beside each chip of the price stand three of each other kind: a tap pays so.
    """
    paid = [material for material in MATERIALS if draft.pay.number(material)]
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
        rows = (_payment_row(draft.pay), again, Row(tuple(missing.values())))
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
    """The materials of which none is missing in a payment."""
    return [
        material
        for material in MATERIALS
        if all(pay.number(material) >= price.number(material) for price in due)
    ]


def _stand_in_rows(draft: Paying, due: tuple[Chips, ...], found: Balance) -> tuple[Block, ...]:
    """The chips that may stand in, three of a kind at a tap or one by one."""
    others = _may_stand_in(draft.pay, due)
    rows: list[Block] = [_payment_row(draft.pay)] if draft.pay.total else []
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


def _counted_rows(draft: Paying, due: tuple[Chips, ...], found: Balance) -> tuple[Block, ...]:
    """A payment that is counted out chip by chip, and how far it is from the price."""
    purpose = draft.purpose
    return (
        words(_prices_text(due)),
        words(_balance_text(found)),
        steppers("pay", draft.pay, lambda pay: Paying(purpose, pay, counted=True)),
        alone(_done(draft, chips_text(draft.pay))),
    )


def _payment_row(pay: Chips) -> Block:
    if sum(map(bool, pay.counts)) <= _DRAWN_KINDS:
        return ChipRow(pay, _("You pay:"))
    return words(_("You pay: {chips}", chips=chips_text(pay)))


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


def _prices_text(due: tuple[Chips, ...]) -> str:
    if len(due) == 1:
        return _("Asked: {chips}", chips=chips_text(due[0]))
    return _("Asked: {chips} or {others}", chips=chips_text(due[0]), others=chips_text(due[1]))


def _balance_text(found: Balance) -> str:
    """How far a payment is from what is asked; only what was put in counts, never a hand."""
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
    """Offers to look at hands and, in play, to swap; `under` is what it covers."""
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
    """A player's swap over what the hands cover: a new one, or theirs that they have begun."""
    if not isinstance(under, Swapping):
        return Swapping(color, under=under)
    return under if under.color == color else Swapping(color, under=under.under)


def swap_question(draft: Swapping) -> Question:
    """Asks for three chips, then for the one that is taken for them."""
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
    """How many of the three chips are still missing."""
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
