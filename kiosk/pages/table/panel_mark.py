"""The mark on the board's picture while the panel does not work."""

from collections.abc import Callable

from kivy.metrics import dp

from kiosk.pieces import drawing
from kiosk.pieces.ring import Ring
from kiosk.ui import theme
from kiosk.ui.surface import Box
from kiosk.ui.tap import Tap


def panel_mark(ring: Ring, on_tap: Callable[[], None]) -> Tap:
    """A small mark in a corner of the board, which turns with it; a tap tells why."""
    side, board = dp(theme.TOUCH), ring.box
    corner = Box(board.right - side - dp(4), board.y + dp(4), side, side)
    mark = Tap(ring.turned_box(corner), "panel_mark", on_tap)
    with mark.canvas:
        drawing.troubled_panel(mark.box.center, side * 0.3)
    mark.shade_when_pressed()
    return mark
