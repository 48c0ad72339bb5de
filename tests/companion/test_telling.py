"""Why it was so, case by case: the rules behind an event and the numbers, in English words."""

import pytest

from companion import commands as do
from companion.pieces import BuildingKind, Give, Rune
from companion.preview import preview_build
from companion.state import Finale
from companion.telling import narrated, temple_worth
from companion.telling.reasons import huts_beside_temple
from kiosk.words.texts import said
from tests.companion.explained import asking, in_words, table, why
from tests.companion.positions import BLUE, GREEN, NAMES, RED, build, position, ring

HUT, TEMPLE = BuildingKind


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


def test_a_river_that_nobody_profits_from_says_so():
    found = why(table(), build(table(), BuildingKind.TEMPLE, 20, BLUE))
    assert found["river.interim"] == "Nobody has a rune stone."


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


def test_nothing_offered_at_0_points_loses_nothing():
    found = why(asking(10, points={RED: 0}), do.Offer(by=RED, give=Give.NONE))
    assert found["offer.none"] == "Ria stays at 0 points."


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
