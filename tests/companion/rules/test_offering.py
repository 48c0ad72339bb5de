"""What an owner gives the druid (offer.*)."""

import pytest

from companion.commands import Offer, Survey
from companion.events import PointsScored
from companion.pieces import Bonus, Give, Rune
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
    told,
)

SETTLEMENT = {BLUE: (10,), RED: (9, 11), GREEN: (12,)}


def asked_at(field: int = 10, **laid) -> GameState:
    """The druid asks blue at a hut of a settlement of four; its fields cost wood and stone."""
    return position(
        BLUE,
        GREEN,
        RED,
        **(
            {
                "board": ring(32),
                "phase": Phase.OFFERING,
                "huts": SETTLEMENT,
                "druid": field,
                "visits": (field,),
                "hands": {BLUE: "2 wood 2 stone 3 wool"},
            }
            | laid
        ),
    )


def test_offer_none__never_below_zero():
    state = asked_at(points={BLUE: 0})
    answer = Offer(by=BLUE, give=Give.NONE)
    assert told(state, answer, PointsScored) == ()
    after = played(state, answer)
    assert after.player(BLUE).points == 0
    assert after.player(BLUE).breakdown == state.player(BLUE).breakdown


def test_offer_one__where_both_icons_are_alike_one_of_them_is_enough():
    state = asked_at(board=ring(32, (WOOL, WOOL)))
    after = played(state, Offer(by=BLUE, give=Give.ONE, pay=chips("1 wool")))
    assert scored(state, after) == {BLUE: 1}


def test_offer_both__scores_the_settlement_whatever_the_colors():
    state = asked_at()
    after = played(state, Offer(by=BLUE, give=Give.BOTH, pay=chips("1 wood 1 stone")))
    assert scored(state, after) == {BLUE: 4}


@pytest.mark.parametrize(
    ("give", "pay"), [(Give.NONE, ""), (Give.ONE, "1 wood"), (Give.BOTH, "1 wood 1 stone")]
)
def test_offer_chip__it_may_be_kept_for_later(give: Give, pay: str):
    state = asked_at(bonus={10: Bonus.DRUID})
    after = played(state, Offer(by=BLUE, give=give, pay=chips(pay)))
    assert after.bonus_on(10) is Bonus.DRUID


def test_offer_chip__there_has_to_be_one_under_this_hut():
    state = asked_at(bonus={14: Bonus.DRUID, 20: Bonus.DRUID})
    assert refusal(state, Offer(by=BLUE, give=Give.CHIP)) == (
        "offer.chip: no druid chip lies under the hut on field 10; offer materials, or nothing"
    )


def test_offer_chip__another_bonus_chip_is_none():
    state = asked_at(bonus={10: Bonus.POINTS})
    assert refusal(state, Offer(by=BLUE, give=Give.CHIP)).startswith("offer.chip: ")


def test_offer_chip__nothing_is_paid_beside_it():
    state = asked_at(bonus={10: Bonus.DRUID})
    assert refusal(state, Offer(by=BLUE, give=Give.CHIP, pay=chips("1 wood"))).startswith(
        "pay.swap: this costs nothing; pay no chips"
    )


@pytest.mark.parametrize("give", [Give.ONE, Give.BOTH])
def test_board_survey__a_hut_on_an_unread_field_is_read_before_materials_are_offered(give: Give):
    state = asked_at(20, board=side_for_four(), huts={BLUE: (20,)}, visits=(20,))
    answer = Offer(by=BLUE, give=give, pay=chips("1 wood"))
    assert refusal(state, answer) == (
        "board.survey: nobody has read field 20 off your board yet; read its rune and icons first"
    )
    read = played(state, Survey(field=20, needs=(WOOD, COPPER), rune=Rune.SPIRAL))
    after = played(read, Offer(by=BLUE, give=Give.ONE, pay=chips("1 wood")))
    assert scored(read, after) == {BLUE: 1}


def test_board_survey__nothing_or_a_chip_needs_no_reading():
    state = asked_at(20, board=side_for_four(), huts={BLUE: (20,)}, bonus={20: Bonus.DRUID})
    assert scored(state, played(state, Offer(by=BLUE, give=Give.NONE))) == {BLUE: -1}
    assert scored(state, played(state, Offer(by=BLUE, give=Give.CHIP))) == {BLUE: 1}
