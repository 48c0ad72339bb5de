"""Window that says why the companion cannot start.

Configure Kivy before importing this module.
"""

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics, dp
from kivy.uix.widget import Widget

from kiosk.pieces.emblem import draw_emblem
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.form import GAP_ROW, Align, Button, ButtonStyle, Column, Picture, Row, Text, TextStyle
from kiosk.ui.renderer import BlockView
from kiosk.ui.surface import Box, Surface
from kiosk.words.language import _

TROUBLE_SECONDS = 20
"""Seconds until the window closes by itself."""
_EMBLEM = 52
_MARGIN = 32


class TroubleApp(App):
    """App that shows the sentence `reason` for `TROUBLE_SECONDS`, or until its button is tapped."""

    title = "Meduris Companion"
    use_kivy_settings = False

    def __init__(self, reason: str, rotation: Rotation = Rotation.NONE) -> None:
        super().__init__()
        self._rotation = rotation
        self._reason = reason

    def build(self) -> Widget:
        Window.clearcolor = (*theme.GROUND, 1)
        Window.rotation = int(self._rotation)
        self.sheet = Widget(size_hint=(None, None), size=Window.size)
        Window.bind(on_resize=lambda *_: self._fit())
        self._fit()
        return self.sheet

    def _fit(self) -> None:
        Metrics.density = theme.pixels_per_dp(*Window.size)
        Metrics.fontscale = 1
        self.sheet.size = Window.size
        self.sheet.clear_widgets()
        box = Box(0, 0, Window.width, Window.height).inset(dp(_MARGIN))
        view = BlockView(box, lambda _action: self.stop())
        view.show(trouble_page(self._reason))
        self.sheet.add_widget(view)

    def on_start(self) -> None:
        Clock.schedule_once(lambda _delta: self.stop(), TROUBLE_SECONDS)

    def open_settings(self, *_args: object) -> bool:
        """Do nothing instead of opening Kivy's own settings."""
        return False


def trouble_page(reason: str) -> Column:
    title = Text(
        _("Meduris Companion cannot start"),
        TextStyle.HEADING,
        align=Align.CENTER,
        size=theme.LARGE_TEXT,
    )
    told = Text(reason, TextStyle.NUMERAL, align=Align.CENTER)
    close = Button("close", "close", _("Close"), ButtonStyle.PRIMARY, width=1.6)
    rows = (
        GAP_ROW,
        Picture(_draw_emblem, 2 * _EMBLEM),
        title,
        told,
        Row((Text(""), close, Text("")), 60),
        GAP_ROW,
    )
    return Column(rows, gap=18, most=560)


def _draw_emblem(surface: Surface, box: Box) -> None:
    with surface.canvas:
        draw_emblem(box.center, dp(_EMBLEM))
