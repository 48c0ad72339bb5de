"""Why it was so, case by case: the rules behind an event and the numbers, in English words."""

import pytest

from companion import commands as do
from companion.game import decide
from companion.pieces import Bonus, BuildingKind, Face, Give, Rune
from companion.preview import preview_build
from companion.state import Finale, GameState, Phase
from companion.telling import (
    huts_beside_temple,
    narrated,
    reasons_behind,
    temple_worth,
    what_to_do,
)
from kiosk.words.moves import move_rows
from kiosk.words.texts import said
from tests.companion.explained import asking, in_words, table, why
from tests.companion.positions import (
    BLUE,
    GREEN,
    NAMES,
    RED,
    STONE,
    WOOD,
    build,
    chips,
    position,
    ring,
)

HUT, TEMPLE = BuildingKind


def test_an_exact_payment_is_explained_by_the_price_and_by_nothing_else():
    found = why(table(), do.BuildHut(by=BLUE, field=20, pay=chips("1 wood 1 stone")))
    assert found["hut.cost"] == "A single hut, both icons once: 1 wood, 1 stone."
    assert not {"pay.swap", "pay.hand"} & set(found)


def test_a_payment_with_three_for_one_tells_which_chips_stood_in_for_which():
    found = why(table(), do.BuildHut(by=BLUE, field=20, pay=chips("1 wood 3 wool")))
    assert found["pay.swap"] == "Asked: 1 wood, 1 stone. 3 wool stand in for 1 stone."


def test_chips_of_the_price_can_stand_in_for_others_of_it():
    found = why(table(), do.BuildHut(by=BLUE, field=20, pay=chips("4 wood")))
    assert found["pay.swap"] == "Asked: 1 wood, 1 stone. 3 wood stand in for 1 stone."


@pytest.mark.parametrize(
    ("pay", "found"),
    [("1 wood", None), ("1 stone", None), ("3 wool", "Asked: 1 wood. 3 wool stand in for 1 wood.")],
)
def test_one_material_may_be_either_of_the_two(pay: str, found: str | None):
    reasons = why(asking(10), do.Offer(by=RED, give=Give.ONE, pay=chips(pay)))
    assert reasons.get("pay.swap") == found
    assert "offer.one" in reasons


def test_three_of_one_icon_stand_in_for_the_other():
    found = why(asking(10), do.Offer(by=RED, give=Give.ONE, pay=chips("3 stone")))
    assert found["pay.swap"] == "Asked: 1 wood. 3 stone stand in for 1 wood."


@pytest.mark.parametrize(
    ("huts", "sum_text"),
    [
        ((10,), "2nd hut here, 2 of each: 2 wood, 2 stone."),
        ((10, 9), "3rd hut here, 3 of each: 3 wood, 3 stone."),
        ((10, 9, 12), "4th hut here, 4 of each: 4 wood, 4 stone."),
    ],
)
def test_a_settlement_is_counted_with_the_new_hut_and_over_a_closed_gap(huts: tuple, sum_text: str):
    state = table(huts={RED: huts})
    command = do.BuildHut(
        by=BLUE, field=11, pay=chips(f"{len(huts) + 1} wood {len(huts) + 1} stone")
    )
    assert why(state, command)["hut.cost"] == sum_text


@pytest.mark.parametrize(
    ("number", "ordinal"),
    [
        *((number, f"{number}th") for number in (4, 9, 10, 11, 12, 13, 20)),
        *((21, "21st"), (22, "22nd"), (23, "23rd"), (24, "24th")),
    ],
)
def test_every_hut_of_a_settlement_has_its_ordinal(number: int, ordinal: str):
    standing = tuple(range(1, number))
    huts = {RED: standing[::3], GREEN: standing[1::3], BLUE: standing[2::3]}
    state = table(huts=huts, druid=1, hands={})
    (cost,) = preview_build(state, HUT, number).events[:1]
    (one, *_) = narrated(state, (cost,))
    assert said(one.reasons[0].sums[0], NAMES).startswith(f"{ordinal} hut here, {number} of each:")


def test_a_free_hut_is_explained_by_its_chip_and_not_by_a_price():
    found = why(table(bonus={20: Bonus.HUT}), do.BuildHut(by=BLUE, field=20))
    assert found["hut.bonus"] == "The “free hut” chip on 20 pays for it: nothing to pay."
    assert "hut.cost" not in found


