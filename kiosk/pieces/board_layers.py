"""Layers of the board: printed board, pieces, selection, dragged worker, rings, pointing finger.

The board is redrawn in every frame of the druid's walk. To make this fast, the printed board is one
picture, and the pieces are one or two meshes.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import atan2, cos, pi, sin
from typing import NamedTuple

from kivy.animation import Animation
from kivy.graphics import Canvas, Mesh, Rectangle, SmoothLine
from kivy.graphics import Color as Ink
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty

from companion.pieces import DRUID_STONES, MATERIALS, STACK_LIMIT, Color, Material, Rune
from companion.telling.places import (
    DruidPlace,
    FieldPlace,
    Place,
    RiverPlace,
    RunePlace,
    SupplyPlace,
    WorkerPlace,
)
from kiosk.pieces import drawing, palette
from kiosk.pieces.picture import BoardPicture, EarningsOnPlain, FieldIconPointer, FieldPicture
from kiosk.pieces.ring import DISC, HUT, ICONS, Ring
from kiosk.rotation import Rotation
from kiosk.ui import shapes, theme
from kiosk.ui.cached_layer import draw_shared_picture
from kiosk.ui.shapes import Point, flat_coordinates, point_on_circle
from kiosk.ui.sprite_atlas import (
    SpriteMesh,
    cached_as_sprite,
    draw_meshes,
    draw_sprites,
    rendering_together,
    sprite_meshes,
)
from kiosk.ui.surface import Box, Surface, smallest_text_size, text_height, text_width
from kiosk.ui.theme import Rgb
from kiosk.words.language import _
from kiosk.words.texts import piece_name

_RUNES = 0.2785
_OVER_DIGITS = 6
"""Height of a line of digits minus the height of the digits themselves, in dp."""
_LINE_HEIGHT = 1.2
"""Height of a line relative to the size of its letters."""
_HIGH_OF_APART = 0.88
"""Height of a question mark on an unknown field, relative to the distance between two of them. It
is small enough for the slanted parts of the ring."""
_EDGE = 1
_BORDER = 2
"""Half the width of the lines: between two fields in pixels, between two areas in dp."""


@cached_as_sprite(lambda _center, _radius, fill: fill)
def draw_field_disc(center: Point, radius: float, fill: Rgb) -> None:
    shapes.draw_disc(center, radius, fill)


class BoardLayer(Surface):
    def __init__(self, ring: Ring) -> None:
        super().__init__(ring.box)
        self._ring = ring
        self._shown: object = None


class PrintedBoardLayer(BoardLayer):
    """Layer with everything printed on the board.

    If two such layers look the same and have the same box, they share one texture.
    """

    def show(self, picture: BoardPicture) -> None:
        fields = tuple((field.needs, field.rune) for field in picture.fields)
        names = tuple(map(piece_name, MATERIALS))
        name = (fields, names, dp(1), sp(1), self._ring.rotation)
        draw_shared_picture(self, name, partial(self._draw, picture))

    def _draw(self, picture: BoardPicture) -> None:
        ring, fields = self._ring, picture.fields
        wedges: dict[Rgb, list[list[Point]]] = {}
        discs, icons = [], []
        with self.canvas, rendering_together():
            for field in fields:
                wedges.setdefault(area_color(field), []).append(ring.field_wedge(field.number))
                center = ring.point(field.number, DISC)
                discs.append(
                    draw_field_disc.placed_sprite(center, ring.field_disc_radius(), theme.SAND)
                )
                for material, place in zip(field.needs or (), ICONS, strict=False):
                    center = ring.point(field.number, place)
                    icons.append(
                        drawing.draw_chip.placed_sprite(material, center, ring.icon_size())
                    )
            for fill, outlines in wedges.items():
                Ink(*fill)
                _fill(outlines)
            outer, inner, *between = ring.field_edges()
            borders = [
                edge
                for edge, before, field in zip(between, (fields[-1], *fields), fields, strict=False)
                if field.rune is not before.rune
            ]
            Ink(*theme.LINE)
            for edges, width in (((outer, inner, *between), _EDGE), (borders, dp(_BORDER))):
                for edge in edges:
                    SmoothLine(points=flat_coordinates(edge), width=width)
            draw_sprites(discs, icons)
        room = min(ring.rim_width(), ring.max_number_width())
        size = float(theme.SMALL_TEXT)
        while size > smallest_text_size() and text_width("88", size) > room:
            size = max(size - 1, smallest_text_size())
        for field in fields:
            number = str(field.number)
            width, high = text_width(number, size), text_height(number, ring.side, size)
            center = ring.number_box(field.number, width, high - dp(_OVER_DIGITS)).center
            box = _box_around(center, width + dp(2), high)
            self.write(number, box, ground=area_color(field), size=size, halign="center")
        self._write_unknown(picture)
        for plain in ring.plains:
            self._draw_plain(plain)
        with self.canvas:
            Ink(*theme.RIVER)
            river = flat_coordinates(ring.river_points)
            SmoothLine(points=river, width=ring.side * 0.006, cap="round")
            stones = theme.mix_colors(theme.SAND, theme.LINE, 0.25)
            for stone in range(1, DRUID_STONES + 1):
                shapes.draw_disc(ring.druid_stone_point(stone), ring.side * 0.024, stones)
            drawing.draw_druids_temple(ring.druid_stone_point(0), ring.side * 0.05)

    def _write_unknown(self, picture: BoardPicture) -> None:
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
            size = min(sp(20), max(least, room))
            self.write(
                "?",
                _box_around(ring.point(number, place), size, size),
                ground=palette.UNKNOWN_AREA,
                size=theme.TITLE_TEXT,
                bold=True,
                halign="center",
            )

    def _draw_plain(self, plain: Material) -> None:
        fill, layout = palette.PLAINS[plain], plain_layout(self._ring, plain)
        self.fill(fill, self._ring.plains[plain], radius=9)
        name = layout.name
        if layout.shows_name:
            self.write(piece_name(plain), name, ground=fill, size=theme.SMALL_TEXT)
        edge = theme.mix_colors(fill, theme.LIGHT, 0.3)
        with self.canvas:
            if not layout.shows_name:
                radius = min(name.width, name.height) * 0.48
                drawing.draw_chip(plain, (name.x + radius, name.center[1]), radius)
            for place in layout.worker_boxes:
                width = place.width * 0.96
                drawing.draw_worker_outline(place.center, width, place.height * 0.9, edge)


def area_color(field: FieldPicture) -> Rgb:
    return palette.AREAS[field.rune] if field.rune else palette.UNKNOWN_AREA


def _fill(outlines: list[list[Point]]) -> None:
    vertices: list[float] = []
    indices: list[int] = []
    for outline in outlines:
        first = len(vertices) // 4
        for x, y in outline:
            vertices += (x, y, 0, 0)
        for corner in range(first + 1, first + len(outline) - 1):
            indices += (first, corner, corner + 1)
    Mesh(vertices=vertices, indices=indices, mode="triangles")


def _box_around(center: Point, width: float, height: float) -> Box:
    return Box(center[0] - width / 2, center[1] - height / 2, width, height)


class PlainLayout(NamedTuple):
    """Boxes of the parts of a high plain: its name, its supply of chips, and its stack of workers.

    `worker_boxes` are the places for workers in the box `stack`, lowest first. If `shows_name` is
    false, a chip of the plain's material is drawn in the box `name` instead of the name.
    """

    shows_name: bool
    name: Box
    supply: Box
    stack: Box
    worker_boxes: list[Box]


def plain_layout(ring: Ring, plain: Material) -> PlainLayout:
    box, side = ring.plains[plain], ring.side
    room = (box.width - side * 0.028) * 0.66
    has_name = all(text_width(piece_name(one), theme.SMALL_TEXT) <= room for one in MATERIALS)
    high, wide = (0.32, 0.66) if has_name else (0.38, 0.4)
    head, stack = box.inset(side * 0.014, side * 0.008).split_rows((high, 1 - high), 0)
    name, supply = head.split_columns((wide, 1 - wide), 0)
    places = stack.inset(0, side * 0.004).split_rows((1,) * STACK_LIMIT, side * 0.008)
    workers = [
        _box_around(place.center, place.width * 0.62, place.height) for place in reversed(places)
    ]
    return PlainLayout(has_name, name, supply, stack, workers)


def rune_stone_points(ring: Ring, picture: BoardPicture) -> dict[Rune, Point]:
    """Return the positions in pixels of the rune stones in `picture`.

    A stone is inside the ring, at the middle of its rune area. If no field of that area is known
    yet, the result has no position for the stone.
    """
    points, size = {}, len(picture.fields)
    for rune, _holder in picture.runes:
        area = [field.number for field in picture.fields if field.rune is rune]
        if area:
            first = next((field for field in area if (field - 2) % size + 1 not in area), area[0])
            points[rune] = ring.point(first + (len(area) - 1) / 2, _RUNES)
    return points


class DruidLayer(BoardLayer):
    def __init__(self, ring: Ring) -> None:
        super().__init__(ring)
        self._radius = ring.druid_size()
        druid = drawing.draw_druid.placed_sprite(self.box.center, self._radius).sprite.texture
        with self.canvas:
            Ink(1, 1, 1)
            self._druid = Rectangle(texture=druid, size=druid.size)

    def move_to(self, point: Point) -> None:
        placed = drawing.draw_druid.placed_sprite(point, self._radius)
        self._druid.pos = (placed.x, placed.y)


# Pieces


_MOST_AHEAD = 64
"""Maximum number of pictures prepared in advance, one for each likely tap."""


@cached_as_sprite(theme.LIGHT)
def _asked_first(center: Point, radius: float) -> None:
    shapes.draw_ring(center, radius * 1.18, theme.LIGHT, dp(2))


@cached_as_sprite(theme.LIGHT_SOFT)
def _asked_next(center: Point, radius: float) -> None:
    shapes.draw_ring(center, radius * 1.1, theme.LIGHT_SOFT, dp(1))


class PieceLayer(BoardLayer):
    """Layer with all pieces, the die, and rings around huts that the druid visits."""

    def __init__(self, ring: Ring) -> None:
        super().__init__(ring)
        self._ahead: dict[int, tuple[BoardPicture, list[SpriteMesh]]] = {}
        self._spots = [ring.point(field, DISC) for field in range(1, ring.fields + 1)]
        self._plains = {plain: plain_layout(ring, plain) for plain in ring.plains}
        with self.canvas:
            self._laid = Canvas()
        self._supplies = {plain: _Supply(at.supply, plain) for plain, at in self._plains.items()}
        for supply in self._supplies.values():
            self.add_widget(supply)

    def show(self, picture: BoardPicture) -> None:
        for plain in picture.plains:
            self._supplies[plain.material].show(plain.supply)
        shown = _visible_part(picture)
        if shown == self._shown:
            return
        self._shown = shown
        known, compositions = self._ahead.get(id(picture), (None, []))
        if known is not picture:
            compositions = self._composed(picture)
        self._laid.clear()
        with self._laid:
            draw_meshes(compositions)

    def prepare_in_steps(self, picture: BoardPicture) -> Iterator[None]:
        for plain in picture.plains:
            self._supplies[plain.material].prepare(plain.supply)
        if id(picture) in self._ahead or _visible_part(picture) == self._shown:
            return
        if len(self._ahead) == _MOST_AHEAD:
            del self._ahead[next(iter(self._ahead))]
        self._ahead[id(picture)] = picture, self._composed(picture)
        yield

    def _composed(self, picture: BoardPicture) -> list[SpriteMesh]:
        ring, radius = self._ring, self._ring.field_disc_radius()
        below, buildings, bonuses = [], [], []
        with rendering_together():
            for spot, field in zip(self._spots, picture.fields, strict=True):
                if field.building is not None:
                    kind, owner = field.building.kind, field.building.owner
                    ground = theme.mix_colors(area_color(field), theme.SAND, 0.45)
                    below.append(draw_field_disc.placed_sprite(spot, radius * 1.02, ground))
                    buildings.append(
                        drawing.BUILDINGS[kind].placed_sprite(owner, spot, radius * HUT)
                    )
                if field.bonus is not None:
                    place, size = spot, radius
                    if field.building is not None:
                        place, size = ring.point(field.number + 0.33, DISC + 0.018), radius * 0.48
                    bonuses.append(drawing.draw_bonus_chip.placed_sprite(field.bonus, place, size))
            middles = rune_stone_points(ring, picture)
            for rune, holder in picture.runes:
                if rune in middles:
                    size = ring.side * 0.0235
                    below.append(
                        drawing.draw_rune_stone.placed_sprite(rune, middles[rune], size, holder)
                    )
            for plain in picture.plains:
                places = self._plains[plain.material].worker_boxes
                for worker, box in zip(plain.workers, places, strict=False):
                    below.append(
                        drawing.draw_worker.placed_sprite(worker, box.center, box.width, box.height)
                    )
            if picture.die_face is not None:
                below.append(
                    drawing.draw_die.placed_sprite(
                        picture.die_face, ring.die_point, ring.side * 0.047
                    )
                )
            asked = [
                (_asked_next if number else _asked_first).placed_sprite(
                    self._spots[field - 1], radius
                )
                for number, field in enumerate(picture.druid_visits)
            ]
            # The first hut's ring is drawn above the others'.
            return sprite_meshes(below, buildings, bonuses, [*asked[1:], *asked[:1]])


def _visible_part(picture: BoardPicture) -> object:
    stacks = tuple(plain.workers for plain in picture.plains)
    return picture.fields, stacks, picture.runes, picture.die_face, picture.druid_visits


class _Supply(Surface):
    def __init__(self, box: Box, plain: Material) -> None:
        super().__init__(box)
        self.ground = palette.PLAINS[plain]
        self._shown: int | None = None
        self._aside = Surface(box)

    def show(self, number: int) -> None:
        if number != self._shown:
            self._shown = number
            self.clear()
            self._write_on(self, number)

    def prepare(self, number: int) -> None:
        if number != self._shown:
            self._write_on(self._aside, number)
            self._aside.clear()

    def _write_on(self, surface: Surface, number: int) -> None:
        size = theme.TITLE_TEXT
        surface.write(
            str(number), self.box, ground=self.ground, size=size, bold=True, halign="right"
        )


# Selection, earnings, and a dragged worker


_FRAME = 2.5
"""Width of the frame around a chosen plain, in dp."""
_IN_A_LINE = 2
"""Number of players whose earnings are shown side by side on a plain."""
_BADGE, _BADGE_ACROSS, _MOST_BADGE = 0.4, 0.24, 11
"""Maximum radius of a badge beside earnings: relative to the line's height, relative to the plain's
width, and in dp."""
_ABOVE_FINGER = 46
"""Height of a dragged worker above the middle of the fingertip, in dp."""
_EARNINGS_SIZE = (44, 34)
"""Width and height of one player's earnings beside the plains, in dp."""
_BESIDE_PLAINS = 4
"""Distance of the earnings from the plains, in dp."""


