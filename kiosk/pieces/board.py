"""The left square: the ring as it lies on the table, the high plains inside (touchscreen, 1).

A field is a wedge of the ring, its whole depth. A finger may slide round the ring: whoever
listens is told each field under it, and which one it was lifted from.
"""

from collections.abc import Callable
from math import atan2, cos, hypot, pi, sin

from kivy.animation import Animation
from kivy.graphics import Color as Ink
from kivy.graphics import PopMatrix, PushMatrix, SmoothLine, Translate
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.pieces import DRUID_STONES, STACK_LIMIT, Material
from kiosk.pieces import drawing, palette
from kiosk.pieces.picture import BoardPicture, FieldPicture, PlainPicture
from kiosk.toolkit import shapes, theme
from kiosk.toolkit.surface import Box, Surface
from kiosk.words.texts import word

Point = tuple[float, float]

_OUTER = 0.474
_INNER = 0.305
_DISC = 0.418
_ICONS = (0.366, 0.326)
_RUNES = 0.2785
_DRUID = 0.470
_RIVER_ANGLE = pi * 153.4 / 180
"""Where the great river lies, anticlockwise from the right: as on the cardboard."""
_WALK_SECONDS = 0.9


class Ring:
    """Where the fields of a ring lie in a square box; fields count clockwise from the river."""

    def __init__(self, box: Box, fields: int) -> None:
        self.box = box
        self.fields = fields
        self.side = min(box.width, box.height)
        self.step = 2 * pi / fields

    def angle(self, field: float) -> float:
        """The direction of a field's middle, in radians anticlockwise from the right."""
        return _RIVER_ANGLE - (field - 0.5) * self.step

    def point(self, field: float, radius: float) -> Point:
        """A point in a field's middle; `radius` as a part of the square's side."""
        x, y = self.box.center
        angle = self.angle(field)
        return (x + radius * self.side * cos(angle), y + radius * self.side * sin(angle))

    def field_at(self, point: Point) -> int | None:
        """The field under a point, or None beside the ring."""
        x, y = point[0] - self.box.center[0], point[1] - self.box.center[1]
        if not _INNER * self.side <= hypot(x, y) <= self.side * 0.5:
            return None
        turn = (_RIVER_ANGLE - atan2(y, x)) % (2 * pi)
        return int(turn / self.step) % self.fields + 1

    def wedge(self, field: int) -> list[Point]:
        """The outline of a field's wedge."""
        x, y = self.box.center
        start = _RIVER_ANGLE - (field - 1) * self.step
        angles = [start - self.step * part / 4 for part in range(5)]
        outer = [(x + _OUTER * self.side * cos(a), y + _OUTER * self.side * sin(a)) for a in angles]
        inner = [(x + _INNER * self.side * cos(a), y + _INNER * self.side * sin(a)) for a in angles]
        return outer + inner[::-1]

    def disc_radius(self) -> float:
        """The radius of a field's disc, in pixels."""
        return min(self.side * 0.036, _DISC * self.side * self.step * 0.44)

    def icon_radius(self) -> float:
        """The radius of a field's icons, in pixels."""
        return min(self.side * 0.0195, _ICONS[1] * self.side * self.step * 0.44)


def plain_boxes(box: Box) -> dict[Material, Box]:
    """Where the four high plains lie: wood and wool above, stone and copper below."""
    side = min(box.width, box.height)
    half_width, half_height, gap = side * 0.193, side * 0.171, dp(theme.GAP)
    x, y = box.center
    width, height = half_width - gap / 2, half_height - gap / 2
    return {
        Material.WOOD: Box(x - half_width, y + gap / 2, width, height),
        Material.WOOL: Box(x + gap / 2, y + gap / 2, width, height),
        Material.STONE: Box(x - half_width, y - half_height, width, height),
        Material.COPPER: Box(x + gap / 2, y - half_height, width, height),
    }


