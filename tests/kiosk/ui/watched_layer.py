"""A layer that counts how often it is drawn."""

from kivy.graphics import Callback

from kiosk.ui import theme
from kiosk.ui.button import button_widget
from kiosk.ui.cached_layer import CachedLayer
from kiosk.ui.form import Button
from kiosk.ui.surface import Box, Surface
from tests.kiosk.touch import Touchscreen

AREA = Box(20, 20, 300, 200)
PLACE = Box(40, 40, 200, 60)
RED, BLUE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)


class Watched:
    """A screen with a layer, a red surface and a button on it; counts how often it was drawn."""

    def __init__(self, touch: Touchscreen) -> None:
        self.touch = touch
        self.drawn = 0
        self.beside = Surface(Box(400, 20, 100, 100))
        self.sheet, self.paper = CachedLayer(AREA), Surface(AREA)
        self.paper.fill(RED)
        with self.paper.canvas:
            self._counts = Callback(self._count)  # Kivy holds callbacks weakly
        button = Button("one", None, "One")
        self.button = button_widget(button, PLACE, theme.GROUND, lambda _action: None)
        self.sheet.add_widget(self.paper)
        self.sheet.add_widget(self.button)
        touch.page.add_widget(self.sheet)
        touch.page.add_widget(self.beside)
        touch.draw()

    def _count(self, _instruction: object) -> None:
        self.drawn += 1

    def times(self) -> int:
        before = self.drawn
        self.touch.draw()
        return self.drawn - before

    def color(self, x: int, y: int) -> tuple[int, ...]:
        texture = self.touch.navigator.export_as_image().texture
        start = 4 * ((texture.height - 1 - y) * texture.width + x)
        return tuple(texture.pixels[start : start + 3])
