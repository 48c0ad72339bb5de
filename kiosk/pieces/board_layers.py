"""Layers of the board: the printed board, and the druid.

The printed board is one picture, and the pieces are one or two meshes, as every frame of the
druid's walk redraws the board.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from kivy.graphics import Color as Ink
from kivy.graphics import Mesh, Rectangle, SmoothLine
from kivy.metrics import dp, sp

from companion.pieces import DRUID_STONES, MATERIALS, STACK_LIMIT, Material, Rune
from kiosk.pieces import drawing, palette
from kiosk.pieces.picture import BoardPicture, FieldPicture
from kiosk.pieces.ring import DISC, ICONS, Ring
from kiosk.ui import shapes, theme
from kiosk.ui.cached_layer import draw_shared_picture
from kiosk.ui.shapes import Point
from kiosk.ui.sprite_atlas import PlacedSprite, draw_sprites, sprite
from kiosk.ui.surface import Box, Surface, smallest_text_size, text_height, text_width
from kiosk.ui.theme import Rgb
from kiosk.words.texts import piece_name

_RUNES = 0.2785
_OVER_DIGITS = 6
"""Height of a line of digits minus the height of the digits themselves, in dp."""
_LINE_HEIGHT = 1.2
"""Height of a line relative to the size of its letters."""
_HIGH_OF_APART = 0.88
"""Height of digits relative to the distance of two numbers, where the ring is slanted."""
_EDGE = 1
_BORDER = 2
"""Half the width of the lines: between two fields in pixels, between two areas in dp."""


@sprite(lambda _center, _radius, fill: fill)
def draw_disc(center: Point, radius: float, fill: Rgb) -> None:
    """Draw the disc behind a number or a building onto the current canvas."""
    shapes.disc(center, radius, fill)


class PrintedBoardLayer(Surface):
    """Layer with everything printed on the board; boards with the same print share a picture."""

    def __init__(self, box: Box, ring: Ring) -> None:
        super().__init__(box)
        self._ring = ring

    def show(self, picture: BoardPicture) -> None:
        fields = tuple((field.needs, field.rune) for field in picture.fields)
        names = tuple(map(piece_name, MATERIALS))
        name = (fields, names, dp(1), sp(1), self._ring.rotation)
        draw_shared_picture(self, name, partial(self._draw, picture))

    def _draw(self, picture: BoardPicture) -> None:
        edges = self._ring.edges()
        with self.canvas:
            self._draw_wedges(picture)
            _draw_edges(edges, _EDGE)
            _draw_edges(_borders(edges, picture), dp(_BORDER))
            draw_sprites(self._numbers(picture), self._icons(picture))
        for field in picture.fields:
            self._write_field(field)
        self._write_unknown(picture)
        for plain, place in self._ring.plains.items():
            self._draw_plain(plain, place)
        with self.canvas:
            self._draw_river()
            self._draw_corner()

    def _draw_wedges(self, picture: BoardPicture) -> None:
        wedges: dict[Rgb, list[list[Point]]] = {}
        for field in picture.fields:
            wedges.setdefault(area_color(field), []).append(self._ring.wedge(field.number))
        for fill, outlines in wedges.items():
            Ink(*fill)
            _fill(outlines)

    def _numbers(self, picture: BoardPicture) -> Iterator[PlacedSprite]:
        ring = self._ring
        for field in picture.fields:
            yield draw_disc.placed(ring.point(field.number, DISC), ring.disc_radius(), theme.SAND)

    def _icons(self, picture: BoardPicture) -> Iterator[PlacedSprite]:
        ring = self._ring
        for field in picture.fields:
            for material, place in zip(field.needs or (), ICONS, strict=False):
                center = ring.point(field.number, place)
                yield drawing.chip.placed(material, center, ring.icon_radius())

    def _write_field(self, field: FieldPicture) -> None:
        ring = self._ring
        number, size = str(field.number), _number_size(ring)
        width, high = text_width(number, size), text_height(number, ring.side, size)
        x, y = ring.number_box(field.number, width, high - dp(_OVER_DIGITS)).center
        place = Box(x - width / 2 - dp(1), y - high / 2, width + dp(2), high)
        self.write(number, place, ground=area_color(field), size=size, halign="center")

    def _write_unknown(self, picture: BoardPicture) -> None:
        """Write question marks on fields with unknown icons, or on every other if too close."""
        ring, least = self._ring, dp(theme.SMALL_TEXT * _LINE_HEIGHT)
        rooms = {
            place: place * ring.side * ring.step * _HIGH_OF_APART
            for place in (sum(ICONS) / 2, max(ICONS))
        }
        place, room = next((one for one in rooms.items() if one[1] >= least), max(rooms.items()))
        unknown = {field.number for field in picture.fields if field.needs is None}
        for number in sorted(unknown):
            if room < least and number % 2 and unknown & {number - 1, number + 1}:
                continue
            self.write(
                "?",
                _around(ring.point(number, place), min(sp(20), max(least, room))),
                ground=palette.UNKNOWN_AREA,
                size=theme.TITLE_TEXT,
                bold=True,
                halign="center",
            )

    def _draw_plain(self, plain: Material, box: Box) -> None:
        fill = palette.PLAINS[plain]
        self.fill(fill, box, radius=9)
        name, _supply, places = plain_boxes(box, self._ring.side)
        named = _names_fit(box, self._ring.side)
        if named:
            self.write(piece_name(plain), name, ground=fill, size=theme.SMALL_TEXT)
        edge = theme.mixed(fill, theme.LIGHT, 0.3)
        with self.canvas:
            if not named:
                radius = min(name.width, name.height) * 0.48
                drawing.chip(plain, (name.x + radius, name.center[1]), radius)
            for place in places:
                width = place.width * 0.96
                drawing.worker_outline(place.center, width, place.height * 0.9, edge)

    def _draw_river(self) -> None:
        Ink(*theme.RIVER)
        ends = self._ring.river_points
        SmoothLine(points=shapes.flat_coordinates(ends), width=self._ring.side * 0.006, cap="round")

    def _draw_corner(self) -> None:
        side = self._ring.side
        stones = theme.mixed(theme.SAND, theme.LINE, 0.25)
        for stone in range(1, DRUID_STONES + 1):
            shapes.disc(self._ring.stone_point(stone), side * 0.024, stones)
        drawing.druid_temple(self._ring.stone_point(0), side * 0.05)


def _number_size(ring: Ring) -> float:
    room = min(ring.rim_room(), ring.number_room())
    size = float(theme.SMALL_TEXT)
    while size > smallest_text_size() and text_width("88", size) > room:
        size = max(size - 1, smallest_text_size())
    return size


def area_color(field: FieldPicture) -> Rgb:
    return palette.AREAS[field.rune] if field.rune else palette.UNKNOWN_AREA


def _fill(outlines: list[list[Point]]) -> None:
    """Fill many outlines with one mesh, each as a fan around its first point."""
    vertices: list[float] = []
    indices: list[int] = []
    for outline in outlines:
        first = len(vertices) // 4
        for x, y in outline:
            vertices += (x, y, 0, 0)
        for corner in range(first + 1, first + len(outline) - 1):
            indices += (first, corner, corner + 1)
    Mesh(vertices=vertices, indices=indices, mode="triangles")


def _borders(edges: list[list[Point]], picture: BoardPicture) -> list[list[Point]]:
    """Return the lines between neighbouring fields of different rune areas."""
    _outer, _inner, *between = edges
    fields = picture.fields
    return [
        edge
        for edge, before, field in zip(between, (fields[-1], *fields), fields, strict=False)
        if field.rune is not before.rune
    ]


def _draw_edges(outlines: Iterable[list[Point]], width: float) -> None:
    Ink(*theme.LINE)
    for outline in outlines:
        SmoothLine(points=shapes.flat_coordinates(outline), width=width)


def _around(center: Point, size: float) -> Box:
    return Box(center[0] - size / 2, center[1] - size / 2, size, size)


def _names_fit(box: Box, side: float) -> bool:
    """Return whether the names of all plains fit on the board."""
    room = (box.width - side * 0.028) * 0.66
    return all(text_width(piece_name(plain), theme.SMALL_TEXT) <= room for plain in MATERIALS)


def plain_boxes(box: Box, side: float) -> tuple[Box, Box, list[Box]]:
    """Return the boxes of a plain's name, its supply, and its workers, the lowest worker first."""
    head, stack = _head_and_stack(box, side)
    wide = 0.66 if _names_fit(box, side) else 0.4
    name, supply = head.split((wide, 1 - wide), 0)
    places = stack.inset(0, side * 0.004).rows((1,) * STACK_LIMIT, side * 0.008)
    narrow = [
        Box(place.center[0] - place.width * 0.31, place.y, place.width * 0.62, place.height)
        for place in reversed(places)
    ]
    return name, supply, narrow


