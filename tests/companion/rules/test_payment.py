"""Paying and swapping (pay.*, swap.any-time)."""

import pytest

from companion.commands import BuildHut, Offer, Swap
from companion.pieces import Give
from companion.rules.payment import payments
from companion.rules.setup import initial_state
from companion.state import Finale, GameState, Phase
from tests.companion.positions import (
    BLUE,
    COPPER,
    GREEN,
    PURPLE,
    RED,
    STONE,
    WOOD,
    WOOL,
    chips,
    played,
    position,
    refusal,
    ring,
    setup,
)


def building(**laid) -> GameState:
    """Blue's part 2; field 6 costs two wood and two stone, all others one of each."""
    return position(BLUE, GREEN, RED, board=ring(32), huts={RED: (5,)}, **laid)


def test_pay_hand__the_payer_has_the_chips():
    state = building(hands={BLUE: "2 wood 1 stone", GREEN: "9 stone"})
    assert refusal(state, BuildHut(by=BLUE, field=6, pay=chips("2 wood 2 stone"))) == (
        "pay.hand: blue does not have all of these chips; choose others"
    )


def test_pay_hand__an_offering_too_is_paid_out_of_ones_own_hand():
    state = position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        huts={BLUE: (2,)},
        visits=(2,),
        hands={RED: "1 wood"},
    )
    assert refusal(state, Offer(by=BLUE, give=Give.ONE, pay=chips("1 wood"))) == (
        "pay.hand: blue does not have all of these chips; choose others"
    )


def test_pay_hand__so_are_swaps():
    state = building(hands={BLUE: "2 wool"})
    assert refusal(state, Swap(by=BLUE, pay=chips("3 wool"), take=STONE)) == (
        "pay.hand: blue does not have all of these chips; choose others"
    )


def test_pay_swap__a_chip_that_is_asked_for_counts_as_itself_first():
    state = building(hands={BLUE: "6 wood"})
    assert refusal(state, BuildHut(by=BLUE, field=9, pay=chips("6 wood"))) == (
        "pay.swap: this does not pay the price of 2: pay what the icons ask for, and "
        "exactly three other chips for each one that you replace"
    )
    after = played(state, BuildHut(by=BLUE, field=9, pay=chips("4 wood")))
    assert after.player(BLUE).hand == chips("2 wood")


@pytest.mark.parametrize(
    ("give", "pay"),
    [
        (Give.ONE, ""),
        (Give.ONE, "1 stone 1 wood"),
        (Give.ONE, "1 stone 3 wool"),
        (Give.BOTH, "1 stone"),
        (Give.BOTH, "1 stone 1 wood 1 wool"),
        (Give.BOTH, "3 wool"),
        (Give.NONE, "1 stone"),
        (Give.NONE, "3 wool"),
    ],
)
def test_pay_swap__an_offering_takes_exactly_what_it_asks(give: Give, pay: str):
    state = position(
        BLUE,
        GREEN,
        RED,
        board=ring(32),
        phase=Phase.OFFERING,
        huts={BLUE: (2, 3)},
        visits=(2, 3),
        hands={BLUE: "3 wool 1 stone 1 wood"},
    )
    assert refusal(state, Offer(by=BLUE, give=give, pay=chips(pay))).startswith("pay.swap: ")


def test_pay_swap__every_payment_out_of_a_hand_is_listed_those_with_fewer_swaps_first():
    hand = chips("2 wood 1 stone 2 wool")
    assert list(payments(hand, chips("1 wood 1 stone"))) == [
        chips("1 wood 1 stone"),
        chips("2 wood 2 wool"),
    ]


@pytest.mark.parametrize("pay", ["", "2 wood", "4 wood", "3 wood 3 wool"])
def test_swap_any_time__it_takes_exactly_three(pay: str):
    state = building(hands={BLUE: "4 wood 3 wool"})
    assert refusal(state, Swap(by=BLUE, pay=chips(pay), take=STONE)) == (
        f"swap.any-time: return exactly three chips for one, not {chips(pay).total}"
    )


def test_swap_any_time__a_material_that_has_run_out_cannot_be_taken():
    state = building(hands={BLUE: "3 wool"}, supply="5 copper")
    assert refusal(state, Swap(by=BLUE, pay=chips("3 wool"), take=WOOD)) == (
        "swap.any-time: the wood plain is empty; choose another material"
    )


def test_swap_any_time__unless_one_of_it_has_just_been_returned():
    state = building(hands={BLUE: "1 wood 2 wool"}, supply="5 copper")
    after = played(state, Swap(by=BLUE, pay=chips("1 wood 2 wool"), take=WOOD))
    assert after.player(BLUE).hand == chips("1 wood")
    assert after.supply == chips("2 wool 5 copper")


def test_swap_any_time__as_many_may_lie_there_as_are_returned():
    state = building(hands={BLUE: "3 wool"}, supply="3 wool")
    after = played(state, Swap(by=BLUE, pay=chips("3 wool"), take=WOOL))
    assert after.supply == chips("5 wool")


def test_swap_any_time__not_while_workers_are_placed():
    state = initial_state(setup(BLUE, GREEN, RED))
    assert refusal(state, Swap(by=BLUE, pay=chips("1 wood 1 wool 1 stone"), take=COPPER)) == (
        "swap.any-time: chips can be swapped only from the first turn until the final circuit "
        "has ended"
    )


def test_swap_any_time__in_the_final_circuit_but_not_after_it():
    state = position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        finale=Finale.CIRCUIT,
        huts={BLUE: (2,)},
        druid=2,
        visits=(2,),
        hands={RED: "6 copper"},
    )
    swap = Swap(by=RED, pay=chips("3 copper"), take=WOOL)
    after = played(state, swap)
    assert after.player(RED).hand == chips("3 copper 1 wool")
    over = played(after, Offer(by=BLUE, give=Give.NONE))
    assert over.phase is Phase.FINISHED
    assert refusal(over, swap).startswith("swap.any-time: ")


def test_swap_any_time__somebody_who_does_not_play_has_nothing_to_swap():
    state = position(BLUE, GREEN, RED)
    assert refusal(state, Swap(by=PURPLE, pay=chips("3 wood"), take=WOOD)) == (
        "swap.any-time: nobody plays purple in this game"
    )
