"""Where things lie on the board: the ring's fields, the high plains, the druid's stones.

The board is a square in a box; parts are parts of the square's side.
"""

from collections.abc import Mapping
from functools import cached_property
from math import atan2, cos, hypot, pi, radians, sin

from kivy.metrics import dp

from companion.pieces import Material
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.shapes import Point, arc, on_circle
from kiosk.ui.surface import Box

_ARC_STEPS = 4
"""A field's arc is so many straight lines."""
_NUMBERS = 0.462
"""How far the numbers' middles are from the board's."""
HUT = 0.78
"""How far a hut reaches from the middle of its disc, as a part of that."""
_OUTER = 0.496
_INNER = 0.305
_BESIDE, _AROUND = 0.04, 0.4975
"""Where the line around a field runs: so much of the field within its sides; and outside."""
_OUTSIDE = 0.25
"""How much of the rim's room that a number leaves is outside of it."""
DISC = 0.419
"""How far the middle of a field's disc is from the board's."""
ICONS = (0.366, 0.326)
"""How far a field's two icons are from there."""
_RIVER = (0.285, 0.49)
"""How far from the middle the river begins, and ends on its way outwards."""
RIVER_ANGLE = pi * 153.4 / 180
"""Where the great river lies, anticlockwise from the right, on a board that is not turned."""

_QUARTERS = {
    Material.WOOD: (-1, 1),
    Material.WOOL: (1, 1),
    Material.STONE: (-1, -1),
    Material.COPPER: (1, -1),
}
"""On which side of the middle the plains lie, to the right and up."""


class Ring:
    """Where everything lies on a board in a square box; fields count clockwise from the river.

    `lie` is how far the board is turned for who looks at it.
    """

    def __init__(self, box: Box, fields: int, lie: Rotation = Rotation.NONE) -> None:
        self.box = box
        self.fields = fields
        self.lie = lie
        self.river_angle = RIVER_ANGLE + radians(lie)
        self.side = min(box.width, box.height)
        self.step = 2 * pi / fields

    def angle(self, field: float) -> float:
        """The direction of a field's middle, in radians anticlockwise from the right."""
        return self.river_angle - (field - 0.5) * self.step

    def point(self, field: float, radius: float) -> Point:
        """A point in a field's middle; `radius` as a part of the square's side."""
        return on_circle(self.box.center, radius * self.side, self.angle(field))

    def field_at(self, point: Point) -> int | None:
        """The field under a point, or None beside the ring."""
        x, y = point[0] - self.box.center[0], point[1] - self.box.center[1]
        if not _INNER * self.side <= hypot(x, y) <= self.side * 0.5:
            return None
        turn = (self.river_angle - atan2(y, x)) % (2 * pi)
        return int(turn / self.step) % self.fields + 1

    def wedge(self, field: int) -> list[Point]:
        """The outline of a field's wedge."""
        return self._wedge(field, 0, _OUTER)

    def outline(self, field: int) -> list[Point]:
        """A line around a field's wedge, beside those of its neighbours and around its number."""
        return self._wedge(field, self.step * _BESIDE, _AROUND)

    def _wedge(self, field: int, apart: float, outside: float) -> list[Point]:
        start = self.river_angle - (field - 1) * self.step - apart
        end = start - self.step + 2 * apart
        outer = arc(self.box.center, outside * self.side, start, end, _ARC_STEPS)
        inner = arc(self.box.center, _INNER * self.side, end, start, _ARC_STEPS)
        return outer + inner

    def number_box(self, field: int, width: float, height: float) -> Box:
        """Where a field's number of that size, in pixels, stands upright on the rim."""
        angle = self.angle(field)
        # A number is rounder than its box, whose corners may reach over the rim.
        deep = hypot(cos(angle) * width, sin(angle) * height)
        # More of what is left stays before the huts: the druid stands there, too.
        edge = max(float(dp(1)), (self.rim_room() - deep) * _OUTSIDE)
        x, y = on_circle(self.box.center, _OUTER * self.side - edge - deep / 2, angle)
        return Box(x - width / 2, y - height / 2, width, height)

    def rim_room(self) -> float:
        """How deep the rim is outside of the huts, in pixels."""
        return (_OUTER - DISC) * self.side - self.disc_radius() * HUT

    def number_room(self) -> float:
        """How wide a number may be, in pixels, that touches none in the field after it.

        Where the ring goes slantwise the two are as far apart across as along.
        """
        return self.step * _NUMBERS * self.side * sin(pi / 4)

    def edges(self) -> list[list[Point]]:
        """The lines that part all wedges, each of them once: two round, one between neighbours."""
        middle, steps = self.box.center, _ARC_STEPS * self.fields
        outer, inner = (
            arc(middle, part * self.side, self.river_angle, self.river_angle - 2 * pi, steps)
            for part in (_OUTER, _INNER)
        )
        between = zip(outer[:-1:_ARC_STEPS], inner[:-1:_ARC_STEPS], strict=True)
        return [outer, inner, *map(list, between)]

    def disc_radius(self) -> float:
        """The radius of a field's disc, in pixels."""
        return min(self.side * 0.031, DISC * self.side * self.step * 0.44)

    def icon_radius(self) -> float:
        """The radius of a field's icons, in pixels."""
        return min(self.side * 0.0195, ICONS[1] * self.side * self.step * 0.44)

    @cached_property
    def plains(self) -> Mapping[Material, Box]:
        """Where the four high plains lie; on a board not turned wood and wool above the others."""
        half_width, half_height, gap = self.side * 0.193, self.side * 0.171, dp(theme.GAP)
        width, height = half_width - gap / 2, half_height - gap / 2
        x, y = self.box.center
        found = {}
        for plain, quarter in _QUARTERS.items():
            right, up = self.lie.turned(*quarter)
            left = x + gap / 2 if right > 0 else x - half_width
            bottom = y + gap / 2 if up > 0 else y - half_height
            found[plain] = Box(left, bottom, width, height)
        return found

    def stone_point(self, stone: int) -> Point:
        """The druid's temple (0) in its corner, his stones (1 to 3) from there to field 1."""
        places = ((0.075, 0.925), (0.038, 0.842), (0.027, 0.782), (0.027, 0.722))
        return self.turned_point(*places[stone])

    @property
    def die_point(self) -> Point:
        """Where the die lies that was rolled."""
        return self.turned_point(0.06, 0.06)

    @property
    def river_points(self) -> tuple[Point, Point]:
        """Where the great river begins, and ends on its way outwards."""
        inner, outer = (
            on_circle(self.box.center, part * self.side, self.river_angle) for part in _RIVER
        )
        return inner, outer

    def turned_point(self, right: float, up: float) -> Point:
        """A point that is turned with the board; in parts of its side, from its lower left."""
        x, y = self.lie.turned(right - 0.5, up - 0.5)
        return (self.box.center[0] + x * self.side, self.box.center[1] + y * self.side)

    def turned_box(self, box: Box) -> Box:
        """A box on the board that is turned with it."""
        x, y = self.box.center
        width, height = self.lie.size(box.width, box.height)
        right, up = self.lie.turned(box.center[0] - x, box.center[1] - y)
        return Box(x + right - width / 2, y + up - height / 2, width, height)
