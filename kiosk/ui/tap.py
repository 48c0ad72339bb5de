"""Widgets to tap or to hold down."""

from collections.abc import Callable

from kivy.graphics import CanvasBase, Color, InstructionGroup
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp

from kiosk.ui.cached_layer import canvas_and_box_above_layer
from kiosk.ui.shapes import draw_rounded_box
from kiosk.ui.surface import Box, Surface

_RADIUS = 10
_PRESSED_SHADE = 0.22


class TapButton(Surface):
    """Button that calls `on_tap` when a finger is lifted inside it; `key` identifies the button.

    A tap is cancelled if the finger slides off the button. It is also cancelled if the button is
    removed or gets another callback while it is touched. `responds_to_enter` marks the page's main
    button, which the Enter key taps.
    """

    def __init__(self, box: Box, key: str, on_tap: Callable[[], None]) -> None:
        super().__init__(box)
        self.key = key
        self.on_tap = on_tap
        self.responds_to_enter = False
        self.block: object = None
        self._meant: Callable[[], None] | None = None
        self._shaded = False
        self._shade: CanvasBase | None = None
        self._shade_on: InstructionGroup = self.canvas

    def destroy(self) -> None:
        super().destroy()
        self._meant = None
        self.on_tap = lambda: None

    def cancel_touch(self) -> None:
        """Cancel the current touch, because the button now has another meaning."""
        self._meant = None

    def shade_when_pressed(self) -> None:
        self._shaded = True

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._meant = self.on_tap
        self.set_pressed(pressed=True)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        self.set_pressed(pressed=self.collide_point(*touch.pos))
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.set_pressed(pressed=False)
        # Check the window, not the parent: the parent may itself have been removed and cached.
        there = self.get_root_window() is not None and self._meant is self.on_tap
        if there and self.collide_point(*touch.pos):
            self.on_tap()
        return True

    def set_pressed(self, *, pressed: bool) -> None:
        if self._shade is not None and not pressed:
            self._shade_on.remove(self._shade)
            self._shade.clear()
            self._shade = None
        elif self._shaded and self._shade is None and pressed:
            self._shade_on, box = canvas_and_box_above_layer(self)
            self._shade = CanvasBase()
            with self._shade:
                Color(0, 0, 0, _PRESSED_SHADE)
                draw_rounded_box(*box, dp(_RADIUS))
            self._shade_on.add(self._shade)

    def on_parent(self, _tap: object, parent: object) -> None:
        if parent is None:
            self.cancel_touch()
            self.set_pressed(pressed=False)


class HoldButton(TapButton):
    """Button to hold down. It calls `on_hold` when touched, and `on_release` when released."""

    def __init__(
        self, box: Box, key: str, on_hold: Callable[[], None], on_release: Callable[[], None]
    ) -> None:
        super().__init__(box, key, on_release)
        self.on_hold = on_hold

    def on_touch_down(self, touch: MotionEvent) -> bool:
        taken = super().on_touch_down(touch)
        if taken:
            self.on_hold()
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        return touch.grab_current is self

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.set_pressed(pressed=False)
        self.on_tap()
        return True
