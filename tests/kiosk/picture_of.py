"""A picture of a widget, as the window shows it.

Kivy's own export draws upside down, which moves edges between pixels.
"""

from collections.abc import Callable
from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Scale, Translate
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from kiosk.ui import framebuffer_pool
from kiosk.ui.rotated_view import RotatedView


def picture_of(widget: Widget, scale: float = 1) -> Texture:
    """Return the pixels of a widget on another one, rows from the bottom up, scaled by `scale`."""
    around, shown = widget.parent.canvas, widget.canvas
    if isinstance(widget.parent, RotatedView):
        around = widget.parent.child_canvas
    size = tuple(round(length * scale) for length in widget.size)
    paper = framebuffer_pool.acquire(size)  # its shaders are compiled
    with paper:
        ClearColor(0, 0, 0, 0)
        ClearBuffers()
        Scale(scale, scale, 1)
        Translate(-widget.x, -widget.y)
    place = around.indexof(shown)
    around.remove(shown)
    paper.add(shown)
    paper.draw()
    paper.remove(shown)
    around.insert(place, shown)
    texture = paper.texture
    framebuffer_pool.release(paper)
    return texture


Colors = Callable[[float, float], tuple[int, ...]]


def colors_of(widget: Any) -> Colors:
    """Return a function that returns the red, green and blue of a pixel of a widget's own picture.

    Its arguments are relative to the lower left corner of the widget.
    """
    if widget.parent is None:
        widget.pos, widget.size = widget.box[:2], widget.box[2:]
    texture = widget.export_as_image().texture
    pixels, width, height = texture.pixels, texture.width, texture.height

    def color_at(x: float, y: float) -> tuple[int, ...]:
        start = 4 * ((height - 1 - round(y)) * width + round(x))
        return tuple(pixels[start : start + 3])

    return color_at
