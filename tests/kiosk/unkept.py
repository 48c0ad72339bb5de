"""The app with nothing kept: what its screens would be if they took no pains to be quick.

Every drawing is made of its strokes, at its exact place; boxes have Kivy's own smoothed corners;
nothing is drawn ahead into a picture; each lettering is written anew, as wide as its box; and every
widget is made anew for each question. It is slow, and what the quick screens are compared with
(`all_pictures --unkept all`).
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import lru_cache, partial
from inspect import signature
from itertools import chain
from unittest.mock import patch

from kivy.graphics import (
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    SmoothRoundedRectangle,
    Translate,
)

from kiosk.pieces import drawing
from kiosk.pieces.board import BoardView
from kiosk.pieces.board_layers import DruidLayer
from kiosk.pieces.picture import BoardPicture, TrayPicture
from kiosk.pieces.ring import Ring
from kiosk.pieces.tray import Trays
from kiosk.ui import cached_layer, rounded, sprite_atlas, surface
from kiosk.ui.label import Label
from kiosk.ui.renderer import Arranged, FormView
from kiosk.ui.shapes import Point
from kiosk.ui.sprite_atlas import SpriteDrawing
from kiosk.ui.surface import Box, Surface
from tests.kiosk.replaced import replaced

Strokes = Callable[[], None]
"""A drawing that knows its place."""

PARTS = ("drawings", "places", "printed", "sheets", "letters", "corners", "widgets")
"""What can be bypassed alone, to see what it does to the screens. `drawings` are made of their
strokes around the whole pixel at which they are laid when kept, `places` are where they belong."""


@contextmanager
def nothing_kept(parts: Collection[str] = PARTS) -> Iterator[None]:
    """Within it nothing of those parts is kept by screens that are made within it, too."""
    with ExitStack() as within:
        for part in parts:
            for change in _changes(part):
                within.enter_context(change)
        yield


def _changes(part: str) -> tuple[AbstractContextManager[object], ...]:
    match part:
        case "drawings":
            return _strokes(_at_the_nearest_pixel)
        case "places":
            return _strokes(_at_its_place)
        case "printed":
            return (replaced(cached_layer.draw_cached, _draw_itself),)
        case "sheets":
            return (replaced(cached_layer.CachedLayer, _Ground),)
        case "letters":
            anew = lru_cache(maxsize=0)(surface._lettering.__wrapped__)
            return (
                patch.object(surface, "_lettering", anew),
                patch.object(Label, "trim", _as_wide_as_its_box),
            )
        case "corners":
            return (replaced(rounded.rounded, _smooth_corners),)
        case "widgets":
            return (
                patch.object(FormView, "lay", _lay_anew),
                patch.object(BoardView, "show", _show_anew),
                patch.object(Trays, "show", _show_trays_anew),
            )
    raise ValueError(f"nothing is kept of {part}")


# Drawings


def _strokes(placed: Callable[..., Strokes]) -> tuple[AbstractContextManager[object], ...]:
    def draw(drawing: SpriteDrawing[...], *args: object, **kwargs: object) -> None:
        placed(drawing, *args, **kwargs)()

    return (
        patch.object(SpriteDrawing, "placed", placed),
        patch.object(SpriteDrawing, "__call__", draw),
        replaced(sprite_atlas.composed, _in_order),
        replaced(sprite_atlas.lay_composed, _draw_all),
        replaced(DruidLayer, _StrokedDruid),
    )


def _draw(drawing: SpriteDrawing[...], *args: object, **kwargs: object) -> None:
    drawing.strokes(*args, **kwargs)


def _at_its_place(drawing: SpriteDrawing[...], *args: object, **kwargs: object) -> Strokes:
    return partial(drawing.strokes, *args, **kwargs)


def _at_the_nearest_pixel(drawing: SpriteDrawing[...], *args: object, **kwargs: object) -> Strokes:
    told = signature(drawing.strokes).bind(*args, **kwargs)
    x, y = told.arguments["center"]
    told.arguments["center"] = (round(x), round(y))
    return partial(_as_one, drawing.strokes, *told.args, **told.kwargs)


def _as_one(strokes: Callable[..., None], *args: object, **kwargs: object) -> None:
    """What is drawn within a drawing lies where that has it, on no pixel of its own."""
    with patch.object(SpriteDrawing, "__call__", _draw):
        strokes(*args, **kwargs)


def _in_order(*layers: Iterable[Strokes]) -> list[Strokes]:
    return list(chain(*layers))


def _draw_all(drawings: Iterable[Strokes]) -> None:
    for draw in drawings:
        draw()


class _StrokedDruid(Surface):
    """The druid, drawn anew at each place."""

    def __init__(self, box: Box, ring: Ring) -> None:
        super().__init__(box)
        self._radius = ring.side * 0.0235

    def put(self, point: Point) -> None:
        self.canvas.clear()
        with self.canvas:
            drawing.druid(point, self._radius)


def _smooth_corners(
    x: float, y: float, width: float, height: float, radius: float
) -> SmoothRoundedRectangle:
    return SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[radius])


# Pictures of drawings


def _draw_itself(
    _surface: Surface, _name: Hashable, draw: Callable[[], Iterator[None]]
) -> Iterator[None]:
    return draw()


class _Ground(Surface):
    """In the place of a sheet: what lies on it is drawn onto the window."""

    def __init__(self, box: Box, *, rests: bool = False) -> None:
        super().__init__(box)
        with self.canvas.before:
            PushMatrix()
            self._moved = Translate()
        with self.canvas.after:
            self.over = InstructionGroup()
            PopMatrix()

    def show_part(self, _part: Box, right: float = 0.0, up: float = 0.0) -> None:
        """Nothing lies on it beside the part that is shown."""
        self._moved.xy = (right, up)

    def rest(self, *, rests: bool) -> None:
        """Nothing is kept of it that it could let go of."""


# Letters


def _as_wide_as_its_box(_label: Label) -> int:
    return 0


# Widgets

_lay = FormView.lay


def _lay_anew(view: FormView, arranged: Arranged) -> None:
    view._spares.clear()
    for laid in view._laid.values():
        laid.widget.close()
    view._laid.clear()
    view._shown = ()
    _lay(view, arranged)


_show_trays = Trays.show


def _show_trays_anew(trays: Trays, pictures: Sequence[TrayPicture]) -> None:
    for place in trays._trays:
        place.shown = None
    _show_trays(trays, pictures)


_show = BoardView.show


def _show_anew(board: BoardView, picture: BoardPicture, *, walk_from: int | None = None) -> None:
    board._printed = None
    _show(board, picture, walk_from=walk_from)
