"""What a building costs and why, and how it was paid (hut.*, temple.*, pay.*)."""

from companion import events as ev
from companion.pieces import Bonus, BuildingKind, Chips, Color
from companion.rules import building, offering
from companion.rules.payment import settles
from companion.rules.settlements import joined_by
from companion.sentence import N_, Sentence
from companion.state import GameState
from companion.telling.reason import Reason


def payment(state: GameState, pay: Chips, following: ev.Event | None) -> tuple[Reason, ...]:
    """What was paid for follows the payment; where chips stood in, pay.swap says for which."""
    match following:
        case ev.Built(_, kind, field):
            rule = f"{kind}.cost"
            prices: tuple[Chips, ...] = (building.price(state, kind, field),)
        case ev.OfferingMade(_, field, give, _):
            rule, prices = f"offer.{give}", offering.prices(state, field, give)
        case _:
            raise ValueError("a payment is for a building or an offering")
    price = next(price for price in prices if settles(pay, price))
    if pay in prices:
        return (Reason(rule),)
    direct = pay.common(price)
    facts = {"price": price, "others": pay - direct, "missing": price - direct}
    stood_in = Sentence(N_("Asked: {price}. {others} stand in for {missing}."), facts)
    return (Reason(rule), Reason("pay.swap", (stood_in,)))


def site(state: GameState, kind: BuildingKind, field: int) -> tuple[Reason, ...]:
    """What a building on a field costs, and what a bonus chip does there."""
    price = building.price(state, kind, field)
    if kind is BuildingKind.TEMPLE:
        return (Reason("temple.cost", (_both_icons_once(price),)),)
    facts = {"field": field}
    bonus: tuple[Reason, ...] = ()
    match state.bonus_on(field):
        case Bonus.HUT:
            free = Sentence(
                N_("The “free hut” chip on {field} pays for it: nothing to pay."), facts
            )
            return (Reason("hut.bonus", (free,)),)
        case Bonus.DRUID:
            stays = Sentence(N_("The druid chip stays under the hut on {field}."), facts)
            bonus = (Reason("hut.bonus", (stays,)),)
        case Bonus.POINTS:
            points = Sentence(N_("The “+2” chip on {field} scores 2 points at once."), facts)
            bonus = (Reason("hut.bonus", (points,)),)
    return (Reason("hut.cost", (_hut_price(joined_by(state, field), price),)), *bonus)


def _both_icons_once(price: Chips) -> Sentence:
    return Sentence(N_("Both icons once: {price}."), {"price": price})


def _hut_price(huts: int, price: Chips) -> Sentence:
    """Why a hut costs what it costs; ordinals differ, so that each has a sentence of its own."""
    if huts == 1:
        return Sentence(N_("A single hut, both icons once: {price}."), {"price": price})
    messages = {
        1: N_("{huts}st hut here, {huts} of each: {price}."),
        2: N_("{huts}nd hut here, {huts} of each: {price}."),
        3: N_("{huts}rd hut here, {huts} of each: {price}."),
    }
    usual = N_("{huts}th hut here, {huts} of each: {price}.")
    ends_regularly = huts // 10 != 1
    message = messages.get(huts % 10, usual) if ends_regularly else usual
    return Sentence(message, {"huts": huts, "price": price})


def last_building(state: GameState, builder: Color) -> tuple[Reason, ...]:
    """That the last turns will begin, where somebody puts up all that they had left."""
    if state.finale is not None or state.huts_left(builder) + state.temples_left(builder) != 1:
        return ()
    last = Sentence(N_("It is {player}'s last building."), {"player": builder})
    return (Reason("end.trigger", (last,)),)
