from kivy._event import EventDispatcher
from kivy.graphics import Canvas
from kivy.uix.widget import Widget

class WindowBase(EventDispatcher):
    canvas: Canvas
    children: list[Widget]
    clearcolor: tuple[float, float, float, float]
    rotation: int
    show_cursor: bool
    @property
    def size(self) -> tuple[float, float]: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...
    def add_widget(self, widget: Widget) -> None: ...
    def remove_widget(self, widget: Widget) -> None: ...

Window: WindowBase
