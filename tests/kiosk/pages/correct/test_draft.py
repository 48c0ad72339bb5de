"""Putting a correction together, change by change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import commands as do
from companion.errors import RuleViolation
from companion.game import play
from companion.memory.record import parse_command, write_command
from companion.pieces import MATERIALS, RUNES, Bonus, BuildingKind, Rune
from companion.state import Building, Phase
from kiosk.pages.correct.draft import (
    Correction,
    Entry,
    hindrance,
    present_bonus,
    present_druid,
    present_field,
    present_hand,
    present_points,
    present_rune,
    present_stack,
    present_supply,
    present_turn,
    status_text,
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


def put_together(changes) -> Correction:
    correction = Correction()
    for change in changes:
        correction = correction.with_change(change)
    return correction


@given(changes=st.permutations(ONE_OF_EACH))
def test_equal_corrections_are_equal_commands_however_they_were_tapped(changes):
    correction = put_together(changes)
    assert correction.changes == ONE_OF_EACH
    command = do.Correct(changes=correction.changes, why="seen on the table")
    assert parse_command(write_command(command), 1) == command


def test_what_is_set_again_takes_the_place_of_what_was_set():
    correction = put_together([do.SetDruid(2, None), do.SetPoints(BLUE, 3), do.SetDruid(None, 4)])
    assert correction.changes == (do.SetPoints(BLUE, 3), do.SetDruid(None, 4))
    assert put_together([do.SetField(3, None), do.SetBonus(3, None)]).changes == (
        do.SetField(3, None),
        do.SetBonus(3, None),
    )


@pytest.mark.parametrize("about", ONE_OF_EACH)
def test_everything_that_is_set_can_be_left_as_it_is(about):
    correction = put_together(ONE_OF_EACH)
    assert correction.holds(about)
    left = correction.without(about)
    assert not left.holds(about)
    assert len(left.changes) == len(ONE_OF_EACH) - 1
    assert left.without(about) == left


def test_what_the_state_shows_can_be_set_without_changing_anything():
    state = position(BLUE, RED, GREEN, huts={BLUE: (4,), RED: (9,)}, druid=4)
    shown = [present_druid(state), present_turn(state)]
    for color in state.colors:
        shown.append(present_points(state, color))
        shown += [present_hand(state, color, material) for material in MATERIALS]
    for material in MATERIALS:
        shown += [present_supply(state, material), present_stack(state, material)]
    shown += [present_rune(state, rune) for rune in RUNES]
    for field in range(1, len(state.board) + 1):
        shown += [present_field(state, field), present_bonus(state, field)]
    correction = put_together(shown)
    assert len(correction.changes) == len(shown)
    assert correction.after(state) == state
    after = play(state, do.Correct(changes=correction.changes, why="all is as it was"))
    assert after == state


def test_the_status_tells_what_is_set_from_what_the_app_has():
    state = position(BLUE, PURPLE, huts={BLUE: (4,)})
    correction = Correction()
    assert status_text(state, correction, present_field(state, 4)) == (
        "The app has: field 4: Bo's hut"
    )
    correction = correction.with_change(do.SetField(4, None))
    after = correction.after(state)
    assert status_text(state, correction, present_field(after, 4)) == "Set: field 4 is empty"


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION])
def test_before_a_roll_and_before_part_two_nothing_is_in_the_way(phase):
    assert hindrance(position(BLUE, PURPLE, phase=phase)) is None


@pytest.mark.parametrize(
    ("phase", "way"),
    [
        (Phase.PLACING, "Place them all"),
        (Phase.TAKE, "When everybody has"),
        (Phase.GIVE_BACK, "When everybody has"),
        (Phase.OFFERING, "When the offerings are over"),
        (Phase.FINISHED, "Undo steps, to before"),
    ],
)
def test_at_any_other_moment_the_way_to_correcting_is_told(phase, way):
    assert way in hindrance(position(BLUE, PURPLE, phase=phase))


# Numbers


def typed(entry: Entry, digits: str) -> Entry:
    for digit in digits:
        entry = entry.with_digit(int(digit))
    return entry


@given(points=st.integers(0, 999_999), present=st.integers(0, 200))
def test_any_points_can_be_typed(points, present):
    entry = typed(Entry(do.SetPoints(BLUE, present)), str(points))
    assert entry.change == do.SetPoints(BLUE, points)
    cleared = typed(Entry(do.SetPoints(BLUE, present)).cleared(), str(points))
    assert cleared.change == do.SetPoints(BLUE, points)


@pytest.mark.parametrize("change", [do.SetHand(BLUE, WOOD, 5), do.SetSupply(WOOD, 5)])
def test_chips_go_up_to_eighteen(change):
    assert typed(Entry(change), "18").number == 18
    with pytest.raises(RuleViolation, match="from 0 to 18, not 19"):
        typed(Entry(change), "19")
    with pytest.raises(RuleViolation, match="from 0 to 18, not 180"):
        typed(Entry(change), "180")


def test_more_points_than_a_million_are_refused():
    with pytest.raises(RuleViolation, match="from 0 to 999999, not 9999990"):
        typed(Entry(do.SetPoints(BLUE, 0)), "9999990")


def test_steps_go_from_the_present_number_and_not_below_nothing():
    entry = Entry(do.SetPoints(BLUE, 12))
    assert entry.stepped(1).number == 13
    assert entry.stepped(-1).stepped(-1).number == 10
    assert typed(entry.stepped(1), "5").number == 5
    with pytest.raises(RuleViolation, match="not -1"):
        Entry(do.SetHand(BLUE, WOOD, 0)).stepped(-1)
