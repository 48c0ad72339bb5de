"""Rulings: corrections by which the players allow a command that a rule refuses.

A ruling is the smallest correction that makes the command possible. The rules then carry out the
command with all its consequences.
"""

from itertools import islice

from msgspec.structs import replace

from companion import commands as do
from companion.evolution import apply_changes
from companion.game import state_problems
from companion.pieces import CHIPS_PER_MATERIAL, MATERIALS, Chips, Color
from companion.preview import payment_balance, price_options
from companion.state import GameState

PaidCommand = do.BuildHut | do.BuildTemple | do.MakeOffering
"""Commands with a payment in chips."""


def changes_to_allow(state: GameState, command: do.Command, rule: str) -> tuple[do.Change, ...]:
    """Return the changes of a correction after which the rules accept `command`.

    `rule` is the id of the rule that refused the command in `state`:

    - pay.swap: changes of the player's hand, which exchange chips or add some. The player can then
      make the payment that `with_legal_payment` returns.
    - hut.field or temple.field: a change that removes the building on the field or, if there is no
      building, the bonus chip.

    For other rules, or if these changes are impossible, return (). The players must then enter a
    correction themselves.
    """
    match command:
        case do.BuildHut() | do.BuildTemple() | do.MakeOffering() if rule == "pay.swap":
            return _exchange(state, command)[0]
        case do.BuildHut(_, field) | do.BuildTemple(_, field) if rule.endswith(".field"):
            return _changes_to_clear(state, field)
        case _:
            return ()


def with_legal_payment(state: GameState, command: PaidCommand) -> PaidCommand:
    """Return `command` with a legal payment instead of the payment that a rule refused.

    The player can make the new payment after the changes from `changes_to_allow`. Usually it is the
    exact price, because the player gets these chips from the plains in exchange for the refused
    payment. If the plains lack chips of the price, it is the refused payment plus replacement chips
    from the plains (rule pay.swap). If neither is possible, it is the price, and
    `changes_to_allow` returns ().
    """
    return replace(command, pay=_exchange(state, command)[1])


def with_net_payment(before: GameState, after: GameState, command: do.Command) -> do.Command:
    """Return `command` with its net payment, which includes the chips that the ruling moved.

    The ruling is the correction that allowed the command. `before` and `after` are the states
    before and after the ruling. Chips that the player got from the ruling are subtracted from the
    payment, and chips that the player returned are added. Return `command` unchanged if it has no
    payment, or if a number of chips would be negative.
    """
    match command:
        case do.BuildHut(by, _, pay) | do.BuildTemple(by, _, pay) | do.MakeOffering(by, _, pay):
            paid = before.player(by).hand + pay - after.player(by).hand
            return replace(command, pay=paid) if min(paid.counts) >= 0 else command
        case _:
            return command


def _exchange(state: GameState, command: PaidCommand) -> tuple[tuple[do.Change, ...], Chips]:
    """Return the changes that let the player pay for `command`, and the new payment.

    The payment is explained at `with_legal_payment`. If a command has several prices, use the first
    price that the player can pay after changes. If there is none, return no changes, and the first
    price as the payment.
    """
    found = [_exchanged_for(state, command, price) for price in price_options(state, command)]
    return next((one for one in found if one[0]), found[0])


def _exchanged_for(
    state: GameState, command: PaidCommand, price: Chips
) -> tuple[tuple[do.Change, ...], Chips]:
    changes = _changes_to_hand(state, command.by, more=price, less=command.pay)
    due = payment_balance(command.pay, price).spare_chips_still_due
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
    """Return changes that move `more` from the plains to a hand, and `less` from the hand back.

    Return () if the plains do not have enough chips, or have no room for them. The hand is not
    checked, because only its owner may know it. If the hand has too few chips, the correction is
    refused later.
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
    return () if state_problems(apply_changes(state, changes)) else changes
