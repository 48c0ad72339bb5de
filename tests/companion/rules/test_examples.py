"""The booklet's own examples (pp. 10, 11 and 13), position by position."""

from companion.commands import BuildHut, BuildTemple, MakeOffering, MoveWorker, Roll
from companion.events import DruidWalked, RiverCrossed, RuneTaken
from companion.game import events_of_command
from companion.pieces import BuildingKind, Face, OfferingAnswer, Rune
from companion.preview import preview_build
from companion.rules.building import building_price
from companion.state import Druid, Phase
from tests.companion.positions import (
    BLUE,
    COPPER,
    GREEN,
    PURPLE,
    RED,
    STONE,
    WOOD,
    chips,
    gained,
    played,
    position,
    scored,
    side_for_four,
    told,
)


def test_page_10_example_1__the_small_yield_of_a_stack_of_three():
    state = position(
        RED, BLUE, GREEN, phase=Phase.ROLL, stacks={WOOD: (BLUE, BLUE, GREEN), STONE: (RED, GREEN)}
    )
    after = played(state, Roll(by=RED, face=Face.WOOD))
    assert gained(state, after) == {GREEN: chips("1 wood"), BLUE: chips("2 wood")}
    assert (after.phase, after.decider) == (Phase.ACTION, RED)


def test_page_10_example_1__the_big_yield_on_stone():
    state = position(RED, BLUE, GREEN, stacks={STONE: (RED, GREEN), COPPER: (RED,)})
    after = played(state, MoveWorker(by=RED, source=COPPER, level=1, target=STONE))
    assert after.stack(STONE) == (RED, GREEN, RED)
    assert gained(state, after) == {RED: chips("4 stone"), GREEN: chips("2 stone")}


def test_page_10_example_2__the_druid_leaves_his_stones():
    state = position(
        RED,
        BLUE,
        GREEN,
        stone=3,
        huts={GREEN: (3,), RED: (17,), BLUE: (21,)},
        hands={RED: "1 stone 1 wood", GREEN: "1 wool"},
    )
    state = played(state, BuildHut(by=RED, field=26, pay=chips("1 stone 1 wood")))
    assert (state.druid, state.visits, state.decider) == (Druid(None, 3), (3,), GREEN)
    after = played(state, MakeOffering(by=GREEN, give=OfferingAnswer.ONE, pay=chips("1 wool")))
    assert scored(state, after) == {GREEN: 1}
    assert (after.phase, after.decider) == (Phase.ROLL, BLUE)


def test_page_10_example_3__a_third_hut_in_a_settlement_and_its_ritual():
    state = position(
        BLUE,
        GREEN,
        RED,
        druid=17,
        huts={RED: (17, 20, 21)},
        temples={BLUE: (22,)},
        runes={Rune.WAVES: RED},
        hands={BLUE: "4 stone 4 wood", RED: "1 wood"},
    )
    assert building_price(state, BuildingKind.HUT, 19) == chips("3 stone 3 wood")
    build = BuildHut(by=BLUE, field=19, pay=chips("3 stone 3 wood"))
    assert told(state, build, RuneTaken) == (RuneTaken(BLUE, Rune.WAVES, RED),)
    state = played(state, build)
    assert (state.druid, state.visits, state.decider) == (Druid(None, 19), (19, 20, 21), BLUE)
    blue = MakeOffering(by=BLUE, give=OfferingAnswer.BOTH, pay=chips("1 stone 1 wood"))
    assert scored(state, played(state, blue)) == {BLUE: 3}
    state = played(state, blue)
    assert state.decider == RED
    nothing = MakeOffering(by=RED, give=OfferingAnswer.NONE)
    assert scored(state, played(state, nothing)) == {RED: -1}
    state = played(state, nothing)
    wood = MakeOffering(by=RED, give=OfferingAnswer.ONE, pay=chips("1 wood"))
    assert scored(state, played(state, wood)) == {RED: 1}
    after = played(state, wood)
    assert after.druid == Druid(None, 21)
    assert (after.phase, after.decider) == (Phase.ROLL, GREEN)


def test_page_11_example_4__runes_score_as_the_druid_crosses_the_river():
    state = position(
        RED,
        BLUE,
        GREEN,
        druid=32,
        huts={BLUE: (31, 32), GREEN: (3,)},
        runes={Rune.ARROW: BLUE, Rune.SERPENT: GREEN, Rune.WAVES: RED, Rune.EYE: RED},
        hands={RED: "1 stone 1 wood", GREEN: "1 wool"},
    )
    build = BuildTemple(by=RED, field=26, pay=chips("1 stone 1 wood"))
    events = events_of_command(state, build)
    assert events.index(RiverCrossed()) < events.index(DruidWalked(32, 3, crossed_river=True))
    after = played(state, build)
    assert scored(state, after) == {BLUE: 1, GREEN: 1, RED: 2}
    assert (after.druid, after.visits, after.decider) == (Druid(None, 3), (3,), GREEN)
    over = played(after, MakeOffering(by=GREEN, give=OfferingAnswer.NONE))
    assert (over.phase, over.decider) == (Phase.ROLL, BLUE)


def test_page_13__a_hut_between_two_costs_three_times():
    state = position(
        PURPLE, BLUE, GREEN, RED, board=side_for_four(), huts={GREEN: (4,), PURPLE: (6,)}
    )
    assert building_price(state, BuildingKind.HUT, 5) == chips("3 wool 3 wood")


def test_page_13__the_fourth_hut_sends_the_druid_to_field_one():
    state = position(
        PURPLE,
        RED,
        BLUE,
        GREEN,
        board=side_for_four(),
        stone=3,
        huts={RED: (40,), GREEN: (1,), BLUE: (4,)},
        runes={Rune.ARROW: RED, Rune.SERPENT: BLUE},
        hands={PURPLE: "1 wood 1 wool", GREEN: "1 wool 1 copper"},
    )
    build = BuildHut(by=PURPLE, field=7, pay=chips("1 wood 1 wool"))
    assert told(state, build, RiverCrossed) == ()
    assert preview_build(state, BuildingKind.HUT, 7).visits[0].settlement_size == 2
    after = played(state, build)
    assert scored(state, after) == {}
    assert (after.druid, after.visits, after.decider) == (Druid(None, 1), (1,), GREEN)
    over = played(
        after, MakeOffering(by=GREEN, give=OfferingAnswer.BOTH, pay=chips("1 wool 1 copper"))
    )
    assert scored(after, over) == {GREEN: 2}
    assert (over.phase, over.decider) == (Phase.ROLL, RED)
