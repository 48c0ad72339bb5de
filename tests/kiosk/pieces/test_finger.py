"""A finger shows where to read on the cardboard, and the way there from the river."""

import pytest
from kivy.graphics import Mesh, SmoothLine

from kiosk.pieces.board_layers import draw_pointing_finger
from kiosk.pieces.picture import FieldIconPointer
from kiosk.pieces.ring import ICONS, Ring
from kiosk.ui.surface import Box, Surface
from tests.kiosk.touch import SIZES, the_window

BOX = Box(0, 0, 480, 480)


@pytest.fixture
def surface() -> Surface:
    the_window().resize(SIZES[0], 0)
    return Surface(BOX)


def drawn(surface: Surface, finger: FieldIconPointer, ring: Ring) -> None:
    surface.canvas.clear()
    with surface.canvas:
        draw_pointing_finger(ring, finger)


def reaches(surface: Surface, ring: Ring, field: int) -> float:
    """How far out the drawing reaches in a field, as a part of the board's side."""
    far = 0.0
    for part in surface.canvas.children:
        if isinstance(part, Mesh):
            corners = zip(part.vertices[0::4], part.vertices[1::4], strict=True)
            for x, y in corners:
                if ring.field_at((x, y)) == field:
                    right, up = x - BOX.center[0], y - BOX.center[1]
                    far = max(far, (right**2 + up**2) ** 0.5 / ring.side)
    return far


@pytest.mark.parametrize("field", [1, 9, 33, 40])
def test_the_finger_lies_on_the_icon_that_is_asked(surface: Surface, field: int) -> None:
    ring = Ring(BOX, 40)
    outer, inner = (FieldIconPointer(field, icon, clockwise=field < 21) for icon in (0, 1))
    drawn(surface, outer, ring)
    far = reaches(surface, ring, field)
    drawn(surface, inner, ring)
    assert far - reaches(surface, ring, field) == pytest.approx(ICONS[0] - ICONS[1], abs=0.005)


@pytest.mark.parametrize(("field", "clockwise"), [(9, True), (33, False)])
def test_the_way_goes_along_the_fields_that_are_counted(
    surface: Surface, field: int, *, clockwise: bool
) -> None:
    ring = Ring(BOX, 40)
    drawn(surface, FieldIconPointer(field, 0, clockwise=clockwise), ring)
    way = next(part for part in surface.canvas.children if isinstance(part, SmoothLine)).points
    points = zip(way[0::2], way[1::2], strict=True)
    outwards = [
        (BOX.center[0] + (x - BOX.center[0]) * 1.2, BOX.center[1] + (y - BOX.center[1]) * 1.2)
        for x, y in points
    ]
    passed = {ring.field_at(point) for point in outwards[1:-1]}
    counted = range(1, field + 1) if clockwise else range(field, 41)
    assert passed <= set(counted)
    assert len(passed) >= len(counted) - 1