@cached_as_sprite(theme.LIGHT)
def _lit(center: Point, radius: float) -> None:
    shapes.draw_ring(center, radius * 1.08, theme.LIGHT, dp(1.6))


@cached_as_sprite(theme.LIGHT)
def _frame(center: Point, width: float, height: float) -> None:
    box = _box_around(center, width, height).inset(dp(_FRAME / 2))
    Ink(*theme.LIGHT)
    SmoothLine(rounded_rectangle=(*box, dp(9 - _FRAME / 2)), width=dp(_FRAME / 2) + 0.5)


class SelectionLayer(BoardLayer):
    """Layer that marks fields and plains.

    It marks the fields that can be tapped, the plains that are chosen, and the field under a
    finger.
    """

    def show(self, picture: BoardPicture) -> None:
        chosen = [plain.material for plain in picture.plains if plain.chosen]
        shown = (picture.touched_field, chosen, picture.tappable_fields)
        if shown == self._shown:
            return
        self._shown = shown
        self.canvas.clear()
        with self.canvas:
            radius, plains = self._ring.field_disc_radius(), self._ring.plains
            fields = (self._ring.point(field, DISC) for field in picture.tappable_fields)
            draw_sprites(
                [
                    *(_lit.placed_sprite(field, radius) for field in fields),
                    *(_frame.placed_sprite(plains[one].center, *plains[one][2:]) for one in chosen),
                ]
            )
            if picture.touched_field is not None:
                outline = self._ring.field_wedge(picture.touched_field)
                Ink(*theme.LIGHT)
                SmoothLine(points=flat_coordinates(outline), close=True, width=dp(2))


