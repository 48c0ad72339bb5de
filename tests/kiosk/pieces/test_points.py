"""Figures that are others upside down show where their foot is, where people sit around them."""

from unittest.mock import patch

import pytest

from kiosk.pieces.points import PointsNumber, is_ambiguous_upside_down
from kiosk.ui import surface, theme
from kiosk.ui.label import wrapped_label
from kiosk.ui.surface import Box


@pytest.mark.parametrize("number", [6, 9, 66, 68, 86, 89, 98, 99, 908])
def test_a_number_that_is_another_one_upside_down_is_told(number: int) -> None:
    assert is_ambiguous_upside_down(str(number))


@pytest.mark.parametrize("text", ["0", "8", "69", "96", "60", "16", "26", "+6", "6 wood", ""])
def test_all_others_cannot_be_mistaken(text: str) -> None:
    assert not is_ambiguous_upside_down(text)


@pytest.mark.parametrize(
    ("points", "turned", "marked"), [(6, True, True), (6, False, False), (16, True, False)]
)
def test_points_have_their_foot_marked_only_in_a_turned_tray(
    points: int, *, turned: bool, marked: bool
) -> None:
    surface._lettering.cache_clear()
    with patch.object(surface, "wrapped_label", wraps=wrapped_label) as drawn:
        PointsNumber(Box(0, 0, 61, 41), points, theme.SURFACE, 22, turned)
    assert {call.kwargs["underlined"] for call in drawn.call_args_list} == {marked}
