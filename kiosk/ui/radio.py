"""One of several ways, of which one holds: a ring before the words, filled where it does."""

from kivy.metrics import dp

from kiosk.ui import theme
from kiosk.ui.shapes import disc, ring
from kiosk.ui.surface import Box
from kiosk.ui.tap import Tap

_MARK = 9
"""Half the width of the mark, in dp."""
_MARGIN = 13
"""How far it is from the edge, in dp, and on a narrow button as a part of that one's width."""
_MOST_MARGIN = 0.06


def draw_radio(tap: Tap, text: str, *, chosen: bool, fill: theme.Rgb = theme.RAISED) -> None:
    """Draw a button as one of several ways; on paper where it is the chosen one, else on `fill`."""
    box = tap.box
    ground = theme.PAPER if chosen else fill
    ink = theme.text_on(ground)
    tap.fill(ground, radius=10)
    margin = min(dp(_MARGIN), box.width * _MOST_MARGIN)
    mark = (box.x + margin + dp(_MARK), box.center[1])
    with tap.canvas:
        ring(mark, dp(_MARK), ink, dp(1.5))
        if chosen:
            disc(mark, dp(5), ink)
    left = mark[0] + dp(_MARK + 2) + margin / 2
    words = Box(left, box.y, box.right - left - dp(4), box.height)
    tap.write(text, words, size=theme.DECISION_TEXT, bold=chosen)
    tap.shade_when_pressed()
