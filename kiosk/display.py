"""Adapts the app to the display: rotates the picture, calibrates touches, shows a mouse pointer."""

from collections.abc import Callable, Sequence
from functools import partial

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from msgspec.structs import replace

from kiosk.app_state import AppState
from kiosk.rotation import DisplayPoint, Rotation, TouchCalibration
from kiosk.settings import KioskConfig, write_mounting
from kiosk.ui.rotated_view import RotatedView
from kiosk.words.language import mark

_Events = Sequence[tuple[str, MotionEvent]]
_OURS = "meduris.fitted"
_MOVES = 4
"""A pointer counts as a mouse after this many moves without a press; a finger reports only one such
move."""
_REST_SECONDS = 5


class MousePointer:
    """Shows the mouse pointer while a mouse moves, and hides the pointer when the mouse rests."""

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


class TouchCalibrator:
    """Applies the calibration `fit` to touches, until `close` is called.

    It does not change the positions of a mouse; `pointer` shows whether a mouse is in use.
    """

    def __init__(self, fit: TouchCalibration, pointer: MousePointer) -> None:
        self.calibration = fit
        self._pointer = pointer
        EventLoop.add_postproc_module(self)

    def close(self) -> None:
        EventLoop.remove_postproc_module(self)

    def process(self, events: _Events) -> _Events:
        """Calibrate the positions in `events` that are not calibrated yet, and return the events.

        Called by Kivy.
        """
        if self.calibration != TouchCalibration() and not self._pointer.is_used:
            for _kind, touch in events:
                # Kivy repeats a touch with each event, but the position is raw only after a move.
                told: DisplayPoint = (touch.sx, touch.sy)
                if touch.ud.get(_OURS) != told:
                    touch.sx, touch.sy = touch.ud[_OURS] = self.calibration.apply(*told)
        return events


_NOT_KEPT = mark(
    "The orientation of the screen could not be saved: {reason}. It applies until the next "
    "start; set it again then."
)


class Display:
    """Rotation and touch calibration of the display.

    A change of either applies immediately. Touches are calibrated until `close` is called.
    """

    def __init__(self, app_state: AppState, view: RotatedView, config: KioskConfig) -> None:
        self._app_state = app_state
        self._view = view
        self._config = config
        self._pointer = MousePointer()
        self._touches = TouchCalibrator(config.touch_calibration, self._pointer)

    def close(self) -> None:
        self._touches.close()
        self._pointer.close()

    @property
    def rotation(self) -> Rotation:
        return self._config.rotation

    @property
    def touch_calibration(self) -> TouchCalibration:
        return self._config.touch_calibration

    def set_rotation(self, rotation: Rotation) -> None:
        """Rotate the picture to `rotation`, and save this rotation."""
        self._keep(replace(self._config, rotation=rotation))
        self._view.set_base_rotation(rotation)

    def add_calibration(self, further: TouchCalibration) -> None:
        """Calibrate touches by `further` after the current calibration, and save the result."""
        fit = self.touch_calibration.then(further)
        self._touches.calibration = fit
        self._keep(replace(self._config, touch_rotation=fit.rotation, touch_mirrored=fit.mirrored))

    def to_window_point(self, point: DisplayPoint) -> tuple[float, float]:
        """Convert a position on the display to pixels of the window.

        Both coordinates of the position are between 0 and 1.
        """
        return (point[0] * self._view.area.width, point[1] * self._view.area.height)

    def _keep(self, config: KioskConfig) -> None:
        self._config = config
        self._app_state.write_file_in_background(
            partial(write_mounting, self._app_state.folder, config), _NOT_KEPT
        )
