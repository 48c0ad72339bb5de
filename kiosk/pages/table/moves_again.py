"""The way back to the list of moves, for whoever has said too early that all is done."""

from collections.abc import Callable

from kivy.metrics import dp

from kiosk.pieces.ring import Ring
from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import Tap

_MARGIN = 1
_SHEET = (24, 30)
_ROWS = 3


class MovesAgain(Surface):
    """A button in a corner of the board, which turns with it; it is there while it is `offered`.

    Its key is `moves.again`.
    """

    def __init__(self, ring: Ring, on_tap: Callable[[], None]) -> None:
        side, board = dp(theme.TOUCH), ring.box
        place = Box(board.right - side, board.top - side, side, side)
        super().__init__(ring.turned_box(place.moved(-dp(_MARGIN), -dp(_MARGIN))))
        self._on_tap = on_tap

    def offer(self, *, offered: bool) -> None:
        """Be there, or not."""
        if offered is bool(self.children):
            return
        self.wipe()
        if offered:
            tap = Tap(self.box, "moves.again", self._on_tap)
            tap.fill(theme.SURFACE, radius=10)
            _draw_sheet(tap)
            tap.shade_when_pressed()
            self.add_widget(tap)


def _draw_sheet(tap: Tap) -> None:
    """A sheet of paper with rows, as a list of moves is."""
    width, height = map(dp, _SHEET)
    x, y = tap.box.center
    sheet = Box(x - width / 2, y - height / 2, width, height)
    tap.fill(theme.PAPER, sheet, radius=4)
    for row in sheet.inset(dp(4), dp(5)).rows((1,) * _ROWS, dp(4)):
        piece, words = row.split((1, 2.4), dp(3))
        tap.fill(theme.RIVER, piece)
        tap.fill(theme.INK_SOFT, Box(words.x, words.center[1] - dp(1), words.width, dp(2)))
