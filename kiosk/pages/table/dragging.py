"""Building by dragging a hut or temple onto a field (SCREEN.md, 1 and 4).

The active player can drag a hut from their tray, and both kinds of building from the buttons on the
card. The price in chips is drawn above the finger.
"""

from typing import TYPE_CHECKING, NamedTuple

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from companion.commands import Command
from companion.errors import RuleViolation
from companion.pieces import MATERIALS, NO_CHIPS, BuildingKind, Chips, Color
from companion.preview import preview_build
from companion.state import GameState, Phase
from kiosk.pages.table.building import BUILDS
from kiosk.pages.table.draft import (
    BoardDraft,
    Draft,
    SelectedField,
    TurnOption,
    draft_after_field_tap,
)
from kiosk.pieces import drawing
from kiosk.pieces.tray import HOLD_SECONDS
from kiosk.ui import theme
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import TapButton

if TYPE_CHECKING:
    from kiosk.pages.table.page import TablePage

_ABOVE_FINGER = 42
_PIECE = 15
_CHIP, _STEP, _LINE = 9, 15, 21
_MARGIN = 6
"""Sizes in dp: half the building (`_PIECE`), half a chip (`_CHIP`), distance between chips
(`_STEP`), height of a line (`_LINE`)."""


class _Drag(NamedTuple):
    finger: object
    kind: BuildingKind
    owner: Color
    source: TapButton
    since: float
    state: GameState
    before: Draft


class BuildingDrag(Surface):
    """Layer over the table with which the active player drags a building onto a field.

    The layer follows all touches, but leaves them to the widgets below. A drag begins when a finger
    leaves the player's tray, or the button of a building on the card. If the finger is lifted over
    a field, the player builds there or, if the rules forbid that, the field is selected. If it is
    lifted anywhere else, the drag is cancelled.
    """

    def __init__(self, table: "TablePage") -> None:
        super().__init__(table.box)
        self._table = table
        self._carried: _Drag | None = None
        self._is_away = False

    def on_touch_down(self, touch: MotionEvent) -> bool:
        alone = self._carried is None
        self.cancel_drag()
        if alone:
            self._carried = self._taken_by(touch)
        return False

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if self._is_carried_by(touch):
            self._carry(touch.pos)
        return False

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if self._is_carried_by(touch):
            self._carry(touch.pos)
            self._put_down(touch.pos)
        self.cancel_drag()
        return False

    def cancel_drag(self) -> None:
        carried, was_away = self._carried, self._is_away
        self._carried, self._is_away = None, False
        if was_away and carried is not None:
            self.clear()
            if carried.state is self._table.state and carried.before != self._table.draft:
                self._table.set_draft(carried.before)

    def _taken_by(self, touch: MotionEvent) -> _Drag | None:
        table, owner = self._table, self._table.state.decider
        asked = table.column.answerable_question
        if owner is None or asked is None or asked.parts or table.state.phase is not Phase.ACTION:
            return None
        if not isinstance(table.draft, BoardDraft):
            return None
        if not table.navigator.touch_history.was_meant_for(table.column.shown_since(owner)):
            return None
        keys = (f"tray.{owner}", f"aim.{TurnOption.HUT}", f"aim.{TurnOption.TEMPLE}")
        taps = (one for one in table.column.walk(restrict=True) if isinstance(one, TapButton))
        over = (one for one in taps if one.key in keys and self._is_over(one, touch.pos))
        if (source := next(over, None)) is None:
            return None
        kind = BuildingKind.TEMPLE if source.key == f"aim.{TurnOption.TEMPLE}" else BuildingKind.HUT
        return _Drag(touch, kind, owner, source, Clock.get_time(), table.state, table.draft)

    def _is_over(self, source: TapButton, point: Point) -> bool:
        return source.box_to_ancestor(self._table.column).contains(point)

    def _is_carried_by(self, touch: MotionEvent) -> bool:
        carried = self._carried
        if carried is None or carried.finger is not touch:
            return False
        if carried.state is not self._table.state:
            self.cancel_drag()
            return False
        if not self._is_away and not self._is_over(carried.source, touch.pos):
            rested = Clock.get_time() - carried.since >= HOLD_SECONDS
            if rested and carried.source.key.startswith("tray."):
                self._carried = None  # holding a finger on a tray shows the hand instead
                return False
            self._is_away = True
        return self._is_away

    def _carry(self, point: Point) -> None:
        carried, field = self._carried, self._table.board.ring.field_at(point)
        if carried is None:
            return
        draft = before = carried.before
        if field is not None:
            previous = before.previous_draft if isinstance(before, SelectedField) else before
            draft = SelectedField(field, carried.kind, previous_draft=previous)
        if draft != self._table.draft:
            self._table.set_draft(draft)
        self._draw(carried, point, self._command(carried, point))

    def _command(self, carried: _Drag, point: Point) -> Command | None:
        field = self._table.board.ring.field_at(point)
        if field is None:
            return None
        try:
            preview = preview_build(carried.state, carried.kind, field, carried.owner)
        except RuleViolation:
            return None
        return BUILDS[carried.kind](by=carried.owner, field=field, pay=preview.price)

    def _put_down(self, point: Point) -> None:
        carried, field = self._carried, self._table.board.ring.field_at(point)
        if carried is None or field is None:
            return
        command = self._command(carried, point)
        self._carried, self._is_away = None, False
        self.clear()
        if command is not None:
            self._table.decide(command)
        else:
            draft = draft_after_field_tap(carried.state, field, self._table.draft)
            if draft != self._table.draft:
                self._table.set_draft(draft)

    def _draw(self, carried: _Drag, point: Point, command: Command | None) -> None:
        self.clear()
        pay: Chips = getattr(command, "pay", NO_CHIPS)
        lines = [(one, pay.number(one)) for one in MATERIALS if pay.number(one)]
        most = max((number for _one, number in lines), default=1)
        wide, high = dp(_STEP) * (most - 1) + dp(2 * _CHIP), dp(_LINE) * len(lines)
        above, piece, margin = dp(_ABOVE_FINGER), dp(_PIECE), dp(_MARGIN)
        x, y = point[0], point[1] + above
        bottom = y + piece + 2 * margin
        if bottom + high + margin > self.box.top:
            inwards = 1 if point[0] < self._table.board.box.center[0] else -1
            x, y = point[0] + inwards * above, point[1]
            bottom = y - piece - 2 * margin - high
        with self.canvas:
            drawing.draw_building(carried.kind, carried.owner, (round(x), round(y)), piece)
        left = min(max(x - wide / 2, self.box.x + margin), self.box.right - wide - margin)
        if not lines:
            return
        box = Box(round(left), round(bottom), round(wide), round(high))
        place = box.inset(-margin)
        self.fill(theme.LINE, place.inset(-dp(1)), radius=9)
        self.fill(theme.PAPER, place, radius=8)
        with self.canvas:
            for (material, number), row in zip(
                lines, box.split_rows((1,) * len(lines), 0), strict=True
            ):
                start = row.center[0] - dp(_STEP) * (number - 1) / 2
                for chip in range(number):
                    center = (round(start + dp(_STEP) * chip), round(row.center[1]))
                    drawing.draw_chip(material, center, dp(_CHIP))
