"""The left square: the ring as it lies on the table, the high plains inside (touchscreen, 1).

A field is a wedge of the ring, its whole depth. A finger may slide round the ring: whoever
listens is told each field under it, and which one it was lifted from.
"""

from collections.abc import Callable, Iterable, Iterator

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.pieces import Material
from companion.telling.places import Place
from kiosk.pieces.board_layers import DruidLayer, RingLayer
from kiosk.pieces.picture import BoardPicture
from kiosk.pieces.piece_layer import PieceLayer
from kiosk.pieces.pointer_layer import PointerLayer
from kiosk.pieces.pulse_layer import PulseLayer
from kiosk.pieces.ring import DISC, Ring
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.shapes import Point
from kiosk.ui.sprite_atlas import PlacedSprite
from kiosk.ui.surface import Box, Surface

_DRUID = 0.45
_DRUID_ASIDE = 0.4
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
    printed, pieces, pointer = RingLayer(box, ring), PieceLayer(box, ring), PointerLayer(box, ring)
    yield from _once_each(printed.draw_ahead(picture))
    yield from printed.show(picture)
    yield from _once_each(pieces.draw_ahead(picture))
    yield from _once_each(pointer.draw_ahead())


def _once_each(placed: Iterable[PlacedSprite]) -> Iterator[None]:
    """Stop after each piece that looks like none before it."""
    drawn: set[int] = set()
    for piece in placed:
        if id(piece.sprite) not in drawn:
            drawn.add(id(piece.sprite))
            yield


class BoardView(Surface):
    """The board: shows a `BoardPicture` and tells which field or plain a finger points at.

    `on_field(field, lifted)` follows a finger on the ring; `on_plain(material)` is a tap. `lie` is
    how far it is turned for who looks at it; what is written on it stands upright.
    """

    walked = NumericProperty(1.0)

    def __init__(
        self,
        box: Box,
        on_field: Callable[[int, bool], None],
        on_plain: Callable[[Material], None],
        lie: Rotation = Rotation.NONE,
    ) -> None:
        super().__init__(box)
        self.on_field = on_field
        self.on_plain = on_plain
        self.picture: BoardPicture | None = None
        self.ring = Ring(box, 32, lie)
        self._printed: object = None
        self._way: tuple[float, float] | None = None

    def show(self, picture: BoardPicture, *, walk_from: int | None = None) -> None:
        """Draw what has changed; the druid walks from field `walk_from` when that is given."""
        # Mostly nothing at all has changed on the fields, and that is told quicker.
        if self._printed is None or self.picture is None or picture.fields != self.picture.fields:
            printed = [(field.needs, field.rune) for field in picture.fields]
            if printed != self._printed:
                self._printed = printed
                self._print(picture)
        self.picture = picture
        self._pieces.show(picture)
        self._pointer.show(picture)
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

    def _print(self, picture: BoardPicture) -> None:
        """Make all layers of another board."""
        self.clear()
        self.ring = Ring(self.box, len(picture.fields), self.ring.lie)
        self._pieces = PieceLayer(self.box, self.ring)
        self._pointer = PointerLayer(self.box, self.ring)
        self._druid = DruidLayer(self.box, self.ring)
        self._pulses = PulseLayer(self.box, self.ring)
        printed = RingLayer(self.box, self.ring)
        for _step in printed.show(picture):
            pass
        for layer in (printed, self._pieces, self._pointer, self._druid, self._pulses):
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

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Follow a finger that lands on the ring, and take taps on the plains."""
        if self.picture is None or not self.collide_point(*touch.pos):
            return False
        field, plain = self.ring.field_at(touch.pos), self._plain_at(touch.pos)
        if field is None and plain is None:
            return False
        touch.grab(self)
        if field is not None:
            self.on_field(field, False)  # noqa: FBT003 - the listener's own order
        else:
            touch.ud["plain"] = plain
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Tell the field under a sliding finger."""
        if touch.grab_current is not self:
            return False
        if self.parent is None:  # as in `on_touch_up`
            return True
        field = self.ring.field_at(touch.pos)
        if "plain" not in touch.ud and field is not None:
            self.on_field(field, False)  # noqa: FBT003 - the listener's own order
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Tell where the finger was lifted."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self.parent is None:  # its page has gone, and something else lies under the finger
            return True
        plain: Material | None = touch.ud.get("plain")
        if plain is not None:
            if self._plain_at(touch.pos) is plain:
                self.on_plain(plain)
            return True
        field = self.ring.field_at(touch.pos)
        if field is not None:
            self.on_field(field, True)  # noqa: FBT003 - the listener's own order
        return True
