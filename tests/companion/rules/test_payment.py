"""Paying and swapping (pay.*, swap.any-time)."""

import pytest

from companion.commands import BuildHut, Command, MakeOffering, SwapChips
from companion.pieces import Material, OfferingAnswer
from companion.rules.payment import PaymentBalance, payment_balance, possible_payments
from companion.rules.setup import initial_state
from companion.state import FinaleStage, GameState, Phase
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


SOME_MISSING = "blue does not have all of these chips; choose others"


def asked(**laid) -> GameState:
    """The druid asks blue, whose hut stands beside another."""
    return position(
        *(BLUE, GREEN, RED),
        board=ring(32),
        phase=Phase.OFFERING,
        huts={BLUE: (2, 3)},
        visits=(2, 3),
        druid=2,
        **laid,
    )


@pytest.mark.parametrize(
    ("state", "command", "why"),
    [
        (building(), BuildHut(by=BLUE, field=6, pay=chips("2 wood 2 stone")), SOME_MISSING),
        (
            asked(),
            MakeOffering(by=BLUE, give=OfferingAnswer.ONE, pay=chips("1 wood")),
            "blue has no wood",
        ),
        (building(), SwapChips(by=BLUE, pay=chips("3 wool"), take=STONE), SOME_MISSING),
    ],
)
def test_pay_hand__everything_is_paid_out_of_ones_own_hand(
    state: GameState, command: Command, why: str
):
    assert refusal(state, command) == f"pay.hand: {why}"


def test_pay_swap__a_chip_that_is_asked_for_counts_as_itself_first():
    state = building(hands={BLUE: "6 wood"})
    assert refusal(state, BuildHut(by=BLUE, field=9, pay=chips("6 wood"))) == (
        "pay.swap: this does not pay the price of 2: pay what the icons ask for, and "
        "exactly three other chips for each one that you replace"
    )
    after = played(state, BuildHut(by=BLUE, field=9, pay=chips("4 wood")))
    assert after.player(BLUE).hand == chips("2 wood")


def test_pay_swap__every_payment_out_of_a_hand_is_listed_those_with_fewer_swaps_first():
    hand, price = chips("2 wood 1 stone 2 wool"), chips("1 wood 1 stone")
    assert list(possible_payments(hand, price)) == [price, chips("2 wood 2 wool")]


@pytest.mark.parametrize(
    ("pay", "prices", "missing", "spare", "due"),
    [
        ("", ["2 wood 1 stone"], 3, 0, 9),
        ("2 wood", ["2 wood 1 stone"], 1, 0, 3),
        ("2 wood 2 copper", ["2 wood 1 stone"], 1, 2, 1),
        ("2 wood 3 copper", ["2 wood 1 stone"], 1, 3, 0),
        ("2 wood 4 copper", ["2 wood 1 stone"], 1, 4, -1),
        ("1 stone", ["1 wood", "1 stone"], 0, 0, 0),
        ("1 stone 1 wool", ["1 wood", "1 stone"], 0, 1, -1),
        ("1 stone 2 wool", ["1 wood", "1 stone"], 1, 3, 0),
    ],
)
def test_pay_swap__how_far_a_payment_is_from_the_nearest_price(
    pay: str, prices: list[str], missing: int, spare: int, due: int
):
    found = payment_balance(chips(pay), *map(chips, prices))
    assert found == PaymentBalance(missing, spare)
    assert (found.spare_chips_still_due, found.is_settled) == (due, due == 0)


@pytest.mark.parametrize("pay", ["", "2 wood", "4 wood", "3 wood 3 wool"])
def test_swap_any_time__it_takes_exactly_three(pay: str):
    assert refusal(building(), SwapChips(by=BLUE, pay=chips(pay), take=STONE)) == (
        f"swap.any-time: return exactly three chips for one, not {chips(pay).total}"
    )


@pytest.mark.parametrize(
    ("supply", "take", "left"),
    [
        ("5 copper", STONE, None),
        ("5 copper", WOOD, "2 wool 5 copper"),
        ("3 wool", WOOL, "1 wood 4 wool"),
    ],
)
def test_swap_any_time__what_lies_there_or_has_just_been_returned_can_be_taken(
    supply: str, take: Material, left: str | None
):
    state = building(hands={BLUE: "1 wood 2 wool"}, supply=supply)
    swap = SwapChips(by=BLUE, pay=chips("1 wood 2 wool"), take=take)
    if left is None:
        assert refusal(state, swap) == (
            "swap.any-time: the stone plain is empty; choose another material"
        )
    else:
        assert played(state, swap).supply == chips(left)


def test_swap_any_time__from_the_first_turn_until_the_final_circuit_has_ended():
    swap = SwapChips(by=RED, pay=chips("3 copper"), take=WOOL)
    state = asked(finale=FinaleStage.CIRCUIT, hands={RED: "6 copper"})
    assert played(state, swap).player(RED).hand == chips("3 copper 1 wool")
    over = played(state, *[MakeOffering(by=BLUE, give=OfferingAnswer.NONE)] * 2)
    assert over.phase is Phase.FINISHED
    for state in (initial_state(setup(BLUE, GREEN, RED)), over):
        assert refusal(state, swap) == (
            "swap.any-time: chips can be swapped only from the first turn until the final circuit "
            "has ended"
        )


def test_swap_any_time__somebody_who_does_not_play_has_nothing_to_swap():
    assert refusal(building(), SwapChips(by=PURPLE, pay=chips("3 wood"), take=COPPER)) == (
        "swap.any-time: nobody plays purple in this game"
    )
