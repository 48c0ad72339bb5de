"""Animated rings around the places of a move, and static highlights of a lesson.

Each ring grows and fades once. Only the rings are redrawn in each frame; afterwards the layer is
empty.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, pi
from typing import NamedTuple

from kivy.animation import Animation
from kivy.graphics import Color as Ink
from kivy.graphics import Rectangle, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.telling.places import (
    DruidPlace,
    InStack,
    MaterialSupply,
    OnField,
    Place,
    RiverPlace,
    RunePlace,
)
from kiosk.pieces.board_layers import plain_boxes, rune_stone_points
from kiosk.pieces.picture import BoardPicture
from kiosk.pieces.ring import DISC, Ring
from kiosk.ui import shapes, theme
from kiosk.ui.shapes import Point, flat_coordinates, point_on_circle
from kiosk.ui.sprite_atlas import sprite
from kiosk.ui.surface import Box, Surface

PULSE_SECONDS = 0.9
_FURTHER = 0.9
"""Growth of a ring during the animation, relative to its first size."""
_LINE = 4
"""Width of the lines of rings, in dp."""
_LIT, _LIT_LINE = 3, 2
"""Distance of the ring around a highlighted piece, and half the width of its line, in dp."""

_OUTLINE = 0.7
"""Width of the dark outline relative to the ring."""
_AT_HOME = 0.058
"""Radius of the ring around the druid's temple, relative to the board's side."""
_BARB = 2.5
"""Angle between the barbs and the shaft of an arrow, in radians."""


class PieceShape(NamedTuple):
    """Outline of a piece in pixels: round or, if `is_round` is not set, a bar."""

    center: Point
    width: float
    height: float
    is_round: bool = True


@sprite(theme.LIGHT)
def _round_pulse(center: Point, radius: float) -> None:
    shapes.ring(center, radius, theme.LIGHT, dp(_LINE) / 2)


@sprite(theme.LIGHT)
def _bar_pulse(center: Point, width: float, height: float) -> None:
    x, y, wide, high = Box(center[0] - width / 2, center[1] - height / 2, width, height).inset(
        dp(_LINE) / 2
    )
    Ink(*theme.LIGHT)
    SmoothLine(rounded_rectangle=(x, y, wide, high, dp(7)), width=dp(_LINE) / 2)


class PulseLayer(Surface):
    """Layer that animates rings around given pieces once. Otherwise the layer is empty."""

    pulse_progress = NumericProperty(1.0)

    def __init__(self, box: Box, ring: Ring) -> None:
        super().__init__(box)
        self._ring = ring
        self._due: tuple[tuple[Place, ...], BoardPicture, Point] | None = None
        self._rings: list[tuple[PieceShape, Rectangle]] = []
        self._ink: Ink | None = None

    def pulse(self, places: Iterable[Place], picture: BoardPicture, druid: Point) -> None:
        """Animate rings around pieces for `PULSE_SECONDS`, beginning in the next frame.

        The animation replaces an earlier one. `picture` has the positions of the pieces; `druid` is
        the druid's position after his walk.
        """
        self.finish()
        there = tuple(places)
        if there:
            self._due = there, picture, druid
            self.pulse_progress = 0.0
            Animation(pulse_progress=1.0, duration=PULSE_SECONDS, t="out_quad").start(self)

    def finish(self) -> None:
        Animation.cancel_all(self, "pulse_progress")
        self._due = None
        self.pulse_progress = 1.0

    def on_pulse_progress(self, _widget: object, part: float) -> None:
        if part >= 1 or not part:
            self._rings.clear()
            self.canvas.clear()
            return
        if self._due is not None:
            self._lay_rings(tuple(piece_shapes_at(self._ring, *self._due)))
            self._due = None
        if self._ink is not None:
            self._ink.a = 1 - part * part
        for piece, ring in self._rings:
            more = min(piece.width, piece.height) * _FURTHER * part
            width, height = piece.width + more, piece.height + more
            ring.pos = (piece.center[0] - width / 2, piece.center[1] - height / 2)
            ring.size = (width, height)

    def _lay_rings(self, due: Sequence[PieceShape]) -> None:
        sprites = [
            _round_pulse.keep(piece.width / 2)
            if piece.is_round
            else _bar_pulse.keep(piece.width + dp(_LINE), piece.height + dp(_LINE))
            for piece in due
        ]
        with self.canvas:
            self._ink = Ink(1, 1, 1, 1)
            for piece, sprite in zip(due, sprites, strict=True):
                width, height = sprite.texture.size
                around = piece._replace(width=width, height=height)
                self._rings.append((around, Rectangle(texture=sprite.texture)))


_LIT_RIVER, _ROUND_PARTS = 7, 8
"""Distance in dp of the line around the river, and number of segments of its round ends."""

_Lit = tuple[tuple[Point, ...], tuple[int, ...], tuple[PieceShape, ...], bool]
"""Highlights: points of an arrow, fields, pieces, and whether the river is highlighted."""


class HighlightLayer(Surface):
    def __init__(self, box: Box, ring: Ring) -> None:
        super().__init__(box)
        self._ring = ring
        self._shown: _Lit = ((), (), (), False)

    def highlight(
        self,
        places: Iterable[Place],
        picture: BoardPicture,
        druid: Point,
        way: Sequence[Point] = (),
    ) -> None:
        """Highlight these places on the board, and no others.

        `picture` has the positions of the pieces; `druid` is the druid's position. A field or the
        river is highlighted by a line around it, because a ring on the field's disc would cover the
        number. `way` are the points of an arrow.
        """
        there = tuple(places)
        fields = tuple(place.field for place in there if isinstance(place, OnField))
        at_home = DruidPlace() in there and picture.druid.stone == 0
        others = (
            place
            for place in there
            if not isinstance(place, OnField) and not (at_home and place == DruidPlace())
        )
        shapes = tuple(piece_shapes_at(self._ring, others, picture, druid))
        # The ring surrounds the temple together with the druid: around the temple alone it is
        # hardly visible.
        if at_home:
            shapes += (_round(druid, self._ring.side * _AT_HOME),)
        has_river = RiverPlace() in there
        shown = (tuple(way) if len(way) > 1 else (), fields, shapes, has_river)
        if shown == self._shown:
            return
        self._shown = shown
        self.clear()
        with self.canvas:
            if len(way) > 1:
                _draw_way(way, dp(_LIT_LINE))
            outlines = [flat_coordinates(self._ring.outline(field)) for field in fields]
            if has_river:
                outlines.append(_around_line(*self._ring.river_points, dp(_LIT_RIVER)))
            for ink, width in ((theme.LINE, _LIT_LINE + 1.5), (theme.SAND, _LIT_LINE)):
                for outline in outlines:
                    Ink(*ink)
                    SmoothLine(points=outline, width=dp(width) * _OUTLINE, close=True)
            for shape in shapes:
                x, y, wide, high = Box(
                    shape.center[0] - shape.width / 2,
                    shape.center[1] - shape.height / 2,
                    shape.width,
                    shape.height,
                ).inset(-dp(_LIT))
                for ink, width in ((theme.LINE, _LIT_LINE + 1.5), (theme.SAND, _LIT_LINE)):
                    Ink(*ink)
                    corner = high / 2 if shape.is_round else dp(7)
                    SmoothLine(rounded_rectangle=(x, y, wide, high, corner), width=dp(width))


def _around_line(start: Point, end: Point, apart: float) -> list[float]:
    ahead = atan2(end[1] - start[1], end[0] - start[0])
    turns = [-pi / 2 + pi * part / _ROUND_PARTS for part in range(_ROUND_PARTS + 1)]
    return flat_coordinates(
        point_on_circle(point, apart, ahead + side + turn)
        for point, side in ((end, 0.0), (start, pi))
        for turn in turns
    )


def _draw_way(way: Sequence[Point], width: float) -> None:
    (left, low), (x, y) = way[-2:]
    ahead = atan2(y - low, x - left)
    barbs = [point_on_circle((x, y), 5 * width, ahead + side * _BARB) for side in (1, -1)]
    for ink, more in ((theme.LINE, 1.5), (theme.SAND, 0.0)):
        Ink(*ink)
        SmoothLine(points=flat_coordinates(way), width=width + dp(more))
        SmoothLine(points=flat_coordinates([barbs[0], (x, y), barbs[1]]), width=width + dp(more))


def piece_shapes_at(
    ring: Ring, places: Iterable[Place], picture: BoardPicture, druid: Point
) -> Iterator[PieceShape]:
    plains = ring.plains
    for place in places:
        match place:
            case OnField(field):
                yield _round(ring.point(field, DISC), ring.disc_radius())
            case InStack(plain, level):
                _name, _supply, workers = plain_boxes(plains[plain], ring.side)
                if level <= len(workers):
                    spot = workers[level - 1]
                    yield PieceShape(spot.center, spot.width, spot.height, is_round=False)
            case MaterialSupply(plain):
                _name, supply, _workers = plain_boxes(plains[plain], ring.side)
                radius = supply.height / 2
                yield _round((supply.right - radius, supply.center[1]), radius)
            case RunePlace(rune):
                if (point := rune_stone_points(ring, picture).get(rune)) is not None:
                    yield _round(point, ring.side * 0.0235)
            case DruidPlace():
                yield _round(druid, ring.side * 0.0235)
            case RiverPlace():
                pass  # a line, not a piece


def _round(center: Point, radius: float) -> PieceShape:
    return PieceShape(center, 2 * radius, 2 * radius)
