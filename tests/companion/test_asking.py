"""Whom a question is put to: several at once where no answer depends on another one's."""

from hypothesis import given
from msgspec.structs import replace

from companion.commands import GiveBackChip, Roll, TakeChip
from companion.game import legal_commands, state_after_command
from companion.pieces import Chips, Face
from companion.state import Phase
from tests.companion.positions import BLUE, GREEN, PURPLE, RED, WOOD, position
from tests.legal_commands import some_way
from tests.luck import Luck
from tests.strategies import lucks, setups


def test_a_plain_has_to_have_chips_only_for_those_who_have_not_answered():
    supply = "3 wood 3 wool 3 copper 3 stone"
    three = position(BLUE, GREEN, RED, PURPLE, phase=Phase.TAKE, supply=supply)
    assert three.deciders == (BLUE,)
    assert state_after_command(three, TakeChip(by=BLUE, material=None)).deciders == (
        GREEN,
        RED,
        PURPLE,
    )
    assert state_after_command(three, TakeChip(by=BLUE, material=WOOD)).deciders == (GREEN,)


@given(beginning=setups(), luck=lucks)
def test_answers_in_any_order_come_to_the_same_as_in_the_rules_order(beginning, luck: Luck):
    state = some_way(beginning, luck, 30 + luck.below(150))
    while state.phase not in (Phase.ROLL, Phase.FINISHED):
        state = state_after_command(state, next(legal_commands(state)))
    if state.phase is Phase.FINISHED:
        return
    state = state_after_command(
        state, Roll(by=state.decider, face=luck.pick((Face.PLUS, Face.MINUS)))
    )
    if state.phase not in (Phase.TAKE, Phase.GIVE_BACK):
        return
    together = state.deciders
    possible = {color: _answers(state, color) for color in together}
    mixed = in_order = state
    chosen = {color: luck.pick(possible[color]) for color in together}
    for color in luck.some(together, len(together)):
        assert _answers(mixed, color) == possible[color]
        mixed = state_after_command(mixed, chosen[color])
    for color in together:
        assert in_order.decider == color
        in_order = state_after_command(in_order, chosen[color])
    assert mixed == in_order
    assert len(together) == 1 or mixed.phase is Phase.ACTION


def _answers(state, color):
    return [
        command
        for command in legal_commands(state)
        if isinstance(command, TakeChip | GiveBackChip) and command.by is color
    ]


@given(beginning=setups(), luck=lucks)
def test_who_is_asked_tells_nothing_of_a_hand_but_whether_it_is_empty(beginning, luck: Luck):
    state = some_way(beginning, luck, 30 + luck.below(150))
    if state.decider is None:
        return
    for phase in (Phase.TAKE, Phase.GIVE_BACK):
        here = replace(state, phase=phase, pending=state.clockwise_from(state.active))
        assert _with_other_chips_in_hand(here).deciders == here.deciders


def _with_other_chips_in_hand(state):
    players = (
        replace(player, hand=Chips(*reversed(player.hand.counts))) for player in state.players
    )
    return replace(state, players=tuple(players))
