"""The Kivy app: a window, a stage, and the start screen on it.

`configure` has to run before anything of Kivy's windows is imported.
"""

import os
from collections.abc import Callable
from pathlib import Path


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


def make_app(folder: Path, after_start: Callable[[object], None] | None = None):  # type: ignore[no-untyped-def]  # noqa: ANN201 - the class exists only once Kivy is imported
    """The app on a data folder; `after_start` is called with the stage once it is shown.

    Raises JournalError when the folder is another app's, or a newer version's.
    """
    from kivy.app import App  # noqa: PLC0415 - importing it starts Kivy
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window
    from kivy.metrics import Metrics  # noqa: PLC0415

    from kiosk import theme  # noqa: PLC0415
    from kiosk.desk import Desk  # noqa: PLC0415
    from kiosk.stage import Stage  # noqa: PLC0415

    desk = Desk(folder)

    class CompanionApp(App):
        """The companion: shows the start screen and lets the stage do the rest."""

        title = "Meduris Companion"
        use_kivy_settings = False

        def build(self) -> Stage:
            Window.clearcolor = (*theme.GROUND, 1)
            self.stage = Stage(desk, *self._fit())
            Window.bind(on_resize=lambda *_: self.stage.resize(*self._fit()))
            return self.stage

        def _fit(self) -> tuple[float, float]:
            Metrics.density = Window.height / theme.DESIGN_HEIGHT
            Metrics.fontscale = 1
            return (Window.width, Window.height)

        def on_start(self) -> None:
            self.stage.go("start")
            if after_start is not None:
                after_start(self.stage)

        def on_stop(self) -> None:
            desk.close()

        def open_settings(self, *_args: object) -> bool:
            """Kivy's own settings panel is not ours."""
            return False

    return CompanionApp()
