"""Where the board's fields lie, and which of them a finger means."""

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.pieces.ring import DISC, ICONS, Ring
from kiosk.rotation import Rotation
from kiosk.ui.surface import Box

SQUARE = Box(40, 8, 464, 464)
SIZES = (28, 32, 36)
NUMBER = (17, 12)
"""The digits of a field's number, in pixels at 800x480."""


@given(st.sampled_from(SIZES), st.data())
def test_a_field_is_found_wherever_one_touches_its_wedge(fields: int, data: st.DataObject) -> None:
    ring = Ring(SQUARE, fields)
    field = data.draw(st.integers(1, fields))
    aside = data.draw(st.floats(-0.49, 0.49))
    depth = data.draw(st.floats(0.306, 0.499))
    assert ring.field_at(ring.point(field + aside, depth)) == field


@given(st.sampled_from(SIZES), st.floats(0, 40), st.one_of(st.floats(0, 0.3), st.floats(0.51, 2)))
def test_beside_the_ring_lies_no_field(fields: int, place: float, depth: float) -> None:
    ring = Ring(SQUARE, fields)
    assert ring.field_at(ring.point(place, depth)) is None


def test_fields_count_clockwise_from_the_river() -> None:
    ring = Ring(SQUARE, 32)
    x, y = ring.point(1, DISC)
    assert x < SQUARE.center[0]
    assert y > SQUARE.center[1]
    following = ring.point(2, DISC)
    assert following[0] > x
    assert following[1] > y


@pytest.mark.parametrize("lie", Rotation, ids=str)
def test_a_board_that_lies_turned_has_everything_in_its_turned_place(lie: Rotation) -> None:
    straight, turned = Ring(SQUARE, 32), Ring(SQUARE, 32, lie)
    x, y = SQUARE.center

    def moved(point: tuple[float, float]) -> tuple[float, float]:
        right, up = lie.rotate_point(point[0] - x, point[1] - y)
        return (x + right, y + up)

    for field in (1, 9, 32):
        there = turned.point(field, DISC)
        assert there == pytest.approx(moved(straight.point(field, DISC)))
        assert turned.field_at(there) == field
        assert turned.field_wedge(field)[0] == pytest.approx(moved(straight.field_wedge(field)[0]))
    for stone in range(4):
        assert turned.druid_stone_point(stone) == pytest.approx(
            moved(straight.druid_stone_point(stone))
        )
    for plain, box in straight.plains.items():
        assert turned.plains[plain].contains(moved(box.center))
        assert turned.plains[plain][2:] == box[2:]
    corner = Box(SQUARE.x, SQUARE.y, 48, 30)
    assert turned.rotated_box(corner).center == pytest.approx(moved(corner.center))


@pytest.mark.parametrize("fields", SIZES)
def test_discs_and_icons_of_neighbours_do_not_touch(fields: int) -> None:
    ring = Ring(SQUARE, fields)
    for depth, radius in (
        (DISC, ring.field_disc_radius()),
        *((d, ring.icon_size()) for d in ICONS),
    ):
        (x, y), (there_x, there_y) = ring.point(1, depth), ring.point(2, depth)
        assert hypot(there_x - x, there_y - y) > 2 * radius


def distance(point: tuple[float, float], box: Box) -> float:
    across = max(box.x - point[0], 0, point[0] - box.right)
    return hypot(across, max(box.y - point[1], 0, point[1] - box.top))


@pytest.mark.parametrize("side", [360, 480])
@pytest.mark.parametrize("fields", SIZES)
def test_neither_a_hut_nor_the_druid_covers_a_number(fields: int, side: int) -> None:
    square = Box(0, 0, side, side)
    ring = Ring(square, fields)
    hut = ring.field_disc_radius() * 0.78
    numbers = [ring.number_box(field, *NUMBER) for field in range(1, fields + 1)]
    for field, number in enumerate(numbers, start=1):
        assert square.contains((number.x, number.y))
        assert square.contains((number.right, number.top))
        assert ring.field_at(number.center) == field
        assert distance(ring.point(field, DISC), number) > hut - 1
        druid = ring.druid_center(field)
        assert side < 480 or min(distance(druid, one) for one in numbers) > ring.druid_size()


@pytest.mark.parametrize("fields", SIZES)
def test_lines_go_along_every_wedge(fields: int) -> None:
    ring = Ring(SQUARE, fields)
    outer, inner, *between = (
        [(round(x, 6), round(y, 6)) for x, y in e] for e in ring.field_edges()
    )
    assert len(between) == fields
    for field, line in enumerate(between, start=1):
        wedge = [(round(x, 6), round(y, 6)) for x, y in ring.field_wedge(field)]
        assert set(wedge[:5]) <= set(outer)
        assert set(wedge[5:]) <= set(inner)
        assert line == [wedge[0], wedge[-1]]
