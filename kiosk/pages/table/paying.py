"""Paying with any mix of chips, three standing in for one that is missing (pay.swap)."""

from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Offer
from companion.pieces import MATERIALS, Chips, Give, Material
from companion.preview import Balance, balance, prices
from companion.state import GameState
from kiosk.pages.table.draft import Paying
from kiosk.pages.table.parts import printed_order, rules, steppers
from kiosk.pages.table.question import Choice, Do, Question, Style, Think, Words, alone
from kiosk.words.language import _, several
from kiosk.words.texts import chips_text


def swap_choice(key: str, command: BuildHut | BuildTemple | Offer, pay: Chips) -> Choice:
    """The way to pay with three chips in place of one."""
    return Choice(key=key, text=_("3 for 1"), action=Think(Paying(command, pay)), width=1.2)


def paying_question(state: GameState, draft: Paying) -> Question:
    """Asks for a payment, and tells how far it is from the price."""
    purpose = draft.purpose
    due = prices(state, purpose)
    order = printed_order(state, _field(state, purpose))
    done = Choice(
        key="pay.done",
        text=_("Pay"),
        detail=chips_text(draft.pay, tuple(dict.fromkeys((*order, *MATERIALS)))),
        action=Do(replace(purpose, pay=draft.pay)),
        style=Style.PRIMARY,
    )
    return Question(
        color=purpose.by,
        title=_title(purpose),
        rows=(
            Words(_prices_text(due, order)),
            Words(_balance_text(balance(draft.pay, *due))),
            steppers("pay", draft.pay, lambda pay: Paying(purpose, pay)),
            alone(done),
        ),
        reasons=rules("pay.swap", "pay.hand"),
    )


def _title(purpose: BuildHut | BuildTemple | Offer) -> str:
    match purpose:
        case BuildHut(field=field):
            return _("Pay: hut on {field}", field=field)
        case BuildTemple(field=field):
            return _("Pay: temple on {field}", field=field)
        case Offer(give=Give.BOTH):
            return _("Offer both materials")
        case Offer():
            return _("Offer one material")


def _field(state: GameState, purpose: BuildHut | BuildTemple | Offer) -> int:
    return state.visits[0] if isinstance(purpose, Offer) else purpose.field


def _prices_text(due: tuple[Chips, ...], order: tuple[Material, ...]) -> str:
    if len(due) == 1:
        return _("Asked: {chips}", chips=chips_text(due[0], order))
    return _("Asked: {chips} or {others}", chips=chips_text(due[0]), others=chips_text(due[1]))


def _balance_text(found: Balance) -> str:
    """How far a payment is from what is asked; only what was put in counts, never a hand."""
    if found.settles:
        return _("That is exactly right.")
    if found.due < 0:
        return several("{number} chip too many.", "{number} chips too many.", -found.due)
    return several(
        "{missing} missing: {number} chip more instead.",
        "{missing} missing: {number} chips more instead.",
        found.due,
        missing=found.missing,
    )
