"""A picture of a widget, as the window shows it.

Kivy's own way to export one draws it upside down: what ends on half a pixel ends elsewhere then.
"""

from kivy.graphics import ClearBuffers, ClearColor, Fbo, Translate
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget


def picture_of(widget: Widget) -> Texture:
    """What a widget that lies on another one shows; its rows go from the bottom up."""
    around, shown = widget.parent.canvas, widget.canvas
    paper = Fbo(size=widget.size)
    with paper:
        ClearColor(0, 0, 0, 0)
        ClearBuffers()
        Translate(-widget.x, -widget.y)
    place = around.indexof(shown)
    around.remove(shown)
    paper.add(shown)
    paper.draw()
    paper.remove(shown)
    around.insert(place, shown)
    return paper.texture
