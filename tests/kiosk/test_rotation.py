from itertools import product

import pytest

from kiosk.rotation import Rotation, TouchCalibration


def test_a_point_is_turned_and_turned_back_and_what_lies_on_its_side_is_as_wide_as_high() -> None:
    turned = [rotation.rotate_point(0, 5) for rotation in Rotation]
    assert turned == [(0, 5), (-5, 0), (0, -5), (5, 0)]
    for rotation in Rotation:
        assert rotation.rotate_point_back(*rotation.rotate_point(3, 7)) == (3, 7)
    sizes = [rotation.rotated_size(800, 480) for rotation in Rotation]
    assert sizes == [(800, 480), (480, 800), (800, 480), (480, 800)]


FITS = [TouchCalibration(rotation, mirrored) for rotation in Rotation for mirrored in (False, True)]
CORNERS = ((0.1, 0.9), (0.9, 0.9), (0.9, 0.1))


def test_one_fit_after_another_is_one() -> None:
    for first, further in product(FITS, FITS):
        one_by_one = further.apply(*first.apply(0.2, 0.7))
        assert first.then(further).apply(0.2, 0.7) == pytest.approx(one_by_one)


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_a_fit_is_found_from_three_corners_that_fingers_do_not_hit_exactly(
    fit: TouchCalibration,
) -> None:
    told = [(x + 0.05, y - 0.1) for x, y in CORNERS]
    found = TouchCalibration.from_touches(
        (place, fit.apply(*corner)) for place, corner in zip(told, CORNERS, strict=True)
    )
    assert found == fit


def test_no_fit_leads_from_what_lies_anywhere() -> None:
    touches = zip(((0.5, 0.5), (0.9, 0.9), (0.9, 0.1)), CORNERS, strict=True)
    assert TouchCalibration.from_touches(touches) is None
