from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

class MotionEvent:
    uid: int
    id: object
    pos: tuple[float, float]
    x: float
    y: float
    sx: float
    sy: float
    ud: dict[str, Any]
    button: str
    grab_list: list[Callable[[], Widget]]
    grab_current: Widget | None
    def grab(self, widget: Widget) -> None: ...
    def ungrab(self, widget: Widget) -> None: ...
    def push(self) -> None: ...
    def pop(self) -> None: ...
    def apply_transform_2d(self, transform: object) -> None: ...
