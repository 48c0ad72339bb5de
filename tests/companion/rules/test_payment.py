"""Paying and swapping (pay.*, swap.any-time)."""

from itertools import product

import pytest

from companion.commands import BuildHut, DeclareEnd, Offer, Swap
from companion.events import ChipsPaid, ChipsSwapped
from companion.game import decide, start
from companion.pieces import Chips, Give, Material
from companion.rules.payment import payments, settles
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
    gained,
    played,
    position,
    refusal,
    ring,
    setup,
    told,
)


def building(**laid) -> GameState:
    """Blue's part 2; field 6 costs two wood and two stone, all others one of each."""
    return position(BLUE, GREEN, RED, board=ring(32), huts={RED: (5,)}, **laid)


def test_pay_hand__the_payer_has_the_chips():
    state = building(hands={BLUE: "2 wood 1 stone", GREEN: "9 stone"})
    assert refusal(state, BuildHut(by=BLUE, field=6, pay=chips("2 wood 2 stone"))) == (
        "pay.hand: blue does not have all of these chips; choose others"
    )


def test_pay_hand__chips_just_swapped_can_be_paid():
    state = building(hands={BLUE: "2 wood 1 stone 3 wool"})
    swapped = played(state, Swap(by=BLUE, pay=chips("3 wool"), take=STONE))
    after = played(swapped, BuildHut(by=BLUE, field=6, pay=chips("2 wood 2 stone")))
    assert after.player(BLUE).hand == chips()


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


@pytest.mark.parametrize(
    ("pay", "price"),
    [
        ("", ""),
        ("1 wood 1 stone", "1 wood 1 stone"),
        ("1 wood 3 wool", "1 wood 1 stone"),
        ("6 copper", "1 wood 1 stone"),
        ("4 wood", "1 wood 1 stone"),
        ("2 wood 1 wool 1 copper", "1 wood 1 stone"),
        ("2 wood 1 stone 2 wool 1 copper", "2 wood 2 stone"),
        ("8 wood", "2 wood 2 stone"),
        ("12 wool", "2 wood 2 stone"),
        ("3 wool", "1 stone"),
        ("2 wool", "2 wool"),
        ("1 wool 3 stone", "2 wool"),
    ],
)
def test_pay_swap__three_chips_replace_each_that_is_missing(pay: str, price: str):
    assert settles(chips(pay), chips(price))


@pytest.mark.parametrize(
    ("pay", "price"),
    [
        ("", "1 wood 1 stone"),
        ("1 wood", ""),
        ("1 wood", "1 wood 1 stone"),
        ("1 wood 2 wool", "1 wood 1 stone"),
        ("1 wood 4 wool", "1 wood 1 stone"),
        ("1 wood 1 stone 1 wool", "1 wood 1 stone"),
        ("1 wood 1 stone 3 wool", "1 wood 1 stone"),
        ("3 wood 3 stone", "1 wood 1 stone"),
        ("6 wood", "1 wood 1 stone"),
        ("7 copper", "1 wood 1 stone"),
        ("2 wood", "1 wood 1 stone"),
    ],
)
def test_pay_swap__more_or_less_is_refused(pay: str, price: str):
    assert not settles(chips(pay), chips(price))


def test_pay_swap__a_chip_that_is_asked_for_counts_as_itself_first():
    state = building(hands={BLUE: "6 wood"})
    assert refusal(state, BuildHut(by=BLUE, field=9, pay=chips("6 wood"))) == (
        "pay.swap: this does not pay the price of 2: pay what the icons ask for, and "
        "exactly three other chips for each one that you replace"
    )
    after = played(state, BuildHut(by=BLUE, field=9, pay=chips("4 wood")))
    assert after.player(BLUE).hand == chips("2 wood")


def test_pay_swap__all_chips_paid_go_to_their_own_plains():
    state = building(hands={BLUE: "2 wood 3 wool 3 copper"})
    pay = chips("2 wood 3 wool 3 copper")
    assert told(state, BuildHut(by=BLUE, field=6, pay=pay), ChipsPaid) == (ChipsPaid(BLUE, pay),)
    after = played(state, BuildHut(by=BLUE, field=6, pay=pay))
    assert after.supply == chips("18 wood 18 wool 18 copper 18 stone")


def test_pay_swap__an_offering_may_be_swapped_too():
    state = position(
        BLUE,
        GREEN,
        RED,
        board=ring(32),
        phase=Phase.OFFERING,
        huts={BLUE: (2, 3)},
        visits=(2, 3),
        hands={BLUE: "3 wool 1 stone 2 copper"},
    )
    for give, pay in (
        (Give.ONE, "3 wool"),
        (Give.ONE, "1 wool 2 copper"),
        (Give.ONE, "1 stone"),
        (Give.BOTH, "1 stone 3 wool"),
    ):
        offer = Offer(by=BLUE, give=give, pay=chips(pay))
        after = played(state, offer)
        assert gained(state, after) == {BLUE: chips() - chips(pay)}


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


@pytest.mark.parametrize("price", ["1 wood 1 stone", "9 wood 9 copper", "12 wool 12 stone"])
def test_pay_swap__every_payment_out_of_a_large_hand_is_listed_too(price: str):
    heaps = (Chips(*counts) for counts in product(range(10), repeat=4))
    assert set(payments(Chips(9, 9, 9, 9), chips(price))) == {
        heap for heap in heaps if settles(heap, chips(price))
    }


def test_pay_swap__a_price_of_which_one_has_nothing_is_paid_by_swaps_alone():
    assert list(payments(chips("7 wool"), chips("1 wood 1 stone"))) == [chips("6 wool")]


def test_pay_swap__what_costs_nothing_is_paid_with_nothing():
    assert list(payments(chips("5 wood"), chips())) == [chips()]


def test_pay_swap__a_hand_that_is_too_small_has_no_payment():
    assert list(payments(chips("2 wool 1 copper"), chips("1 wood 1 stone"))) == []


@pytest.mark.parametrize("take", Material)
def test_swap_any_time__three_chips_of_any_kinds_bring_one_of_choice(take: Material):
    state = building(hands={BLUE: "1 wood 1 wool 1 copper"})
    swap = Swap(by=BLUE, pay=chips("1 wood 1 wool 1 copper"), take=take)
    assert decide(state, swap) == (ChipsSwapped(BLUE, chips("1 wood 1 wool 1 copper"), take),)
    after = played(state, swap)
    assert after.player(BLUE).hand == chips(f"1 {take}")
    assert (after.decider, after.phase, after.turn) == (BLUE, Phase.ACTION, 7)


def test_swap_any_time__anybody_may_swap_whoever_decides():
    state = building(hands={RED: "3 copper"})
    after = played(state, Swap(by=RED, pay=chips("3 copper"), take=WOOD))
    assert after.player(RED).hand == chips("1 wood")


@pytest.mark.parametrize("pay", ["", "2 wood", "4 wood", "3 wood 3 wool"])
def test_swap_any_time__it_takes_exactly_three(pay: str):
    state = building(hands={BLUE: "4 wood 3 wool"})
    assert refusal(state, Swap(by=BLUE, pay=chips(pay), take=STONE)) == (
        f"swap.any-time: exactly three chips are returned for one, not {chips(pay).total}"
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
    state = start(setup(BLUE, GREEN, RED))
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


def test_swap_any_time__after_the_end_was_declared_without_huts_nothing_is_swapped():
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL, supply="")
    over = played(state, DeclareEnd())
    assert refusal(over, Swap(by=RED, pay=chips("3 wood"), take=WOOD)).startswith("swap.any-time: ")