class BoardView(Surface):
    """The board: shows a `BoardPicture` and tells which field or plain a finger points at.

    `on_field(field, lifted)` follows a finger on the ring; `on_plain(material)` is a tap.
    """

    walked = NumericProperty(1.0)

    def __init__(
        self,
        box: Box,
        on_field: Callable[[int, bool], None],
        on_plain: Callable[[Material], None],
    ) -> None:
        super().__init__(box)
        self.on_field = on_field
        self.on_plain = on_plain
        self.picture: BoardPicture | None = None
        self.ring = Ring(box, 32)
        self._layers: dict[str, Surface] = {}
        self._way: tuple[float, float] | None = None
        self._druid_shift: Translate | None = None
        self._druid_home: Point = box.center

    def show(self, picture: BoardPicture, *, walk_from: int | None = None) -> None:
        """Draw what has changed; the druid walks from field `walk_from` when that is given."""
        former = self.picture
        self.picture = picture
        if former is None or _printed(former) != _printed(picture):
            self.ring = Ring(self.box, len(picture.fields))
            self._replace("ring", _RingLayer(self.box, self.ring, picture))
            self._replace("pieces", _PieceLayer(self.box, self.ring, picture))
        elif _pieces(former) != _pieces(picture):
            self._replace("pieces", _PieceLayer(self.box, self.ring, picture))
        self._replace("pointer", _PointerLayer(self.box, self.ring, picture))
        self._place_druid(picture, walk_from)

    def field_center(self, field: int) -> Point:
        """Where to tap a field."""
        return self.ring.point(field, _DISC)

    def plain_center(self, plain: Material) -> Point:
        """Where to tap a high plain."""
        return plain_boxes(self.box)[plain].center

    def finish_walk(self) -> None:
        """Let the druid arrive at once."""
        Animation.cancel_all(self, "walked")
        self.walked = 1.0

    def _replace(self, name: str, layer: Surface) -> None:
        old = self._layers.get(name)
        if old is not None:
            self.remove_widget(old)
        self._layers[name] = layer
        order = ("ring", "pieces", "pointer", "druid")
        above = sum(1 for other in order[order.index(name) + 1 :] if other in self._layers)
        self.add_widget(layer, index=above)

    def _place_druid(self, picture: BoardPicture, walk_from: int | None) -> None:
        Animation.cancel_all(self, "walked")
        home = self._druid_point(picture)
        layer = Surface(self.box)
        with layer.canvas:
            PushMatrix()
            self._druid_shift = Translate(0, 0)
            drawing.druid(home, self.ring.side * 0.026)
            PopMatrix()
        self._druid_home = home
        self._replace("druid", layer)
        self._way = None
        if walk_from is not None and picture.druid.field is not None:
            size = len(picture.fields)
            steps = (picture.druid.field - walk_from) % size or size
            self._way = (float(walk_from), float(walk_from + steps))
            self.walked = 0.0
            Animation(walked=1.0, duration=_WALK_SECONDS, t="in_out_quad").start(self)

    def on_walked(self, _widget: object, part: float) -> None:
        """Carry the druid along his way."""
        if self._druid_shift is None or self._way is None:
            return
        start, end = self._way
        x, y = self.ring.point(start + (end - start) * part, _DRUID)
        self._druid_shift.x = x - self._druid_home[0]
        self._druid_shift.y = y - self._druid_home[1]

    def _druid_point(self, picture: BoardPicture) -> Point:
        if picture.druid.field is not None:
            return self.ring.point(picture.druid.field, _DRUID)
        return _stone_point(self.box, picture.druid.stone or 0)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Follow a finger that lands on the ring, and take taps on the plains."""
        if self.picture is None or not self.collide_point(*touch.pos):
            return False
        field = self.ring.field_at(touch.pos)
        if field is not None:
            touch.grab(self)
            self.on_field(field, False)  # noqa: FBT003 - the listener's own order
            return True
        for plain, box in plain_boxes(self.box).items():
            if box.x <= touch.x <= box.right and box.y <= touch.y <= box.top:
                touch.grab(self)
                touch.ud["plain"] = plain
                return True
        return False

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Tell the field under a sliding finger."""
        if touch.grab_current is not self:
            return False
        field = self.ring.field_at(touch.pos)
        if "plain" not in touch.ud and field is not None:
            self.on_field(field, False)  # noqa: FBT003 - the listener's own order
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Tell where the finger was lifted."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        plain = touch.ud.get("plain")
        if plain is not None:
            box = plain_boxes(self.box)[plain]
            if box.x <= touch.x <= box.right and box.y <= touch.y <= box.top:
                self.on_plain(plain)
            return True
        field = self.ring.field_at(touch.pos)
        if field is not None:
            self.on_field(field, True)  # noqa: FBT003 - the listener's own order
        return True