def stack_box(box: Box, side: float) -> Box:
    """Return the box of a plain's stack of workers, as wide as the plain."""
    return _head_and_stack(box, side)[1]


def _head_and_stack(box: Box, side: float) -> tuple[Box, Box]:
    high = 0.32 if _names_fit(box, side) else 0.38
    head, stack = box.inset(side * 0.014, side * 0.008).rows((high, 1 - high), 0)
    return head, stack


def rune_stone_points(ring: Ring, picture: BoardPicture) -> dict[Rune, Point]:
    """Return the points of the rune stones: inside the ring, at the middle of each known area."""
    places = {
        rune: [field.number for field in picture.fields if field.rune is rune]
        for rune, _holder in picture.runes
    }
    return {
        rune: ring.point(_middle(fields, len(picture.fields)), _RUNES)
        for rune, fields in places.items()
        if fields
    }


def _middle(places: list[int], size: int) -> float:
    """Return the middle of a rune area as a field number; the area may cross the river."""
    known = set(places)
    first = next((place for place in places if (place - 2) % size + 1 not in known), places[0])
    return first + (len(places) - 1) / 2


class DruidLayer(Surface):
    def __init__(self, box: Box, ring: Ring) -> None:
        super().__init__(box)
        self._radius = ring.druid_radius()
        druid = drawing.druid.placed(box.center, self._radius).sprite.texture
        with self.canvas:
            Ink(1, 1, 1)
            self._druid = Rectangle(texture=druid, size=druid.size)

    def put(self, point: Point) -> None:
        placed = drawing.druid.placed(point, self._radius)
        self._druid.pos = (placed.x, placed.y)
