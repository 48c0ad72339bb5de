"""One of several ways, of which one holds: a ring before the words, filled where it does."""

from kivy.metrics import dp

from kiosk.toolkit import theme
from kiosk.toolkit.shapes import disc, ring
from kiosk.toolkit.surface import Box
from kiosk.toolkit.tap import Tap


def draw_radio(tap: Tap, text: str, *, chosen: bool, fill: theme.Rgb = theme.RAISED) -> None:
    """Draw a button as one of several ways; on paper where it is the chosen one, else on `fill`."""
    box = tap.box
    ground = theme.PAPER if chosen else fill
    ink = theme.text_on(ground)
    tap.fill(ground, radius=10)
    mark = (box.x + dp(22), box.center[1])
    with tap.canvas:
        ring(mark, dp(9), ink, dp(1.5))
        if chosen:
            disc(mark, dp(5), ink)
    words = Box(mark[0] + dp(17), box.y, box.right - mark[0] - dp(21), box.height)
    tap.write(text, words, size=theme.DECISION_TEXT, bold=chosen)
    tap.shade_when_pressed()
