"""What to move so that the table goes from one state to another, a sentence a move."""

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion import events as ev
from companion.evolution import corrected
from companion.pieces import Bonus, BuildingKind, Rune
from companion.state import Building, Finale, GameState, Phase
from companion.telling import differences
from kiosk.words.moves import move_rows
from tests.companion.positions import BLUE, COPPER, GREEN, RED, STONE, WOOD, WOOL, position

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


def told(before: GameState, after: GameState, *passed: ev.Event, open_chips: bool = False):
    rows = differences(before, after, passed, open_chips=open_chips)
    return [row.line for row in move_rows(after, rows)]


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (do.SetStack(WOOL, (BLUE, RED)), ["Workers on the wool plain, from below: Bo and Ria"]),
        (do.SetStack(WOOL, ()), ["Workers on the wool plain: none"]),
        (do.SetField(20, None), ["Ria: hut off 20"]),
        (do.SetField(5, Building(BuildingKind.HUT, BLUE)), ["Bo: hut onto 5"]),
        (
            do.SetField(20, Building(BuildingKind.TEMPLE, GREEN)),
            ["Ria: hut off 20", "Gus: temple onto 20"],
        ),
        (do.SetBonus(24, None), ["“free hut” chip from 24 into the box"]),
        (do.SetBonus(4, Bonus.POINTS), ["“+2” chip back onto 4"]),
        (
            do.SetBonus(24, Bonus.DRUID),
            ["“free hut” chip from 24 into the box", "“druid” chip back onto 24"],
        ),
        (do.SetHand(BLUE, WOOD, 0), ["Bo: return 2 wood"]),
        (do.SetHand(BLUE, STONE, 4), ["Bo: take 3 stone"]),
        (do.SetRune(Rune.HOOK, GREEN), ["Gus: rune hook from Ria"]),
        (do.SetRune(Rune.HOOK, None), ["Ria: rune hook back beside the board"]),
        (do.SetRune(Rune.EYE, BLUE), ["Bo: take rune eye"]),
        (do.SetDruid(0, None), ["Druid to his temple"]),
        (do.SetDruid(3, None), ["Druid to his stone 3"]),
        (do.SetDruid(None, 7), ["Druid from 20 to 7"]),
        (do.SetPoints(RED, 101), ["Ria: +2, point marker to 1 with the 100 chip"]),
        (do.SetPoints(RED, 98), ["Ria: −1, point marker to 98"]),  # noqa: RUF001 - a minus
    ],
)
def test_each_piece_that_lies_elsewhere_is_told_and_no_other(change, lines: list[str]):
    after = corrected(LAID, (change,))
    assert told(LAID, after) == lines


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
    assert told(LAID, after) == [
        "Bo: worker off the wool plain",
        "Ria: hut off 20",
        "“free hut” chip from 24 into the box",
        "Bo: take 1 wood",
        "Bo: rune hook from Ria",
        "Druid to his stone 3",
        "Bo: +4, point marker to 9",
    ]


STOOD = position(
    BLUE,
    GREEN,
    RED,
    stacks={WOOD: (), WOOL: (RED, BLUE), STONE: (BLUE, GREEN, GREEN), COPPER: (RED,)},
)


@pytest.mark.parametrize(
    ("stacks", "lines"),
    [
        ({WOOL: (RED,)}, ["Bo: worker off the wool plain"]),
        ({WOOD: (GREEN,)}, ["Gus: worker onto the wood plain"]),
        ({WOOL: (RED,), WOOD: (BLUE,)}, ["Bo: worker from wool to wood"]),
        (
            {STONE: (BLUE, GREEN), WOOD: (GREEN,)},
            ["Gus: worker from stone, middle, to wood"],
        ),
        ({STONE: (GREEN, GREEN), WOOL: (RED, BLUE, BLUE)}, ["Bo: worker from stone to wool"]),
        ({COPPER: (), WOOL: (RED, RED, BLUE)}, ["Ria: worker from copper to wool, middle"]),
        (
            {STONE: (BLUE, GREEN), WOOL: (GREEN, RED, BLUE)},
            ["Gus: worker from stone, middle, to wool, bottom"],
        ),
        (
            {WOOL: (BLUE,)},
            ["Workers on the wool plain: Bo"],
        ),
        (
            {WOOL: (RED, BLUE, GREEN), WOOD: (GREEN,)},
            [
                "Workers on the wood plain: Gus",
                "Workers on the wool plain, from below: Ria, Bo and Gus",
            ],
        ),
        (
            {COPPER: (BLUE,), WOOL: (RED,), WOOD: (RED,)},
            [
                "Workers on the wood plain: Ria",
                "Workers on the wool plain: Ria",
                "Workers on the copper plain: Bo",
            ],
        ),
    ],
)
def test_the_way_of_one_worker_is_told_else_who_has_to_stand_where(stacks, lines: list[str]):
    changes = tuple(do.SetStack(plain, workers) for plain, workers in stacks.items())
    after = corrected(STOOD, changes)
    assert told(STOOD, after) == lines


