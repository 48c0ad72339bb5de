"""Cache of drawings as sprites: each is rendered once for each size, then drawn as one quad.

A drawing of lines and discs takes a dozen graphics instructions with a buffer each, and most
drawings appear many times on the screen and again after every tap. Sprites share a few textures, so
that one mesh draws many of them.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from inspect import signature
from itertools import groupby
from math import ceil
from typing import Any, Generic, NamedTuple, ParamSpec, cast

from kivy.graphics import ClearBuffers, ClearColor, Mesh, Rectangle, ScissorPop, ScissorPush
from kivy.graphics import Color as Ink
from kivy.graphics.opengl import glFlush
from kivy.graphics.texture import Texture

from kiosk.ui import framebuffer_pool
from kiosk.ui.shapes import Point
from kiosk.ui.theme import Rgb

P = ParamSpec("P")

_SIDE = 512
"""Length of a texture's side in pixels; each texture takes a mebibyte."""
_MOST_PAGES = 6
_HIGHEST_ROW = 2
"""Largest height of a row, relative to the height of the sprite to place in the row. Higher rows
are used only if the texture has no room for a new row."""
_REACH = 1.25
"""Distance that most drawings extend from their centre, in units of their size."""
_SMOOTH = 2
"""Number of extra pixels for smoothed edges."""


class Sprite(NamedTuple):
    """A cached drawing in an area of a texture.

    `center_x` and `center_y` are the distances in pixels from the area's left and lower edges to
    the drawing's centre.
    """

    texture: Texture
    center_x: int
    center_y: int


class PlacedSprite(NamedTuple):
    """A sprite to draw, and the position of the sprite's lower left corner in pixels."""

    sprite: Sprite
    x: int
    y: int


