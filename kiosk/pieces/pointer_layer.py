"""What somebody points at on the board, and what they could."""

from collections.abc import Iterable, Iterator
from itertools import chain

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp

from companion.pieces import MATERIALS, Material
from kiosk.pieces.picture import BoardPicture
from kiosk.pieces.ring import DISC, Ring
from kiosk.ui import shapes, theme
from kiosk.ui.shapes import Point
from kiosk.ui.sprite_atlas import PlacedSprite, lay, sprite
from kiosk.ui.surface import Box, Surface

_FRAME = 2.5
"""How wide the frame of a chosen plain is, in dp."""


@sprite(theme.LIGHT)
def _lit(center: Point, radius: float) -> None:
    """A field that can be pointed at; `radius` of its disc."""
    shapes.ring(center, radius * 1.08, theme.LIGHT, dp(1.6))


@sprite(theme.LIGHT)
def _frame(center: Point, width: float, height: float) -> None:
    """The frame of a plain that is so wide and high."""
    x, y, wide, high = Box(center[0] - width / 2, center[1] - height / 2, width, height).inset(
        dp(_FRAME / 2)
    )
    Ink(*theme.LIGHT)
    SmoothLine(rounded_rectangle=(x, y, wide, high, dp(9 - _FRAME / 2)), width=dp(_FRAME / 2) + 0.5)


class PointerLayer(Surface):
    """What somebody points at: the outline of a field, a frame round a plain."""

    def __init__(self, box: Box, ring: Ring) -> None:
        super().__init__(box)
        self._ring = ring
        self._shown: object = None

    def show(self, picture: BoardPicture) -> None:
        """Point at what a picture of the same board points at."""
        chosen = [plain.material for plain in picture.plains if plain.chosen]
        shown = (picture.pointed, chosen, picture.lit)
        if shown == self._shown:
            return
        self._shown = shown
        self.canvas.clear()
        with self.canvas:
            lay(chain(self._lights(picture.lit), self._frames(chosen)))
            if picture.pointed is not None:
                outline = self._ring.wedge(picture.pointed)
                Ink(*theme.LIGHT)
                SmoothLine(points=shapes.flat(outline), close=True, width=dp(2))

    def draw_ahead(self) -> Iterator[PlacedSprite]:
        """The frames that plains may have; each is drawn as it is told, if it has not been yet."""
        return self._frames(MATERIALS)

    def _frames(self, plains: Iterable[Material]) -> Iterator[PlacedSprite]:
        boxes = self._ring.plains
        for plain in plains:
            box = boxes[plain]
            yield _frame.placed(box.center, box.width, box.height)

    def _lights(self, fields: tuple[int, ...]) -> Iterator[PlacedSprite]:
        radius = self._ring.disc_radius()
        for field in fields:
            yield _lit.placed(self._ring.point(field, DISC), radius)