@pytest.mark.parametrize(
    ("bonus", "sum_text"),
    [
        (Bonus.POINTS, "The “+2” chip on 20 scores 2 points at once."),
        (Bonus.DRUID, "The druid chip stays under the hut on 20."),
    ],
)
def test_a_field_with_a_bonus_chip_tells_price_and_chip(bonus: Bonus, sum_text: str):
    state = table(bonus={20: bonus})
    found = why(state, do.BuildHut(by=BLUE, field=20, pay=chips("1 wood 1 stone")))
    assert found["hut.bonus"] == sum_text
    assert "hut.cost" in found


def test_a_temple_costs_both_icons_once_beside_any_huts():
    found = why(table(), build(table(), BuildingKind.TEMPLE, 11, BLUE))
    assert found["temple.cost"] == "Both icons once: 1 wood, 1 stone."
    assert not {"hut.cost", "hut.rune"} & set(found)


@pytest.mark.parametrize("stone", [0, 1, 2])
def test_the_first_three_buildings_move_the_druid_over_his_stones(stone: int):
    state = table(huts={}, druid=None, stone=stone)
    found = why(state, do.BuildHut(by=BLUE, field=20, pay=chips("1 wood 1 stone")))
    assert found["druid.stones"] == f"Stone {stone + 1} of 3."
    assert not {"druid.walk", "ritual.order", "river.interim"} & set(found)


def test_from_his_stones_he_walks_to_the_first_hut_and_crosses_nothing():
    state = table(huts={RED: (10,)}, druid=None, stone=3, runes={Rune.ARROW: RED})
    found = why(state, do.BuildHut(by=BLUE, field=20, pay=chips("1 wood 1 stone")))
    assert found["druid.walk"] == "From his stones: 10 is the first hut after the river."
    assert not {"druid.stones", "river.interim"} & set(found)


def test_with_no_hut_he_waits():
    state = table(huts={}, druid=None, stone=3)
    found = why(state, build(state, BuildingKind.TEMPLE, 20, BLUE))
    assert found["druid.walk"] == "There is no hut on the board."


def test_a_whole_lap_crosses_the_river_and_is_no_usual_walk():
    state = table(runes={Rune.EYE: RED, Rune.HOOK: RED, Rune.WAVES: GREEN})
    found = why(state, build(state, BuildingKind.TEMPLE, 20, BLUE))
    assert found["druid.full-lap"] == "The hut on 10 is the only one."
    assert found["river.interim"] == (
        "Gus has 1 rune stone: 1 point. Ria has 2 rune stones: 2 points."
    )
    assert "druid.walk" not in found


def test_a_river_that_nobody_profits_from_says_so():
    found = why(table(), build(table(), BuildingKind.TEMPLE, 20, BLUE))
    assert found["river.interim"] == "Nobody has a rune stone."


def test_the_ritual_tells_whom_it_asks_and_which_huts_only_count():
    state = table(huts={RED: (10, 11), GREEN: (12,)}, druid=10)
    found = why(state, build(state, BuildingKind.TEMPLE, 20, BLUE))
    assert found["druid.walk"] == "From 10: 11 is the next hut clockwise."
    assert found["ritual.order"] == (
        "Asked in this order: Ria on 11, Gus on 12. 1 hut behind him counts, but is not asked."
    )


def test_several_huts_behind_him_count():
    state = table(huts={RED: (10, 11), GREEN: (12,)}, druid=11)
    found = why(state, build(state, BuildingKind.TEMPLE, 20, BLUE))
    assert found["ritual.order"] == (
        "Asked in this order: Gus on 12. 2 huts behind him count, but are not asked."
    )


@pytest.mark.parametrize(
    ("huts", "sum_text"),
    [
        (
            (20, 21, 22, 23),
            "Asked in this order: Ria on 20, Ria on 21, Ria on 22, Ria on 23.",
        ),
        ((20, 21, 22, 23, 24), "Asked at 5 huts, from 20 to 24."),
    ],
)
def test_a_long_ritual_is_told_by_its_number_of_huts(huts: tuple, sum_text: str):
    state = table(huts={RED: (10, *huts)}, druid=10)
    found = why(state, build(state, BuildingKind.TEMPLE, 30, BLUE))
    assert found["ritual.order"] == sum_text


def test_a_ritual_over_the_river_tells_it_before_anyone_is_asked():
    state = table(huts={RED: (10, 32), GREEN: (1,)}, druid=10, runes={Rune.ARROW: RED})
    found = why(state, build(state, BuildingKind.TEMPLE, 20, BLUE))
    assert found["river.interim"] == (
        "In this ritual he crosses the river from 32 to 1. Ria has 1 rune stone: 1 point."
    )


