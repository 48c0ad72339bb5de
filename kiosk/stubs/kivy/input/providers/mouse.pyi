from collections import deque

from kivy.core.window import WindowBase
from kivy.input.motionevent import MotionEvent

class MouseMotionEventProvider:
    waiting_event: deque[tuple[str, MotionEvent]]
    def on_mouse_motion(
        self, win: WindowBase, x: float, y: float, modifiers: list[str]
    ) -> None: ...
    def on_mouse_press(
        self, win: WindowBase, x: float, y: float, button: str, modifiers: list[str]
    ) -> None: ...
    def on_mouse_release(
        self, win: WindowBase, x: float, y: float, button: str, modifiers: list[str]
    ) -> None: ...
