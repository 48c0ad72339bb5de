"""Offerings: the possible answers to the druid, and their points (rules offer.*, p. 9)."""

from typing import assert_never

from companion.commands import DeclineFinalOfferings, MakeOffering
from companion.errors import RuleViolation
from companion.events import BonusUsed, FinalOfferingsDeclined, OfferingMade
from companion.pieces import NO_CHIPS, ONE_CHIP, Chips, OfferingAnswer
from companion.rules import druid, finale, payment
from companion.rules.consequences import Consequences
from companion.rules.settlements import settlement_fields
from companion.state import FinaleStage, GameState, PointSource


def make_offering(state: GameState, command: MakeOffering) -> Consequences:
    """Carry out an answer to the druid, then go on to the next hut, or end the ritual."""
    field = state.visits[0]
    if command.give is OfferingAnswer.CHIP and not state.bonus_staying_under_hut(field):
        raise RuleViolation(
            "offer.chip",
            "no druid chip lies under the hut on field {field}; offer materials, or nothing",
            field=field,
        )
    payment.check_payment(
        state, command.by, command.pay, *offering_prices(state, field, command.give)
    )
    consequences = Consequences(state)
    payment.pay_chips(consequences, command.by, command.pay)
    carry_out_offering(consequences, command.give)
    _go_on(consequences)
    return consequences


def decline_final_offerings(state: GameState, command: DeclineFinalOfferings) -> Consequences:
    """Decline the offerings at this hut and at all later huts of the player (rule offer.none)."""
    if state.finale is not FinaleStage.CIRCUIT:
        raise RuleViolation(
            "offer.none",
            "only in the final circuit can you refuse at all your remaining huts at once",
        )
    consequences = Consequences(state)
    consequences.add(FinalOfferingsDeclined(command.by))
    carry_out_offering(consequences, OfferingAnswer.NONE)
    _go_on(consequences)
    return consequences


def carry_out_offering(consequences: Consequences, give: OfferingAnswer) -> None:
    """Record the answer of the hut's owner, and score its points.

    The price must have been paid already. The druid does not move on to the next hut.
    """
    state = consequences.state
    field = state.visits[0]
    owner, huts = state.hut_owner(field), len(settlement_fields(state, field))
    chip = state.bonus_staying_under_hut(field)
    if give is OfferingAnswer.CHIP and chip is not None:
        consequences.add(BonusUsed(owner, field, chip))
    consequences.add(OfferingMade(owner, field, give, huts))
    source = (
        PointSource.FINAL_OFFERINGS
        if state.finale is FinaleStage.CIRCUIT
        else PointSource.OFFERINGS
    )
    consequences.score(owner, offering_points(give, huts), source)


def offering_points(give: OfferingAnswer, huts: int) -> int:
    """Return the points for an answer in a settlement of `huts` huts (rules offer.*).

    `NONE` scores -1 and `ONE` scores 1. `BOTH` and `CHIP` score one point for each hut.
    """
    match give:
        case OfferingAnswer.NONE:
            return -1
        case OfferingAnswer.ONE:
            return 1
        case OfferingAnswer.BOTH | OfferingAnswer.CHIP:
            return huts
        case _:
            assert_never(give)


def possible_offering_answers(state: GameState, field: int) -> tuple[OfferingAnswer, ...]:
    """Return the answers that an owner with enough chips can give at the hut on a field.

    While the field's icons are unknown, no materials can be offered. Rules offer.*.
    """
    materials = (
        (OfferingAnswer.BOTH, OfferingAnswer.ONE) if state.board.field(field).is_known else ()
    )
    chip = (OfferingAnswer.CHIP,) if state.bonus_staying_under_hut(field) else ()
    return (*materials, *chip, OfferingAnswer.NONE)


def offering_prices(state: GameState, field: int, give: OfferingAnswer) -> tuple[Chips, ...]:
    """Return the prices of an answer at the hut on `field`; the owner pays one of them.

    The answer `ONE` has two prices: a chip for the first icon of the field, or one for the second.
    Other answers have one price. Raises RuleViolation (rule board.survey) if the price depends on
    icons that are unknown.
    """
    if give in (OfferingAnswer.NONE, OfferingAnswer.CHIP):
        return (NO_CHIPS,)
    needs = state.board.field(field).needs
    if needs is None:
        raise RuleViolation(
            "board.survey",
            "nobody has read field {field} off your board yet; read its rune and icons first",
            field=field,
        )
    if give is OfferingAnswer.BOTH:
        return (Chips.of(*needs),)
    return tuple(ONE_CHIP[material] for material in needs)


def _go_on(consequences: Consequences) -> None:
    while consequences.state.visits:
        druid.visit_next_hut(consequences)
        if consequences.state.decider not in consequences.state.passed:
            return
        carry_out_offering(consequences, OfferingAnswer.NONE)
    if consequences.state.finale is FinaleStage.CIRCUIT:
        finale.score_game(consequences)
    else:
        finale.end_turn(consequences)
