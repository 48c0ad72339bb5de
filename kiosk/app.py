"""The Kivy app: a window, a stage, and the start screen on it.

Kivy has to be configured before this is imported.
"""

from collections.abc import Callable
from pathlib import Path

from kivy.app import App
from kivy.core.window import Window
from kivy.metrics import Metrics
from kivy.uix.widget import Widget

from hardware.memory_panel import MemoryPanel
from hardware.opening import open_panel_from
from hardware.panel_config import PanelChoice
from kiosk.desk import Desk
from kiosk.panel_link import PanelLink
from kiosk.pieces.panel_strip import PanelStrip, strip_height
from kiosk.quiet_cleaning import QuietCleaning
from kiosk.stage import Stage
from kiosk.toolkit import theme
from kiosk.toolkit.surface import Box


class CompanionApp(App):
    """The companion on a data folder: shows the start screen and lets the stage do the rest.

    `after_start` is called with the stage once it is shown. `panel_file` is panel.toml (default:
    in the data folder), `panel_choice` overrides what it says; a simulated panel is drawn as a
    strip below the screen.

    Raises JournalError when the folder is another app's, or a newer version's.
    """

    title = "Meduris Companion"
    use_kivy_settings = False

    def __init__(
        self,
        folder: Path,
        after_start: Callable[[Stage], object] | None = None,
        *,
        panel_file: Path | None = None,
        panel_choice: PanelChoice | None = None,
    ) -> None:
        self._desk = Desk(folder)
        super().__init__()
        self._after_start = after_start
        self._panel_file = panel_file or folder / "panel.toml"
        self._panel_choice = panel_choice

    def build(self) -> Widget:
        """Lay the stage into the window, and a simulated panel below it."""
        Window.clearcolor = (*theme.GROUND, 1)
        self.panel, panel_config = open_panel_from(self._panel_file, self._panel_choice)
        self.strip: PanelStrip | None = None
        self.root_widget = Widget(size_hint=(None, None), size=Window.size)
        self.stage = Stage(self._desk, *self._fit())
        link = PanelLink(self.panel, self.stage, panel_config)
        self.stage.panel = link
        self.root_widget.add_widget(self.stage)
        self._draw_strip()
        Window.bind(on_resize=lambda *_: self._refit())
        self._cleaning = QuietCleaning(last_press=lambda: link.last_press)
        return self.root_widget

    def _fit(self) -> tuple[float, float, float]:
        """The stage's width and height, and what lies below it, in pixels."""
        below = strip_height(Window.height) if isinstance(self.panel, MemoryPanel) else 0
        Metrics.density = (Window.height - below) / theme.DESIGN_HEIGHT
        Metrics.fontscale = 1
        return (Window.width, Window.height - below, below)

    def _refit(self) -> None:
        self.stage.resize(*self._fit())
        self._draw_strip()

    def _draw_strip(self) -> None:
        if self.strip is not None:
            self.strip.stop()
            self.root_widget.remove_widget(self.strip)
        if isinstance(self.panel, MemoryPanel):
            box = Box(0, 0, Window.width, self.stage.box.y)
            self.strip = PanelStrip(box, self.panel)
            self.root_widget.add_widget(self.strip)

    def on_start(self) -> None:
        """Show the first screen."""
        self.stage.go("start")
        if self._after_start is not None:
            # Kivy's clock holds its listeners weakly: somebody has to hold the show.
            self.show = self._after_start(self.stage)

    def on_stop(self) -> None:
        """Let go of the panel, of the data folder and of the garbage collector."""
        self._cleaning.close()
        if self.stage.panel is not None:
            self.stage.panel.close()
        self._desk.close()

    def open_settings(self, *_args: object) -> bool:
        """Kivy's own settings panel is not ours."""
        return False
