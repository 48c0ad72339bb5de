"""What never changes, as one picture in the place of its drawing."""

from math import ceil, floor

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle, Translate

from kiosk.toolkit.surface import Surface
from kiosk.toolkit.theme import GROUND, Rgb


def flatten(surface: Surface, ground: Rgb = GROUND) -> None:
    """Put one picture in the place of all that a surface has drawn within its box.

    It stands on `ground` from now on. The instructions, with a buffer each, are gone: where the
    graphics context is lost, the surface has to be made anew.
    """
    box = surface.box
    left, bottom = floor(box.x), floor(box.y)
    size = (ceil(box.right) - left, ceil(box.top) - bottom)
    picture = Fbo(size=size)
    with picture:
        ClearColor(*ground, 1)
        ClearBuffers()
        Translate(-left, -bottom)
    picture.add(surface.canvas)
    picture.draw()
    picture.clear()
    surface.canvas.clear()
    with surface.canvas:
        Color(1, 1, 1)
        Rectangle(texture=picture.texture, pos=(left, bottom), size=size)
