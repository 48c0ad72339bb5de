"""Configuration of Kivy and of the process. It must precede the imports of Kivy's modules."""

import ctypes
import importlib
import os
import sys
from pathlib import Path

from companion.errors import CompanionError
from companion.sentence import N_, Sentence

SCREEN_SIZE = (800, 480)
"""Usual size of the window in pixels, and of a display until it reports its real size."""
_FONTS = Path(__file__).parent / "fonts"
_REGULAR = str(_FONTS / "Roboto-Regular.ttf")
_BOLD = str(_FONTS / "Roboto-Bold.ttf")
_FONT = ["Roboto", _REGULAR, _REGULAR, _BOLD, _BOLD]
"""Font of all texts: its name, then the files for regular, italic, bold and bold italic. The font
that comes with Kivy differs between versions in width and lacks letters."""
_SDL_WINDOW = "kivy.core.window._window_sdl"
_UNSEEN = ("offscreen", "dummy")
"""SDL's video drivers that need no display."""
_NOWHERE = Sentence("The current folder was deleted: change to another one.")
_NO_DISPLAY = Sentence(
    N_(
        "There is no display to open a window on. Start the app from a terminal on the screen "
        "itself; over SSH, put `DISPLAY=:0` in front of the command."
    )
)


def configure_kivy(width: int, height: int, *, fullscreen: bool) -> None:
    """Configure Kivy for touch: no multitouch emulation, no escape key, no drawing while idle.

    Also make Python switch threads more often. `width` and `height` are the window's size in
    pixels, unless `fullscreen` is set. Raises CompanionError if the working directory has been
    deleted, because Kivy then cannot find its files.
    """
    try:
        Path.cwd()
    except FileNotFoundError:
        raise CompanionError(_NOWHERE) from None
    # A panel that floods its serial port keeps a thread busy; the screen must not wait for that
    # thread.
    sys.setswitchinterval(0.001)
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    # Settings of other Kivy apps, in files or variables, must not apply.
    os.environ["KIVY_NO_CONFIG"] = "1"
    os.environ["KIVY_NO_ENV_CONFIG"] = "1"
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    # Without a display, Kivy's other window providers would end the whole process.
    os.environ.setdefault("KIVY_WINDOW", "sdl2")
    os.environ.setdefault("KIVY_IMAGE", "sdl2")
    os.environ.setdefault("KIVY_TEXT", "sdl2")
    os.environ.setdefault("KIVY_CLIPBOARD", "dummy")
    os.environ.setdefault("KIVY_LOG_MODE", "MIXED")
    # SDL would turn SIGTERM into an event that closes the window, which is not handled while Python
    # is busy.
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
    from kivy.config import Config  # noqa: PLC0415 - Kivy reads its environment when imported

    for name, _provider in Config.items("input"):
        Config.remove_option("input", name)
    Config.set("input", "mouse", "left_button,disable_multitouch")
    Config.set("kivy", "default_font", str(_FONT))
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "log_level", "warning")
    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", "30")
    Config.set("graphics", "vsync", "1")
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "show_cursor", "0" if fullscreen else "1")
    _load_language_without_rules()
    importlib.import_module("kiosk.left_button")


def open_window(*, unseen: bool = False) -> None:
    """Open Kivy's window; this takes most of the app's starting time.

    Raises CompanionError if there is no display. If `unseen` is set or SDL_VIDEODRIVER asks for
    drawing off screen, no display is necessary.
    """
    from kivy.core.window import Window  # noqa: PLC0415 - as above

    asked = os.environ.get("SDL_VIDEODRIVER")
    if Window is None or (_video_driver() in _UNSEEN and asked not in _UNSEEN and not unseen):
        raise CompanionError(_NO_DISPLAY)


def _video_driver() -> str | None:
    name = next((name for name in sys.modules if name.startswith(_SDL_WINDOW)), None)
    if name is None:
        return None
    driver = ctypes.CDLL(sys.modules[name].__file__).SDL_GetCurrentVideoDriver
    driver.restype = ctypes.c_char_p
    found = driver()
    return None if found is None else found.decode()


def return_unused_memory() -> None:
    """Return memory that Python has freed to the operating system. Source: malloc_trim(3)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _load_language_without_rules() -> None:
    # Kivy's file has rules for a hundred widgets, and reading it takes a quarter of the time until
    # the window is open. None of these rules is needed, as all our widgets draw themselves. Source:
    # kivy/lang/builder.py.
    import kivy  # noqa: PLC0415 - Kivy reads its environment when imported

    data_folder = kivy.kivy_data_dir
    kivy.kivy_data_dir = str(Path(__file__).parent)
    try:
        importlib.import_module("kivy.lang.builder")
    finally:
        kivy.kivy_data_dir = data_folder