class EarningsLayer(BoardLayer):
    """Layer that shows the chips to earn on each plain that a worker can move to.

    On these plains, the chips cover the workers.
    """

    def show(self, earnings: tuple[EarningsOnPlain, ...]) -> None:
        if earnings == self._shown:
            return
        self._shown = earnings
        self.clear()
        for one in earnings:
            place = plain_layout(self._ring, one.plain).stack
            if one.chips_by_player is None:
                fill = palette.PLAINS[one.plain]
                self.fill(fill, place)
                self.write(_("full"), place, ground=fill, halign="center")
            else:
                self.fill(theme.PAPER, place, radius=6)
                _write_shares(self, one.chips_by_player, place, _IN_A_LINE)


class DraggedWorkerLayer(BoardLayer):
    """Layer with a dragged worker above the finger, and the chips that the move would earn.

    The chips are drawn beside the plains, on the side away from the player who drags: there they
    cover no plain, and the player's hand does not cover them.
    """

    def show_worker(self, owner: Color, source: Material, level: int, finger: Point) -> None:
        """Draw a player's worker above the point `finger`, and its place in the stack as empty.

        The place is at `level`, counted from 1 at the bottom, in the stack on the plain `source`.
        """
        self.clear()
        place = plain_layout(self._ring, source).worker_boxes[level - 1]
        x, y = finger[0], finger[1] + dp(_ABOVE_FINGER)
        fill = palette.PLAINS[source]
        self.fill(fill, place.inset(-1))
        with self.canvas:
            drawing.draw_worker_outline(
                place.center,
                place.width,
                place.height * 0.9,
                theme.mix_colors(fill, theme.LIGHT, 0.3),
            )
            drawing.draw_worker(owner, (x, y), place.width, place.height)

    def show_earnings(self, earnings: EarningsOnPlain | None, rotation: Rotation) -> None:
        """Draw a frame around a plain, and the chips that players would earn on this plain.

        `earnings` has the plain and the chips. The chips are drawn outside the plains, on the side
        away from the player who drags; `rotation` is the screen's rotation towards this player. If
        `earnings` is None or the plain is full, draw nothing.
        """
        if earnings is None or earnings.chips_by_player is None:
            return
        plains = self._ring.plains
        box = plains[earnings.plain]
        with self.canvas:
            draw_sprites([_frame.placed_sprite(box.center, box.width, box.height)])
        wide, high = dp(_EARNINGS_SIZE[0]) * len(earnings.chips_by_player), dp(_EARNINGS_SIZE[1])
        y = max(plain.top for plain in plains.values()) + dp(_BESIDE_PLAINS)
        if rotation is Rotation.HALF:
            y = min(plain.y for plain in plains.values()) - dp(_BESIDE_PLAINS) - high
        place = Box(self._ring.box.center[0] - wide / 2, y, wide, high)
        self.fill(theme.LINE, place.inset(-dp(1)), radius=9)
        self.fill(theme.PAPER, place, radius=8)
        _write_shares(self, earnings.chips_by_player, place, len(earnings.chips_by_player))


