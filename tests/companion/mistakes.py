"""What people try and the rules refuse: for each refusal a command that earns it, if one can.

A mistake is looked for in a state in which somebody might well make it.
"""

from collections.abc import Callable

from companion import commands as do
from companion.errors import RuleViolation
from companion.game import decide
from companion.pieces import FACES, MATERIALS, STACK_LIMIT, Bonus, BuildingKind, Chips, Give
from companion.rules import building
from companion.state import GameState, Phase
from tests.companion.players import sites

Mistake = Callable[[GameState], do.Command | None]


def mistake(state: GameState, rule: str) -> do.Command | None:
    """A command that `rule` refuses in `state`, or None where nobody would think of one."""
    command = _MISTAKES[rule](state)
    if command is None:
        return None
    try:
        decide(state, command)
    except RuleViolation as refusal:
        return command if refusal.rule == rule else None
    return None


def _out_of_turn(state: GameState) -> do.Command | None:
    if state.phase is not Phase.ROLL:
        return None
    return do.Roll(by=state.left_of(state.decider), face=FACES[0])


def _onto_three(state: GameState) -> do.Command | None:
    full = [plain for plain in MATERIALS if len(state.stack(plain)) == STACK_LIMIT]
    if state.phase is not Phase.PLACING or not full:
        return None
    return do.PlaceWorker(by=state.decider, plain=full[0])


def _take_what_has_run_out(state: GameState) -> do.Command | None:
    empty = [material for material in MATERIALS if not state.supply.number(material)]
    if state.phase is not Phase.TAKE or not empty:
        return None
    return do.Take(by=state.decider, material=empty[0])


def _return_what_one_lacks(state: GameState) -> do.Command | None:
    if state.phase is not Phase.GIVE_BACK:
        return None
    hand = state.player(state.decider).hand
    lacking = [material for material in MATERIALS if not hand.number(material)]
    return do.GiveBack(by=state.decider, material=lacking[0]) if lacking else None


def _move_onto_three(state: GameState) -> do.Command | None:
    if state.phase is not Phase.ACTION:
        return None
    full = [plain for plain in MATERIALS if len(state.stack(plain)) == STACK_LIMIT]
    mine = [
        (plain, state.stack(plain).index(state.decider) + 1)
        for plain in MATERIALS
        if state.decider in state.stack(plain) and plain not in full
    ]
    if not full or not mine:
        return None
    source, level = mine[0]
    return do.MoveWorker(by=state.decider, source=source, level=level, target=full[0])


def _hut_where_one_stands(state: GameState) -> do.Command | None:
    if state.phase is not Phase.ACTION or not state.hut_fields():
        return None
    return do.BuildHut(by=state.decider, field=state.hut_fields()[-1], pay=Chips(1, 1, 0, 0))


def _one_hut_too_many(state: GameState) -> do.Command | None:
    if state.phase is not Phase.ACTION:
        return None
    return _built_for_its_price(state, BuildingKind.HUT)


def _one_temple_too_many(state: GameState) -> do.Command | None:
    if state.phase is not Phase.ACTION:
        return None
    return _built_for_its_price(state, BuildingKind.TEMPLE)


def _built_for_its_price(state: GameState, kind: BuildingKind) -> do.Command | None:
    empty = [
        number
        for number, field in enumerate(state.board.fields, start=1)
        if field.known and state.building(number) is None and state.bonus_on(number) is None
    ]
    if not empty:
        return None
    build = do.BuildHut if kind is BuildingKind.HUT else do.BuildTemple
    return build(by=state.decider, field=empty[0], pay=building.price(state, kind, empty[0]))


def _temple_on_a_bonus_chip(state: GameState) -> do.Command | None:
    chips = [number for number, chip in enumerate(state.bonus, start=1) if chip is not None]
    if state.phase is not Phase.ACTION or not chips:
        return None
    return do.BuildTemple(by=state.decider, field=chips[0], pay=Chips(1, 0, 1, 0))


def _pay_with_what_one_lacks(state: GameState) -> do.Command | None:
    if state.phase is not Phase.ACTION:
        return None
    hand = state.player(state.decider).hand
    for field in range(1, len(state.board) + 1):
        try:
            building.check_site(state, state.decider, BuildingKind.HUT, field)
        except RuleViolation:
            continue
        price = building.price(state, BuildingKind.HUT, field)
        if not hand.covers(price):
            return do.BuildHut(by=state.decider, field=field, pay=price)
    return None


def _pay_too_little(state: GameState) -> do.Command | None:
    if state.phase is not Phase.ACTION:
        return None
    for kind, field, pay in sites(state, state.decider):
        if kind is BuildingKind.HUT and pay.total > 1:
            less = next(material for material in MATERIALS if pay.number(material))
            return do.BuildHut(by=state.decider, field=field, pay=pay - Chips.of(less))
    return None


def _swap_two(state: GameState) -> do.Command | None:
    for player in state.players:
        for material in MATERIALS:
            if state.in_play and player.hand.number(material) == 2:
                pay = Chips.of(material, material)
                return do.Swap(by=player.color, pay=pay, take=MATERIALS[0])
    return None


def _offer_a_chip_that_is_not_there(state: GameState) -> do.Command | None:
    if state.phase is not Phase.OFFERING or state.bonus_on(state.visits[0]) is Bonus.DRUID:
        return None
    return do.Offer(by=state.decider, give=Give.CHIP)


def _end_too_early(state: GameState) -> do.Command | None:
    if state.phase not in (Phase.ROLL, Phase.ACTION) or state.supply.total > 20:
        return None
    return do.DeclareEnd()


def _build_on_an_unread_field(state: GameState) -> do.Command | None:
    unread = [number for number, field in enumerate(state.board.fields, 1) if not field.known]
    if state.phase is not Phase.ACTION or not unread:
        return None
    return do.BuildHut(by=state.decider, field=unread[0], pay=Chips(1, 0, 0, 1))


def _read_a_field_again(state: GameState) -> do.Command | None:
    read = [field for field in state.board.fields if field.known]
    if not state.in_play or state.turn < 4:
        return None
    return do.Survey(field=1, needs=read[0].needs, rune=read[0].rune)


def _correct_the_impossible(state: GameState) -> do.Command | None:
    if state.phase is not Phase.ROLL or not state.supply.wood:
        return None
    changes = (do.SetPoints(state.decider, 30), do.SetSupply(MATERIALS[0], state.supply.wood - 1))
    return do.Correct(changes=changes, why="a wood chip fell off the table")


_MISTAKES: dict[str, Mistake] = {
    "turn.decider": _out_of_turn,
    "correct.table": _correct_the_impossible,
    "board.survey": lambda state: _build_on_an_unread_field(state) or _read_a_field_again(state),
    "setup.workers": _onto_three,
    "small.plus": _take_what_has_run_out,
    "small.minus": _return_what_one_lacks,
    "big.move": _move_onto_three,
    "hut.field": _hut_where_one_stands,
    "hut.stock": _one_hut_too_many,
    "temple.stock": _one_temple_too_many,
    "temple.field": _temple_on_a_bonus_chip,
    "pay.hand": _pay_with_what_one_lacks,
    "pay.swap": _pay_too_little,
    "swap.any-time": _swap_two,
    "offer.chip": _offer_a_chip_that_is_not_there,
    "end.exhausted": _end_too_early,
}

REFUSING_RULES = tuple(_MISTAKES)
"""The rules that refuse commands in play, so that a mistake can show them."""
