"""Drawings as one picture: of what seldom changes, and of what never does.

What moves or counts lies above a layer, not on it: each change has the whole layer drawn again.
What never changes is kept for whoever shows the same: one page after another shows the same board.
"""

from collections.abc import Callable, Hashable, Iterator
from math import ceil, floor
from typing import NamedTuple

from kivy.graphics import (
    Canvas,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    InstructionGroup,
    Rectangle,
    Translate,
)
from kivy.graphics.opengl import glFlush
from kivy.graphics.texture import Texture

from kiosk.ui import framebuffer_pool, sprite_atlas
from kiosk.ui.surface import Box, Inscription, Surface
from kiosk.ui.theme import GROUND, Rgb

_SMOOTH = 2
"""Pixels by which smoothed edges may stand out of a box."""
_MOST_KEPT = 2
"""Pictures, the last that were shown; most of a mebibyte each on a small screen."""


class CachedLayer(Surface):
    """Shows the surfaces laid on it as one rectangle, on a ground of one colour.

    Where the graphics memory was lost, Kivy makes it anew and draws the layer again. One that
    `rests` has no picture, which takes memory of its own, until somebody is to see it.
    """

    def __init__(self, box: Box, ground: Rgb = GROUND, *, rests: bool = False) -> None:
        super().__init__(box)
        left, bottom, *size = self._part = _with_edges(box)
        self._size = (size[0], size[1])
        self._over: InstructionGroup | None = None
        self._picture: Fbo | None = None
        self._content = Canvas()
        with self._content:
            ClearColor(*ground, 1)
            ClearBuffers()
            Translate(-left, -bottom)
        with self.canvas:
            Color(1, 1, 1)
            self._shown = Rectangle(pos=(left, bottom), size=self._size)
        self.rest(rests=rests)

    @property
    def over(self) -> InstructionGroup:
        """For drawing what comes and goes above it."""
        if self._over is None:
            self._over = InstructionGroup()
            self.canvas.add(self._over)
        return self._over

    def show_part(self, part: Box, right: float = 0.0, up: float = 0.0) -> None:
        """Show nothing but a part of it from now on, so many pixels from where that belongs."""
        x, y, width, height = self._part = _with_edges(part)
        self._shown.pos, self._shown.size = (x + right, y + up), (width, height)
        self._show_picture()

    def _show_picture(self) -> None:
        if self._picture is None:
            self._shown.texture = None
            return
        self._shown.texture = self._picture.texture
        left, bottom, wide, high = _with_edges(self.box)
        x, y, width, height = self._part
        near, far = (x - left) / wide, (x + width - left) / wide
        low, top = (y - bottom) / high, (y + height - bottom) / high
        self._shown.tex_coords = (near, low, far, low, far, top, near, top)

    def rest(self, *, rests: bool) -> None:
        """Let go of its picture as long as nobody sees the layer, or draw it again."""
        if rests == (self._picture is None):
            return
        if self._picture is None:
            self._picture = framebuffer_pool.acquire(self._size)
            self._picture.add(self._content)
            self.canvas.insert(0, self._picture)
        else:
            self.canvas.remove(self._picture)
            self._picture.remove(self._content)
            framebuffer_pool.release(self._picture)
            self._picture = None
        self._show_picture()

    def draw_ahead(self) -> None:
        """Draw its picture now, though nobody sees it: the driver has to compile for the first."""
        if self._picture is not None:
            sprite_atlas.draw_added()
            self._picture.draw()

    def add_widget(self, widget: Surface, index: int = 0) -> None:
        """Lay a surface on the layer: Kivy adds its canvas to what is the layer's own then."""
        shown: Canvas = self.canvas
        self.canvas = self._content
        super().add_widget(widget, index)
        self.canvas = shown

    def remove_widget(self, widget: Surface) -> None:
        """Take a surface off the layer."""
        shown: Canvas = self.canvas
        self.canvas = self._content
        super().remove_widget(widget)
        self.canvas = shown

    def close(self) -> None:
        """Take it apart, and what its picture is drawn of."""
        self.rest(rests=True)
        super().close()
        self._content.clear()


def above(surface: Surface) -> InstructionGroup:
    """Where what comes and goes on a surface is drawn: over its layer, or else on itself."""
    layer = _layer_of(surface)
    return surface.canvas if layer is None else layer.over


def box_above(surface: Surface) -> Box:
    """Where a surface lies there: turned, if something turns it on its layer."""
    layer = _layer_of(surface)
    return surface.box if layer is None else surface.box_on(layer)


def _layer_of(surface: Surface) -> CachedLayer | None:
    around = surface.parent
    while isinstance(around, Surface):
        if isinstance(around, CachedLayer):
            return around
        around = around.parent
    return None


def _with_edges(box: Box) -> tuple[int, int, int, int]:
    """The left and lower edge of what is drawn in a box, its width and its height."""
    left, bottom = floor(box.x) - _SMOOTH, floor(box.y) - _SMOOTH
    return left, bottom, ceil(box.right) + _SMOOTH - left, ceil(box.top) + _SMOOTH - bottom


class _Picture(NamedTuple):
    """A drawing that never changes as a picture, and what is written on it."""

    texture: Texture
    inscriptions: tuple[Inscription, ...]


_kept: dict[Hashable, _Picture] = {}


def draw_cached(
    surface: Surface, name: Hashable, draw: Callable[[], Iterator[None]]
) -> Iterator[None]:
    """Lay one picture onto an empty surface, in the place of all that `draw` draws on it.

    `draw` stops after each part of the drawing; that is a step here too. What is drawn within the
    same box and has the same `name` looks the same: its picture is kept and laid at once. It stands
    on the ground of all pages, and its instructions are gone, with a buffer each: where the
    graphics memory is lost, the surface has to be made anew.
    """
    key = (name, surface.box)
    if key not in _kept:
        yield from _draw_parts(surface, key, draw)
    picture = _kept[key] = _kept.pop(key)
    while len(_kept) > _MOST_KEPT:
        del _kept[next(iter(_kept))]
    surface.inscriptions[:] = picture.inscriptions
    left, bottom, size = _whole_pixels(surface)
    with surface.canvas:
        Color(1, 1, 1)
        Rectangle(texture=picture.texture, pos=(left, bottom), size=size)


def forget_cached() -> None:
    """Draw all pictures anew that are laid from now on."""
    _kept.clear()


def _whole_pixels(surface: Surface) -> tuple[int, int, tuple[int, int]]:
    box = surface.box
    left, bottom = floor(box.x), floor(box.y)
    return left, bottom, (ceil(box.right) - left, ceil(box.top) - bottom)


def _draw_parts(
    surface: Surface, key: Hashable, draw: Callable[[], Iterator[None]]
) -> Iterator[None]:
    """Draw a picture part by part, until it is kept, by whomever."""
    left, bottom, size = _whole_pixels(surface)
    picture = framebuffer_pool.acquire(size)
    with picture:
        ClearColor(*GROUND, 1)
        ClearBuffers()
    picture.draw()
    picture.clear()
    with picture:
        Translate(-left, -bottom)
    picture.add(surface.canvas)
    for _part in draw():
        sprite_atlas.draw_added()
        picture.draw()
        # The driver keeps what it was told until then, and its memory grows with that.
        glFlush()
        surface.canvas.clear()
        yield
        if key in _kept:
            break
    else:
        _kept[key] = _Picture(picture.texture, tuple(surface.inscriptions))
    framebuffer_pool.release(picture)
