"""`meduris`: the touchscreen, or one of the commands that need no screen.

What a command needs is imported only for that command: a replay starts without Kivy.
"""

import sys
from collections.abc import Sequence
from importlib import import_module

from companion import cli

SCREENLESS_COMMANDS = ("replay", "export", "games", "import")
"""What `companion.cli` carries out."""

_OTHERS = {
    "panel": ("kiosk.cli.panel", "main"),
    "kiosk": ("kiosk.cli.kiosk", "main"),
    "doctor": ("kiosk.cli.doctor", "main"),
    "update": ("kiosk.cli.release", "update"),
    "rollback": ("kiosk.cli.release", "rollback"),
    "try": ("kiosk.cli.try_out", "main"),
}
"""Which module, and which function in it, carries out the rest."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `meduris` with `arguments` (default: the process's); returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    command = _command(given)
    if command in SCREENLESS_COMMANDS:
        return cli.main(given)
    if command in _OTHERS:
        module, function = _OTHERS[command]
        return int(getattr(import_module(module), function)(given[1:]))
    from kiosk.cli import touchscreen  # noqa: PLC0415 - imports what reaches the panels

    return touchscreen.main(given)


def _command(arguments: Sequence[str]) -> str:
    """The first word that is neither `--data` nor its folder: both may stand before a command."""
    words = iter(arguments)
    for word in words:
        if word == "--data":
            next(words, "")
        elif not word.startswith("--data="):
            return word
    return ""


if __name__ == "__main__":
    sys.exit(main())
