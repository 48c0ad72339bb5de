"""The Kivy app: a window, a stage, and the start screen on it.

`configure` has to run before anything of Kivy's windows is imported.
"""

import os
from collections.abc import Callable
from pathlib import Path

from hardware.memory_panel import MemoryPanel
from hardware.opening import open_panel_from
from hardware.panel_config import PanelChoice, PanelConfig, read_panel_config
from hardware.troubles import PanelError
from kiosk.wayland import use_sdl_with_wayland


def configure(width: int, height: int, *, fullscreen: bool) -> None:
    """Set Kivy up for a table: one touch a tap, no escape key, no idle drawing.

    Sizes in pixels. Source: what is known of Kivy on a Pi, sections 1.5, 1.6 and 3.
    """
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_IMAGE", "sdl2")
    os.environ.setdefault("KIVY_TEXT", "sdl2")
    os.environ.setdefault("KIVY_CLIPBOARD", "dummy")
    os.environ.setdefault("KIVY_LOG_MODE", "MIXED")
    use_sdl_with_wayland(os.environ)
    from kivy.config import Config  # noqa: PLC0415 - Kivy reads its environment when imported

    for name, _provider in Config.items("input"):
        Config.remove_option("input", name)
    Config.set("input", "mouse", "mouse,multitouch_on_demand")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "log_level", "warning")
    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", "30")
    Config.set("graphics", "vsync", "1")
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "show_cursor", "0" if fullscreen else "1")


def make_app(  # type: ignore[no-untyped-def]  # noqa: ANN201 - the class exists only once Kivy is imported
    folder: Path,
    after_start: Callable[[object], object] | None = None,
    *,
    panel_file: Path | None = None,
    panel_choice: PanelChoice | None = None,
):
    """The app on a data folder; `after_start` is called with the stage once it is shown.

    `panel_file` is panel.toml (default: in the data folder), `panel_choice` overrides what it
    says; a simulated panel is drawn as a strip below the screen.

    Raises JournalError when the folder is another app's, or a newer version's.
    """
    from kivy.app import App  # noqa: PLC0415 - importing it starts Kivy
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window
    from kivy.metrics import Metrics  # noqa: PLC0415
    from kivy.uix.widget import Widget  # noqa: PLC0415

    from kiosk import theme  # noqa: PLC0415
    from kiosk.desk import Desk  # noqa: PLC0415
    from kiosk.panel_link import PanelLink  # noqa: PLC0415
    from kiosk.stage import Stage  # noqa: PLC0415
    from kiosk.widgets.panel_strip import PanelStrip, strip_height  # noqa: PLC0415
    from kiosk.widgets.surface import Box  # noqa: PLC0415

    desk = Desk(folder)

    class CompanionApp(App):
        """The companion: shows the start screen and lets the stage do the rest."""

        title = "Meduris Companion"
        use_kivy_settings = False

        def build(self) -> Widget:
            Window.clearcolor = (*theme.GROUND, 1)
            file = panel_file or folder / "panel.toml"
            self.panel = open_panel_from(file, panel_choice)
            self.strip: PanelStrip | None = None
            self.root_widget = Widget(size_hint=(None, None), size=Window.size)
            self.stage = Stage(desk, *self._fit())
            self.stage.panel = PanelLink(self.panel, self.stage, _panel_config(file))
            self.root_widget.add_widget(self.stage)
            self._draw_strip()
            Window.bind(on_resize=lambda *_: self._refit())
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
            self.stage.go("start")
            if after_start is not None:
                # Kivy's clock holds its listeners weakly: somebody has to hold the show.
                self.show = after_start(self.stage)

        def on_stop(self) -> None:
            if self.stage.panel is not None:
                self.stage.panel.close()
            desk.close()

        def open_settings(self, *_args: object) -> bool:
            """Kivy's own settings panel is not ours."""
            return False

    return CompanionApp()


TROUBLE_SECONDS = 20
"""How long a window that only says why the app cannot start stays open."""


def tell_trouble(reason: str) -> None:
    """Say in a window why the app cannot start, until it is closed or its time has passed."""
    from kivy.app import App  # noqa: PLC0415 - importing it starts Kivy
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window
    from kivy.metrics import Metrics  # noqa: PLC0415
    from kivy.uix.widget import Widget  # noqa: PLC0415

    from kiosk import theme  # noqa: PLC0415
    from kiosk.screens.trouble import TroubleScreen  # noqa: PLC0415
    from kiosk.widgets.surface import Box  # noqa: PLC0415

    class TroubleApp(App):
        """A window with one sentence."""

        title = "Meduris Companion"
        use_kivy_settings = False

        def build(self) -> Widget:
            Window.clearcolor = (*theme.GROUND, 1)
            self.sheet = Widget(size_hint=(None, None), size=Window.size)
            Window.bind(on_resize=lambda *_: self._fit())
            self._fit()
            return self.sheet

        def _fit(self) -> None:
            Metrics.density = Window.height / theme.DESIGN_HEIGHT
            Metrics.fontscale = 1
            self.sheet.size = Window.size
            self.sheet.clear_widgets()
            box = Box(0, 0, Window.width, Window.height)
            self.sheet.add_widget(TroubleScreen(box, reason, self.stop))

        def on_start(self) -> None:
            Clock.schedule_once(lambda _delta: self.stop(), TROUBLE_SECONDS)

        def open_settings(self, *_args: object) -> bool:
            """Kivy's own settings panel is not ours."""
            return False

    TroubleApp().run()


def _panel_config(file: Path) -> PanelConfig:
    """What panel.toml says; a file that is wrong is told by the panel itself."""
    try:
        return read_panel_config(file)
    except PanelError:
        return PanelConfig()
