"""Slider with a handle to drag; a tap on the line moves the handle to that position."""

from collections.abc import Callable

from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from kiosk.ui import theme
from kiosk.ui.shapes import draw_rounded_box
from kiosk.ui.surface import Box, Surface

_LINE = 8
_HANDLE = 15
"""Half the height of the line and the handle, in dp."""


class Slider(Surface):
    """Slider with `places` positions, numbered from 0 at the left.

    A touch anywhere in its box moves the handle. Calls `on_slide(place, False)` while the handle is
    dragged, and `on_slide(place, True)` when the finger is lifted.
    """

    def __init__(self, box: Box, places: int, on_slide: Callable[[int, bool], None]) -> None:
        super().__init__(box)
        self._places = places
        self._on_slide = on_slide
        self._under: int | None = None
        half = dp(_LINE) / 2
        line = Box(box.x, box.center[1] - half, box.width, 2 * half)
        self.fill(theme.RAISED_MORE, line, radius=_LINE / 2)
        radius = dp(_HANDLE)
        with self.canvas:
            Color(*theme.SAND)
            self._passed = Rectangle(pos=(line.x + half, line.y), size=(0, line.height))
            Color(*theme.LIGHT)
            self._handle = draw_rounded_box(-radius, -radius, 2 * radius, 2 * radius, radius)
        self._around = self._handle.pos

    def handle_center(self, place: int) -> tuple[float, float]:
        """Return the point in the middle of the handle when it is at the position `place`."""
        ends = dp(_HANDLE)
        part = place / max(1, self._places - 1)
        return self.box.x + ends + part * (self.box.width - 2 * ends), self.box.center[1]

    def move_handle(self, place: int) -> None:
        (x, y), (left, down) = self.handle_center(place), self._around
        self._handle.pos = (x + left, y + down)
        self._passed.size = (x - self._passed.pos[0], self._passed.size[1])

    def _place_at(self, x: float) -> int:
        ends = dp(_HANDLE)
        part = (x - self.box.x - ends) / (self.box.width - 2 * ends)
        return round(min(max(part, 0.0), 1.0) * (self._places - 1))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._under = None
        self._follow(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        self._follow(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._on_slide(self._place_at(touch.x), True)  # noqa: FBT003 - whether the finger is lifted
        return True

    def _follow(self, touch: MotionEvent) -> None:
        place = self._place_at(touch.x)
        if place != self._under:
            self._under = place
            self.move_handle(place)
            self._on_slide(place, False)  # noqa: FBT003 - likewise
