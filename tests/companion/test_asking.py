"""Whom a question is put to: several at once where no answer depends on another one's."""

import pytest
from companion.asking import expected, still_kept
from hypothesis import given
from msgspec.structs import replace

from companion.commands import GiveBack, Roll, Swap, Take
from companion.errors import RuleViolation
from companion.game import legal, play
from companion.memory.database import check
from companion.pieces import Chips, Face
from companion.state import Phase
from companion.telling.reasons import asked
from tests.companion.positions import (
    BLUE,
    COPPER,
    GREEN,
    PURPLE,
    RED,
    STONE,
    WOOD,
    WOOL,
    position,
)
from tests.legal_commands import some_way
from tests.luck import Luck
from tests.strategies import lucks, setups

FOUR = (BLUE, GREEN, RED, PURPLE)
HANDS = {BLUE: "2 wood", GREEN: "1 wool", RED: "", PURPLE: "1 stone 1 copper"}


def giving_back(**others):
    return position(*FOUR, phase=Phase.GIVE_BACK, hands=HANDS, **others)


def taking(supply, **others):
    return position(*FOUR, phase=Phase.TAKE, supply=supply, **others)


def test_after_minus_everybody_is_asked_who_has_a_chip_in_the_rules_order():
    assert asked(giving_back()) == (BLUE, GREEN, PURPLE)
    assert asked(giving_back(active=PURPLE)) == (PURPLE, BLUE, GREEN)
    assert asked(giving_back(active=PURPLE, decider=BLUE)) == (BLUE, GREEN)


def test_whoever_has_answered_is_asked_no_more():
    kept = (GiveBack(by=PURPLE, material=STONE),)
    assert asked(giving_back(), kept) == (BLUE, GREEN)


@pytest.mark.parametrize(
    ("supply", "who"),
    [
        ("4 wood 4 wool 5 copper 18 stone", FOUR),
        ("4 wood 4 wool 5 copper 3 stone", (BLUE,)),
        ("4 wood", FOUR),
        ("1 wood", (BLUE,)),
    ],
)
def test_after_plus_all_are_asked_where_each_plain_with_chips_has_enough_for_all(supply, who):
    assert asked(taking(supply)) == who


def test_a_plain_has_to_have_chips_only_for_those_who_may_still_want_one():
    kept = (Take(by=PURPLE, material=WOOD), Take(by=RED, material=None))
    scarce = "4 wood 2 wool 2 copper 2 stone"
    assert asked(taking("3 wood 2 wool 2 copper 2 stone"), kept) == (BLUE, GREEN)
    assert asked(taking(scarce), kept[:1]) == (BLUE,)
    assert asked(taking(scarce, decider=RED)) == (RED, PURPLE)
    three = "3 wood 3 wool 3 copper 3 stone"
    assert asked(taking(three), [Take(by=PURPLE, material=None)]) == (BLUE, GREEN, RED)
    assert asked(taking(three), [Take(by=PURPLE, material=WOOD)]) == (BLUE,)


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION])
def test_everything_else_is_the_deciders_alone(phase):
    assert asked(position(*FOUR, phase=phase)) == (BLUE,)


def test_nobody_is_asked_once_the_game_is_over():
    over = replace(position(*FOUR), phase=Phase.FINISHED, active=None, decider=None)
    assert asked(over) == ()


def test_an_answer_is_checked_as_if_its_player_were_asked_first():
    check(giving_back(), GiveBack(by=PURPLE, material=STONE))
    with pytest.raises(RuleViolation, match="no wood"):
        check(giving_back(), GiveBack(by=PURPLE, material=WOOD))


def test_an_answer_waits_until_its_turn_or_until_the_question_is_another():
    stone = GiveBack(by=PURPLE, material=STONE)
    state = giving_back()
    later = play(state, GiveBack(by=BLUE, material=WOOD))
    assert still_kept(state, later, (stone,)) == (stone,)
    assert still_kept(state, replace(state, phase=Phase.ROLL), (stone,)) == ()
    nothing = Take(by=GREEN, material=None)
    plenty = taking("4 wood")
    kept = (Take(by=RED, material=WOOL), nothing)
    assert still_kept(plenty, plenty, kept) == (nothing,)
    assert still_kept(plenty, taking("4 wood", decider=RED), (nothing,)) == ()


@pytest.mark.parametrize("hand", ["1 stone 2 copper", "2 stone 2 copper"])
def test_who_swaps_what_they_wanted_to_return_is_asked_again_whatever_else_they_hold(hand):
    """Else everybody would see whether they have more of it."""
    state = position(*FOUR, phase=Phase.GIVE_BACK, hands=HANDS | {PURPLE: hand})
    kept = (GiveBack(by=PURPLE, material=STONE), GiveBack(by=GREEN, material=WOOL))
    swapped = play(state, Swap(by=PURPLE, pay=Chips(stone=1, copper=2), take=WOOD))
    assert still_kept(state, swapped, kept) == kept[1:]


def test_chips_of_kept_answers_are_where_they_are_to_go():
    state = expected(giving_back(), (GiveBack(by=PURPLE, material=STONE),))
    assert state.player(PURPLE).hand.counts == (0, 0, 1, 0)
    assert state.supply.number(STONE) == giving_back().supply.number(STONE) + 1
    assert (state.phase, state.decider) == (Phase.GIVE_BACK, BLUE)
    state = expected(taking("4 copper"), (Take(by=RED, material=COPPER),))
    assert state.supply.number(COPPER) == 3


@given(beginning=setups(), luck=lucks)
def test_who_is_asked_at_once_could_answer_just_the_same_in_the_rules_order(beginning, luck: Luck):
    state = some_way(beginning, luck, 30 + luck.below(150))
    while state.phase not in (Phase.ROLL, Phase.FINISHED):
        state = play(state, next(legal(state)))
    if state.phase is Phase.FINISHED:
        return
    state = play(state, Roll(by=state.decider, face=luck.pick((Face.PLUS, Face.MINUS))))
    if state.phase not in (Phase.TAKE, Phase.GIVE_BACK):
        return
    together = asked(state)
    possible = {color: _answers(replace(state, decider=color)) for color in together}
    for color in together:
        assert state.decider == color
        assert _answers(state) == possible[color]
        state = play(state, luck.pick(possible[color]))
    assert len(together) == 1 or state.phase is Phase.ACTION


def _answers(state):
    return [command for command in legal(state) if isinstance(command, Take | GiveBack)]


@given(beginning=setups(), luck=lucks)
def test_who_is_asked_tells_nothing_of_a_hand_but_whether_it_is_empty(beginning, luck: Luck):
    state = some_way(beginning, luck, 30 + luck.below(150))
    if state.decider is None:
        return
    for phase in (Phase.TAKE, Phase.GIVE_BACK):
        here = replace(state, phase=phase, decider=state.active)
        assert asked(_with_other_chips_in_hand(here)) == asked(here)


def _with_other_chips_in_hand(state):
    players = (
        replace(player, hand=Chips(*reversed(player.hand.counts))) for player in state.players
    )
    return replace(state, players=tuple(players))
