"""Random commands that the rules should accept, chosen without checking them as a whole."""

from companion import commands as do
from companion.errors import RuleViolation
from companion.game import state_after_command
from companion.pieces import (
    FACES,
    MATERIALS,
    STACK_LIMIT,
    SWAP_RATE,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    OfferingAnswer,
)
from companion.rules import building, offering
from companion.rules.setup import Setup, initial_state
from companion.state import GameState, Phase
from tests.corrections import any_needs, correction, fitting
from tests.luck import Luck

GIVES = tuple(OfferingAnswer)


def some_way(beginning: Setup, luck: Luck, steps: int) -> GameState:
    """Return a game after a number of such commands, or at its end."""
    state = initial_state(beginning)
    for _ in range(steps):
        if state.phase is Phase.FINISHED:
            break
        state = state_after_command(state, legal_command(state, luck))
    return state


def legal_command(state: GameState, luck: Luck) -> do.Command:
    """Return a command that the rules should accept, chosen without checking it as a whole."""
    if state.is_in_play:
        interlude = _interlude(state, luck)
        if interlude is not None:
            return interlude
    color = state.decider
    match state.phase:
        case Phase.PLACING:
            return do.PlaceWorker(by=color, plain=luck.pick(_plains_with_room(state)))
        case Phase.ROLL | Phase.ACTION if state.supply.total == 0 and luck.once_in(2):
            return do.DeclareEnd(by=luck.pick((color, None)))
        case Phase.ROLL:
            return do.Roll(by=color, face=luck.pick(FACES))
        case Phase.TAKE | Phase.GIVE_BACK:
            return answer_by(state, color, luck)
        case Phase.ACTION:
            return _construction(state, luck) or _move(state, luck)
        case _:
            return answer(state, luck)


def command_in_any_order(state: GameState, luck: Luck) -> do.Command:
    """Return such a command; if several players are asked, any of them may answer first."""
    command = legal_command(state, luck)
    if isinstance(command, do.Answer):
        return answer_by(state, luck.pick(state.deciders), luck)
    return command


def answer_by(state: GameState, color: Color, luck: Luck) -> do.Command:
    """Return an answer of one of the players who may take a chip now, or must give one back."""
    if state.phase is Phase.TAKE:
        there = [material for material in MATERIALS if state.supply.number(material)]
        return do.TakeChip(by=color, material=luck.pick([*there, None]))
    hand = state.player(color).hand
    mine = [material for material in MATERIALS if hand.number(material)]
    return do.GiveBackChip(by=color, material=luck.pick(mine))


def _plains_with_room(state: GameState) -> list:
    return [plain for plain in MATERIALS if len(state.stack(plain)) < STACK_LIMIT]


def _interlude(state: GameState, luck: Luck) -> do.Command | None:
    """Return now and then a command that is allowed at any time."""
    if luck.once_in(12):
        return _swap(state, luck)
    if luck.once_in(8):
        return _survey(state, luck)
    if state.phase in (Phase.ROLL, Phase.ACTION) and luck.once_in(20):
        return correction(state, luck)
    return None


def _swap(state: GameState, luck: Luck) -> do.Command | None:
    player = luck.pick(state.players)
    chips = [material for material in MATERIALS for _ in range(player.hand.number(material))]
    if len(chips) < SWAP_RATE:
        return None
    pay = Chips.of(*luck.some(chips, SWAP_RATE))
    there = [material for material in MATERIALS if (state.supply + pay).number(material)]
    return do.SwapChips(by=player.color, pay=pay, take=luck.pick(there))


def _survey(state: GameState, luck: Luck) -> do.Command | None:
    unread = [
        number for number, field in enumerate(state.board.fields, start=1) if not field.is_known
    ]
    if not unread:
        return None
    field = luck.pick(unread)
    return do.EnterPrintedField(
        field=field, needs=any_needs(luck), rune=luck.pick(fitting(state, field))
    )


def _move(state: GameState, luck: Luck) -> do.Command:
    color = state.decider
    mine = [
        (plain, level)
        for plain in MATERIALS
        for level, worker in enumerate(state.stack(plain), start=1)
        if worker == color
    ]
    source, level = luck.pick(mine)
    targets = [plain for plain in _plains_with_room(state) if plain is not source]
    return do.MoveWorker(by=color, source=source, level=level, target=luck.pick(targets))


def _construction(state: GameState, luck: Luck) -> do.Command | None:
    """Return a hut or temple on one of a few fields, if one is affordable."""
    color = state.decider
    hand = state.player(color).hand
    for _ in range(5):
        kind, field = luck.pick(tuple(BuildingKind)), luck.below(len(state.board)) + 1
        try:
            building.check_building_site(state, color, kind, field)
        except RuleViolation:
            continue
        pay = _some_payment(hand, building.building_price(state, kind, field), luck)
        if pay is not None:
            command = do.BuildHut if kind is BuildingKind.HUT else do.BuildTemple
            return command(by=color, field=field, pay=pay)
    return None


def _some_payment(hand: Chips, price: Chips, luck: Luck) -> Chips | None:
    """Return a payment with a random number of swaps, made without the rules' own list."""
    direct = hand.common(price)
    for material in MATERIALS:
        if direct.number(material) and luck.once_in(6):
            direct -= Chips.of(material)
    missing = price.total - direct.total
    unasked = [
        material
        for material in MATERIALS
        if direct.number(material) == price.number(material)
        for _ in range(hand.number(material) - direct.number(material))
    ]
    if SWAP_RATE * missing > len(unasked):
        return None
    return direct + Chips.of(*luck.some(unasked, SWAP_RATE * missing))


def answer(state: GameState, luck: Luck) -> do.MakeOffering:
    """Return an affordable answer of the owner whom the druid asks."""
    color, field = state.decider, state.visits[0]
    give = luck.pick(GIVES)
    if give is OfferingAnswer.CHIP and state.bonus_on(field) is Bonus.DRUID:
        return do.MakeOffering(by=color, give=give)
    if give in (OfferingAnswer.ONE, OfferingAnswer.BOTH) and state.board.field(field).is_known:
        price = luck.pick(offering.offering_prices(state, field, give))
        pay = _some_payment(state.player(color).hand, price, luck)
        if pay is not None:
            return do.MakeOffering(by=color, give=give, pay=pay)
    return do.MakeOffering(by=color, give=OfferingAnswer.NONE)
