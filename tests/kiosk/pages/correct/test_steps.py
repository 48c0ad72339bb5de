"""Putting a correction together, change by change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import commands as do
from companion.game import state_after
from companion.memory.record import encode_command, parse_command
from companion.pieces import MATERIALS, RUNES, Bonus, BuildingKind, Rune
from companion.state import Building, Phase
from kiosk.pages.correct.view import (
    Correction,
    change_with_present_value,
    reason_against_correcting,
)
from tests.companion.positions import BLUE, GREEN, PURPLE, RED, STONE, WOOD, WOOL, position

ONE_OF_EACH = (
    do.SetPoints(PURPLE, 7),
    do.SetPoints(BLUE, 30),
    do.SetHand(BLUE, WOOD, 3),
    do.SetHand(BLUE, STONE, 0),
    do.SetHand(RED, WOOD, 1),
    do.SetSupply(WOOD, 4),
    do.SetSupply(STONE, 18),
    do.SetStack(WOOL, (RED, BLUE)),
    do.SetRune(Rune.SERPENT, None),
    do.SetRune(Rune.ARROW, RED),
    do.SetField(2, Building(BuildingKind.HUT, BLUE)),
    do.SetField(12, None),
    do.SetBonus(2, Bonus.DRUID),
    do.SetBonus(30, None),
    do.SetDruid(None, 2),
    do.SetActive(RED),
    do.SetPrinted(4, (STONE, WOOD), Rune.SERPENT),
)
"""In the order in which a record holds them."""


STATE = position(
    BLUE,
    RED,
    PURPLE,
    hands={BLUE: "1 stone"},
    stacks={WOOL: (BLUE,)},
    runes={Rune.SERPENT: RED},
    huts={BLUE: (4, 12), RED: (9,)},
    bonus={30: Bonus.HUT},
    druid=4,
    active=BLUE,
)


def put_together(changes) -> Correction:
    return Correction().with_changes(STATE, *changes)


@given(changes=st.permutations(ONE_OF_EACH))
def test_equal_corrections_are_equal_commands_however_they_were_tapped(changes):
    correction = put_together(changes)
    assert correction.changes == ONE_OF_EACH
    command = do.Correct(changes=correction.changes, why="seen on the table")
    assert parse_command(encode_command(command), 1) == command


def test_what_is_set_again_takes_the_place_of_what_was_set():
    correction = put_together([do.SetDruid(2, None), do.SetPoints(BLUE, 3), do.SetDruid(None, 9)])
    assert correction.changes == (do.SetPoints(BLUE, 3), do.SetDruid(None, 9))
    field = (do.SetField(30, Building(BuildingKind.HUT, BLUE)), do.SetBonus(30, None))
    assert put_together(field).changes == field


def test_what_the_app_has_already_is_no_change():
    state = position(BLUE, RED, GREEN, huts={BLUE: (4,), RED: (9,)}, druid=4)
    fields = range(1, len(state.board) + 1)
    hut, printed = Building(BuildingKind.HUT, BLUE), (STONE, WOOD)
    about = (
        *(do.SetPoints(color, 99) for color in state.colors),
        *(do.SetHand(color, one, 99) for color in state.colors for one in MATERIALS),
        *(do.SetSupply(one, 99) for one in MATERIALS),
        *(do.SetStack(one, (RED,)) for one in MATERIALS),
        *(do.SetRune(rune, RED) for rune in RUNES),
        *(do.SetField(field, hut) for field in fields),
        *(do.SetBonus(field, Bonus.DRUID) for field in fields),
        do.SetDruid(3, None),
        do.SetActive(GREEN),
        *(do.SetPrinted(field, printed, Rune.EYE) for field in fields),
    )
    changes = [change_with_present_value(state, one) for one in about]
    assert state_after(state, do.Correct(changes=tuple(changes), why="all is as it was")) == state
    set_before = Correction().with_changes(state, *about)
    assert set_before.with_changes(state, *changes).changes == ()


@pytest.mark.parametrize(
    ("phase", "way"),
    [(Phase.PLACING, "Place them all"), (Phase.FINISHED, "Undo steps, to before")],
)
def test_before_and_after_play_the_way_to_correcting_is_told(phase, way):
    assert way in reason_against_correcting(position(BLUE, PURPLE, phase=phase))