def test_where_the_table_corrects_workers_they_may_stand_right_already():
    changes = (do.SetStack(WOOL, (RED,)), do.SetStack(WOOD, (BLUE,)))
    after = corrected(STOOD, changes)
    assert told(STOOD, after, ev.Corrected(changes, "seen")) == [
        "Workers on the wood plain: Bo",
        "Workers on the wool plain: Ria",
    ]


CORRECTED = (
    do.SetHand(BLUE, WOOD, 1),
    do.SetHand(GREEN, WOOD, 3),
    do.SetSupply(WOOD, 14),
)


def test_of_corrected_hands_open_chips_tell_how_they_have_to_be():
    after = corrected(LAID, CORRECTED)
    assert told(LAID, after, ev.Corrected(CORRECTED, "seen"), open_chips=True) == [
        "Bo: 1 wood in hand now",
        "Gus: 3 wood in hand now",
        "14 chips lie on the wood plain",
    ]


def test_of_corrected_hands_nobody_else_is_told_more_than_that():
    after = corrected(LAID, CORRECTED)
    for before, now in ((LAID, after), (after, LAID)):
        assert told(before, now, ev.Corrected(CORRECTED, "seen")) == [
            "Bo and Gus: chips corrected, look at your hand",
            f"{now.supply.wood} chips lie on the wood plain",
        ]


def test_a_hand_that_a_correction_leaves_as_it_was_is_to_be_looked_at_all_the_same():
    changes = (do.SetHand(BLUE, WOOD, 2),)
    event = ev.Corrected(changes, "seen")
    assert told(LAID, corrected(LAID, changes), event) == ["Bo: chips corrected, look at your hand"]
    assert told(LAID, corrected(LAID, changes), event, open_chips=True) == []


def test_what_somebody_else_took_in_the_open_is_told_beside_a_correction():
    taken = (do.SetHand(RED, STONE, 2), do.SetSupply(STONE, 15))
    changes = (do.SetHand(BLUE, WOOD, 4), do.SetSupply(WOOD, 14))
    after = corrected(LAID, (*taken, *changes))
    assert told(LAID, after, ev.Corrected(changes, "seen")) == [
        "Ria: take 2 stone",
        "Bo: chips corrected, look at your hand",
        "14 chips lie on the wood plain",
    ]


def test_a_plain_is_told_where_a_correction_made_up_for_what_somebody_else_took():
    taken = (do.SetHand(RED, WOOD, 2),)
    changes = (do.SetHand(BLUE, WOOD, 0),)
    after = corrected(LAID, (*taken, *changes))
    assert told(LAID, after, ev.Corrected(changes, "seen")) == [
        "Ria: take 2 wood",
        "Bo: chips corrected, look at your hand",
        "16 chips lie on the wood plain",
    ]


def test_chips_are_returned_before_any_are_taken_so_that_no_plain_is_short():
    changes = (do.SetHand(BLUE, STONE, 3), do.SetHand(BLUE, WOOD, 0), do.SetHand(RED, WOOD, 1))
    after = corrected(LAID, changes)
    assert told(LAID, after) == ["Bo: return 2 wood", "Bo: take 2 stone", "Ria: take 1 wood"]
    assert told(after, LAID) == ["Bo: return 2 stone", "Ria: return 1 wood", "Bo: take 2 wood"]


def test_the_die_lies_where_the_circuit_ended_until_a_step_before_it_counts():
    before = position(BLUE, GREEN, RED, huts={RED: (10,)}, druid=10)
    circling = replace(before, finale=Finale.CIRCUIT, visits=(10,), phase=Phase.OFFERING)
    over = replace(circling, visits=(), phase=Phase.FINISHED)
    assert told(circling, over) == told(over, circling) == []
    assert told(over, before) == ["Take the die off the board"]
