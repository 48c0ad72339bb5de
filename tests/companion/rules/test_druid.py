"""The druid's way (druid.*, ritual.order, river.interim)."""

import pytest

from companion.commands import BuildHut, MakeOffering
from companion.events import DruidWalked
from companion.pieces import BuildingKind, OfferingAnswer, Rune
from companion.state import Druid, GameState, Phase
from tests.companion.positions import (
    BLUE,
    GREEN,
    RED,
    build,
    chips,
    played,
    position,
    ring,
    scored,
    told,
)

ONE_EACH = chips("1 wood 1 stone")


def on_a_ring(**laid) -> GameState:
    return position(BLUE, GREEN, RED, board=ring(32), hands={BLUE: "9 wood 9 stone"}, **laid)


FAR_TEMPLE = build(on_a_ring(), BuildingKind.TEMPLE, 25, BLUE)
"""A construction that no settlement in these positions notices."""


@pytest.mark.parametrize("stone", [0, 1, 2])
def test_druid_stones__each_of_the_first_three_constructions_is_a_stone(stone: int):
    after = played(on_a_ring(stone=stone, huts={RED: (10,)}), FAR_TEMPLE)
    assert (after.druid, after.phase, after.decider) == (Druid(stone + 1), Phase.ROLL, GREEN)


def test_druid_walk__with_no_hut_on_the_board_he_stays():
    after = played(on_a_ring(stone=3, temples={GREEN: (1, 2), RED: (3,)}), FAR_TEMPLE)
    assert (after.druid, after.phase, after.decider) == (Druid(3), Phase.ROLL, GREEN)


def test_druid_full_lap__the_only_hut_is_also_the_next():
    state = on_a_ring(druid=10, huts={RED: (10,)})
    assert told(state, FAR_TEMPLE, DruidWalked) == (DruidWalked(10, 10, crossed_river=True),)
    assert played(state, FAR_TEMPLE).visits == (10,)


def test_ritual_order__it_may_start_in_the_middle_where_the_huts_behind_count_for_the_size():
    state = on_a_ring(druid=11, huts={RED: (10, 11, 13)})
    state = played(state, BuildHut(by=BLUE, field=12, pay=chips("4 wood 4 stone")))
    assert (state.visits, state.decider) == ((12, 13), BLUE)
    after = played(state, MakeOffering(by=BLUE, give=OfferingAnswer.BOTH, pay=ONE_EACH))
    assert (scored(state, after), after.decider) == ({BLUE: 4}, RED)


def test_river_interim__a_stone_just_won_counts():
    state = on_a_ring(druid=20, huts={RED: (20,)}, runes={Rune.SERPENT: RED})
    after = played(state, BuildHut(by=BLUE, field=1, pay=ONE_EACH))
    assert scored(state, after) == {BLUE: 1}