def test_a_step_inside_a_ritual_belongs_to_the_ritual():
    state = asking(10, 11, huts={RED: (10,), GREEN: (11,)})
    found = why(state, do.Offer(by=RED, give=Give.NONE))
    assert "ritual.order" in found
    assert "druid.walk" not in found


def test_a_step_in_the_final_circuit_belongs_to_the_circuit_and_its_river_scores_nothing():
    state = asking(30, 10, huts={RED: (10, 30)}, finale=Finale.CIRCUIT, runes={Rune.ARROW: RED})
    found = why(state, do.Offer(by=RED, give=Give.NONE))
    assert found["end.circuit"] == "Crossing the river scores nothing now."
    assert not {"druid.walk", "ritual.order", "river.interim"} & set(found)


@pytest.mark.parametrize(
    ("huts", "sum_text"), [((10, 30), "2 huts, the last on 10."), ((10,), "1 hut, on 10.")]
)
def test_the_circuit_tells_how_many_huts_and_where_it_ends(huts: tuple, sum_text: str):
    state = table(huts={RED: huts}, supply="", phase=Phase.ACTION, hands={})
    found = why(state, do.DeclareEnd())
    assert found["end.circuit"].startswith(sum_text)
    assert "end.exhausted" in found


@pytest.mark.parametrize(
    ("huts", "sum_text"),
    [((10,), "A single hut: 1 point."), ((9, 10, 11), "A settlement of 3 huts: 3 points.")],
)
def test_both_materials_tell_the_settlement_that_they_score(huts: tuple, sum_text: str):
    state = asking(10, huts={RED: huts})
    found = why(state, do.Offer(by=RED, give=Give.BOTH, pay=chips("1 wood 1 stone")))
    assert found["offer.both"] == sum_text


def test_nothing_offered_at_0_points_loses_nothing():
    found = why(asking(10, points={RED: 0}), do.Offer(by=RED, give=Give.NONE))
    assert found["offer.none"] == "Ria stays at 0 points."


def test_a_druid_chip_is_an_offering_and_no_hut_bonus():
    found = why(asking(10, bonus={10: Bonus.DRUID}), do.Offer(by=RED, give=Give.CHIP))
    assert found["offer.chip"] == "A single hut: 1 point."
    assert "hut.bonus" not in found


def test_a_rune_tells_who_held_it():
    state = table(runes={Rune.ARROW: RED})
    found = why(state, do.BuildHut(by=BLUE, field=20, pay=chips("1 wood 1 stone")))
    assert found["hut.rune"] == "Ria held rune arrow until now."


def nearly_finished(**laid) -> GameState:
    """Bo has one hut left, all others stand apart from each other."""
    huts = {BLUE: (1, 3, 5, 7, 9, 11, 13), RED: (15,)}
    temples = {BLUE: (20, 22)}
    return table(**({"huts": huts, "temples": temples, "druid": 13} | laid))


def test_the_last_building_begins_the_last_turns():
    state = nearly_finished(finale=None)
    events = preview_build(state, HUT, 17).events
    assert in_words(reasons_behind(state, events))["end.trigger"] == "It is Bo's last building."


def test_the_last_turns_tell_who_has_one():
    state = nearly_finished(druid=None, stone=0)
    events = decide(state, do.BuildHut(by=BLUE, field=17, pay=chips("1 wood 1 stone")))
    lines = [row.line for row in move_rows(state, what_to_do(state, events))]
    assert lines[-1] == "Bo has built everything. One more turn for: Gus and Ria"


def test_the_last_building_of_a_second_finisher_changes_nothing():
    state = nearly_finished(finale=Finale.LAST_TURNS, finisher=GREEN)
    events = preview_build(state, HUT, 17).events
    assert "end.trigger" not in in_words(reasons_behind(state, events))


def test_a_big_yield_tells_heights_shortage_and_who_comes_down():
    state = table(
        stacks={WOOD: (BLUE, RED), STONE: (GREEN, RED)},
        hands={GREEN: "14 stone"},
        phase=Phase.ACTION,
    )
    found = why(state, do.MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE))
    assert found["big.move"] == "1 worker above him comes down."
    assert found["big.yield"] == (
        "Bo, top: 3 chips. Ria, middle: 1 of 2, the plain is empty. "
        "Gus, bottom: 0 of 1, the plain is empty."
    )


def test_a_big_yield_from_a_full_plain_tells_each_workers_height():
    state = table(stacks={WOOD: (BLUE, RED, GREEN), STONE: (GREEN,)})
    found = why(state, do.MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE))
    assert found["big.move"] == "2 workers above him come down."
    assert found["big.yield"] == "Bo, top: 2 chips. Gus, bottom: 1 chip."


