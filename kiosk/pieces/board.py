"""The left square: the ring as it lies on the table, the high plains inside (SCREEN.md, 1).

A field is a wedge of the ring, its whole depth. A finger may slide round the ring: whoever
listens is told each field under it, and which one it was lifted from. From a plain it may carry a
worker to another one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.pieces import Color, Material
from companion.telling.places import Place
from kiosk.pieces.board_layers import DruidLayer, RingLayer, plain_parts
from kiosk.pieces.picture import BoardPicture
from kiosk.pieces.piece_layer import PieceLayer
from kiosk.pieces.pointer_layer import CarriedLayer, EarningsLayer, PointerLayer
from kiosk.pieces.pulse_layer import LitLayer, PulseLayer
from kiosk.pieces.ring import DISC, Ring
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.shapes import Point
from kiosk.ui.sprite_atlas import PlacedSprite
from kiosk.ui.surface import Box, Surface

_DRUID = 0.45
_DRUID_ASIDE = 0.4
_WAY_PARTS = 4
"""Into so many parts a way is drawn from a field to the next."""
"""So much of a field he stands before its middle: its number is not covered."""
_WALK_SECONDS = 0.9


_LEAST_BESIDE = 320
"""The least width, in dp, of what stands beside the board on a screen that lies."""
_LESS_BELOW, _MOST_LESS = 0.15, 20
"""By how much lower what stands below it may be for each dp that a screen is wider than 480, and
by how much at most."""


def square_at_left(box: Box) -> Box:
    """The board's place on a screen that lies: as large as what stands beside it leaves it."""
    side = min(box.height, box.width - dp(_LEAST_BESIDE))
    return Box(box.x, box.center[1] - side / 2, side, side)


def square_on_top(box: Box, share: float, below: float) -> Box:
    """Its place on an upright screen: at the top left, at most a `share` of the width.

    What stands below it has at least so many dp on a screen that is 480 wide.
    """
    wider = box.width - dp(theme.DESIGN_SIDE)
    least = dp(below) - min(wider * _LESS_BELOW, dp(_MOST_LESS))
    side = min(box.width * share, box.height - least)
    return Box(box.x, box.top - side, side, side)


def draw_ahead(box: Box, picture: BoardPicture, lie: Rotation = Rotation.NONE) -> Iterator[None]:
    """Draw a board of that size and what will lie on it, in short steps: it is shown quick then."""
    ring = Ring(box, len(picture.fields), lie)
    DruidLayer(box, ring)
    yield
    printed, pieces, pointer = RingLayer(box, ring), PieceLayer(box, ring), PointerLayer(box, ring)
    yield from _once_each(printed.draw_ahead(picture))
    yield from printed.show(picture)
    yield from _once_each(pieces.draw_ahead(picture))
    pieces.write_ahead(picture)
    yield
    yield from _once_each(pointer.draw_ahead())


def _once_each(placed: Iterable[PlacedSprite]) -> Iterator[None]:
    """Stop after each piece that looks like none before it."""
    drawn: set[int] = set()
    for piece in placed:
        if id(piece.sprite) not in drawn:
            drawn.add(id(piece.sprite))
            yield


class Carried(NamedTuple):
    """A worker that a finger carries, `level` 1 at the bottom, and what the board shows then.

    `side` is how far the screen would be turned for whoever carries it.
    """

    source: Material
    level: int
    owner: Color
    picture: BoardPicture
    side: Rotation = Rotation.NONE


Lift = Callable[[Material, int], Carried | None]
"""Which worker of a plain a finger takes with it that lies at a height, 1 at the bottom, if any."""


def lifts_nothing(_plain: Material, _level: int) -> None:
    """A board on which no worker moves."""


def dropped_nowhere(_carried: Carried, _plain: Material) -> None:
    """Where no worker is carried, none is dropped."""


def nothing_elsewhere(_point: Point, _lifted: bool) -> bool:  # noqa: FBT001 - the board's own order
    """Where nothing is told of what lies beside ring and plains."""
    return False


