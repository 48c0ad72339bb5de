"""Rulings: corrections by which the players allow a command that a rule refuses.

A ruling is the smallest correction that makes the command possible. The rules then carry out the
command with all its consequences.
"""

from itertools import islice

from msgspec.structs import replace

from companion import commands as do
from companion.evolution import apply_changes
from companion.game import problems
from companion.pieces import CHIPS_PER_MATERIAL, MATERIALS, Chips, Color
from companion.preview import balance, price_options
from companion.state import GameState

PaidCommand = do.BuildHut | do.BuildTemple | do.MakeOffering
"""Commands with a payment in chips."""


def changes_to_allow(state: GameState, command: do.Command, rule: str) -> tuple[do.Change, ...]:
    """Return the changes of a correction after which the rules accept `command`.

    `rule` is the id of the rule that refused the command in `state`. If it is pay.swap, the changes
    exchange or add chips in the player's hand, so that the player can make the payment that
    `with_legal_payment` returns. If it is hut.field or temple.field, the changes clear the field:
    they remove its building or, if there is no building, its bonus chip. For any other rule, or if
    no changes of this kind help, return (). The players must then enter a correction themselves.
    """
    match command:
        case do.BuildHut() | do.BuildTemple() | do.MakeOffering() if rule == "pay.swap":
            return _exchange(state, command)[0]
        case do.BuildHut(_, field) | do.BuildTemple(_, field) if rule.endswith(".field"):
            return _changes_to_clear(state, field)
        case _:
            return ()


def with_legal_payment(state: GameState, command: PaidCommand) -> PaidCommand:
    """Return `command` with a payment that the rules accept after `changes_to_allow`.

    Usually this payment is the exact price: the correction exchanges the player's old payment for
    it. If the plains lack chips for an exchange, the payment is the old payment plus chips that
    replace the missing chips (rule pay.swap). If this is impossible too, the payment is the price,
    and the rules still refuse the command.
    """
    return replace(command, pay=_exchange(state, command)[1])


def with_net_payment(before: GameState, after: GameState, command: do.Command) -> do.Command:
    """Return `command` with the chips that its player pays in total, counting the ruling.

    The ruling is the correction that allowed the command; `before` and `after` are the states
    before and after the ruling. Chips that the ruling adds to the player's hand are subtracted from
    the payment. Return `command` unchanged if it has no payment, or if the result would be
    negative.
    """
    match command:
        case do.BuildHut(by, _, pay) | do.BuildTemple(by, _, pay) | do.MakeOffering(by, _, pay):
            paid = before.player(by).hand + pay - after.player(by).hand
            return replace(command, pay=paid) if min(paid.counts) >= 0 else command
        case _:
            return command


def _exchange(state: GameState, command: PaidCommand) -> tuple[tuple[do.Change, ...], Chips]:
    """Return corrections after which the rules accept `command`, and the new payment.

    The corrections return the old payment to the plains and take the price from there instead. If
    the plains lack chips for this, the new payment is the old payment plus further chips from the
    plains as replacements (rule pay.swap). If there are several prices, the first one for which
    this works is used. If it works for none, no corrections are returned.
    """
    found = [_exchanged_for(state, command, price) for price in price_options(state, command)]
    return next((one for one in found if one[0]), found[0])


def _exchanged_for(
    state: GameState, command: PaidCommand, price: Chips
) -> tuple[tuple[do.Change, ...], Chips]:
    changes = _changes_to_hand(state, command.by, more=price, less=command.pay)
    due = balance(command.pay, price).due
    if changes or due <= 0:
        return changes, price
    lying = (
        one for one in MATERIALS if not price.number(one) for _ in range(state.supply.number(one))
    )
    more = Chips.of(*islice(lying, due))
    if more.total < due:
        return (), price
    return _changes_to_hand(state, command.by, more=more, less=Chips()), command.pay + more


def _changes_to_hand(
    state: GameState, color: Color, more: Chips, less: Chips
) -> tuple[do.Change, ...]:
    """Return changes that move chips between a hand and the plains.

    The player gets `more` from the plains and returns `less`. Return () if this is impossible with
    the chips on the plains. Whether the hand has these chips is not checked here, since only its
    owner may know the hand. The correction itself is refused later if a number of chips would fall
    below 0.
    """
    hand, supply = state.player(color).hand, state.supply
    numbers = [
        (one, hand.number(one), supply.number(one), more.number(one) - less.number(one))
        for one in MATERIALS
        if more.number(one) != less.number(one)
    ]
    if any(not 0 <= lying - by <= CHIPS_PER_MATERIAL for _one, _held, lying, by in numbers):
        return ()
    hands = [do.SetHand(color, one, held + by) for one, held, _lying, by in numbers]
    supplies = [do.SetSupply(one, lying - by) for one, _held, lying, by in numbers]
    return (*hands, *supplies)


def _changes_to_clear(state: GameState, field: int) -> tuple[do.Change, ...]:
    if not 1 <= field <= len(state.board):
        return ()
    stands = state.building(field) is not None
    changes = (do.SetBuilding(field, None) if stands else do.SetBonus(field, None),)
    return () if problems(apply_changes(state, changes)) else changes
