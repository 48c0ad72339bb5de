"""What the board is drawn of: what is printed, what lies on it, what somebody points at."""

from functools import partial

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp

from companion.pieces import DRUID_STONES, STACK_LIMIT
from kiosk.pieces import drawing, palette
from kiosk.pieces.picture import BoardPicture, FieldPicture, PlainPicture
from kiosk.pieces.ring import DISC, ICONS, RIVER_ANGLE, Ring, plain_boxes, stone_point
from kiosk.toolkit import shapes, theme
from kiosk.toolkit.shapes import Point
from kiosk.toolkit.surface import Box, Surface
from kiosk.words.texts import word

_RUNES = 0.2785
_RIVER = (0.285, 0.49)
"""Where the river begins and ends on its way outwards."""


class RingLayer(Surface):
    """What is printed: wedges, icons, numbers, the river, the druid's temple and stones."""

    def __init__(self, box: Box, ring: Ring, picture: BoardPicture) -> None:
        super().__init__(box)
        self._ring = ring
        with self.canvas:
            for field in picture.fields:
                fill = palette.AREAS[field.rune] if field.rune else palette.UNKNOWN_AREA
                shapes.polygon(ring.wedge(field.number), fill, theme.LINE, 1)
        for field in picture.fields:
            self._draw_field(field)
        with self.canvas:
            self._draw_river()
            self._draw_corner()

    def _draw_field(self, field: FieldPicture) -> None:
        ring = self._ring
        radius = ring.disc_radius()
        center = ring.point(field.number, DISC)
        with self.canvas:
            shapes.disc(center, radius, theme.SAND)
        self.write(
            str(field.number),
            Box(center[0] - dp(16), center[1] - dp(10), dp(32), dp(20)),
            ground=theme.SAND,
            size=theme.SMALL_TEXT,
            halign="center",
        )
        if field.needs is None:
            self.write(
                "?",
                _around(ring.point(field.number, sum(ICONS) / 2), dp(20)),
                ground=palette.UNKNOWN_AREA,
                size=theme.TITLE_TEXT,
                bold=True,
                halign="center",
            )
            return
        with self.canvas:
            for material, place in zip(field.needs, ICONS, strict=True):
                drawing.chip(material, ring.point(field.number, place), ring.icon_radius())

    def _draw_river(self) -> None:
        side = self._ring.side
        ends = [shapes.on_circle(self.box.center, part * side, RIVER_ANGLE) for part in _RIVER]
        Ink(*theme.RIVER)
        SmoothLine(points=shapes.flat(ends), width=side * 0.006, cap="round")

    def _draw_corner(self) -> None:
        side = self._ring.side
        base, stones, roof = (theme.mixed(theme.SAND, theme.LINE, s) for s in (0.4, 0.25, 0.15))
        for stone in range(1, DRUID_STONES + 1):
            shapes.disc(stone_point(self.box, stone), side * 0.024, stones)
        temple = partial(shapes.around, stone_point(self.box, 0), side * 0.05)
        shapes.polygon(temple((-0.8, -1), (0.8, -1), (0.8, -0.2), (-0.8, -0.2)), base)
        shapes.polygon(temple((-1, -0.2), (1, -0.2), (0, 1)), roof)


def _around(center: Point, size: float) -> Box:
    return Box(center[0] - size / 2, center[1] - size / 2, size, size)


class PieceLayer(Surface):
    """What lies on the board: buildings, bonus chips, workers, supplies, runes and the die."""

    def __init__(self, box: Box, ring: Ring, picture: BoardPicture) -> None:
        super().__init__(box)
        self._ring = ring
        with self.canvas:
            for field in picture.fields:
                self._draw_pieces(field)
            self._draw_runes(picture)
        for plain in picture.plains:
            self._draw_plain(plain)
        if picture.face is not None:
            with self.canvas:
                side = ring.side
                drawing.die(picture.face, (box.x + side * 0.06, box.y + side * 0.06), side * 0.047)

    def _draw_pieces(self, field: FieldPicture) -> None:
        center = self._ring.point(field.number, DISC)
        radius = self._ring.disc_radius()
        if field.building is None:
            if field.bonus is not None:
                drawing.bonus(field.bonus, center, radius)
            return
        fill = palette.AREAS[field.rune] if field.rune else palette.UNKNOWN_AREA
        shapes.disc(center, radius * 1.02, theme.mixed(fill, theme.SAND, 0.45))
        drawing.building(field.building.kind, field.building.owner, center, radius * 0.78)
        if field.bonus is not None:
            drawing.bonus(
                field.bonus, self._ring.point(field.number + 0.3, DISC + 0.03), radius * 0.48
            )

    def _draw_runes(self, picture: BoardPicture) -> None:
        radius = self._ring.side * 0.0235
        for rune, holder in picture.runes:
            places = [field.number for field in picture.fields if field.rune is rune]
            if places:
                middle = _middle(places, len(picture.fields))
                drawing.rune_stone(rune, self._ring.point(middle, _RUNES), radius, holder)

    def _draw_plain(self, plain: PlainPicture) -> None:
        box = plain_boxes(self.box)[plain.material]
        fill = palette.PLAINS[plain.material]
        self.fill(theme.LIGHT if plain.chosen else fill, box, radius=9)
        if plain.chosen:
            self.fill(fill, box.inset(dp(2.5)), radius=7)
        side = self._ring.side
        head, stack = box.inset(side * 0.014, side * 0.008).rows((0.32, 0.68), 0)
        name, supply = head.split((0.66, 0.34), 0)
        self.write(word(plain.material), name, ground=fill, size=theme.SMALL_TEXT)
        self.write(
            str(plain.supply),
            supply,
            ground=fill,
            size=theme.TITLE_TEXT,
            bold=True,
            halign="right",
        )
        places = stack.inset(0, side * 0.004).rows((1,) * STACK_LIMIT, side * 0.008)
        with self.canvas:
            for height, place in enumerate(reversed(places)):
                width = place.width * 0.62
                if height < len(plain.workers):
                    drawing.worker(plain.workers[height], place.center, width, place.height)
                else:
                    edge = theme.mixed(fill, theme.LIGHT, 0.3)
                    drawing.empty_worker(place.center, width * 0.96, place.height * 0.9, edge)


def _middle(places: list[int], size: int) -> float:
    """The middle of an area's fields, which may lie on both sides of the river."""
    known = set(places)
    first = next((place for place in places if (place - 2) % size + 1 not in known), places[0])
    return first + (len(places) - 1) / 2


class PointerLayer(Surface):
    """What somebody points at, and where the druid asks."""

    def __init__(self, box: Box, ring: Ring, picture: BoardPicture) -> None:
        super().__init__(box)
        radius = ring.disc_radius()
        with self.canvas:
            for field in picture.asked[1:]:
                shapes.ring(ring.point(field, DISC), radius * 1.1, theme.LIGHT_SOFT, dp(1))
            for field in picture.asked[:1]:
                shapes.ring(ring.point(field, DISC), radius * 1.18, theme.LIGHT, dp(2))
            if picture.pointed is not None:
                Ink(*theme.LIGHT)
                outline = ring.wedge(picture.pointed)
                SmoothLine(points=shapes.flat(outline), close=True, width=dp(2))
