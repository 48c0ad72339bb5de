"""Why it was so, case by case: the rules behind an event and the numbers, in English words."""

import pytest

from companion import commands as do
from companion.pieces import BuildingKind, Give
from companion.preview import preview_build
from companion.state import Finale
from companion.telling import narrate
from companion.telling.reasons import huts_beside_temple
from kiosk.words.texts import sentence_text
from tests.companion.explained import asking, table, why
from tests.companion.positions import BLUE, GREEN, NAMES, RED, build, position, ring

HUT, TEMPLE = BuildingKind


def test_a_river_that_nobody_profits_from_says_so():
    found = why(table(), build(table(), BuildingKind.TEMPLE, 20, BLUE))
    assert found["river.interim"] == "Nobody has a rune stone."


def test_nothing_offered_at_0_points_loses_nothing():
    found = why(asking(10, points={RED: 0}), do.Offer(by=RED, give=Give.NONE))
    assert found["offer.none"] == "Ria stays at 0 points."
    assert why(asking(10, points={RED: 1}), do.Offer(by=RED, give=Give.NONE))["offer.none"] == ""


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
    (one, *_) = narrate(state, (cost,))
    assert sentence_text(one.reasons[0].sums[0], NAMES).startswith(
        f"{ordinal} hut here, {number} of each:"
    )
