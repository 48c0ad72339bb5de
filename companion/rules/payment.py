"""Payments and swaps of chips (rules pay.* and swap.*, p. 8).

A payment is the exact price, or has three other chips in place of each missing chip. In a swap, a
player returns three chips and takes one.
"""

from collections.abc import Iterator
from itertools import product

import msgspec

from companion.commands import SwapChips
from companion.errors import HiddenHandViolation, RuleViolation
from companion.events import ChipsPaid, ChipsSwapped
from companion.pieces import MATERIALS, SWAP_RATE, Chips, Color
from companion.rules.consequences import Consequences
from companion.state import GameState


class PaymentBalance(msgspec.Struct, frozen=True):
    """Difference between a payment and a price (rule pay.swap).

    `missing_chips` is the number of chips in the price that the payment lacks. `spare_chips` is the
    number of chips in the payment that are not in the price. Three spare chips replace one missing
    chip.
    """

    missing_chips: int
    spare_chips: int

    @property
    def spare_chips_still_due(self) -> int:
        """Number of spare chips still needed to settle the price (to pay it exactly).

        The number is negative if there are too many spare chips.
        """
        return SWAP_RATE * self.missing_chips - self.spare_chips

    @property
    def is_settled(self) -> bool:
        return self.spare_chips_still_due == 0


def payment_balance(pay: Chips, *prices: Chips) -> PaymentBalance:
    """Compare `pay` with each price; return the balance for the first price that `pay` settles.

    If `pay` settles none of the prices, return the balance for the price with the fewest missing
    chips (rule pay.swap). Chips of a material in the price pay for that material first; further
    chips of that material are spare. At least one price is required.
    """
    balances = [_balance(pay, price) for price in prices]
    nearest = min(balances, key=lambda one: one.missing_chips)
    return next((one for one in balances if one.is_settled), nearest)


def _balance(pay: Chips, price: Chips) -> PaymentBalance:
    direct = pay.common(price).total
    return PaymentBalance(missing_chips=price.total - direct, spare_chips=pay.total - direct)


def settles_price(pay: Chips, price: Chips) -> bool:
    """Return whether `pay` settles `price` exactly (rule pay.swap)."""
    return _balance(pay, price).is_settled


def possible_payments(hand: Chips, price: Chips) -> Iterator[Chips]:
    """Yield every payment from `hand` that settles `price`, beginning with the fewest replacements.

    Three spare chips (see `PaymentBalance`) can replace one chip of the price.
    """
    # A chip in the price is worth three, any other chip one. A payment settles the price if both
    # are worth the same. So the chips of three materials leave only one number for the fourth.
    whole = SWAP_RATE * price.total
    *three, fourth = (
        _worths(min(have, whole), due) for have, due in zip(hand.counts, price.counts, strict=True)
    )
    found = []
    for chosen in product(*(worths.items() for worths in three)):
        rest = whole - sum(worth for worth, _ in chosen)
        if rest in fourth:
            numbers = [*(number for _, number in chosen), fourth[rest]]
            found.append(Chips(*numbers))
    yield from sorted(found, key=lambda pay: (pay.total, pay.counts))


def _worths(have: int, due: int) -> dict[int, int]:
    """Return the numbers of chips of one material that a player can pay, by their worth.

    There is an entry for each number from 0 to `have`: its key is what so many chips are worth. The
    first `due` chips, which are in the price, are worth three each, all further ones one each.
    """
    return {number + (SWAP_RATE - 1) * min(number, due): number for number in range(have + 1)}


def check_payment(state: GameState, payer: Color, pay: Chips, *prices: Chips) -> None:
    """Raise RuleViolation if a payment settles none of `prices`, or if the payer lacks the chips.

    All prices must have the same number of chips. The payer's hand is checked last, so that an
    error about the price reveals nothing about the hand. Rules pay.swap and pay.hand.
    """
    if any(settles_price(pay, price) for price in prices):
        _check_hand(state, payer, pay)
        return
    rule = "pay.swap"
    due = prices[0].total
    if due == 0:
        raise RuleViolation(rule, "this costs nothing; pay no chips")
    raise RuleViolation(
        rule,
        "this does not pay the price of {due}: pay what the icons ask for, and exactly three "
        "other chips for each one that you replace",
        due=due,
    )


def _check_hand(state: GameState, color: Color, chips: Chips) -> None:
    if not state.player(color).hand.covers(chips):
        if chips.total == 1:
            (one,) = (one for one in MATERIALS if chips.number(one))
            raise HiddenHandViolation(
                "pay.hand", "{color} has no {material}", color=color, material=one
            )
        raise HiddenHandViolation(
            "pay.hand", "{color} does not have all of these chips; choose others", color=color
        )


def pay_chips(consequences: Consequences, payer: Color, pay: Chips) -> None:
    """Move a payment from the payer's hand to the plains; `check_payment` must have accepted it."""
    if pay.total:
        consequences.add(ChipsPaid(payer, pay))


def swap_chips(state: GameState, command: SwapChips) -> Consequences:
    """Return any three chips, then take one chip from a supply (rule swap.any-time)."""
    rule = "swap.any-time"
    if not state.is_in_play:
        raise RuleViolation(
            rule, "chips can be swapped only from the first turn until the final circuit has ended"
        )
    if command.by not in state.colors:
        raise RuleViolation(rule, "nobody plays {color} in this game", color=command.by)
    if command.pay.total != SWAP_RATE:
        raise RuleViolation(
            rule, "return exactly three chips for one, not {number}", number=command.pay.total
        )
    if (state.supply + command.pay).number(command.take) == 0:
        raise RuleViolation(
            rule, "the {plain} plain is empty; choose another material", plain=command.take
        )
    _check_hand(state, command.by, command.pay)
    consequences = Consequences(state)
    consequences.add(ChipsSwapped(command.by, command.pay, command.take))
    return consequences
