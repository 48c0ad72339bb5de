"""`meduris`: the touchscreen, or one of the commands that need no screen.

What a command needs is imported only for that command: a replay starts without Kivy.
"""

import sys
from collections.abc import Sequence

from companion import cli

SCREENLESS_COMMANDS = ("replay", "export", "games", "import")
"""What `companion.cli` carries out."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `meduris` with `arguments` (default: the process's); returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    command = _command(given)
    if command in SCREENLESS_COMMANDS:
        return cli.main(given)
    if command == "panel":
        from kiosk import panel_command  # noqa: PLC0415 - imports what reaches the panels

        return panel_command.main(given[1:])
    from kiosk import touchscreen_command  # noqa: PLC0415 - imports what reaches the panels

    return touchscreen_command.main(given)


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
