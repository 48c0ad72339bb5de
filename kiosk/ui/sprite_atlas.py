"""Drawings that are kept as pictures: drawn once for their size, then laid as one quad each.

A drawing of lines and discs is a dozen graphics instructions with a buffer each, and most stand on
the screen many times, and again after every tap. Their pictures share a few pages, so that one
mesh can lay many of them.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import Enum
from inspect import signature
from itertools import groupby, product
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
"""The side of a page, in pixels: a mebibyte each."""
_MOST_PAGES = 6
_HIGHEST_ROW = 2
"""So many times its own height a row may have in which a drawing is laid, as long as there is room
for one more row."""
_REACH = 1.25
"""So many times its size most drawings reach from their centre, at most."""
_SMOOTH = 2
"""So many pixels more, as its edges are smoothed."""


class Sprite(NamedTuple):
    """A kept drawing: its part of a page, and how many pixels of that lie left of and below it.

    `left` and `below` are counted from the drawing's centre.
    """

    texture: Texture
    left: int
    below: int


class PlacedSprite(NamedTuple):
    """A sprite, and the whole pixel of its lower left corner."""

    sprite: Sprite
    x: int
    y: int


class SpriteDrawing(Generic[P]):
    """A drawing with a `center`, kept for every size; it is laid at the nearest whole pixel.

    `strokes` draws it as it was written down. `edge` is the colour of its outermost line, or tells
    it from the same arguments: what is smoothed there fades into that. From its centre it reaches
    no further than so many times its size.
    """

    def __init__(
        self, strokes: Callable[P, None], edge: Rgb | Callable[..., Rgb], reach: float = _REACH
    ) -> None:
        self.strokes = strokes
        self._edge = edge
        self._reach = reach
        self._signature = signature(strokes)
        self._center = list(self._signature.parameters).index("center")
        self.__doc__ = strokes.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Draw it onto the canvas that is open."""
        if _atlas.are_drawn:
            self.strokes(*args, **kwargs)
            return
        sprite, x, y = self.placed(*args, **kwargs)
        Ink(1, 1, 1)
        Rectangle(texture=sprite.texture, pos=(x, y), size=sprite.texture.size)

    def placed(self, *args: P.args, **kwargs: P.kwargs) -> PlacedSprite:
        """Its picture, which is drawn now if it is not kept, and where it lies; for `lay`."""
        place, told = self._center, args if not kwargs else self._told(*args, **kwargs)
        x, y = cast(Point, told[place])
        sprite = self.keep(*told[:place], *told[place + 1 :])
        return PlacedSprite(sprite, round(x) - sprite.left, round(y) - sprite.below)

    def _told(self, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.args

    def keep(self, *args: Any) -> Sprite:
        """Its picture, drawn now if it is not kept; `args` are all but the centre."""
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
            strokes: Callable[..., None] = self.strokes
            strokes(*before, (x + across, y + up), *after)

        return Sprite(_atlas.drawn((2 * across, 2 * up), edge, draw), across, up)


def sprite(
    edge: Rgb | Callable[..., Rgb], reach: float = _REACH
) -> Callable[[Callable[P, None]], SpriteDrawing[P]]:
    """Keep the pictures of a drawing, whose outermost line has that colour.

    The drawing takes a `center` and after it one size, which is half its own width and height,
    or its width and its height; of the one size it reaches no further than `reach` times that: what
    lies beyond would be cut off. All its arguments have a hash.
    """
    return lambda strokes: SpriteDrawing(strokes, edge, reach)


class Composition(NamedTuple):
    """Pictures of one page that can be laid with one mesh."""

    page: Texture
    vertices: list[float]
    indices: list[int]


def lay(*layers: Iterable[PlacedSprite]) -> None:
    """Lay pictures onto the canvas that is open, the last layer uppermost.

    Those of one layer do not meet: they are laid page by page, with one mesh for each.
    """
    lay_composed(composed(*layers))


def composed(*layers: Iterable[PlacedSprite]) -> list[Composition]:
    """What `lay` lays of the same layers; it can be kept until then."""
    with _atlas.drawing_together():
        ordered = [one for layer in layers for one in sorted(layer, key=_page_of)]
    return [_on_one_page(list(on_it)) for _page, on_it in groupby(ordered, _page_of)]


def lay_composed(compositions: Iterable[Composition]) -> None:
    """Lay pictures that have been composed onto the canvas that is open."""
    Ink(1, 1, 1)
    for page, vertices, indices in compositions:
        Mesh(vertices=vertices, indices=indices, mode="triangles", texture=page)


def _page_of(placed: PlacedSprite) -> int:
    return placed.sprite.texture.id


def _on_one_page(placed: list[PlacedSprite]) -> Composition:
    vertices: list[float] = []
    indices: list[int] = []
    for number, (sprite, x, y) in enumerate(placed):
        texture = sprite.texture
        u, v, _right, _v, right, top, _u, _top = texture.tex_coords
        x_end, y_end = x + texture.width, y + texture.height
        vertices += (x, y, u, v, x_end, y, right, v, x_end, y_end, right, top, x, y_end, u, top)
        indices += [4 * number + corner for corner in (0, 1, 2, 2, 3, 0)]
    return Composition(placed[0].sprite.texture, vertices, indices)


class _Row:
    """A row of a page: where it lies, how high it is, and how far it is taken."""

    def __init__(self, y: int, height: int) -> None:
        self.y = y
        self.height = height
        self.taken = 0


class _AtlasPage:
    """A texture with sprites in rows, from the bottom up, those of about one height in one."""

    def __init__(self, side: int) -> None:
        self._side = side
        self._buffer = framebuffer_pool.acquire((side, side))
        self._rows: list[_Row] = []

    def make_room(self, size: tuple[int, int]) -> bool:
        """Begin a row for that size if need be; whether there is a place for it."""
        return self._row_for(*size) is not None

    def _row_for(self, width: int, height: int) -> _Row | None:
        """The lowest row with a place of that size, one that is begun now if that is too high."""
        rooms = [row for row in self._rows if row.taken + width <= self._side]
        fitting = [row for row in rooms if height <= row.height]
        found = min(fitting, key=lambda row: row.height, default=None)
        top = sum(row.height for row in self._rows)
        if (found is None or found.height > _HIGHEST_ROW * height) and top + height <= self._side:
            found = _Row(top, height)
            self._rows.append(found)
        return found

    def add(self, size: tuple[int, int], edge: Rgb, draw: Callable[[int, int], None]) -> Texture:
        """Have something drawn on a place of that size, from its corner on; returns that."""
        row = self._row_for(*size)
        if row is None:
            raise ValueError("there is no such place on this page")
        x, y = row.taken, row.y
        row.taken += size[0]
        with self._buffer:
            ScissorPush(x=x, y=y, width=size[0], height=size[1])
            # Without colour a smoothed edge would be darker than it is drawn.
            ClearColor(*edge, 0)
            ClearBuffers()
            draw(x, y)
            ScissorPop()
        return self._buffer.texture.get_region(x, y, *size)

    def draw(self) -> None:
        """Draw what was added; the instructions are dropped."""
        if self._buffer.children:
            self._buffer.draw()
            glFlush()  # the driver would keep all that until the next picture is shown
            self._buffer.clear()

    def close(self) -> None:
        """Nothing more is added; what was drawn stays for whoever shows it."""
        framebuffer_pool.release(self._buffer)


class _Atlas:
    """What is kept; begins anew when that is too much."""

    def __init__(self) -> None:
        self.kept: dict[tuple[Any, ...], Sprite] = {}
        self.with_siblings = 0
        """So many were kept when all of them had their siblings."""
        self.are_drawn = False
        self._page: _AtlasPage | None = None
        self._full_pages = 0
        self._together = False

    def drawn(self, size: tuple[int, int], edge: Rgb, draw: Callable[[int, int], None]) -> Texture:
        """Draw a picture of that size, in pixels, from a corner that `draw` is told."""
        page = self._page_for(size)
        self.are_drawn = True
        try:
            texture = page.add(size, edge, draw)
        finally:
            self.are_drawn = False
        if not self._together:
            page.draw()
        return texture

    def _page_for(self, size: tuple[int, int]) -> _AtlasPage:
        """The page with room for that size, in pixels, another one if need be."""
        if self._page is not None and not self._page.make_room(size):
            if self._full_pages + 1 == _MOST_PAGES:
                self.forget()
            else:
                # Its framebuffer is the next one's: the driver keeps a mebibyte for each.
                self._close_page()
                self._full_pages += 1
        if self._page is None:
            self._page = _AtlasPage(max(_SIDE, *size))
        return self._page

    @contextmanager
    def drawing_together(self) -> Iterator[None]:
        """Draw at the end all that is new in between: that takes half as long."""
        within, self._together = self._together, True
        try:
            yield
        finally:
            self._together = within
            if not within:
                self.draw_added()

    def draw_added(self) -> None:
        """Draw what was put off."""
        if self._page is not None:
            self._page.draw()

    def forget(self) -> None:
        """Begin anew; what is shown keeps its textures."""
        self._close_page()
        self._full_pages = 0
        self.kept.clear()
        self.with_siblings = 0

    def _close_page(self) -> None:
        if self._page is not None:
            self._page.draw()
            self._page.close()
            self._page = None


_atlas = _Atlas()


def drawing_together() -> AbstractContextManager[None]:
    """Within it, draw at its end all that is new: that takes half as long. It may be nested."""
    return _atlas.drawing_together()


def draw_siblings() -> Iterator[None]:
    """Draw, one a step, what will be wanted of the same size as what is kept.

    Where a drawing of wood is kept, those of all materials are: a drawing's pieces are members of
    enumerations.
    """
    if len(_atlas.kept) == _atlas.with_siblings:
        return
    for drawing, *args in list(_atlas.kept):
        for siblings in product(*map(_family, args)):
            if (drawing, *siblings) not in _atlas.kept:
                drawing.keep(*siblings)
                yield
    _atlas.with_siblings = len(_atlas.kept)


def _family(part: object) -> Iterable[object]:
    return type(part) if isinstance(part, Enum) else (part,)


def draw_added() -> None:
    """Draw what was put off: something is drawn off screen now, of these pictures too."""
    _atlas.draw_added()


def forget() -> None:
    """Draw all pictures anew that are laid from now on."""
    _atlas.forget()
