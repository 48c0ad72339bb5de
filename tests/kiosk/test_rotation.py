"""Quarter turns: where a point lies after one, and where it lay before."""

import pytest

from kiosk.rotation import Rotation

every_rotation = pytest.mark.parametrize("rotation", Rotation, ids=str)


def test_a_point_above_goes_to_the_left_below_and_right() -> None:
    assert [rotation.turned(0, 5) for rotation in Rotation] == [(0, 5), (-5, 0), (0, -5), (5, 0)]


@every_rotation
def test_a_point_that_is_turned_back_lies_where_it_lay(rotation: Rotation) -> None:
    assert rotation.turned_back(*rotation.turned(3, 7)) == (3, 7)


def test_what_lies_on_its_side_is_as_wide_as_its_place_is_high() -> None:
    sizes = [rotation.size(800, 480) for rotation in Rotation]
    assert sizes == [(800, 480), (480, 800), (800, 480), (480, 800)]
