"""Signs on the board while a step is being saved, or while the button panel does not work."""

from collections.abc import Callable

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp

from kiosk.pieces import drawing
from kiosk.pieces.ring import Ring
from kiosk.ui import shapes, theme
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import TapButton

_BELOW = 0.214
_LIGHT_RADIUS = 0.034
"""Radius of the saving sign, and its distance below the middle of the board, relative to the side
of the board. The sign fits between the high plains and the rune stones."""


class SavingSign(Surface):
    """Sign on the board while a step is being saved: an arrow that points down to a line.

    The sign keeps its rotation when the board is rotated.
    """

    def __init__(self, ring: Ring) -> None:
        radius = _LIGHT_RADIUS * ring.side
        x, y = ring.box.center
        middle = y - _BELOW * ring.side
        super().__init__(Box(x - radius, middle - radius, 2 * radius, 2 * radius))
        self._shines = False

    def shine(self, *, shines: bool) -> None:
        if shines is self._shines:
            return
        self._shines = shines
        self.clear()
        if shines:
            self._draw()

    def _draw(self) -> None:
        (x, y), radius = self.box.center, self.box.width / 2
        self.fill(theme.SURFACE, radius=radius)
        with self.canvas:
            shapes.ring((x, y), radius - dp(1), theme.SAND, dp(1.2))
            Color(*theme.LIGHT)
            tip, wing, width = y - radius * 0.18, radius * 0.32, dp(1.4)
            SmoothLine(points=[x, y + radius * 0.55, x, tip], width=width)
            SmoothLine(points=[x - wing, tip + wing, x, tip, x + wing, tip + wing], width=width)
            foot = y - radius * 0.48
            SmoothLine(points=[x - radius * 0.45, foot, x + radius * 0.45, foot], width=width)


def panel_warning(ring: Ring, on_tap: Callable[[], None]) -> TapButton:
    """Return a small warning sign for a corner of the board; a tap on the sign calls `on_tap`."""
    side, board = dp(theme.TOUCH), ring.box
    corner = Box(board.right - side - dp(4), board.y + dp(4), side, side)
    mark = TapButton(ring.turned_box(corner), "panel_mark", on_tap)
    with mark.canvas:
        drawing.faulty_panel(mark.box.center, side * 0.3)
    mark.shade_when_pressed()
    return mark