class BoardView(Surface):
    """The board: shows a `BoardPicture` and tells which field or plain a finger points at.

    `on_field(field, lifted)` follows a finger on the ring; `on_plain(material)` is a tap. What
    `lift` lets a finger take from a plain it carries until it is lifted over another one, which
    is told with `on_drop(carried, material)`; lifted elsewhere it puts that back. A touch beside
    ring and plains, and its end, is told with `on_elsewhere(point, lifted)`, which says whether
    something is there. `lie` is how far the board is turned for who looks at it; what is written on
    it stands upright.
    """

    walked = NumericProperty(1.0)

    def __init__(
        self,
        box: Box,
        on_field: Callable[[int, bool], None],
        on_plain: Callable[[Material], None],
        lie: Rotation = Rotation.NONE,
        *,
        lift: Lift = lifts_nothing,
        on_drop: Callable[[Carried, Material], None] = dropped_nowhere,
        on_elsewhere: Callable[[Point, bool], bool] = nothing_elsewhere,
    ) -> None:
        super().__init__(box)
        self.on_field = on_field
        self.on_plain = on_plain
        self._lift = lift
        self.on_drop = on_drop
        self._on_elsewhere = on_elsewhere
        self._carried: Carried | None = None
        self.picture: BoardPicture | None = None
        self.ring = Ring(box, 32, lie)
        self._printed: object = None
        self._way: tuple[float, float] | None = None

    def show(self, picture: BoardPicture, *, walk_from: int | None = None) -> None:
        """Draw what has changed; the druid walks from field `walk_from` when that is given.

        What a finger carries is put back.
        """
        # Mostly nothing at all has changed on the fields, and that is told quicker.
        if self._printed is None or self.picture is None or picture.fields != self.picture.fields:
            printed = [(field.needs, field.rune) for field in picture.fields]
            if printed != self._printed:
                self._printed = printed
                self._print(picture)
        self.picture = picture
        self.put_back()
        self._pieces.show(picture)
        self._pointer.show(picture)
        self._earnings.show(picture.earnings)
        self._place_druid(picture, walk_from)

    def make_ahead(self, picture: BoardPicture) -> Iterator[None]:
        """Make what showing a picture of the same board will need that may come, in a few steps."""
        yield from self._pieces.make_ahead(picture)
        for _frame in self._pointer.draw_ahead():
            pass

    def field_center(self, field: int) -> Point:
        """Where to tap a field: the whole pixel that pieces lie around."""
        x, y = self.ring.point(field, DISC)
        return (round(x), round(y))

    def plain_center(self, plain: Material) -> Point:
        """Where to tap a high plain."""
        return self.ring.plains[plain].center

    def worker_center(self, plain: Material, level: int) -> Point:
        """Where to take hold of a worker, `level` 1 at the bottom."""
        return plain_parts(self.ring.plains[plain], self.ring.side)[2][level - 1].center

    def finish_walk(self) -> None:
        """Let the druid arrive at once."""
        Animation.cancel_all(self, "walked")
        self.walked = 1.0

    def pulse(self, places: Iterable[Place]) -> None:
        """Let each of these places pulse once, from the next frame on."""
        if self.picture is not None:
            self._pulses.pulse(places, self.picture, self._druid_point(self.picture))

    def finish_pulse(self) -> None:
        """Let nothing pulse any more."""
        if self.picture is not None:
            self._pulses.finish()

    @property
    def druid_point(self) -> Point:
        """Where the druid stands. Raises ValueError before anything is shown."""
        if self.picture is None:
            raise ValueError("no board is shown yet")
        return self._druid_point(self.picture)

    def light(self, places: Iterable[Place], way: Sequence[int] = ()) -> None:
        """Light these places and no others, until another board is shown.

        Along a `way` of fields, in the order in which the druid comes there, he is seen to walk.
        """
        if self.picture is not None:
            druid = self._druid_point(self.picture)
            self._lit.light(places, self.picture, druid, [druid, *self._along(way)])

    def _along(self, way: Sequence[int]) -> Iterator[Point]:
        """Beside the ring from the first field of a way to its last, clockwise all the time."""
        field = float(way[0]) if way else 0.0
        for here, there in pairwise(way):
            for part in range((there - here) % self.ring.fields * _WAY_PARTS):
                yield self._beside(field + part / _WAY_PARTS)
            field += (there - here) % self.ring.fields
        if way:
            yield self._beside(field)

    def _print(self, picture: BoardPicture) -> None:
        """Make all layers of another board."""
        self.clear()
        self.ring = Ring(self.box, len(picture.fields), self.ring.lie)
        self._pieces = PieceLayer(self.box, self.ring)
        self._pointer = PointerLayer(self.box, self.ring)
        self._druid = DruidLayer(self.box, self.ring)
        self._pulses = PulseLayer(self.box, self.ring)
        self._lit = LitLayer(self.box, self.ring)
        self._earnings = EarningsLayer(self.box, self.ring)
        self._hand = CarriedLayer(self.box, self.ring)
        printed = RingLayer(self.box, self.ring)
        for _step in printed.show(picture):
            pass
        over = (self._lit, self._pulses, self._earnings, self._hand)
        for layer in (printed, self._pieces, self._pointer, self._druid, *over):
            self.add_widget(layer)

    def _place_druid(self, picture: BoardPicture, walk_from: int | None) -> None:
        Animation.cancel_all(self, "walked")
        self._way = None
        self._druid.put(self._druid_point(picture))
        if walk_from is not None and picture.druid.field is not None:
            size = len(picture.fields)
            steps = (picture.druid.field - walk_from) % size or size
            self._way = (float(walk_from), float(walk_from + steps))
            self.walked = 0.0
            Animation(walked=1.0, duration=_WALK_SECONDS, t="in_out_quad").start(self)

    def on_walked(self, _widget: object, part: float) -> None:
        """Carry the druid along his way."""
        if self._way is not None:
            start, end = self._way
            self._druid.put(self._beside(start + (end - start) * part))

    def _druid_point(self, picture: BoardPicture) -> Point:
        if picture.druid.field is not None:
            return self._beside(picture.druid.field)
        return self.ring.stone_point(picture.druid.stone or 0)

    def _beside(self, field: float) -> Point:
        return self.ring.point(field - _DRUID_ASIDE, _DRUID)

    def _plain_at(self, point: Point) -> Material | None:
        boxes = self.ring.plains.items()
        return next((plain for plain, box in boxes if box.holds(point)), None)

    # What fingers do

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Follow a finger that lands on the ring; on a plain it taps, or carries a worker away."""
        if self.picture is None or not self.collide_point(*touch.pos):
            return False
        field, plain = self.ring.field_at(touch.pos), self._plain_at(touch.pos)
        if field is None and plain is None:
            if self._on_elsewhere(touch.pos, False):  # noqa: FBT003 - the listener's own order
                touch.grab(self)
                touch.ud["elsewhere"] = True
                return True
            return False
        touch.grab(self)
        if field is not None:
            self.on_field(field, False)  # noqa: FBT003 - the listener's own order
        elif plain is not None:
            touch.ud["plain"] = plain
            self._carried = touch.ud["carried"] = self.lifts(touch.pos)
            # What another worker would earn stays to be read until this one leaves its plain.
            if self._carried is not None and not self.picture.earnings:
                self._show_carried(self._carried)
        return True

    def _show_carried(self, carried: Carried) -> None:
        self._pointer.show(carried.picture)
        self._earnings.show(carried.picture.earnings)

    def lifts(self, point: Point) -> Carried | None:
        """What a finger at a point would carry away."""
        plain = self._plain_at(point)
        return None if plain is None else self._lift(plain, self.level_at(plain, point))

    def level_at(self, plain: Material, point: Point) -> int:
        """At about which height of a plain's stack a point lies, 1 at the bottom."""
        places = plain_parts(self.ring.plains[plain], self.ring.side)[2]
        aside = [abs(place.center[1] - point[1]) for place in places]
        return aside.index(min(aside)) + 1

    def put_back(self) -> None:
        """Let no finger carry anything: the one that did does nothing any more."""
        if self._carried is not None and self.picture is not None:
            self._carried = None
            self._hand.put_back()
            self._pointer.show(self.picture)
            self._earnings.show(self.picture.earnings)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Tell the field under a sliding finger, or carry on what it carries."""
        if touch.grab_current is not self:
            return False
        if self.parent is None:  # as in `on_touch_up`
            return True
        if "plain" in touch.ud:
            self._carry(touch)
        if "plain" in touch.ud or "elsewhere" in touch.ud:
            return True
        field = self.ring.field_at(touch.pos)
        if field is not None:
            self.on_field(field, False)  # noqa: FBT003 - the listener's own order
        return True

    def _carry(self, touch: MotionEvent) -> None:
        plain, carried = self._plain_at(touch.pos), self._carried
        if plain is not touch.ud["plain"]:
            touch.ud["away"] = True
        if carried is None or touch.ud["carried"] is not carried or "away" not in touch.ud:
            return
        self._show_carried(carried)
        over = (one for one in carried.picture.earnings if one.plain is plain)
        self._hand.carry(carried.owner, carried.source, carried.level, touch.pos)
        self._hand.tell(next(over, None), carried.side)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Tell where the finger was lifted."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self.parent is None:  # its page has gone, and something else lies under the finger
            return True
        if "plain" in touch.ud:
            self._lift_from_plain(touch)
            return True
        if "elsewhere" in touch.ud:
            self._on_elsewhere(touch.pos, True)  # noqa: FBT003 - the listener's own order
            return True
        field = self.ring.field_at(touch.pos)
        if field is not None:
            self.on_field(field, True)  # noqa: FBT003 - the listener's own order
        return True

    def _lift_from_plain(self, touch: MotionEvent) -> None:
        """A tap where the finger came and never left; else what it carried has come somewhere."""
        source: Material = touch.ud["plain"]
        plain, carried = self._plain_at(touch.pos), touch.ud["carried"]
        if carried is not self._carried:
            return  # put back meanwhile: by another finger, or as something else happened
        self.put_back()
        if plain is source and "away" not in touch.ud:
            self.on_plain(plain)
        elif plain is not None and plain is not source and carried is not None:
            self.on_drop(carried, plain)
