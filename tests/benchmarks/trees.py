"""The app's functions for the programs of this folder, in this tree or in an older one."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import kiosk


def command_line() -> ModuleType:
    """Return the module whose `main` is `meduris`."""
    return _first_of("cli", "command_line")


def known_language() -> dict[str, str]:
    """Set the app's language, which it would ask for first; the old one has only one."""
    speaks_several = (Path(kiosk.__file__).parent / "words" / "language.py").is_file()
    return {"language": "en"} if speaks_several else {}


def process() -> ModuleType:
    """Return the module that sets up Kivy, by `configure`."""
    return _first_of("process", "kivy_settings")


def _first_of(*names: str) -> ModuleType:
    """Return the first of these modules that the tree has."""
    # Not `find_spec`: an installed app would provide modules that the tree lacks.
    there = {path.stem for path in Path(kiosk.__file__).parent.iterdir()}
    return import_module(f"kiosk.{next(name for name in names if name in there)}")
