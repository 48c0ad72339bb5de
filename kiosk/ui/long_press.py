"""Long presses, with a ring that shows their progress."""

from collections.abc import Callable
from math import dist
from typing import Generic, TypeVar

from kivy.clock import Clock
from kivy.graphics import Color, Line
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from kiosk.ui import theme
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box, Surface

PRESS_SECONDS = 0.6
_UNSEEN_SECONDS = 0.15
"""Seconds before the progress is shown, so that it does not flash at each tap."""
_LEEWAY = 12
"""Distance in dp that a finger may move during a long press, as fingers tremble."""
_RADIUS = 36
_WIDTH = 3.5

ThingT = TypeVar("ThingT")


class LongPress(Surface, Generic[ThingT]):
    """Layer that recognizes long presses in its box; other widgets receive the touches too.

    `under` returns the object at a point in pixels, or None. A long press on an object calls
    `on_press` with this object, and the lifting of the finger is then not a tap for other widgets.
    A press is cancelled if the finger moves, or if a second finger touches the screen.
    """

    def __init__(
        self,
        box: Box,
        under: Callable[[Point], ThingT | None],
        on_press: Callable[[ThingT], None],
    ) -> None:
        super().__init__(box)
        self._under = under
        self._on_press = on_press
        self._touch: MotionEvent | None = None
        self._thing: ThingT | None = None
        self._start: Point = (0.0, 0.0)
        self._seconds = 0.0
        self._clock = Clock.create_trigger(self._count, 0, interval=True)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        alone = self._touch is None
        self._stop()
        thing = self._under(touch.pos) if alone else None
        if thing is not None:
            self._touch, self._thing = touch, thing
            self._start, self._seconds = touch.pos, 0.0
            self._clock()
        return False

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch is self._touch and dist(touch.pos, self._start) > dp(_LEEWAY):
            self._stop()
        return False

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch is self._touch:
            self._stop()
        return False

    def destroy(self) -> None:
        self._stop()
        super().destroy()

    def _count(self, seconds: float) -> None:
        self._seconds += seconds
        touch, thing = self._touch, self._thing
        if self._seconds >= PRESS_SECONDS:
            self._stop()
            if touch is None or thing is None:
                return
            for taker in touch.grab_list[:]:
                touch.ungrab(taker())
            self._on_press(thing)
        elif self._seconds >= _UNSEEN_SECONDS:
            self.canvas.clear()
            angle = 360 * self._seconds / PRESS_SECONDS
            with self.canvas:
                for color, width in ((theme.LINE, _WIDTH + 2), (theme.LIGHT, _WIDTH)):
                    Color(*color)
                    Line(circle=(*self._start, dp(_RADIUS), 0, angle), width=dp(width) / 2)

    def _stop(self) -> None:
        self._clock.cancel()
        self._touch = self._thing = None
        self.canvas.clear()
