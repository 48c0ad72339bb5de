"""What to move so that the table goes from one state to another, a sentence a move."""

import pytest

from companion import commands as do
from companion.evolution import corrected
from companion.pieces import Bonus, BuildingKind, Rune
from companion.state import Building
from companion.telling import differences
from kiosk.words.texts import said
from tests.companion.positions import BLUE, GREEN, NAMES, RED, STONE, WOOD, WOOL, position

LAID = position(
    BLUE,
    GREEN,
    RED,
    huts={RED: (20,)},
    druid=20,
    bonus={24: Bonus.HUT},
    runes={Rune.HOOK: RED},
    hands={BLUE: "2 wood 1 stone"},
    points={RED: 99},
    stacks={WOOL: (RED, BLUE)},
)


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (do.SetStack(WOOL, (BLUE, RED)), ["Workers on the wool plain, from below: Bo, Ria"]),
        (do.SetStack(WOOL, ()), ["Workers on the wool plain, from below: none"]),
        (do.SetField(20, None), ["Take Ria's hut off 20"]),
        (do.SetField(5, Building(BuildingKind.HUT, BLUE)), ["Bo's hut onto 5"]),
        (
            do.SetField(20, Building(BuildingKind.TEMPLE, GREEN)),
            ["Take Ria's hut off 20", "Gus's temple onto 20"],
        ),
        (do.SetBonus(24, None), ["“free hut” chip on 24: into the box"]),
        (do.SetBonus(4, Bonus.POINTS), ["“+2” chip back onto 4"]),
        (
            do.SetBonus(24, Bonus.DRUID),
            ["“free hut” chip on 24: into the box", "“druid” chip back onto 24"],
        ),
        (do.SetHand(BLUE, WOOD, 0), ["Bo returns 2 wood"]),
        (do.SetHand(BLUE, STONE, 4), ["Bo takes 3 stone"]),
        (do.SetRune(Rune.HOOK, GREEN), ["Rune hook: from Ria to Gus"]),
        (do.SetRune(Rune.HOOK, None), ["Rune hook: from Ria to the table"]),
        (do.SetRune(Rune.EYE, BLUE), ["Rune eye: from the table to Bo"]),
        (do.SetDruid(0, None), ["Druid to his temple"]),
        (do.SetDruid(3, None), ["Druid to his stone 3"]),
        (do.SetDruid(None, 7), ["Druid to 7"]),
        (do.SetPoints(RED, 101), ["Ria +2, marker to 1 with the 100 chip"]),
        (do.SetPoints(RED, 98), ["Ria −1, marker to 98"]),  # noqa: RUF001 - a minus
    ],
)
def test_each_piece_that_lies_elsewhere_is_told_and_no_other(change, lines: list[str]):
    after = corrected(LAID, (change,))
    assert [said(sentence, NAMES) for sentence in differences(LAID, after)] == lines


def test_workers_come_first_and_markers_last():
    changes = (
        do.SetPoints(BLUE, 9),
        do.SetDruid(3, None),
        do.SetRune(Rune.HOOK, BLUE),
        do.SetHand(BLUE, WOOD, 3),
        do.SetBonus(24, None),
        do.SetField(20, None),
        do.SetStack(WOOL, (RED,)),
    )
    after = corrected(LAID, changes)
    assert [said(sentence, NAMES) for sentence in differences(LAID, after)] == [
        "Workers on the wool plain, from below: Ria",
        "Take Ria's hut off 20",
        "“free hut” chip on 24: into the box",
        "Bo takes 1 wood",
        "Rune hook: from Ria to Bo",
        "Druid to his stone 3",
        "Bo +4, marker to 9",
    ]
