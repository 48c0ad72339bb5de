"""What a long press on the board means: the thing under the finger is set right."""

from math import dist, hypot, inf
from typing import Protocol

from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.pieces import DRUID_STONES, Material
from companion.state import GameState
from companion.teaching import things
from companion.telling import places
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.table.draft import Draft
from kiosk.pieces.board import BoardView
from kiosk.pieces.board_layers import rune_points, stack_box
from kiosk.routes import DruidPlace, Plain, Runes, Thing, WholeField
from kiosk.ui import theme
from kiosk.ui.long_press import LongPress
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box

_RIVER_ASIDE = 9
"""So far beside the river a finger still means it, in dp."""


class Pressable(Protocol):
    """What a long press has to know of the table."""

    box: Box
    board: BoardView
    navigator: Navigator
    draft: Draft

    @property
    def state(self) -> GameState:
        """The game as it stands."""

    def take(self, action: object) -> None:
        """Do that, but nothing while the die tumbles."""


class ThingPress(LongPress[Thing]):
    """Leads from a thing on the table to its correction; lies above all that it watches."""

    def __init__(self, table: Pressable) -> None:
        super().__init__(
            table.box, lambda point: thing_at(point, table.state, table.board), self._set_right
        )
        self._table = table
        self._pondered = table.draft

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Keep what was pondered before this touch."""
        self._pondered = self._table.draft
        return super().on_touch_down(touch)

    def _set_right(self, thing: Thing) -> None:
        """A touch that pressed something has pointed at nothing."""
        self._table.draft = self._pondered
        self._table.take(routes.Correct(thing))


def thing_at(point: Point, state: GameState, board: BoardView) -> Thing | None:
    """What lies under a point of the board.

    A field with no building is nothing: a finger may rest there to read what it would cost. Nor is
    a worker that a finger carries away: it may rest to read what the plains would yield.
    """
    return _on_board(point, state, board) if board.box.holds(point) else None


def asked_about(point: Point, state: GameState, board: BoardView) -> things.Thing | None:
    """What a tap asks about that means nothing else: the druid, his temple and stones, a rune.

    So the river where it comes out of the ring, and the die that lies there.
    """
    ring = board.ring
    if state.druid.field is None and _is_near(point, ring.stone_point(state.druid.stone or 0)):
        return places.DruidPlace()
    if _is_near(point, ring.stone_point(0)):
        return things.Spot.DRUIDS_TEMPLE
    if any(_is_near(point, ring.stone_point(stone)) for stone in range(1, DRUID_STONES + 1)):
        return things.Spot.STONE_FIELDS
    if board.picture is None:
        return None
    runes = rune_points(ring, board.picture).items()
    near = (places.RunePlace(rune) for rune, middle in runes if _is_near(point, middle))
    found = next(near, None)
    if found is not None:
        return found
    if board.picture.face is not None and _is_near(point, ring.die_point):
        return things.Spot.DIE
    return places.RiverPlace() if _is_near(point, ring.river_points[0]) else None


def whatever_lies_at(point: Point, state: GameState, board: BoardView) -> things.Thing | None:
    """What a tap asks about once each tap on the board does: all that lies there or is printed."""
    ring = board.ring
    if state.druid.field is not None and _is_near(point, board.druid_point):
        hut = board.field_center(state.druid.field)
        if dist(point, board.druid_point) < dist(point, hut):
            return places.DruidPlace()
    for plain, box in ring.plains.items():
        if box.holds(point):
            return _on_plain(point, plain, state, board)
    field = ring.field_at(point)
    if field is None:
        return asked_about(point, state, board)
    on_river = _aside(point, *ring.river_points) <= dp(_RIVER_ASIDE)
    return places.RiverPlace() if on_river else places.OnField(field)


def _on_plain(point: Point, plain: Material, state: GameState, board: BoardView) -> things.Thing:
    """The worker under a point, or the chips of the plain."""
    level = board.level_at(plain, point)
    stands = level <= len(state.stack(plain))
    in_stack = stack_box(board.ring.plains[plain], board.ring.side).holds(point)
    return places.InStack(plain, level) if stands and in_stack else places.InSupply(plain)


def _aside(point: Point, start: Point, end: Point) -> float:
    """How far a point lies beside a line, in pixels; far off where it lies beyond its ends."""
    along = (end[0] - start[0], end[1] - start[1])
    length = hypot(*along)
    x, y = point[0] - start[0], point[1] - start[1]
    if not 0 <= x * along[0] + y * along[1] <= length**2:
        return inf
    return abs(x * along[1] - y * along[0]) / length


def _on_board(point: Point, state: GameState, board: BoardView) -> Thing | None:
    ring = board.ring
    for plain, box in ring.plains.items():
        if box.holds(point):
            held = stack_box(box, ring.side).holds(point) and board.lifts(point) is not None
            return None if held else Plain(plain)
    if state.druid.field is None and _is_near(point, ring.stone_point(state.druid.stone or 0)):
        return DruidPlace()
    field = ring.field_at(point)
    if field is not None and state.building(field) is not None:
        return WholeField(field)
    if board.picture is None:
        return None
    runes = rune_points(ring, board.picture).items()
    return next((Runes(rune) for rune, middle in runes if _is_near(point, middle)), None)


def _is_near(point: Point, middle: Point) -> bool:
    """Whether a finger means something as small as that."""
    return dist(point, middle) <= dp(theme.TOUCH) / 2
