"""What to move so that the table goes from one state to another, a sentence a move."""

import pytest

from companion.commands import (
    SetBonus,
    SetDruid,
    SetField,
    SetHand,
    SetPoints,
    SetRune,
    SetStack,
)
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
        (SetStack(WOOL, (BLUE, RED)), ["Workers on the wool plain, from below: Bo, Ria"]),
        (SetStack(WOOL, ()), ["Workers on the wool plain, from below: none"]),
        (SetField(20, None), ["Take Ria's hut off 20"]),
        (SetField(5, Building(BuildingKind.HUT, BLUE)), ["Bo's hut onto 5"]),
        (
            SetField(20, Building(BuildingKind.TEMPLE, GREEN)),
            ["Take Ria's hut off 20", "Gus's temple onto 20"],
        ),
        (SetBonus(24, None), ["“free hut” chip on 24: into the box"]),
        (SetBonus(4, Bonus.POINTS), ["“+2” chip back onto 4"]),
        (
            SetBonus(24, Bonus.DRUID),
            ["“free hut” chip on 24: into the box", "“druid” chip back onto 24"],
        ),
        (SetHand(BLUE, WOOD, 0), ["Bo returns 2 wood"]),
        (SetHand(BLUE, STONE, 4), ["Bo takes 3 stone"]),
        (SetRune(Rune.HOOK, GREEN), ["Rune hook: from Ria to Gus"]),
        (SetRune(Rune.HOOK, None), ["Rune hook: from Ria to the table"]),
        (SetRune(Rune.EYE, BLUE), ["Rune eye: from the table to Bo"]),
        (SetDruid(0, None), ["Druid to his temple"]),
        (SetDruid(3, None), ["Druid to his stone 3"]),
        (SetDruid(None, 7), ["Druid to 7"]),
        (SetPoints(RED, 101), ["Ria +2, marker to 1 with the 100 chip"]),
        (SetPoints(RED, 98), ["Ria −1, marker to 98"]),  # noqa: RUF001 - a minus
    ],
)
def test_each_piece_that_lies_elsewhere_is_told_and_no_other(change, lines: list[str]):
    after = corrected(LAID, (change,))
    assert [said(sentence, NAMES) for sentence in differences(LAID, after)] == lines


def test_workers_come_first_and_markers_last():
    changes = (
        SetPoints(BLUE, 9),
        SetDruid(3, None),
        SetRune(Rune.HOOK, BLUE),
        SetHand(BLUE, WOOD, 3),
        SetBonus(24, None),
        SetField(20, None),
        SetStack(WOOL, (RED,)),
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
