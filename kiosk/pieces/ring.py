"""Geometry of the board: fields of the ring, high plains, druid's stones, river.

The board is a square in a box. Constants are relative to the length of a side of the square, unless
their comments say otherwise.
"""

from collections.abc import Mapping
from functools import cached_property
from math import atan2, cos, hypot, pi, radians, sin

from kivy.metrics import dp

from companion.pieces import Material
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.shapes import Point, arc_points, point_on_circle
from kiosk.ui.surface import Box

_ARC_STEPS = 4
"""Number of straight lines that form the arc of a field."""
_NUMBERS = 0.462
"""Distance of the fields' numbers from the middle of the board."""
HUT = 0.78
"""Radius of a hut, relative to the radius of its field's disc."""
_OUTER = 0.496
_INNER = 0.305
_BESIDE, _AROUND = 0.04, 0.4975
"""Line around a field: its distance from the field's sides, in widths of a field, and its outer
radius."""
_OUTSIDE = 0.25
"""Part of the free space beside a field's number that is on the side of the board's edge."""
DISC = 0.419
"""Distance of the fields' discs from the middle of the board."""
_DRUID, _DRUID_ASIDE, _DRUID_SIZE = 0.391, 0.44, 0.0235
"""The druid at a field: distance from the middle of the board, sideways distance in widths of a
field, and radius."""
ICONS = (0.366, 0.326)
"""Distances of the two icons of a field from the middle of the board."""
_RIVER = (0.285, 0.49)
"""Distances of the river's beginning and end from the middle of the board."""
RIVER_ANGLE = pi * 153.4 / 180
"""Direction of the great river on an unrotated board, in radians anticlockwise from the right."""

_QUARTERS = {
    Material.WOOD: (-1, 1),
    Material.WOOL: (1, 1),
    Material.STONE: (-1, -1),
    Material.COPPER: (1, -1),
}
"""Direction of each plain from the middle of the board: right and up."""


