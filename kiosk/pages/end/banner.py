"""The head of a game's score: who has won, in their colour, and what that rests on."""

from collections.abc import Sequence

from kivy.metrics import dp

from companion.pieces import Color
from kiosk.pieces import drawing, palette
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column, Surface, breakable, text_height

_BADGE = 16


def draw_banner(
    surface: Surface, column: Column, title: str, reason: str, winners: Sequence[Color] = ()
) -> None:
    """Draw it as the next thing of a column, as high as its words need."""
    fill = palette.PLAYERS[winners[0]] if len(winners) == 1 else theme.RAISED_MORE
    room = dp((2 * _BADGE + 8) * len(winners) + 10)
    width = column.box.width - room - dp(32)
    announced = breakable(title, width, theme.SMALL_TEXT)
    high = text_height(announced, width, theme.LARGE_TEXT, bold=True)
    below = text_height(reason, width, theme.TEXT)
    box = column.take(high + below + dp(20))
    surface.fill(fill, box, radius=12)
    paper = Box(box.x + room, box.y, box.width - room, box.height).inset(dp(4))
    surface.fill(theme.PAPER, paper, radius=9)
    _draw_winners(surface, winners, box)
    words = Column(Box(paper.x + dp(12), paper.y + dp(6), width, paper.height - dp(12)), 0)
    surface.write(announced, words.take(high), ground=theme.PAPER, size=theme.LARGE_TEXT, bold=True)
    surface.write(reason, words.rest(), ground=theme.PAPER)


def _draw_winners(surface: Surface, winners: Sequence[Color], box: Box) -> None:
    x = box.x + dp(10 + _BADGE)
    with surface.canvas:
        for color in winners:
            drawing.badge(color, (x, box.center[1]), dp(_BADGE))
            x += dp(2 * _BADGE + 8)