def test_a_small_yield_counts_workers_and_tells_who_went_short():
    state = table(phase=Phase.ROLL, stacks={WOOD: (BLUE, RED, RED)}, hands={GREEN: "16 wood"})
    found = why(state, do.Roll(by=BLUE, face=Face.WOOD))
    assert found["small.material"] == (
        "Ria has 2 workers on the wood plain. Bo has 1 worker on the wood plain. "
        "Bo, bottom: 0 of 1, the plain is empty."
    )


def test_the_end_tells_temples_runes_and_what_decided():
    state = asking(
        10,
        huts={RED: (10, 12), GREEN: (13,)},
        temples={BLUE: (11, 30), RED: (9,)},
        finale=Finale.CIRCUIT,
        points={RED: 20, GREEN: 7, BLUE: 4},
        runes={Rune.ARROW: GREEN, Rune.EYE: GREEN, Rune.HOOK: GREEN, Rune.WAVES: RED},
    )
    found = why(state, do.Offer(by=RED, give=Give.NONE))
    assert found["end.temples"] == (
        "Beside the temple on 9: the hut on 10. "
        "Beside the temple on 11: the huts on 10, 12 and 13. "
        "No hut stands beside the temple on 30."
    )
    assert found["end.runes"] == (
        "Gus has 3 rune stones: 1 + 2 + 3 = 6 points. Ria has one rune stone: 1 point."
    )
    assert found["end.winner"] == "Ria: 21 points. Gus: 13 points. Bo: 7 points."


@pytest.mark.parametrize(
    ("green", "sum_text"),
    [
        (
            (13,),
            (
                "Ria: 9 points, huts and temples built: 2. "
                "Gus: 9 points, huts and temples built: 1. Bo: 1 point."
            ),
        ),
        (
            (13, 15),
            (
                "Ria: 9 points, huts and temples built: 2, chips left: 3. "
                "Gus: 9 points, huts and temples built: 2, chips left: 1. Bo: 1 point."
            ),
        ),
    ],
)
def test_a_tie_tells_just_as_much_as_decided_it(green: tuple, sum_text: str):
    state = asking(
        10,
        huts={RED: (10, 20), GREEN: green},
        finale=Finale.CIRCUIT,
        points={RED: 10, GREEN: 9, BLUE: 1},
        hands={RED: "3 wool", GREEN: "1 wool"},
    )
    assert why(state, do.Offer(by=RED, give=Give.NONE))["end.winner"] == sum_text


@pytest.mark.parametrize(
    ("points", "sum_text"),
    [
        ({RED: 10, GREEN: 5, BLUE: 5}, "Ria: 9 points. Bo: 5 points. Gus: 5 points."),
        (
            {RED: 10, GREEN: 9, BLUE: 1},
            (
                "Ria: 9 points, huts and temples built: 2. "
                "Gus: 9 points, huts and temples built: 1. Bo: 1 point."
            ),
        ),
    ],
)
def test_nothing_is_told_of_whoever_is_level_behind_the_best(points: dict, sum_text: str):
    state = asking(
        10,
        huts={RED: (10, 20), GREEN: (13,), BLUE: (15, 17)},
        finale=Finale.CIRCUIT,
        points=points,
        hands={},
    )
    assert why(state, do.Offer(by=RED, give=Give.NONE))["end.winner"] == sum_text


def test_a_temple_s_worth_is_told_with_the_huts_beside_it():
    found = in_words((temple_worth(table(huts={RED: (10, 20, 21), GREEN: (18,)}), 19),))
    assert found == {"end.temples": "Beside the temple on 19: the huts on 18, 20 and 21."}


@pytest.mark.parametrize(
    ("huts", "beside"),
    [
        ((), ((), ())),
        ((9, 10, 12), ((9, 10), (12,))),
        ((8, 10), ((10,), ())),
        ((12, 14), ((), (12,))),
    ],
)
def test_the_huts_that_a_temple_counts_are_told_as_they_lie_around_it(huts, beside):
    state = position(BLUE, GREEN, RED, huts={GREEN: huts}, temples={RED: (11,)})
    assert huts_beside_temple(state, 11) == beside


def test_huts_all_round_are_told_once_beginning_after_the_temple():
    huts = {BLUE: tuple(range(1, 9)), GREEN: (9, 10, *range(12, 18)), RED: tuple(range(18, 25))}
    state = position(BLUE, GREEN, RED, board=ring(24), huts=huts, temples={RED: (11,)})
    assert huts_beside_temple(state, 11) == ((), (*range(12, 25), *range(1, 11)))