class Ring:
    """Calculates positions in pixels on a rotated board, the largest square in the middle of `box`.

    `fields` is the number of fields. They are numbered clockwise from the river, from 1 to
    `fields`.
    """

    def __init__(self, box: Box, fields: int, rotation: Rotation = Rotation.NONE) -> None:
        self.box = box
        self.fields = fields
        self.rotation = rotation
        self.river_angle = RIVER_ANGLE + radians(rotation)
        self.side = min(box.width, box.height)
        self.step = 2 * pi / fields

    def angle(self, field: float) -> float:
        """Return the direction of a field from the middle of the board.

        The direction is in radians, anticlockwise from the right. `field` may be a fraction: 3.5 is
        the line between the fields 3 and 4.
        """
        return self.river_angle - (field - 0.5) * self.step

    def point(self, field: float, radius: float) -> Point:
        """Return a point in the direction of a field from the middle of the board.

        `radius` is the distance from the middle of the board, relative to the board's side.
        """
        return point_on_circle(self.box.center, radius * self.side, self.angle(field))

    def field_at(self, point: Point) -> int | None:
        """Return the number of the field at a point, or None if the point is not on the ring."""
        x, y = point[0] - self.box.center[0], point[1] - self.box.center[1]
        if not _INNER * self.side <= hypot(x, y) <= self.side * 0.5:
            return None
        turn = (self.river_angle - atan2(y, x)) % (2 * pi)
        return int(turn / self.step) % self.fields + 1

    def field_outline(self, field: int) -> list[Point]:
        return self.field_wedge(field, self.step * _BESIDE, _AROUND)

    def field_wedge(self, field: int, apart: float = 0, outside: float = _OUTER) -> list[Point]:
        start = self.river_angle - (field - 1) * self.step - apart
        end = start - self.step + 2 * apart
        outer = arc_points(self.box.center, outside * self.side, start, end, _ARC_STEPS)
        inner = arc_points(self.box.center, _INNER * self.side, end, start, _ARC_STEPS)
        return outer + inner

    def number_box(self, field: int, width: float, height: float) -> Box:
        angle = self.angle(field)
        # A number is rounder than its box, so the corners of the box may extend beyond the rim.
        deep = hypot(cos(angle) * width, sin(angle) * height)
        edge = max(float(dp(1)), (self.rim_width() - deep) * _OUTSIDE)
        x, y = point_on_circle(self.box.center, _OUTER * self.side - edge - deep / 2, angle)
        return Box(x - width / 2, y - height / 2, width, height)

    def rim_width(self) -> float:
        return (_OUTER - DISC) * self.side - self.field_disc_radius() * HUT

    def max_number_width(self) -> float:
        """Return the maximum width in pixels at which a field's number touches no other number."""
        return self.step * _NUMBERS * self.side * sin(pi / 4)

    def field_edges(self) -> list[list[Point]]:
        """Return the lines that bound the fields, each as a list of points.

        The outer and the inner circle of the ring come first, then the lines between neighbouring
        fields, clockwise from the river.
        """
        middle, steps = self.box.center, _ARC_STEPS * self.fields
        outer, inner = (
            arc_points(middle, part * self.side, self.river_angle, self.river_angle - 2 * pi, steps)
            for part in (_OUTER, _INNER)
        )
        between = zip(outer[:-1:_ARC_STEPS], inner[:-1:_ARC_STEPS], strict=True)
        return [outer, inner, *map(list, between)]

    def field_disc_radius(self) -> float:
        return min(self.side * 0.031, DISC * self.side * self.step * 0.44)

    def icon_size(self) -> float:
        return min(self.side * 0.0195, ICONS[1] * self.side * self.step * 0.44)

    @cached_property
    def plains(self) -> Mapping[Material, Box]:
        """Boxes of the four high plains. On an unrotated board, wood and wool are at the top."""
        half_width, half_height, gap = self.side * 0.193, self.side * 0.171, dp(theme.GAP)
        width, height = half_width - gap / 2, half_height - gap / 2
        x, y = self.box.center
        found = {}
        for plain, quarter in _QUARTERS.items():
            right, up = self.rotation.rotate_point(*quarter)
            left = x + gap / 2 if right > 0 else x - half_width
            bottom = y + gap / 2 if up > 0 else y - half_height
            found[plain] = Box(left, bottom, width, height)
        return found

    def druid_center(self, field: float) -> Point:
        """Return the point at which the druid stands at a field: between the hut and the icons.

        There he does not hide the field's number.
        """
        return self.point(field - _DRUID_ASIDE, _DRUID)

    def druid_size(self) -> float:
        return self.side * _DRUID_SIZE

    def druid_stone_point(self, stone: int) -> Point:
        """Return the point of the druid's temple or of one of his stones.

        `stone` is 0 for the temple, and 1 to 3 for the stones.
        """
        places = ((0.075, 0.925), (0.038, 0.842), (0.027, 0.782), (0.027, 0.722))
        return self.rotated_point(*places[stone])

    @property
    def die_point(self) -> Point:
        return self.rotated_point(0.06, 0.06)

    @property
    def river_points(self) -> tuple[Point, Point]:
        """Both ends of the river, the inner end first."""
        inner, outer = (
            point_on_circle(self.box.center, part * self.side, self.river_angle) for part in _RIVER
        )
        return inner, outer

    def rotated_point(self, right: float, up: float) -> Point:
        """Convert the point (`right`, `up`) of the unrotated board to the rotated board.

        Both coordinates are relative to the board's side, measured from the lower left corner.
        """
        x, y = self.rotation.rotate_point(right - 0.5, up - 0.5)
        return (self.box.center[0] + x * self.side, self.box.center[1] + y * self.side)

    def rotated_box(self, box: Box) -> Box:
        x, y = self.box.center
        width, height = self.rotation.rotated_size(box.width, box.height)
        right, up = self.rotation.rotate_point(box.center[0] - x, box.center[1] - y)
        return Box(x + right - width / 2, y + up - height / 2, width, height)
