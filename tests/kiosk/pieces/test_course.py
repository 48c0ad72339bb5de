from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kiosk.pieces.charts import grid_levels, spread_labels, turn_marks


@given(st.integers(0, 5000))
def test_the_lines_of_a_chart_reach_over_the_highest_value(most: int) -> None:
    found = grid_levels(most)

    assert found[0] == 0
    assert found[-1] >= most
    assert len({there - here for here, there in pairwise(found)}) == 1
    assert most > 2500 or len(found) <= 6


@given(st.integers(0, 900), st.integers(2, 8))
def test_turns_are_named_from_the_start_and_not_too_densely(turns: int, most: int) -> None:
    found = turn_marks(turns, most)

    assert found[0] == 0
    assert found[-1] <= turns
    assert len(found) <= most + 1


@given(st.lists(st.floats(0, 100), min_size=1, max_size=4))
def test_labels_are_moved_apart_but_stay_in_order_and_in_their_room(wanted: list) -> None:
    places = spread_labels(wanted, 20, 0, 100)

    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    moved = [places[index] for index in order]
    assert all(there - here >= 20 - 1e-6 for here, there in pairwise(moved))
    assert min(places) >= -1e-6
    assert max(places) <= 100 + 1e-6


def test_labels_with_room_between_them_stay_where_they_are() -> None:
    assert spread_labels([80, 10, 40], 20, 0, 100) == (80, 10, 40)
