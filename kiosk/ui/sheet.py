"""A picture of what lies on it, drawn anew only when something there changes.

What moves or counts lies above it, not on it: each change has the whole sheet drawn again.
"""

from math import ceil, floor

from kivy.graphics import (
    Canvas,
    ClearBuffers,
    ClearColor,
    Color,
    InstructionGroup,
    Rectangle,
    Translate,
)

from kiosk.ui import easels
from kiosk.ui.surface import Box, Surface
from kiosk.ui.theme import GROUND, Rgb

_SMOOTH = 2
"""Pixels by which smoothed edges may stand out of a box."""


class Sheet(Surface):
    """Shows the surfaces laid on it as one rectangle, on a ground of one colour.

    `over` is for drawing what comes and goes above it. Where the graphics memory was lost,
    Kivy makes it anew and draws the sheet again.
    """

    def __init__(self, box: Box, ground: Rgb = GROUND) -> None:
        super().__init__(box)
        left, bottom = floor(box.x) - _SMOOTH, floor(box.y) - _SMOOTH
        size = (ceil(box.right) + _SMOOTH - left, ceil(box.top) + _SMOOTH - bottom)
        self._picture = easels.take(size)
        self.canvas.add(self._picture)
        with self.canvas:
            Color(1, 1, 1)
            Rectangle(texture=self._picture.texture, pos=(left, bottom), size=size)
            self.over = InstructionGroup()
        with self._picture:
            ClearColor(*ground, 1)
            ClearBuffers()
            Translate(-left, -bottom)

    def add_widget(self, widget: Surface, index: int = 0) -> None:
        """Lay a surface on the sheet: Kivy adds its canvas to what is the sheet's own then."""
        shown: Canvas = self.canvas
        self.canvas = self._picture
        super().add_widget(widget, index)
        self.canvas = shown

    def remove_widget(self, widget: Surface) -> None:
        """Take a surface off the sheet."""
        shown: Canvas = self.canvas
        self.canvas = self._picture
        super().remove_widget(widget)
        self.canvas = shown

    def dismantle(self) -> None:
        """Take it apart, and what its picture is drawn of."""
        super().dismantle()
        self.canvas.remove(self._picture)
        easels.give_back(self._picture)


def above(surface: Surface) -> InstructionGroup:
    """Where what comes and goes on a surface is drawn: over its sheet, or else on itself."""
    around = surface.parent
    while isinstance(around, Surface):
        if isinstance(around, Sheet):
            return around.over
        around = around.parent
    return surface.canvas
