"""Payments: exact, or with three chips for a missing one; the free swap (pay.*, swap.*, p. 8)."""

from collections.abc import Iterator
from itertools import product

import msgspec

from companion.commands import Swap
from companion.errors import HandViolation, RuleViolation
from companion.events import ChipsPaid, ChipsSwapped
from companion.pieces import SWAP_RATE, Chips, Color
from companion.rules.unfolding import Unfolding
from companion.state import GameState


class Balance(msgspec.Struct, frozen=True):
    """Difference of a payment and a price (pay.swap).

    `missing` chips of the price are not paid directly; `spare` chips of the payment are not in the
    price: three of them replace a missing one.
    """

    missing: int
    spare: int

    @property
    def due(self) -> int:
        """Number of chips still to add; negative if there are too many, 0 if exact."""
        return SWAP_RATE * self.missing - self.spare

    @property
    def settles(self) -> bool:
        return self.due == 0


def balance(pay: Chips, *prices: Chips) -> Balance:
    """Return the balance of `pay` and a price: one that it settles, or the nearest (pay.swap).

    Chips of the price count as themselves first. At least one price is needed.
    """
    balances = [_balance(pay, price) for price in prices]
    nearest = min(balances, key=lambda one: one.missing)
    return next((one for one in balances if one.settles), nearest)


def _balance(pay: Chips, price: Chips) -> Balance:
    direct = pay.common(price).total
    return Balance(missing=price.total - direct, spare=pay.total - direct)


def settles(pay: Chips, price: Chips) -> bool:
    """Return whether `pay` settles `price` exactly (pay.swap)."""
    return _balance(pay, price).settles


def payments(hand: Chips, price: Chips) -> Iterator[Chips]:
    """Yield every payment from `hand` that settles `price`, those with fewer swaps first.

    A chip of the price is worth three, any other chip one. A payment settles if it is worth the
    whole price, so three materials determine the fourth.
    """
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
    """Return the worth of 0 to `have` chips of a material of which the price has `due`."""
    return {number + (SWAP_RATE - 1) * min(number, due): number for number in range(have + 1)}


def check(state: GameState, payer: Color, pay: Chips, *prices: Chips) -> None:
    """Raise if a payment settles none of `prices`, or the payer does not have it.

    All prices have the same number of chips. The hand is checked last, so that other refusals
    reveal nothing. Raises RuleViolation (pay.swap, pay.hand).
    """
    if any(settles(pay, price) for price in prices):
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
        raise HandViolation(
            "pay.hand", "{color} does not have all of these chips; choose others", color=color
        )


def pay_chips(unfolding: Unfolding, payer: Color, pay: Chips) -> None:
    """Move a checked payment to the plains."""
    if pay.total:
        unfolding.happen(ChipsPaid(payer, pay))


def swap(state: GameState, command: Swap) -> Unfolding:
    """Return any three chips, then take one from a supply (swap.any-time)."""
    rule = "swap.any-time"
    if not state.in_play:
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
    unfolding = Unfolding(state)
    unfolding.happen(ChipsSwapped(command.by, command.pay, command.take))
    return unfolding
