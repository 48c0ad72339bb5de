"""What a building or an offering would cost and cause, before anyone commits to it."""

import pytest

from companion.commands import BuildHut, BuildTemple, DeclareEnd
from companion.errors import RuleViolation
from companion.events import ChipsPaid, DruidStayed
from companion.game import decide
from companion.pieces import Bonus, BuildingKind, Give, Rune
from companion.preview import OfferPreview, Visit, preview_build, preview_offers, visits
from companion.state import GameState, Phase
from tests.companion.positions import (
    BLUE,
    GREEN,
    RED,
    chips,
    played,
    position,
    ring,
    side_for_four,
)

HUT, TEMPLE = BuildingKind


def before_building(**laid) -> GameState:
    return position(BLUE, GREEN, RED, board=ring(32), **({"druid": 10} | laid))


def test_a_hut_tells_price_settlement_rune_and_who_will_be_asked():
    state = before_building(
        huts={RED: (10, 12), GREEN: (13,)}, runes={Rune.SPIRAL: RED, Rune.WAVES: RED}
    )
    shown = preview_build(state, HUT, 11)
    assert (shown.kind, shown.field, shown.huts) == (HUT, 11, 4)
    assert shown.price == chips("4 wood 4 stone")
    assert (shown.rune, shown.rune_from) == (Rune.WAVES, RED)
    assert (shown.druid_stone, shown.druid_from, shown.druid_field) == (None, 10, 11)
    assert not shown.crosses_river
    assert shown.visits == (Visit(11, BLUE, 4), Visit(12, RED, 4), Visit(13, GREEN, 4))


def test_it_never_looks_at_a_hand():
    poor = before_building(huts={RED: (10,)})
    rich = before_building(huts={RED: (10,)}, hands={BLUE: "9 wood 9 stone"})
    assert preview_build(poor, HUT, 11) == preview_build(rich, HUT, 11)


def test_its_events_are_those_that_the_building_then_brings():
    state = before_building(
        huts={RED: (10,)}, hands={BLUE: "2 wood 2 stone"}, bonus={11: Bonus.POINTS}
    )
    shown = preview_build(state, HUT, 11)
    pay = chips("2 wood 2 stone")
    assert decide(state, BuildHut(by=BLUE, field=11, pay=pay)) == (
        ChipsPaid(BLUE, pay),
        *shown.events,
    )


def test_a_temple_costs_once_and_takes_no_rune():
    state = before_building(huts={RED: (10, 12)})
    shown = preview_build(state, TEMPLE, 11)
    assert (shown.price, shown.huts, shown.rune) == (chips("1 wood 1 stone"), 0, None)
    assert shown.visits == (Visit(12, RED, 1),)
    assert (
        shown.events
        == decide(
            before_building(huts={RED: (10, 12)}, hands={BLUE: "1 wood 1 stone"}),
            BuildTemple(by=BLUE, field=11, pay=chips("1 wood 1 stone")),
        )[1:]
    )


def test_a_hut_chip_makes_the_price_nothing():
    shown = preview_build(before_building(huts={RED: (10,)}, bonus={11: Bonus.HUT}), HUT, 11)
    assert (shown.price, shown.bonus, shown.huts) == (chips(), Bonus.HUT, 2)


def test_a_rune_that_stays_where_it_is_is_not_told():
    shown = preview_build(before_building(huts={RED: (10,)}, runes={Rune.SERPENT: BLUE}), HUT, 1)
    assert (shown.rune, shown.rune_from) == (None, None)


def test_the_river_is_told():
    assert preview_build(before_building(huts={RED: (10,)}), HUT, 1).crosses_river


@pytest.mark.parametrize("stone", [0, 1, 2])
def test_on_his_stones_the_druid_asks_nobody(stone: int):
    shown = preview_build(before_building(druid=None, stone=stone), HUT, 1)
    assert (shown.druid_stone, shown.druid_field, shown.visits) == (stone + 1, None, ())


def test_without_a_hut_the_druid_stays():
    shown = preview_build(before_building(druid=None, stone=3), TEMPLE, 1)
    assert (shown.druid_stone, shown.druid_field, shown.visits) == (None, None, ())
    assert DruidStayed() in shown.events


def test_where_nothing_may_be_built_the_rule_is_told():
    with pytest.raises(RuleViolation) as caught:
        preview_build(before_building(huts={RED: (10,)}), HUT, 10)
    assert caught.value.rule == "hut.field"


def test_outside_a_turn_nobody_builds():
    over = played(position(BLUE, GREEN, RED, phase=Phase.ROLL, supply=""), DeclareEnd())
    with pytest.raises(ValueError, match="whose turn it is"):
        preview_build(over, HUT, 10)


def asked(**laid) -> GameState:
    return position(
        BLUE,
        GREEN,
        RED,
        **(
            {
                "board": ring(32),
                "phase": Phase.OFFERING,
                "huts": {BLUE: (10,), RED: (11, 12)},
                "druid": 10,
                "visits": (10, 11, 12),
            }
            | laid
        ),
    )


def test_the_answers_to_the_druid_with_their_points_and_prices():
    assert preview_offers(asked()) == (
        OfferPreview(Give.BOTH, 3, (chips("1 wood 1 stone"),)),
        OfferPreview(Give.ONE, 1, (chips("1 wood"), chips("1 stone"))),
        OfferPreview(Give.NONE, -1, (chips(),)),
    )


def test_a_druid_chip_is_one_more_answer():
    gives = [answer.give for answer in preview_offers(asked(bonus={10: Bonus.DRUID}))]
    assert gives == [Give.BOTH, Give.ONE, Give.CHIP, Give.NONE]


def test_at_an_unread_field_nothing_or_the_chip_are_the_only_answers():
    laid = {"board": side_for_four(), "huts": {BLUE: (20,)}, "druid": 20, "visits": (20,)}
    assert [answer.give for answer in preview_offers(asked(**laid))] == [Give.NONE]
    chip = asked(**laid, bonus={20: Bonus.DRUID})
    assert [answer.give for answer in preview_offers(chip)] == [Give.CHIP, Give.NONE]


def test_the_huts_still_to_be_asked():
    assert visits(asked(visits=(11, 12))) == (Visit(11, RED, 3), Visit(12, RED, 3))
    assert visits(before_building(huts={RED: (10,)})) == ()
