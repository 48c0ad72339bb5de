"""What an owner gives the druid (offer.*)."""

import pytest

from companion.commands import EnterPrintedField, MakeOffering
from companion.pieces import Bonus, OfferingAnswer, Rune
from companion.state import GameState, Phase
from tests.companion.positions import (
    BLUE,
    COPPER,
    GREEN,
    RED,
    WOOD,
    WOOL,
    chips,
    played,
    position,
    refusal,
    ring,
    scored,
    side_for_four,
)


def asked_at(field: int = 10, **laid) -> GameState:
    """The druid asks blue at a hut of a settlement of four; its fields cost wood and stone."""
    usual = {
        "board": ring(32),
        "huts": {BLUE: (10,), RED: (9, 11), GREEN: (12,)},
        "hands": {BLUE: "2 wood 2 stone 3 wool"},
    }
    return position(
        BLUE, GREEN, RED, phase=Phase.OFFERING, druid=field, visits=(field,), **(usual | laid)
    )


def test_offer_none__never_below_zero():
    state = asked_at(points={BLUE: 0})
    assert played(state, MakeOffering(by=BLUE, give=OfferingAnswer.NONE)).players == state.players


def test_offer_one__where_both_icons_are_alike_one_of_them_is_enough():
    state = asked_at(board=ring(32, (WOOL, WOOL)))
    after = played(state, MakeOffering(by=BLUE, give=OfferingAnswer.ONE, pay=chips("1 wool")))
    assert scored(state, after) == {BLUE: 1}


def test_offer_both__scores_the_settlement_whatever_the_colors_and_a_chip_stays_for_later():
    state = asked_at(bonus={10: Bonus.DRUID})
    after = played(
        state, MakeOffering(by=BLUE, give=OfferingAnswer.BOTH, pay=chips("1 wood 1 stone"))
    )
    assert scored(state, after) == {BLUE: 4}
    assert after.bonus_on(10) is Bonus.DRUID


@pytest.mark.parametrize(
    ("bonus", "pay", "sentence"),
    [
        (
            {14: Bonus.DRUID},
            "",
            "offer.chip: no druid chip lies under the hut on field 10; offer materials, or nothing",
        ),
        (
            {10: Bonus.POINTS},
            "",
            "offer.chip: no druid chip lies under the hut on field 10; offer materials, or nothing",
        ),
        ({10: Bonus.DRUID}, "1 wood", "pay.swap: this costs nothing; pay no chips"),
    ],
)
def test_offer_chip__it_lies_under_this_hut_and_nothing_is_paid_beside_it(
    bonus: dict[int, Bonus], pay: str, sentence: str
):
    offer = MakeOffering(by=BLUE, give=OfferingAnswer.CHIP, pay=chips(pay))
    assert refusal(asked_at(bonus=bonus), offer) == sentence


@pytest.mark.parametrize("give", [OfferingAnswer.ONE, OfferingAnswer.BOTH])
def test_board_survey__a_hut_on_an_unread_field_is_read_before_materials_are_offered(
    give: OfferingAnswer,
):
    state = asked_at(20, board=side_for_four(), huts={BLUE: (20,)}, bonus={20: Bonus.DRUID})
    answer = MakeOffering(by=BLUE, give=give, pay=chips("1 wood"))
    assert refusal(state, answer) == (
        "board.survey: nobody has read field 20 off your board yet; read its rune and icons first"
    )
    assert scored(state, played(state, MakeOffering(by=BLUE, give=OfferingAnswer.CHIP))) == {
        BLUE: 1
    }
    read = played(state, EnterPrintedField(field=20, needs=(WOOD, COPPER), rune=Rune.SPIRAL))
    after = played(read, MakeOffering(by=BLUE, give=OfferingAnswer.ONE, pay=chips("1 wood")))
    assert scored(read, after) == {BLUE: 1}
