"""Widget of the board: the ring of fields, and the high plains inside it (SCREEN.md, 1).

A field is a wedge of the ring. While a finger slides round the ring, a callback receives each field
under the finger, and at the end the field where the finger is lifted. A finger can also drag a
worker from one plain to another.
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
from kiosk.pieces.board_layers import (
    DraggedWorkerLayer,
    DruidLayer,
    EarningsLayer,
    HighlightLayer,
    PieceLayer,
    PrintedBoardLayer,
    PulseLayer,
    SelectionLayer,
    plain_layout,
)
from kiosk.pieces.picture import BoardPicture
from kiosk.pieces.ring import DISC, Ring
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box, Surface

_WAY_PARTS = 4
"""Number of points of an arrow between neighbouring fields."""
_WALK_SECONDS = 0.9


_LEAST_BESIDE = 320
"""Minimum width in dp that remains beside the board on a wide screen."""
_LESS_BELOW, _MOST_LESS = 0.15, 20
"""Space that the part below the board may lose on a screen wider than 480 dp: share of the
additional width (`_LESS_BELOW`), and maximum in dp (`_MOST_LESS`)."""


def board_box_at_left(box: Box) -> Box:
    """Return the board's box at the left of the wide screen `box`.

    The part of the screen to the right of it has room for a column.
    """
    side = min(box.height, box.width - dp(_LEAST_BESIDE))
    return Box(box.x, box.center[1] - side / 2, side, side)


def board_box_on_top(box: Box, max_width_share: float, free_height_below: float) -> Box:
    """Return the board's box at the top left of an upright screen: the largest square that fits.

    `box` is the screen. `max_width_share` (0 to 1) is the maximum width of the square relative to
    the screen. `free_height_below` is the height in dp that must stay free below the square. On a
    screen wider than 480 dp, this height is reduced by up to 20 dp.
    """
    wider = box.width - dp(theme.DESIGN_SIDE)
    least = dp(free_height_below) - min(wider * _LESS_BELOW, dp(_MOST_LESS))
    side = min(box.width * max_width_share, box.height - least)
    return Box(box.x, box.top - side, side, side)


class DraggedWorker(NamedTuple):
    """Worker that a player drags with a finger.

    `level` is the worker's level in its stack on the plain `source`, counted from 1 at the bottom.
    `picture` is the picture of the board to show during the drag. `rotation` is the screen's
    rotation towards the seat of `owner`.
    """

    source: Material
    level: int
    owner: Color
    picture: BoardPicture
    rotation: Rotation = Rotation.NONE


Lift = Callable[[Material, int], DraggedWorker | None]
"""Callback that receives a plain and a worker's level (1 at the bottom). It returns the worker at
that level, or None if a finger may not drag that worker."""


class BoardView(Surface):
    """Widget that shows a `BoardPicture` and reports the field or plain under a finger.

    - `rotation`: rotation of the board; texts stay upright.
    - `on_field(field, lifted)`: called while a finger is on the ring of fields, and when the finger
      is lifted there.
    - `on_plain(plain)`: called when a plain is tapped.
    - `lift(plain, level)`: called when a worker is touched. If it returns a `DraggedWorker`, the
      worker follows the finger.
    - `on_drop(carried, plain)`: called when the finger with the worker `carried` is lifted over a
      plain that is not the worker's own. If it is lifted elsewhere, the worker goes back.
    - `on_elsewhere(point, lifted)`: called when a touch outside the ring and the plains begins, and
      when it ends. Returns whether it used the touch.
    """

    walk_progress = NumericProperty(1.0)

    def __init__(
        self,
        box: Box,
        on_field: Callable[[int, bool], None],
        on_plain: Callable[[Material], None],
        rotation: Rotation = Rotation.NONE,
        *,
        lift: Lift = lambda _plain, _level: None,
        on_drop: Callable[[DraggedWorker, Material], None] = lambda _carried, _plain: None,
        on_elsewhere: Callable[[Point, bool], bool] = lambda _point, _lifted: False,
    ) -> None:
        super().__init__(box)
        self.on_field = on_field
        self.on_plain = on_plain
        self._lift = lift
        self.on_drop = on_drop
        self._on_elsewhere = on_elsewhere
        self._carried: DraggedWorker | None = None
        self.picture: BoardPicture | None = None
        self.ring = Ring(box, 32, rotation)
        self._printed: object = None
        self._way: tuple[float, float] | None = None

    def show(self, picture: BoardPicture, *, walk_from: int | None = None) -> None:
        """Show `picture`, redrawing only the differences from the picture shown before.

        If `walk_from` is given, the druid walks from that field to his position in `picture`. If a
        player is dragging a worker, the worker goes back to its plain.
        """
        # This comparison is quick, and usually no field has changed.
        if self._printed is None or self.picture is None or picture.fields != self.picture.fields:
            printed = [(field.needs, field.rune) for field in picture.fields]
            if printed != self._printed:
                self._printed = printed
                self._print(picture)
        self.picture = picture
        self.cancel_drag()
        self._pieces.show(picture)
        self._pointer.show(picture)
        self._earnings.show(picture.earnings)
        self._place_druid(picture, walk_from)

    def prepare_in_steps(self, picture: BoardPicture) -> Iterator[None]:
        yield from self._pieces.prepare_in_steps(picture)

    def field_center(self, field: int) -> Point:
        """Return the point to tap for a field: the centre of the field's disc, in whole pixels."""
        x, y = self.ring.point(field, DISC)
        return (round(x), round(y))

    def plain_center(self, plain: Material) -> Point:
        return self.ring.plains[plain].center

    def worker_center(self, plain: Material, level: int) -> Point:
        """Return the point to touch for the worker at `level`, from 1 at the bottom, on a plain."""
        return plain_layout(self.ring, plain).worker_boxes[level - 1].center

    def finish_walk(self) -> None:
        Animation.cancel_all(self, "walk_progress")
        self.walk_progress = 1.0

    def pulse(self, places: Iterable[Place]) -> None:
        if self.picture is not None:
            self._pulses.pulse(places, self.picture, self.druid_center)

    def finish_pulse(self) -> None:
        if self.picture is not None:
            self._pulses.finish()

    @property
    def druid_center(self) -> Point:
        if self.picture is None:
            raise ValueError("the board has not been drawn yet")
        druid = self.picture.druid
        if druid.field is not None:
            return self.ring.druid_center(druid.field)
        return self.ring.druid_stone_point(druid.stone or 0)

    def highlight(self, places: Iterable[Place], druid_path: Sequence[int] = ()) -> None:
        """Highlight `places` on the board, and nothing else.

        An arrow leads from the druid along `druid_path`, the numbers of the fields on his way.
        """
        if self.picture is not None:
            druid = self.druid_center
            self._lit.highlight(places, self.picture, druid, [druid, *self._along(druid_path)])

    def _along(self, way: Sequence[int]) -> Iterator[Point]:
        field = float(way[0]) if way else 0.0
        for here, there in pairwise(way):
            for part in range((there - here) % self.ring.fields * _WAY_PARTS):
                yield self.ring.druid_center(field + part / _WAY_PARTS)
            field += (there - here) % self.ring.fields
        if way:
            yield self.ring.druid_center(field)

    def _print(self, picture: BoardPicture) -> None:
        self.clear()
        self.ring = Ring(self.box, len(picture.fields), self.ring.rotation)
        self._pieces = PieceLayer(self.ring)
        self._pointer = SelectionLayer(self.ring)
        self._druid = DruidLayer(self.ring)
        self._pulses = PulseLayer(self.ring)
        self._lit = HighlightLayer(self.ring)
        self._earnings = EarningsLayer(self.ring)
        self._hand = DraggedWorkerLayer(self.ring)
        printed = PrintedBoardLayer(self.ring)
        printed.show(picture)
        over = (self._lit, self._pulses, self._earnings, self._hand)
        for layer in (printed, self._pieces, self._pointer, self._druid, *over):
            self.add_widget(layer)

    def _place_druid(self, picture: BoardPicture, walk_from: int | None) -> None:
        Animation.cancel_all(self, "walk_progress")
        self._way = None
        self._druid.move_to(self.druid_center)
        if walk_from is not None and picture.druid.field is not None:
            size = len(picture.fields)
            steps = (picture.druid.field - walk_from) % size or size
            self._way = (float(walk_from), float(walk_from + steps))
            self.walk_progress = 0.0
            Animation(walk_progress=1.0, duration=_WALK_SECONDS, t="in_out_quad").start(self)

    def on_walk_progress(self, _widget: object, part: float) -> None:
        """Draw the druid on his walk; `part` (0 to 1) is the part of the walk completed so far."""
        if self._way is not None:
            start, end = self._way
            self._druid.move_to(self.ring.druid_center(start + (end - start) * part))

    def _plain_at(self, point: Point) -> Material | None:
        boxes = self.ring.plains.items()
        return next((plain for plain, box in boxes if box.contains(point)), None)

    # Touches

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.picture is None or not self.collide_point(*touch.pos):
            return False
        field, plain = self.ring.field_at(touch.pos), self._plain_at(touch.pos)
        if field is None and plain is None:
            if self._on_elsewhere(touch.pos, False):  # noqa: FBT003 - `lifted`
                touch.grab(self)
                touch.ud["elsewhere"] = True
                return True
            return False
        touch.grab(self)
        if field is not None:
            self.on_field(field, False)  # noqa: FBT003 - `lifted`
        elif plain is not None:
            touch.ud["plain"] = plain
            self._carried = touch.ud["carried"] = self.draggable_worker_at(touch.pos)
            # The yields shown for another worker stay visible until this worker leaves its plain.
            if self._carried is not None and not self.picture.earnings:
                self._show_carried(self._carried)
        return True

    def _show_carried(self, carried: DraggedWorker) -> None:
        self._pointer.show(carried.picture)
        self._earnings.show(carried.picture.earnings)

    def draggable_worker_at(self, point: Point) -> DraggedWorker | None:
        plain = self._plain_at(point)
        return None if plain is None else self._lift(plain, self.nearest_level(plain, point))

    def nearest_level(self, plain: Material, point: Point) -> int:
        """Return the level nearest to `point` in a plain's stack of workers; 1 is the bottom."""
        places = plain_layout(self.ring, plain).worker_boxes
        aside = [abs(place.center[1] - point[1]) for place in places]
        return aside.index(min(aside)) + 1

    def cancel_drag(self) -> None:
        """Put a dragged worker back on its plain, and ignore the finger until it is lifted."""
        if self._carried is not None and self.picture is not None:
            self._carried = None
            self._hand.clear()
            self._pointer.show(self.picture)
            self._earnings.show(self.picture.earnings)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        if self.parent is None:  # the page was closed, as in `on_touch_up`
            return True
        if "plain" in touch.ud:
            self._carry(touch)
        if "plain" in touch.ud or "elsewhere" in touch.ud:
            return True
        field = self.ring.field_at(touch.pos)
        if field is not None:
            self.on_field(field, False)  # noqa: FBT003 - `lifted`
        return True

    def _carry(self, touch: MotionEvent) -> None:
        plain, carried = self._plain_at(touch.pos), self._carried
        if plain is not touch.ud["plain"]:
            touch.ud["away"] = True
        if carried is None or touch.ud["carried"] is not carried or "away" not in touch.ud:
            return
        self._show_carried(carried)
        over = (one for one in carried.picture.earnings if one.plain is plain)
        self._hand.show_worker(carried.owner, carried.source, carried.level, touch.pos)
        self._hand.show_earnings(next(over, None), carried.rotation)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self.parent is None:  # its page was closed, and the finger is over other content
            return True
        if "plain" in touch.ud:
            self._lift_from_plain(touch)
            return True
        if "elsewhere" in touch.ud:
            self._on_elsewhere(touch.pos, True)  # noqa: FBT003 - `lifted`
            return True
        field = self.ring.field_at(touch.pos)
        if field is not None:
            self.on_field(field, True)  # noqa: FBT003 - `lifted`
        return True

    def _lift_from_plain(self, touch: MotionEvent) -> None:
        source: Material = touch.ud["plain"]
        plain, carried = self._plain_at(touch.pos), touch.ud["carried"]
        if carried is not self._carried:
            return  # another finger or event has already put the worker back
        self.cancel_drag()
        if plain is source and "away" not in touch.ud:
            self.on_plain(plain)
        elif plain is not None and plain is not source and carried is not None:
            self.on_drop(carried, plain)
