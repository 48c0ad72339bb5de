"""Long presses and taps on the board: find the piece or place to explain or to correct."""

from math import dist, hypot, inf
from typing import TYPE_CHECKING

from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.pieces import DRUID_STONES
from companion.state import GameState
from companion.teaching import things
from companion.telling import places
from kiosk import routes
from kiosk.pieces.board import BoardView
from kiosk.pieces.board_layers import plain_layout, rune_stone_points
from kiosk.routes import (
    DruidToCorrect,
    FieldToCorrect,
    PlainToCorrect,
    RunesToCorrect,
    ThingToCorrect,
)
from kiosk.ui import theme
from kiosk.ui.long_press import LongPress
from kiosk.ui.shapes import Point

if TYPE_CHECKING:
    from kiosk.pages.table.page import TablePage

_RIVER_ASIDE = 9
"""Maximum distance in dp between the line of the river and a touch that means the river."""


class LongPressToCorrect(LongPress[ThingToCorrect]):
    """Layer over the table: a long press on a piece or place opens the page to correct it."""

    def __init__(self, table: "TablePage") -> None:
        super().__init__(
            table.box,
            lambda point: thing_to_correct_at(point, table.state, table.board),
            self._correct,
        )
        self._table = table
        self._pondered = table.draft

    def on_touch_down(self, touch: MotionEvent) -> bool:
        self._pondered = self._table.draft
        return super().on_touch_down(touch)

    def _correct(self, thing: ThingToCorrect) -> None:
        self._table.draft = self._pondered
        self._table.perform(routes.Correct(thing))


def thing_to_correct_at(point: Point, state: GameState, board: BoardView) -> ThingToCorrect | None:
    """Return the piece or place that a long press at `point` corrects, or None.

    The result is None for an empty field, because a finger may rest there while the player reads
    the price of a building. It is also None for a worker that the player may be about to drag.
    """
    if not board.box.contains(point):
        return None
    ring = board.ring
    for plain, box in ring.plains.items():
        if box.contains(point):
            is_held = board.draggable_worker_at(point) is not None
            is_held = is_held and plain_layout(ring, plain).stack.contains(point)
            return None if is_held else PlainToCorrect(plain)
    if state.druid.field is None and _is_near(
        point, ring.druid_stone_point(state.druid.stone or 0)
    ):
        return DruidToCorrect()
    field = ring.field_at(point)
    if field is not None and state.building(field) is not None:
        return FieldToCorrect(field)
    if board.picture is None:
        return None
    runes = rune_stone_points(ring, board.picture).items()
    return next((RunesToCorrect(rune) for rune, middle in runes if _is_near(point, middle)), None)


def thing_to_explain_at(point: Point, state: GameState, board: BoardView) -> things.Thing | None:
    """Return the piece or place at `point` that an ordinary tap explains, or None.

    Plains, workers and fields are not among them, because a tap on one of these plays the game.
    """
    ring = board.ring
    if state.druid.field is None and _is_near(
        point, ring.druid_stone_point(state.druid.stone or 0)
    ):
        return places.DruidPlace()
    if _is_near(point, ring.druid_stone_point(0)):
        return things.TablePart.DRUIDS_TEMPLE
    if any(_is_near(point, ring.druid_stone_point(stone)) for stone in range(1, DRUID_STONES + 1)):
        return things.TablePart.STONE_FIELDS
    if board.picture is None:
        return None
    runes = rune_stone_points(ring, board.picture).items()
    near = (places.RunePlace(rune) for rune, middle in runes if _is_near(point, middle))
    found = next(near, None)
    if found is not None:
        return found
    if board.picture.die_face is not None and _is_near(point, ring.die_point):
        return things.TablePart.DIE
    return places.RiverPlace() if _is_near(point, ring.river_points[0]) else None


def any_explainable_thing_at(
    point: Point, state: GameState, board: BoardView
) -> things.Thing | None:
    """Return the piece or place at `point` to explain in the mode in which every tap explains.

    Unlike `thing_to_explain_at`, this function also finds plains, workers and fields. The result is
    None if nothing is at `point`.
    """
    ring = board.ring
    if state.druid.field is not None and _is_near(point, board.druid_center):
        hut = board.field_center(state.druid.field)
        if dist(point, board.druid_center) < dist(point, hut):
            return places.DruidPlace()
    for plain, box in ring.plains.items():
        if box.contains(point):
            level = board.nearest_level(plain, point)
            in_stack = plain_layout(ring, plain).stack.contains(point)
            is_worker = in_stack and level <= len(state.stack(plain))
            return places.WorkerPlace(plain, level) if is_worker else places.SupplyPlace(plain)
    field = ring.field_at(point)
    if field is None:
        return thing_to_explain_at(point, state, board)
    on_river = _aside(point, *ring.river_points) <= dp(_RIVER_ASIDE)
    return places.RiverPlace() if on_river else places.FieldPlace(field)


def _aside(point: Point, start: Point, end: Point) -> float:
    along = (end[0] - start[0], end[1] - start[1])
    length = hypot(*along)
    x, y = point[0] - start[0], point[1] - start[1]
    if not 0 <= x * along[0] + y * along[1] <= length**2:
        return inf
    return abs(x * along[1] - y * along[0]) / length


def _is_near(point: Point, middle: Point) -> bool:
    return dist(point, middle) <= dp(theme.TOUCH) / 2
