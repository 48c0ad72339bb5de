"""Calibrates touches, because the touch layer may be rotated relative to the picture.

Also distinguishes fingers from a mouse, because SDL reports fingers as mouse events too.
"""

from collections.abc import Callable, Sequence

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent

from kiosk.rotation import Place, TouchCalibration

_Events = Sequence[tuple[str, MotionEvent]]
_OURS = "meduris.fitted"
_MOVES = 4
"""Number of moves without a press after which a pointer counts as a mouse; a finger reports only
one such move."""
_REST_SECONDS = 5


class MousePointer:
    """Shows the mouse pointer while a mouse moves, and hides it when the mouse rests."""

    def __init__(self) -> None:
        self.is_used = False
        self._moves = 0
        self._is_down = False
        self._rest = Clock.create_trigger(self._hide, _REST_SECONDS)
        self._listeners: dict[str, Callable[..., None]] = {
            "mouse_pos": self._move,
            "on_mouse_down": self._press,
            "on_mouse_up": self._release,
        }
        Window.bind(**self._listeners)

    def close(self) -> None:
        self._rest.cancel()
        Window.unbind(**self._listeners)

    def _move(self, *_moved: object) -> None:
        if self._is_down:
            return
        self._moves += 1
        if self._moves >= _MOVES or self.is_used:
            self.is_used = Window.show_cursor = True
            self._rest.cancel()
            self._rest()

    def _press(self, *_pressed: object) -> None:
        self._moves, self._is_down = 0, True

    def _release(self, *_released: object) -> None:
        self._is_down = False

    def _hide(self, _delta: float) -> None:
        self.is_used = Window.show_cursor = False


class CalibratedTouches:
    """Applies the calibration `fit` to all touches, but not to a mouse, until `close`."""

    def __init__(self, fit: TouchCalibration, pointer: MousePointer) -> None:
        self.fit = fit
        self._pointer = pointer
        EventLoop.add_postproc_module(self)

    def close(self) -> None:
        EventLoop.remove_postproc_module(self)

    def process(self, events: _Events) -> _Events:
        """Calibrate the positions of new touch events and return the events; called by Kivy."""
        if self.fit != TouchCalibration() and not self._pointer.is_used:
            for _kind, touch in events:
                self._lay(touch)
        return events

    def _lay(self, touch: MotionEvent) -> None:
        # Kivy repeats a touch with each of its events, but the position is raw only after a move.
        told: Place = (touch.sx, touch.sy)
        if touch.ud.get(_OURS) != told:
            touch.sx, touch.sy = touch.ud[_OURS] = self.fit.applied(*told)