def _printed(picture: BoardPicture) -> tuple[object, ...]:
    return tuple((field.needs, field.rune) for field in picture.fields)


def _pieces(picture: BoardPicture) -> tuple[object, ...]:
    return (
        tuple((field.building, field.bonus) for field in picture.fields),
        picture.plains,
        picture.runes,
        picture.face,
        picture.finale,
    )


def _stone_point(box: Box, stone: int) -> Point:
    """The druid's temple (0) in the top left corner, his stones (1 to 3) from there to field 1."""
    side = min(box.width, box.height)
    places = ((0.075, 0.925), (0.038, 0.842), (0.027, 0.782), (0.027, 0.722))
    x, y = places[stone]
    return (box.x + x * side, box.y + y * side)


class _RingLayer(Surface):
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
        center = ring.point(field.number, _DISC)
        with self.canvas:
            shapes.disc(center, radius, theme.SAND)
        self.write(
            str(field.number),
            Box(center[0] - dp(16), center[1] - dp(10), dp(32), dp(20)),
            ink=theme.INK,
            ground=theme.SAND,
            size=theme.SMALL_TEXT,
            halign="center",
        )
        if field.needs is None:
            self.write(
                "?",
                _around(ring.point(field.number, sum(_ICONS) / 2), dp(20)),
                ink=theme.LIGHT,
                ground=palette.UNKNOWN_AREA,
                size=theme.TITLE_TEXT,
                bold=True,
                halign="center",
            )
            return
        with self.canvas:
            for material, place in zip(field.needs, _ICONS, strict=True):
                drawing.chip(material, ring.point(field.number, place), ring.icon_radius())

    def _draw_river(self) -> None:
        x, y = self.box.center
        side = self._ring.side
        points = []
        for part in (0.285, 0.49):
            points += [x + part * side * cos(_RIVER_ANGLE), y + part * side * sin(_RIVER_ANGLE)]
        Ink(*theme.RIVER)
        SmoothLine(points=points, width=side * 0.006, cap="round")

    def _draw_corner(self) -> None:
        side = self._ring.side
        for stone in range(1, DRUID_STONES + 1):
            shapes.disc(
                _stone_point(self.box, stone),
                side * 0.024,
                theme.mixed(theme.SAND, theme.LINE, 0.25),
            )
        x, y = _stone_point(self.box, 0)
        size = side * 0.05
        roof = [(x - size, y - size * 0.2), (x + size, y - size * 0.2), (x, y + size)]
        base = [
            (x - size * 0.8, y - size),
            (x + size * 0.8, y - size),
            (x + size * 0.8, y - size * 0.2),
            (x - size * 0.8, y - size * 0.2),
        ]
        shapes.polygon(base, theme.mixed(theme.SAND, theme.LINE, 0.4))
        shapes.polygon(roof, theme.mixed(theme.SAND, theme.LINE, 0.15))


def _around(center: Point, size: float) -> Box:
    return Box(center[0] - size / 2, center[1] - size / 2, size, size)


class _PieceLayer(Surface):
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
        center = self._ring.point(field.number, _DISC)
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
                field.bonus, self._ring.point(field.number + 0.3, _DISC + 0.03), radius * 0.48
            )

    def _draw_runes(self, picture: BoardPicture) -> None:
        radius = self._ring.side * 0.0235
        holders = dict(picture.runes)
        for rune, holder in holders.items():
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
        self.write(word(plain.material), name, ink=theme.LIGHT, ground=fill, size=theme.SMALL_TEXT)
        self.write(
            str(plain.supply),
            supply,
            ink=theme.LIGHT,
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


class _PointerLayer(Surface):
    """What somebody points at, and where the druid asks."""

    def __init__(self, box: Box, ring: Ring, picture: BoardPicture) -> None:
        super().__init__(box)
        radius = ring.disc_radius()
        with self.canvas:
            for field in picture.asked[1:]:
                shapes.ring(ring.point(field, _DISC), radius * 1.1, theme.LIGHT_SOFT, dp(1))
            for field in picture.asked[:1]:
                shapes.ring(ring.point(field, _DISC), radius * 1.18, theme.LIGHT, dp(2))
            if picture.pointed is not None:
                Ink(*theme.LIGHT)
                outline = [part for point in ring.wedge(picture.pointed) for part in point]
                SmoothLine(points=outline, close=True, width=dp(2))
