"""How this process is set up, before anything of Kivy is imported that reads its settings."""

import os

from hardware.panel_thread import take_short_turns
from kiosk.wayland import use_sdl_with_wayland


def configure(width: int, height: int, *, fullscreen: bool) -> None:
    """Set Kivy up for a table: one touch a tap, no escape key, no idle drawing.

    Threads take short turns from now on. Sizes in pixels.
    Source: what is known of Kivy on a Pi, sections 1.5, 1.6 and 3.
    """
    take_short_turns()
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