def _write_shares(
    surface: Surface, shares: tuple[tuple[Color, int], ...], box: Box, in_a_line: int
) -> None:
    lines = [shares[first : first + in_a_line] for first in range(0, len(shares), in_a_line)]
    for line, row in zip(lines, box.split_rows((1,) * len(lines), 0), strict=True):
        wide = row.width / len(line)
        radius = min(row.height * _BADGE, wide * _BADGE_ACROSS, dp(_MOST_BADGE))
        for (color, number), cell in zip(line, row.split_columns((1,) * len(line), 0), strict=True):
            middle = cell.center[0]
            with surface.canvas:
                drawing.draw_player_badge(color, (middle - radius, cell.center[1]), radius)
            surface.write(
                str(number),
                Box(middle + dp(4), cell.y, cell.right - middle - dp(4), cell.height),
                ground=theme.PAPER,
                size=theme.TITLE_TEXT,
                bold=True,
            )


# Animated rings and highlights


PULSE_SECONDS = 0.9
_FURTHER = 0.9
"""Growth of a ring by the end of the animation, relative to the size of the piece."""
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
    """Outline of a piece in pixels: a circle if `is_round` is set, else a rounded rectangle."""

    box: Box
    is_round: bool = True


@cached_as_sprite(theme.LIGHT)
def _round_pulse(center: Point, radius: float) -> None:
    shapes.draw_ring(center, radius, theme.LIGHT, dp(_LINE) / 2)


