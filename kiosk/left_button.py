"""Kivy input provider that ignores the mouse wheel and all mouse buttons except the left one.

Fingers are not ignored, because SDL reports them as the left button.
"""

from typing import TYPE_CHECKING

from kivy.base import EventLoop
from kivy.input.factory import MotionEventFactory
from kivy.input.providers.mouse import MouseMotionEventProvider

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

_FIRST, _ALL = "left", "all"


class LeftButtonProvider(MouseMotionEventProvider):
    """Mouse provider that reports only the left button.

    Kivy's own provider also reports all other buttons, and the wheel as if it were a button.
    """

    def on_mouse_press(
        self, win: "WindowBase", x: float, y: float, button: str, modifiers: list[str]
    ) -> None:
        if button == _FIRST:
            super().on_mouse_press(win, x, y, button, modifiers)

    def on_mouse_motion(self, win: "WindowBase", x: float, y: float, modifiers: list[str]) -> None:
        """Dispatch a waiting touch-down event, if any; then move the touch to the new position.

        Input events wait while the app is busy. If Kivy moved the touch first, it would dispatch
        the touch-down at the new position, and a drag would look like a tap at its end point.
        """
        if any(kind == "begin" for kind, _touch in self.waiting_event):
            EventLoop.dispatch_input()
        super().on_mouse_motion(win, x, y, modifiers)

    def on_mouse_release(
        self, win: "WindowBase", x: float, y: float, button: str, modifiers: list[str]
    ) -> None:
        """End the touch when the left button is released, or when no button is pressed any more."""
        if button in (_FIRST, _ALL):
            super().on_mouse_release(win, x, y, button, modifiers)


MotionEventFactory.register("left_button", LeftButtonProvider)
