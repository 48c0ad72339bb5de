"""What the app is: its emblem, and its name."""

from kivy.metrics import dp, sp

from kiosk.pieces.emblem import emblem
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column, Surface
from kiosk.words.language import _


def draw_sign(surface: Surface, box: Box) -> None:
    """Draw the emblem with the name below it, in the middle of a box."""
    words = sp(40 + 30 + 22)
    radius = min(box.width * 0.46, box.height * 0.3, (box.height - words - dp(10)) / 2)
    top = box.center[1] + radius + words / 2
    with surface.canvas:
        emblem((box.center[0], top - radius), radius)
    column = Column(Box(box.x, box.y, box.width, top - 2 * radius - dp(10) - box.y), 0)
    for text, size, height, ink in (
        (_("Meduris"), 34, 40, theme.LIGHT),
        (_("Companion"), 22, 30, theme.SAND),
        (_("An unofficial companion"), theme.SMALL_TEXT, 22, theme.LIGHT_SOFT),
    ):
        surface.write(
            text,
            column.take(sp(height)),
            ink=ink,
            size=size,
            bold=size > theme.SMALL_TEXT,
            halign="center",
        )
