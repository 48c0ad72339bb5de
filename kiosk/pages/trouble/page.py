"""The app cannot start on this data folder: says why, and what to do, before it ends."""

from collections.abc import Callable

from kivy.metrics import dp

from kiosk.pieces.emblem import emblem
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column, Surface, text_height
from kiosk.ui.tap import Tap, draw_button
from kiosk.words.language import _

_EMBLEM = 52
_TITLE = 36
_BUTTON = 60
_GAP = 18


class TroublePage(Surface):
    """The whole window: the sentence, and `close`. There is no app state, hence no navigator."""

    def __init__(self, box: Box, reason: str, on_close: Callable[[], None]) -> None:
        super().__init__(box)
        self.fill(theme.GROUND)
        width = min(dp(560), box.width - dp(64))
        height = text_height(reason, width, theme.TITLE_TEXT)
        total = dp(2 * _EMBLEM + _TITLE + _BUTTON + 3 * _GAP) + height
        column = Column(
            Box(box.center[0] - width / 2, box.y, width, box.center[1] + total / 2 - box.y),
            dp(_GAP),
        )
        sign = column.take(dp(2 * _EMBLEM))
        with self.canvas:
            emblem(sign.center, dp(_EMBLEM))
        self.write(
            _("Meduris Companion cannot start"),
            column.take(dp(_TITLE)),
            ink=theme.SAND,
            size=theme.LARGE_TEXT,
            bold=True,
            halign="center",
        )
        self.write(reason, column.take(height), size=theme.TITLE_TEXT, halign="center")
        button = column.take(dp(_BUTTON)).inset(width * 0.28, 0)
        close = Tap(button, "close", on_close)
        draw_button(close, text=_("Close"), fill=theme.RIVER, bold=True)
        self.add_widget(close)