class CachedDrawing(Generic[P]):
    """Drawing function whose results are cached as sprites, one for each set of arguments.

    Drawings that differ only in their centre share a sprite, which is drawn at the nearest whole
    pixel. `strokes` is the function that draws; it is called without the cache as `draw_uncached`.
    `cached_as_sprite` explains `edge` and `reach`.
    """

    def __init__(
        self, strokes: Callable[P, None], edge: Rgb | Callable[..., Rgb], reach: float = _REACH
    ) -> None:
        self.draw_uncached = strokes
        self._edge = edge
        self._reach = reach
        self._signature = signature(strokes)
        self._center = list(self._signature.parameters).index("center")
        self.__doc__ = strokes.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        if _atlas.are_drawn:
            self.draw_uncached(*args, **kwargs)
            return
        sprite, x, y = self.placed_sprite(*args, **kwargs)
        Ink(1, 1, 1)
        Rectangle(texture=sprite.texture, pos=(x, y), size=sprite.texture.size)

    def placed_sprite(self, *args: P.args, **kwargs: P.kwargs) -> PlacedSprite:
        """Return the sprite for these arguments with its position, to pass to `draw_sprites`.

        The first call with these arguments draws the sprite; later calls return the same sprite.
        """
        place, told = self._center, args if not kwargs else self._told(*args, **kwargs)
        x, y = cast(Point, told[place])
        sprite = self.sprite(*told[:place], *told[place + 1 :])
        return PlacedSprite(sprite, round(x) - sprite.center_x, round(y) - sprite.center_y)

    def _told(self, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.args

    def sprite(self, *args: Any) -> Sprite:
        """Return the sprite for `args`, the arguments of the drawing function without `center`.

        The first call with these arguments draws the sprite; later calls return the same sprite.
        """
        sprite = _atlas.kept.get((self, *args))
        if sprite is None:
            sprite = _atlas.kept[(self, *args)] = self._drawn(*args)
        return sprite

    def _drawn(self, *args: Any) -> Sprite:
        before, after = args[: self._center], args[self._center :]
        measures = [part for part in after if isinstance(part, int | float)]
        if len(measures) > 1:
            across, up = (ceil(part / 2) + _SMOOTH for part in measures)
        else:
            across = up = ceil(measures[0] * self._reach) + _SMOOTH
        edge = self._edge(*before, None, *after) if callable(self._edge) else self._edge

        def draw(x: int, y: int) -> None:
            strokes: Callable[..., None] = self.draw_uncached
            strokes(*before, (x + across, y + up), *after)

        return Sprite(_atlas.drawn((2 * across, 2 * up), edge, draw), across, up)


def cached_as_sprite(
    edge: Rgb | Callable[..., Rgb], reach: float = _REACH
) -> Callable[[Callable[P, None]], CachedDrawing[P]]:
    """Decorator: cache the results of a drawing function as sprites.

    The function takes a `center`, then either one size (half the drawing's width and height), or a
    width and a height. All arguments must be hashable. `edge` is the colour of the drawing's
    outline, or a function that computes this colour from the arguments of the drawing function.
    Transparent pixels get this colour too, so that smoothed edges have no dark fringe. A drawing
    with one size is cut off at `reach` times this size from its centre.
    """
    return lambda strokes: CachedDrawing(strokes, edge, reach)


class SpriteMesh(NamedTuple):
    """Sprites of the same texture, drawn together as one mesh.

    `vertices` and `indices` are arguments of Kivy's `Mesh`.
    """

    texture: Texture
    vertices: list[float]
    indices: list[int]


def draw_sprites(*layers: Iterable[PlacedSprite]) -> None:
    """Draw layers of sprites onto the current canvas, the lowest layer first.

    Sprites in the same layer must not overlap.
    """
    draw_meshes(sprite_meshes(*layers))


def sprite_meshes(*layers: Iterable[PlacedSprite]) -> list[SpriteMesh]:
    """Return the meshes that `draw_sprites` would draw, so that a caller can cache them."""
    with rendering_together():
        ordered = [one for layer in layers for one in sorted(layer, key=_page_of)]
    return [_on_one_page(list(on_it)) for _page, on_it in groupby(ordered, _page_of)]


def draw_meshes(compositions: Iterable[SpriteMesh]) -> None:
    Ink(1, 1, 1)
    for page, vertices, indices in compositions:
        Mesh(vertices=vertices, indices=indices, mode="triangles", texture=page)


def _page_of(placed: PlacedSprite) -> int:
    return placed.sprite.texture.id


def _on_one_page(placed: list[PlacedSprite]) -> SpriteMesh:
    vertices: list[float] = []
    indices: list[int] = []
    for number, (sprite, x, y) in enumerate(placed):
        texture = sprite.texture
        u, v, _right, _v, right, top, _u, _top = texture.tex_coords
        x_end, y_end = x + texture.width, y + texture.height
        vertices += (x, y, u, v, x_end, y, right, v, x_end, y_end, right, top, x, y_end, u, top)
        indices += [4 * number + corner for corner in (0, 1, 2, 2, 3, 0)]
    return SpriteMesh(placed[0].sprite.texture, vertices, indices)


class _Row:
    def __init__(self, y: int, height: int) -> None:
        self.y = y
        self.height = height
        self.taken = 0


class _AtlasPage:
    def __init__(self, side: int) -> None:
        self._side = side
        self._buffer = framebuffer_pool.acquire((side, side))
        self._rows: list[_Row] = []

    def row_for(self, width: int, height: int) -> _Row | None:
        rooms = [row for row in self._rows if row.taken + width <= self._side]
        fitting = [row for row in rooms if height <= row.height]
        found = min(fitting, key=lambda row: row.height, default=None)
        top = sum(row.height for row in self._rows)
        if (found is None or found.height > _HIGHEST_ROW * height) and top + height <= self._side:
            found = _Row(top, height)
            self._rows.append(found)
        return found

    def add(self, size: tuple[int, int], edge: Rgb, draw: Callable[[int, int], None]) -> Texture:
        row = self.row_for(*size)
        if row is None:
            raise ValueError("this texture has no room for a drawing of that size")
        x, y = row.taken, row.y
        row.taken += size[0]
        with self._buffer:
            ScissorPush(x=x, y=y, width=size[0], height=size[1])
            # Transparent black would darken smoothed edges.
            ClearColor(*edge, 0)
            ClearBuffers()
            draw(x, y)
            ScissorPop()
        return self._buffer.texture.get_region(x, y, *size)

    def draw(self) -> None:
        if self._buffer.children:
            self._buffer.draw()
            glFlush()  # otherwise the driver keeps its commands until the next frame
            self._buffer.clear()

    def close(self) -> None:
        framebuffer_pool.release(self._buffer)


class _Atlas:
    def __init__(self) -> None:
        self.kept: dict[tuple[Any, ...], Sprite] = {}
        self.are_drawn = False
        self._page: _AtlasPage | None = None
        self._full_pages = 0
        self._together = False

    def drawn(self, size: tuple[int, int], edge: Rgb, draw: Callable[[int, int], None]) -> Texture:
        if self._page is not None and self._page.row_for(*size) is None:
            if self._full_pages + 1 == _MOST_PAGES:
                self.forget()
            else:
                # Let the next texture use this framebuffer: the driver keeps a mebibyte for each
                # framebuffer.
                self._close_page()
                self._full_pages += 1
        if self._page is None:
            self._page = _AtlasPage(max(_SIDE, *size))
        page = self._page
        self.are_drawn = True
        try:
            texture = page.add(size, edge, draw)
        finally:
            self.are_drawn = False
        if not self._together:
            page.draw()
        return texture

    @contextmanager
    def rendering_together(self) -> Iterator[None]:
        # Rendering all requested drawings at once halves the time.
        within, self._together = self._together, True
        try:
            yield
        finally:
            self._together = within
            if not within:
                self.draw_added()

    def draw_added(self) -> None:
        if self._page is not None:
            self._page.draw()

    def forget(self) -> None:
        # Sprites in use keep their textures.
        self._close_page()
        self._full_pages = 0
        self.kept.clear()

    def _close_page(self) -> None:
        if self._page is not None:
            self._page.draw()
            self._page.close()
            self._page = None


_atlas = _Atlas()
rendering_together = _atlas.rendering_together
render_queued = _atlas.draw_added
clear_cache = _atlas.forget
