"""Layers and pictures that are drawn once into a texture, for content that seldom changes.

A change redraws a whole layer, so moving parts are drawn above the layer. A drawing that never
changes, such as the printed board, is a texture that several pages share.
"""

from collections.abc import Callable, Hashable
from math import ceil, floor
from typing import NamedTuple

from kivy.graphics import (
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    InstructionGroup,
    Rectangle,
    Translate,
)
from kivy.graphics.texture import Texture

from kiosk.ui import framebuffer_pool, sprite_atlas
from kiosk.ui.surface import Box, Surface, SurfaceWithChildCanvas, WrittenText
from kiosk.ui.theme import GROUND

_SMOOTH = 2
"""Number of pixels by which smoothed edges may extend beyond a box."""
_MOST_KEPT = 2
"""Number of shared pictures kept; each takes up to a mebibyte on a small screen."""


class CachedLayer(SurfaceWithChildCanvas):
    """Layer that draws its child surfaces into one texture with a plain background.

    The texture is redrawn after Kivy has lost the graphics memory. Hiding the layer with
    `set_hidden` releases the texture.
    """

    def __init__(self, box: Box, *, hidden: bool = False) -> None:
        super().__init__(box)
        left, bottom, *size = self._part = _with_edges(box)
        self._size = (size[0], size[1])
        self._group_above: InstructionGroup | None = None
        self._picture: Fbo | None = None
        with self.child_canvas:
            ClearColor(*GROUND, 1)
            ClearBuffers()
            Translate(-left, -bottom)
        with self.canvas:
            Color(1, 1, 1)
            self._shown = Rectangle(pos=(left, bottom), size=self._size)
        self.set_hidden(hidden=hidden)

    @property
    def canvas_above(self) -> InstructionGroup:
        """Canvas above the layer's texture; it is created at the first access."""
        if self._group_above is None:
            self._group_above = InstructionGroup()
            self.canvas.add(self._group_above)
        return self._group_above

    def show_part(self, part: Box, right: float = 0.0, up: float = 0.0) -> None:
        """Show only the box `part` of the layer, moved by `right` and `up` pixels."""
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

    def set_hidden(self, *, hidden: bool) -> None:
        if hidden == (self._picture is None):
            return
        if self._picture is None:
            self._picture = framebuffer_pool.acquire(self._size)
            self._picture.add(self.child_canvas)
            self.canvas.insert(0, self._picture)
        else:
            self.canvas.remove(self._picture)
            self._picture.remove(self.child_canvas)
            framebuffer_pool.release(self._picture)
            self._picture = None
        self._show_picture()

    def destroy(self) -> None:
        self.set_hidden(hidden=True)
        super().destroy()


def canvas_and_box_above_layer(surface: Surface) -> tuple[InstructionGroup, Box]:
    """Return the canvas above the cached layer that contains `surface`, and the surface's box.

    The box is in the coordinates of this canvas. If no cached layer contains the surface, return
    the surface's own canvas and box.
    """
    around = surface.parent
    while isinstance(around, Surface):
        if isinstance(around, CachedLayer):
            return around.canvas_above, surface.box_to_ancestor(around)
        around = around.parent
    return surface.canvas, surface.box


def _with_edges(box: Box) -> tuple[int, int, int, int]:
    return _whole_pixels(box.inset(-_SMOOTH))


def _whole_pixels(box: Box) -> tuple[int, int, int, int]:
    left, bottom = floor(box.x), floor(box.y)
    return left, bottom, ceil(box.right) - left, ceil(box.top) - bottom


class _Picture(NamedTuple):
    texture: Texture
    written_texts: tuple[WrittenText, ...]


_kept: dict[Hashable, _Picture] = {}


def draw_shared_picture(surface: Surface, name: Hashable, draw: Callable[[], None]) -> None:
    """Draw a picture onto an empty surface, as one texture with the background colour of pages.

    All surfaces with the same box and `name` share the texture. `draw` draws onto `surface`; it is
    called only if the texture does not exist yet. After a loss of the graphics memory, the texture
    cannot be restored: the caller must replace the surface by a new one.
    """
    key = (name, surface.box)
    left, bottom, *size = _whole_pixels(surface.box)
    picture = _kept.pop(key, None)
    if picture is None:
        buffer = framebuffer_pool.acquire((size[0], size[1]))
        with buffer:
            ClearColor(*GROUND, 1)
            ClearBuffers()
            Translate(-left, -bottom)
        draw()
        buffer.add(surface.canvas)
        sprite_atlas.render_queued()
        buffer.draw()
        picture = _Picture(buffer.texture, tuple(surface.written_texts))
        surface.canvas.clear()
        framebuffer_pool.release(buffer)
    _kept[key] = picture
    while len(_kept) > _MOST_KEPT:
        del _kept[next(iter(_kept))]
    surface.written_texts[:] = picture.written_texts
    with surface.canvas:
        Color(1, 1, 1)
        Rectangle(texture=picture.texture, pos=(left, bottom), size=size)


def drop_shared_pictures() -> None:
    _kept.clear()
