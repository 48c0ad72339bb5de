"""Charts: round numbers beside the lines, and labels that keep apart."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kiosk.pieces.charts import grid_levels, spread_labels, turn_marks


@given(st.integers(0, 5000), st.integers(0, 900), st.integers(2, 8))
def test_lines_reach_over_the_highest_value_and_only_some_turns_are_labelled(
    highest: int, turns: int, most: int
) -> None:
    levels, marks = grid_levels(highest), turn_marks(turns, most)
    assert levels[0] == marks[0] == 0
    assert levels[-1] >= highest
    assert len({there - here for here, there in pairwise(levels)}) == 1
    assert highest > 2500 or len(levels) <= 6
    assert marks[-1] <= turns
    assert len(marks) <= most + 1


@example([80, 10, 40])
@given(st.lists(st.floats(0, 100), min_size=1, max_size=4))
def test_labels_are_moved_apart_but_stay_in_order_and_in_their_room(wanted: list[float]) -> None:
    places = spread_labels(wanted, 20, 0, 100)
    moved = [place for _want, place in sorted(zip(wanted, places, strict=True))]
    assert all(there - here >= 20 - 1e-6 for here, there in pairwise(moved))
    assert min(places) >= -1e-6
    assert max(places) <= 100 + 1e-6
    if all(there - here >= 20 for here, there in pairwise(sorted(wanted))):
        assert places == pytest.approx(wanted)
