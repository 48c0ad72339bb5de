"""Paying with any mix of chips, three standing in for one that is missing (pay.swap)."""

from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Offer
from companion.pieces import SWAP_RATE, BuildingKind, Chips, Give
from companion.rules import building, offering
from companion.rules.payment import settles
from companion.state import GameState
from kiosk.pages.table.draft import Paying
from kiosk.pages.table.parts import steppers
from kiosk.pages.table.question import Choice, Choices, Do, Question, Style, Think, Words
from kiosk.words.texts import _, chips_text, several


def swap_choice(key: str, command: BuildHut | BuildTemple | Offer, pay: Chips) -> Choice:
    """The way to pay with three chips in place of one."""
    return Choice(key=key, text=_("3 for 1"), action=Think(Paying(command, pay)), width=1.2)


def paying_question(state: GameState, draft: Paying) -> Question:
    """Asks for a payment, and tells how far it is from the price."""
    purpose = draft.purpose
    match purpose:
        case BuildHut():
            prices: tuple[Chips, ...] = (building.price(state, BuildingKind.HUT, purpose.field),)
            title = _("Pay for the hut on {field}", field=purpose.field)
        case BuildTemple():
            prices = (building.price(state, BuildingKind.TEMPLE, purpose.field),)
            title = _("Pay for the temple on {field}", field=purpose.field)
        case Offer():
            prices = offering.prices(state, state.visits[0], purpose.give)
            title = _offer_title(purpose.give)
    done = Choice(
        key="pay.done",
        text=_("Pay"),
        detail=chips_text(draft.pay),
        action=Do(replace(purpose, pay=draft.pay)),
        style=Style.PRIMARY,
    )
    return Question(
        color=purpose.by,
        title=title,
        rows=(
            Words(_prices_text(prices)),
            Words(_balance_text(draft.pay, prices)),
            steppers("pay", draft.pay, lambda pay: Paying(purpose, pay)),
            Choices((done,)),
        ),
        rules=("pay.swap", "pay.hand"),
    )


def _offer_title(give: Give) -> str:
    return _("Offer both materials") if give is Give.BOTH else _("Offer one material")


def _prices_text(prices: tuple[Chips, ...]) -> str:
    if len(prices) == 1:
        return _("Asked: {chips}", chips=chips_text(prices[0]))
    return _(
        "Asked: {chips} or {others}", chips=chips_text(prices[0]), others=chips_text(prices[1])
    )


def _balance_text(pay: Chips, prices: tuple[Chips, ...]) -> str:
    """How far a payment is from what is asked; only what was put in counts, never a hand."""
    if any(settles(pay, price) for price in prices):
        return _("That is exactly right.")
    price = max(prices, key=lambda one: pay.common(one).total)
    direct = pay.common(price).total
    missing = price.total - direct
    spare = pay.total - direct
    due = SWAP_RATE * missing
    if spare > due:
        return several("{number} chip too many.", "{number} chips too many.", spare - due)
    return several(
        "{missing} missing: {number} chip more instead.",
        "{missing} missing: {number} chips more instead.",
        due - spare,
        missing=missing,
    )
