"""The Kivy app in place of the companion where that cannot start: a window that says why.

Kivy has to be configured before this is imported.
"""

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics
from kivy.uix.widget import Widget

from kiosk.pages.trouble.page import TroublePage
from kiosk.ui import theme
from kiosk.ui.surface import Box

TROUBLE_SECONDS = 20
"""How long the window stays open where nobody closes it."""


class TroubleApp(App):
    """A window with one sentence, until it is closed or its time has passed."""

    title = "Meduris Companion"
    use_kivy_settings = False

    def __init__(self, reason: str) -> None:
        super().__init__()
        self._reason = reason

    def build(self) -> Widget:
        """Fill the window with the sentence."""
        Window.clearcolor = (*theme.GROUND, 1)
        self.sheet = Widget(size_hint=(None, None), size=Window.size)
        Window.bind(on_resize=lambda *_: self._fit())
        self._fit()
        return self.sheet

    def _fit(self) -> None:
        Metrics.density = theme.scale(*Window.size)
        Metrics.fontscale = 1
        self.sheet.size = Window.size
        self.sheet.clear_widgets()
        box = Box(0, 0, Window.width, Window.height)
        self.sheet.add_widget(TroublePage(box, self._reason, self.stop))

    def on_start(self) -> None:
        """Begin to count the time."""
        Clock.schedule_once(lambda _delta: self.stop(), TROUBLE_SECONDS)

    def open_settings(self, *_args: object) -> bool:
        """Kivy's own settings panel is not ours."""
        return False
