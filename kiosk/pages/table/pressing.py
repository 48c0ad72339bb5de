"""What a long press on the board means: the thing under the finger is set right."""

from math import hypot
from typing import Protocol

from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.pieces import DRUID_STONES
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
    """What a tap asks about that means nothing else: the druid, his temple and stones, a rune."""
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
    return next(near, None)


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
    return hypot(point[0] - middle[0], point[1] - middle[1]) <= dp(theme.TOUCH) / 2
