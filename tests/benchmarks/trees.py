"""What the programs of this folder call of the app, in this tree or in an older one."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import kiosk


def command_line() -> ModuleType:
    """What has `meduris` as its `main`."""
    return _first_of("cli", "command_line")


def known_language() -> dict[str, str]:
    """What tells the app its language, which it would ask for first; the old one has but one."""
    speaks_several = (Path(kiosk.__file__).parent / "words" / "language.py").is_file()
    return {"language": "en"} if speaks_several else {}


def process() -> ModuleType:
    """What sets Kivy up, by `configure`."""
    return _first_of("process", "kivy_settings")


def _first_of(*names: str) -> ModuleType:
    """The first of these modules of the app that the tree has."""
    # Not `find_spec`: an installed app would help out with what the tree does not have.
    there = {path.stem for path in Path(kiosk.__file__).parent.iterdir()}
    return import_module(f"kiosk.{next(name for name in names if name in there)}")
