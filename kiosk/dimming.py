"""Dims and darkens the screen while nobody touches it, above whatever is shown.

The touch that finds the screen dimmed or dark only wakes it: nothing below feels it.
"""

from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent

from kiosk.idleness import Idleness, Light
from kiosk.machine.backlight import Backlight

_LOOK_SECONDS = 1
_SHADE = {Light.FULL: 0.0, Light.DIM: 0.55, Light.DARK: 1.0}
_SHARE = {Light.FULL: 1.0, Light.DIM: 0.3, Light.DARK: 0.0}


class Dimming:
    """Watches all touches of the window; `dim_after` and `dark_after` in seconds, 0 for never."""

    def __init__(self, dim_after: float, dark_after: float, backlight: Backlight) -> None:
        self._idleness = Idleness(dim_after, dark_after, Clock.get_time())
        self._backlight = backlight
        self._light = Light.FULL
        with Window.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._curtain = Rectangle(pos=(0, 0), size=Window.size)
        self._bound = {
            "on_touch_down": self._down,
            "on_touch_move": self._move,
            "on_touch_up": self._up,
            "on_resize": self._resize,
        }
        Window.bind(**self._bound)
        self._clock = Clock.schedule_interval(self.look, _LOOK_SECONDS)

    def close(self) -> None:
        """Full light, and no more watching."""
        self.wake()
        self._clock.cancel()
        Window.unbind(**self._bound)

    @property
    def light(self) -> Light:
        """How bright the screen is."""
        return self._light

    def wake(self) -> None:
        """Full light, as after a touch."""
        self._idleness.wake(Clock.get_time())
        self.look()

    def look(self, _delta: float = 0) -> None:
        """Set the light to what the time since the last touch asks for."""
        light = self._idleness.light(Clock.get_time())
        if light is self._light:
            return
        self._light = light
        self._backlight.set(_SHARE[light])
        # With a light behind the display, dimming that is enough; black stays black without one.
        darkened = light is Light.DARK or not self._backlight.exists
        self._shade.a = _SHADE[light] if darkened else 0

    def _down(self, _window: Any, touch: MotionEvent) -> bool:
        swallowed = self._idleness.begins(touch.uid, Clock.get_time())
        self.look()
        return swallowed

    def _move(self, _window: Any, touch: MotionEvent) -> bool:
        return self._idleness.moves(touch.uid, Clock.get_time())

    def _up(self, _window: Any, touch: MotionEvent) -> bool:
        return self._idleness.ends(touch.uid, Clock.get_time())

    def _resize(self, *_new_size: object) -> None:
        self._curtain.size = Window.size