@cached_as_sprite(theme.LIGHT)
def _bar_pulse(center: Point, width: float, height: float) -> None:
    box = _box_around(center, width, height).inset(dp(_LINE) / 2)
    Ink(*theme.LIGHT)
    SmoothLine(rounded_rectangle=(*box, dp(7)), width=dp(_LINE) / 2)


class PulseLayer(BoardLayer):
    """Layer that animates a ring around pieces for a moment; otherwise the layer is empty."""

    pulse_progress = NumericProperty(1.0)

    def __init__(self, ring: Ring) -> None:
        super().__init__(ring)
        self._due: tuple[tuple[Place, ...], BoardPicture, Point] | None = None
        self._rings: list[tuple[Box, Rectangle]] = []
        self._ink: Ink | None = None

    def pulse(self, places: Iterable[Place], picture: BoardPicture, druid: Point) -> None:
        """Animate rings around the pieces at `places` for `PULSE_SECONDS`, from the next frame on.

        If an animation is running, it ends at once. `picture` has the positions of the pieces;
        `druid` is the point at which the druid stands after his walk.
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
        for box, ring in self._rings:
            around = box.inset(-min(box.width, box.height) * _FURTHER * part / 2)
            ring.pos, ring.size = around[:2], around[2:]

    def _lay_rings(self, due: Sequence[PieceShape]) -> None:
        sprites = [
            _round_pulse.sprite(box.width / 2)
            if is_round
            else _bar_pulse.sprite(box.width + dp(_LINE), box.height + dp(_LINE))
            for box, is_round in due
        ]
        with self.canvas:
            self._ink = Ink(1, 1, 1, 1)
            for piece, sprite in zip(due, sprites, strict=True):
                around = _box_around(piece.box.center, *sprite.texture.size)
                self._rings.append((around, Rectangle(texture=sprite.texture)))


_LIT_RIVER, _ROUND_PARTS = 7, 8
"""Line around the river: its distance from the river in dp, and the number of segments of each of
its round ends."""


class HighlightLayer(BoardLayer):
    def highlight(
        self,
        places: Iterable[Place],
        picture: BoardPicture,
        druid: Point,
        druid_path: Sequence[Point] = (),
    ) -> None:
        """Highlight `places` on the board, and nothing else.

        `picture` has the positions of the pieces; `druid` is the point at which the druid stands. A
        field or the river is highlighted by a line around it, because a ring on the field's disc
        would cover the field's number. `druid_path` are the points through which an arrow is drawn.
        """
        there = tuple(places)
        fields = tuple(place.field for place in there if isinstance(place, FieldPlace))
        at_home = DruidPlace() in there and picture.druid.stone == 0
        others = (
            place
            for place in there
            if not isinstance(place, FieldPlace) and not (at_home and place == DruidPlace())
        )
        shapes = tuple(piece_shapes_at(self._ring, others, picture, druid))
        # The ring surrounds the temple together with the druid: around the temple alone it is
        # hardly visible.
        if at_home:
            shapes += (_round(druid, self._ring.side * _AT_HOME),)
        has_river = RiverPlace() in there
        shown = (tuple(druid_path) if len(druid_path) > 1 else (), fields, shapes, has_river)
        if shown == self._shown:
            return
        self._shown = shown
        self.clear()
        with self.canvas:
            if len(druid_path) > 1:
                width = dp(_LIT_LINE)
                ahead = atan2(
                    druid_path[-1][1] - druid_path[-2][1], druid_path[-1][0] - druid_path[-2][0]
                )
                left, right = (
                    point_on_circle(druid_path[-1], 5 * width, ahead + side * _BARB)
                    for side in (1, -1)
                )
                for ink, more in ((theme.LINE, dp(1.5)), (theme.SAND, 0.0)):
                    Ink(*ink)
                    for line in (druid_path, [left, druid_path[-1], right]):
                        SmoothLine(points=flat_coordinates(line), width=width + more)
            outlines = [flat_coordinates(self._ring.field_outline(field)) for field in fields]
            if has_river:
                outlines.append(_around_line(*self._ring.river_points, dp(_LIT_RIVER)))
            for ink, width in ((theme.LINE, _LIT_LINE + 1.5), (theme.SAND, _LIT_LINE)):
                for outline in outlines:
                    Ink(*ink)
                    SmoothLine(points=outline, width=dp(width) * _OUTLINE, close=True)
            for shape in shapes:
                box = shape.box.inset(-dp(_LIT))
                corner = box.height / 2 if shape.is_round else dp(7)
                for ink, width in ((theme.LINE, _LIT_LINE + 1.5), (theme.SAND, _LIT_LINE)):
                    Ink(*ink)
                    SmoothLine(rounded_rectangle=(*box, corner), width=dp(width))


def _around_line(start: Point, end: Point, apart: float) -> list[float]:
    ahead = atan2(end[1] - start[1], end[0] - start[0])
    turns = [-pi / 2 + pi * part / _ROUND_PARTS for part in range(_ROUND_PARTS + 1)]
    return flat_coordinates(
        point_on_circle(point, apart, ahead + side + turn)
        for point, side in ((end, 0.0), (start, pi))
        for turn in turns
    )


def piece_shapes_at(
    ring: Ring, places: Iterable[Place], picture: BoardPicture, druid: Point
) -> Iterator[PieceShape]:
    for place in places:
        match place:
            case FieldPlace(field):
                yield _round(ring.point(field, DISC), ring.field_disc_radius())
            case WorkerPlace(plain, level):
                workers = plain_layout(ring, plain).worker_boxes
                if level <= len(workers):
                    yield PieceShape(workers[level - 1], is_round=False)
            case SupplyPlace(plain):
                supply = plain_layout(ring, plain).supply
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
    return PieceShape(_box_around(center, 2 * radius, 2 * radius))


# Pointing finger


_WAY = 0.302
"""Distance of the arrow from the middle of the board, relative to the board's side."""
_TAIL = 0.262
_HALF_WIDTH = 0.017
_FINGER_EDGE = 1.5
_ARROW = 7
_BEFORE = 0.45
"""Distance between the arrow's end and the finger, in widths of a field."""


