"""Setup of this process, before any part of Kivy that reads its settings is imported."""

import ctypes
import importlib
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

from companion.errors import CompanionError
from companion.sentence import N_, Sentence

_HASHES = ("_sha256", "_sha2")
"""Python's own hash module, before and since 3.12; few builds lack it."""
_FONTS = Path(__file__).parent / "fonts"
_REGULAR = str(_FONTS / "Roboto-Regular.ttf")
_BOLD = str(_FONTS / "Roboto-Bold.ttf")
_FONT = ["Roboto", _REGULAR, _REGULAR, _BOLD, _BOLD]
"""Font of all texts: name, then regular, italic, bold and bold italic. Kivy brings various versions
of it, with other widths and fewer letters."""
_SDL_WINDOW = "kivy.core.window._window_sdl"
_UNSEEN = ("offscreen", "dummy")
"""SDL's video drivers without a display."""
_NOWHERE = Sentence("The folder that you are in was deleted: change to another one.")
_NO_DISPLAY = Sentence(
    N_(
        "There is no display to open a window on. Start the app from a terminal on the screen "
        "itself; over SSH put `DISPLAY=:0` in front."
    )
)


def configure(width: int, height: int, *, fullscreen: bool) -> None:
    """Configure Kivy for a table: no multitouch emulation, no escape key, no idle drawing.

    Also shortens the switch interval of threads. Sizes in pixels. Raises CompanionError if the
    working directory was deleted, where Kivy cannot find its files.
    """
    try:
        Path.cwd()
    except FileNotFoundError:
        raise CompanionError(_NOWHERE) from None
    # A panel that floods its port keeps its thread busy; the screen must not wait for it.
    sys.setswitchinterval(0.001)
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    # Settings of other Kivy apps, in files or variables, must not apply.
    os.environ["KIVY_NO_CONFIG"] = "1"
    os.environ["KIVY_NO_ENV_CONFIG"] = "1"
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    # Without a display Kivy's other window providers would end the process.
    os.environ.setdefault("KIVY_WINDOW", "sdl2")
    os.environ.setdefault("KIVY_IMAGE", "sdl2")
    os.environ.setdefault("KIVY_TEXT", "sdl2")
    os.environ.setdefault("KIVY_CLIPBOARD", "dummy")
    os.environ.setdefault("KIVY_LOG_MODE", "MIXED")
    # SDL would turn SIGTERM into a close event, which is not handled while Python is busy.
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
    _load_hashes_without_openssl()
    from kivy.config import Config  # noqa: PLC0415 - Kivy reads its environment when imported

    for name, _provider in Config.items("input"):
        Config.remove_option("input", name)
    Config.set("input", "mouse", "first_button,disable_multitouch")
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
    _load_clock_without_asyncio()
    _load_language_without_rules()
    importlib.import_module("kiosk.first_button")


def open_window(*, unseen: bool = False) -> None:
    """Open Kivy's window, which takes most of the start.

    Raises CompanionError without a display. SDL then draws off screen, of its own accord or by
    SDL_VIDEODRIVER; this is accepted if it was requested, or with `unseen`.
    """
    from kivy.core.window import Window  # noqa: PLC0415 - as above

    asked = os.environ.get("SDL_VIDEODRIVER")
    if Window is None or (_video_driver() in _UNSEEN and asked not in _UNSEEN and not unseen):
        raise CompanionError(_NO_DISPLAY)


def _video_driver() -> str | None:
    """Return the name of SDL's video driver; None if Kivy's window is not SDL's."""
    name = next((name for name in sys.modules if name.startswith(_SDL_WINDOW)), None)
    if name is None:
        return None
    driver = ctypes.CDLL(sys.modules[name].__file__).SDL_GetCurrentVideoDriver
    driver.restype = ctypes.c_char_p
    found = driver()
    return None if found is None else found.decode()


def release_memory() -> None:
    """Return freed memory to the system, which the C library would keep.

    Source: malloc_trim(3), which only glibc has.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _load_hashes_without_openssl() -> None:
    """Load Python's own hash functions; OpenSSL's take three mebibytes and are only faster."""
    if any(map(find_spec, _HASHES)):
        _load_with("_hashlib", None, "hashlib")


def _load_clock_without_asyncio() -> None:
    """Load Kivy's clock without asyncio, which takes a tenth of the start and three mebibytes.

    Kivy needs it only for `async_run`, which is not used: the clock creates an asyncio event and
    sets it whenever something is scheduled. Source: kivy/clock.py (init_async_lib).
    """
    _load_with("asyncio", SimpleNamespace(Event=_UnseenEvent, wait_for=None), "kivy.clock")


class _UnseenEvent:
    """Replacement for an asyncio event that the clock sets and nothing uses."""

    def set(self) -> None:
        """Do nothing."""


def _load_with(part: str, stand_in: object, name: str) -> None:
    """Load the module `name` while `part` of Python is replaced; None: as if it were missing.

    Afterwards others can load the part; if it is loaded already, it is used. Source:
    https://docs.python.org/3/reference/import.html#the-module-cache.
    """
    if part in sys.modules:
        return
    sys.modules[part] = stand_in  # type: ignore[assignment]  # as the import system allows
    try:
        importlib.import_module(name)
    finally:
        del sys.modules[part]


def _load_language_without_rules() -> None:
    """Load Kivy's language with our `style.kv` in place of its own.

    Kivy's has rules for a hundred widgets and is always read: a quarter of a window's start, for
    nothing, as all our widgets draw themselves. Source: kivy/lang/builder.py.
    """
    import kivy  # noqa: PLC0415 - Kivy reads its environment when imported

    data_folder = kivy.kivy_data_dir
    kivy.kivy_data_dir = str(Path(__file__).parent)
    try:
        importlib.import_module("kivy.lang.builder")
    finally:
        kivy.kivy_data_dir = data_folder
