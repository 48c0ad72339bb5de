"""The druid's way (druid.*, ritual.order, river.interim)."""

import pytest

from companion import events as ev
from companion.commands import BuildHut, Offer
from companion.pieces import BuildingKind, Give, Rune
from companion.state import Druid, Finale, GameState, Phase
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
    hands = {BLUE: "9 wood 9 stone", GREEN: "5 wood 5 stone"}
    return position(BLUE, GREEN, RED, board=ring(32), **({"hands": hands} | laid))


FAR_TEMPLE = build(on_a_ring(), BuildingKind.TEMPLE, 25, BLUE)
"""A construction that no settlement in these positions notices."""


def asked(state: GameState, give: Give = Give.NONE) -> list[tuple[int, str]]:
    """Field and owner of every offering asked until the ritual ends, all answered alike."""
    answers = []
    while state.phase is Phase.OFFERING:
        answers.append((state.visits[0], state.decider))
        assert state.druid == Druid(None, state.visits[0])
        state = played(state, Offer(by=state.decider, give=give))
    return answers


@pytest.mark.parametrize("stone", [0, 1, 2])
def test_druid_stones__each_of_the_first_three_constructions_is_a_stone(stone: int):
    state = on_a_ring(stone=stone, huts={RED: (10,)})
    for construction in (
        FAR_TEMPLE,
        BuildHut(by=BLUE, field=1, pay=ONE_EACH),
    ):
        assert told(state, construction, ev.DruidStepped) == (ev.DruidStepped(stone + 1),)
        after = played(state, construction)
        assert after.druid == Druid(stone + 1)
        assert (after.phase, after.decider) == (Phase.ROLL, GREEN)


def test_druid_walk__with_no_hut_on_the_board_he_stays():
    state = on_a_ring(stone=3, temples={GREEN: (1, 2), RED: (3,)})
    assert told(state, FAR_TEMPLE, ev.DruidStayed) == (ev.DruidStayed(),)
    after = played(state, FAR_TEMPLE)
    assert (after.druid, after.phase, after.decider) == (Druid(3), Phase.ROLL, GREEN)


def test_druid_full_lap__the_only_hut_is_also_the_next():
    state = on_a_ring(druid=10, huts={RED: (10,)})
    assert told(state, FAR_TEMPLE, ev.DruidWalked) == (ev.DruidWalked(10, 10, crossed_river=True),)
    assert asked(played(state, FAR_TEMPLE)) == [(10, RED)]


def test_ritual_order__it_may_start_in_the_middle_where_the_huts_behind_count_for_the_size():
    state = on_a_ring(druid=11, huts={RED: (10, 11, 13)})
    state = played(state, BuildHut(by=BLUE, field=12, pay=chips("4 wood 4 stone")))
    assert asked(state) == [(12, BLUE), (13, RED)]
    after = played(state, Offer(by=BLUE, give=Give.BOTH, pay=ONE_EACH))
    assert scored(state, after) == {BLUE: 4}


def test_river_interim__a_stone_just_won_counts():
    state = on_a_ring(druid=20, huts={RED: (20,)}, runes={Rune.SERPENT: RED})
    after = played(state, BuildHut(by=BLUE, field=1, pay=ONE_EACH))
    assert scored(state, after) == {BLUE: 1}


def test_river_interim__entering_from_the_stones_crosses_nothing():
    state = on_a_ring(stone=3, huts={RED: (1,)}, runes={Rune.EYE: RED})
    assert told(state, FAR_TEMPLE, ev.RiverCrossed) == ()
    assert scored(state, played(state, FAR_TEMPLE)) == {}


def test_river_interim__in_the_last_turns_too():
    state = on_a_ring(
        druid=20,
        huts={RED: (20,), GREEN: (3,)},
        runes={Rune.EYE: RED},
        finale=Finale.LAST_TURNS,
        finisher=GREEN,
    )
    assert played(state, FAR_TEMPLE).player(RED).breakdown.interim_runes == 1
