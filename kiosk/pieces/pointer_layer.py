"""Layers for the selected place, places that can be selected, and a dragged worker."""

from collections.abc import Iterable, Iterator
from itertools import chain

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp

from companion.pieces import Color, Material
from kiosk.pieces import drawing, palette
from kiosk.pieces.board_layers import plain_boxes, stack_box
from kiosk.pieces.picture import BoardPicture, Earnings
from kiosk.pieces.ring import DISC, Ring
from kiosk.rotation import Rotation
from kiosk.ui import shapes, theme
from kiosk.ui.shapes import Point
from kiosk.ui.sprite_atlas import PlacedSprite, draw_sprites, sprite
from kiosk.ui.surface import Box, Surface
from kiosk.words.language import _

_FRAME = 2.5
"""Width of the frame around a chosen plain, in dp."""
_IN_A_LINE = 2
"""Number of players whose earnings are side by side on a plain."""
_BADGE, _BADGE_ACROSS, _MOST_BADGE = 0.4, 0.24, 11
"""Radius of a badge beside earnings, relative to the line's height and to the plain's width, and
its upper limit in dp."""
_ABOVE_FINGER = 46
"""Height of a dragged worker above the middle of the fingertip, in dp."""
_TOLD = (44, 34)
"""Width and height of one player's earnings beside the plains, in dp."""
_BESIDE_PLAINS = 4
"""Distance of the earnings from the plains, in dp."""


@sprite(theme.LIGHT)
def _lit(center: Point, radius: float) -> None:
    """Draw the ring around a field that can be tapped."""
    shapes.ring(center, radius * 1.08, theme.LIGHT, dp(1.6))


@sprite(theme.LIGHT)
def _frame(center: Point, width: float, height: float) -> None:
    x, y, wide, high = Box(center[0] - width / 2, center[1] - height / 2, width, height).inset(
        dp(_FRAME / 2)
    )
    Ink(*theme.LIGHT)
    SmoothLine(rounded_rectangle=(x, y, wide, high, dp(9 - _FRAME / 2)), width=dp(_FRAME / 2) + 0.5)


class SelectionLayer(Surface):
    """Layer that marks the fields to tap, the chosen plains, and the field under the finger."""

    def __init__(self, box: Box, ring: Ring) -> None:
        super().__init__(box)
        self._ring = ring
        self._shown: object = None

    def show(self, picture: BoardPicture) -> None:
        chosen = [plain.material for plain in picture.plains if plain.chosen]
        shown = (picture.pointed, chosen, picture.lit)
        if shown == self._shown:
            return
        self._shown = shown
        self.canvas.clear()
        with self.canvas:
            draw_sprites(chain(self._lights(picture.lit), self._frames(chosen)))
            if picture.pointed is not None:
                outline = self._ring.wedge(picture.pointed)
                Ink(*theme.LIGHT)
                SmoothLine(points=shapes.flat_coordinates(outline), close=True, width=dp(2))

    def _frames(self, plains: Iterable[Material]) -> Iterator[PlacedSprite]:
        boxes = self._ring.plains
        for plain in plains:
            box = boxes[plain]
            yield _frame.placed(box.center, box.width, box.height)

    def _lights(self, fields: tuple[int, ...]) -> Iterator[PlacedSprite]:
        radius = self._ring.disc_radius()
        for field in fields:
            yield _lit.placed(self._ring.point(field, DISC), radius)


class EarningsLayer(Surface):
    """Layer with the chips to earn on each plain that a worker can move to, over its workers."""

    def __init__(self, box: Box, ring: Ring) -> None:
        super().__init__(box)
        self._ring = ring
        self._shown: tuple[Earnings, ...] = ()

    def show(self, earnings: tuple[Earnings, ...]) -> None:
        if earnings == self._shown:
            return
        self._shown = earnings
        self.clear()
        for one in earnings:
            plain = self._ring.plains[one.plain]
            place = stack_box(plain, self._ring.side)
            if one.shares is None:
                fill = palette.PLAINS[one.plain]
                self.fill(fill, place)
                self.write(_("full"), place, ground=fill, halign="center")
            else:
                self.fill(theme.PAPER, place, radius=6)
                _write_shares(self, one.shares, place, _IN_A_LINE)


class CarriedLayer(Surface):
    """Layer with a dragged worker above the finger, and the earnings on the plain under the finger.

    The earnings are shown beside the plains, on the side away from the player who drags. There they
    cover no plain and are not covered by the player's hand.
    """

    def __init__(self, box: Box, ring: Ring) -> None:
        super().__init__(box)
        self._ring = ring

    def put_back(self) -> None:
        self.clear()

    def carry(self, owner: Color, source: Material, level: int, finger: Point) -> None:
        """Draw a player's worker above the point `finger`, and an empty place in its stack."""
        self.clear()
        ring = self._ring
        place = plain_boxes(ring.plains[source], ring.side)[2][level - 1]
        x, y = finger[0], finger[1] + dp(_ABOVE_FINGER)
        fill = palette.PLAINS[source]
        self.fill(fill, place.inset(-1))
        with self.canvas:
            drawing.worker_outline(
                place.center, place.width, place.height * 0.9, theme.mixed(fill, theme.LIGHT, 0.3)
            )
            drawing.worker(owner, (x, y), place.width, place.height)

    def show_earnings(self, over: Earnings | None, side: Rotation) -> None:
        """Show earnings, unless None, beside the plains, away from the player at `side`."""
        if over is None or over.shares is None:
            return
        plains = self._ring.plains
        box = plains[over.plain]
        with self.canvas:
            draw_sprites([_frame.placed(box.center, box.width, box.height)])
        wide, high = dp(_TOLD[0]) * len(over.shares), dp(_TOLD[1])
        y = max(plain.top for plain in plains.values()) + dp(_BESIDE_PLAINS)
        if side is Rotation.HALF:
            y = min(plain.y for plain in plains.values()) - dp(_BESIDE_PLAINS) - high
        place = Box(self._ring.box.center[0] - wide / 2, y, wide, high)
        self.fill(theme.LINE, place.inset(-dp(1)), radius=9)
        self.fill(theme.PAPER, place, radius=8)
        _write_shares(self, over.shares, place, len(over.shares))


def _write_shares(
    surface: Surface, shares: tuple[tuple[Color, int], ...], box: Box, in_a_line: int
) -> None:
    """Write each player's yield of a plain on a background of paper colour."""
    lines = [shares[first : first + in_a_line] for first in range(0, len(shares), in_a_line)]
    for line, row in zip(lines, box.rows((1,) * len(lines), 0), strict=True):
        wide = row.width / len(line)
        radius = min(row.height * _BADGE, wide * _BADGE_ACROSS, dp(_MOST_BADGE))
        for (color, number), cell in zip(line, row.split((1,) * len(line), 0), strict=True):
            middle = cell.center[0]
            with surface.canvas:
                drawing.player_badge(color, (middle - radius, cell.center[1]), radius)
            surface.write(
                str(number),
                Box(middle + dp(4), cell.y, cell.right - middle - dp(4), cell.height),
                ground=theme.PAPER,
                size=theme.TITLE_TEXT,
                bold=True,
            )
