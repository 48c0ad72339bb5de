"""Dims and darkens the screen during inactivity, on top of any page."""

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle

from kiosk.idle_timer import IdleTimer, ScreenBrightness
from kiosk.machine.backlight import Backlight

_LOOK_SECONDS = 1
_SHADE = {ScreenBrightness.FULL: 0.0, ScreenBrightness.DIM: 0.55, ScreenBrightness.DARK: 1.0}
_SHARE = {ScreenBrightness.FULL: 1.0, ScreenBrightness.DIM: 0.3, ScreenBrightness.DARK: 0.0}


class ScreenDimmer:
    """Sets the window and the backlight to the brightness that the idle timer gives."""

    def __init__(self, idle_timer: IdleTimer, backlight: Backlight) -> None:
        self._idle_timer = idle_timer
        self._backlight = backlight
        self._light = ScreenBrightness.FULL
        with Window.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._curtain = Rectangle(pos=(0, 0), size=Window.size)
        Window.bind(on_resize=self._resize)
        idle_timer.add_activity_observer(self.look)
        self._clock = Clock.schedule_interval(self.look, _LOOK_SECONDS)

    @property
    def light(self) -> ScreenBrightness:
        return self._light

    def look(self, _delta: float = 0) -> None:
        """Apply the brightness for the time since the last input."""
        light = self._idle_timer.light
        if light is self._light:
            return
        self._light = light
        self._backlight.set(_SHARE[light])
        # A backlight can dim the screen. Without a backlight, a black shade darkens it.
        darkened = light is ScreenBrightness.DARK or not self._backlight.exists
        self._shade.a = _SHADE[light] if darkened else 0

    def close(self) -> None:
        """Stop dimming and remove the shade. The backlight keeps its brightness."""
        self._clock.cancel()
        Window.unbind(on_resize=self._resize)
        Window.canvas.after.remove(self._shade)
        Window.canvas.after.remove(self._curtain)

    def _resize(self, *_new_size: object) -> None:
        self._curtain.size = Window.size