def draw_pointing_finger(ring: Ring, finger: FieldIconPointer) -> None:
    """Draw a finger that points at a field's icon, and an arrow from the river to that field.

    The arrow has the direction in which players count the fields.
    """
    ahead = -1 if finger.clockwise else 1
    start = ring.river_angle
    end = ring.angle(finger.field) - ahead * ring.step * _BEFORE
    if not finger.clockwise:
        end += 2 * pi
    middle, far = ring.box.center, _WAY * ring.side
    Ink(*theme.RIVER)
    way = shapes.arc_points(middle, far, start, end, 2 * ring.fields)
    SmoothLine(points=flat_coordinates(way), width=dp(2))
    back = end - ahead * dp(_ARROW) / far
    head = [
        point_on_circle(middle, far, end),
        point_on_circle(middle, far + dp(_ARROW), back),
        point_on_circle(middle, far - dp(_ARROW), back),
    ]
    shapes.draw_polygon(head, theme.RIVER)
    angle, width = ring.angle(finger.field), _HALF_WIDTH * ring.side
    tip = ICONS[finger.icon] * ring.side - width

    def along(far: float, aside: float = 0.0) -> Point:
        x, y = point_on_circle(ring.box.center, far, angle)
        return (x - sin(angle) * aside, y + cos(angle) * aside)

    tail = _TAIL * ring.side
    for wide, fill in ((width + dp(_FINGER_EDGE), theme.LINE), (width, theme.PAPER)):
        sides = [along(tip, wide), along(tip, -wide), along(tail, -wide), along(tail, wide)]
        shapes.draw_polygon(sides, fill)
        shapes.draw_disc(along(tip), wide, fill)
        shapes.draw_disc(along(tail), wide, fill)
    shapes.draw_disc(along(tip + width * 0.2), width * 0.6, theme.SAND)
    Ink(*theme.mix_colors(theme.PAPER, theme.INK_SOFT, 0.6))
    for far in (tail + width * 0.1, tail + width * 0.6):
        SmoothLine(points=[*along(far, width * 0.6), *along(far, -width * 0.6)], width=dp(0.8))
