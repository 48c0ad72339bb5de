"""What never changes, as one picture in the place of its drawing.

The picture is kept for whoever shows the same again: one page after another shows the same board.
"""

from collections.abc import Callable, Hashable, Iterator
from math import ceil, floor
from typing import NamedTuple

from kivy.graphics import ClearBuffers, ClearColor, Color, Rectangle, Translate
from kivy.graphics.opengl import glFlush
from kivy.graphics.texture import Texture

from kiosk.ui import easels, stamps
from kiosk.ui.surface import Inscription, Surface
from kiosk.ui.theme import GROUND

_MOST_KEPT = 2
"""Pictures, the last that were shown; most of a mebibyte each on a small screen."""


class _Picture(NamedTuple):
    """A flattened drawing, and what is written on it."""

    texture: Texture
    inscriptions: tuple[Inscription, ...]


_kept: dict[Hashable, _Picture] = {}


def flatten(surface: Surface, name: Hashable, draw: Callable[[], Iterator[None]]) -> Iterator[None]:
    """Lay one picture onto an empty surface, in the place of all that `draw` draws on it.

    `draw` stops after each part of the drawing; that is a step here too. What is drawn within the
    same box and has the same `name` looks the same: its picture is kept and laid at once. It stands
    on the ground of all pages, and its instructions are gone, with a buffer each: where the
    graphics memory is lost, the surface has to be made anew.
    """
    key = (name, surface.box)
    if key not in _kept:
        yield from _draw(surface, key, draw)
    picture = _kept[key] = _kept.pop(key)
    while len(_kept) > _MOST_KEPT:
        del _kept[next(iter(_kept))]
    surface.inscriptions[:] = picture.inscriptions
    left, bottom, size = _place(surface)
    with surface.canvas:
        Color(1, 1, 1)
        Rectangle(texture=picture.texture, pos=(left, bottom), size=size)


def forget() -> None:
    """Draw all pictures anew that are laid from now on."""
    _kept.clear()


def _place(surface: Surface) -> tuple[int, int, tuple[int, int]]:
    box = surface.box
    left, bottom = floor(box.x), floor(box.y)
    return left, bottom, (ceil(box.right) - left, ceil(box.top) - bottom)


def _draw(surface: Surface, key: Hashable, draw: Callable[[], Iterator[None]]) -> Iterator[None]:
    """Draw a picture part by part, until it is kept, by whomever."""
    left, bottom, size = _place(surface)
    picture = easels.take(size)
    with picture:
        ClearColor(*GROUND, 1)
        ClearBuffers()
    picture.draw()
    picture.clear()
    with picture:
        Translate(-left, -bottom)
    picture.add(surface.canvas)
    for _part in draw():
        stamps.draw_added()
        picture.draw()
        # The driver keeps what it was told until then, and its memory grows with that.
        glFlush()
        surface.canvas.clear()
        yield
        if key in _kept:
            break
    else:
        _kept[key] = _Picture(picture.texture, tuple(surface.inscriptions))
    easels.give_back(picture)
