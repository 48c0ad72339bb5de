"""`meduris`: the touchscreen, or one of the commands that need no screen.

Kivy is imported only when the touchscreen is asked for.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import cli
from companion.data_folder import data_dir
from companion.errors import CompanionError

_USAGE_ERROR = 2
SCREENLESS_COMMANDS = ("replay", "export", "games", "import")
"""What `companion.cli` carries out."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `meduris` with `arguments` (default: the process's); returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if _is_command(given):
        return cli.main(given)
    options = _parser().parse_args(given)
    try:
        return _open_kiosk(options)
    except (CompanionError, ValueError, OSError) as error:
        sys.stderr.write(f"meduris: {error}\n")
        return _USAGE_ERROR


def _is_command(arguments: Sequence[str]) -> bool:
    """Whether the first word that is no option names a command without a screen."""
    return any(word in SCREENLESS_COMMANDS for word in arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="meduris",
        description="A touchscreen companion for the board game Meduris.",
        epilog=f"Without a screen: {', '.join(SCREENLESS_COMMANDS)} (meduris COMMAND --help).",
    )
    parser.add_argument(
        "--size", type=_size, default=(800, 480), metavar="WxH", help="window size in pixels"
    )
    parser.add_argument("--fullscreen", action="store_true", help="fill the whole display")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="where games and settings are kept"
    )
    parser.add_argument("--lang", default="en", metavar="CODE", help="the language of the table")
    parser.add_argument("--demo", action="store_true", help="play a game by itself, as a show")
    parser.add_argument(
        "--shots",
        type=Path,
        metavar="DIR",
        help="with --demo: keep pictures and the record there, and end",
    )
    return parser


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{3,4})x([0-9]{3,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write it like 800x480")
    return (int(found[1]), int(found[2]))


def _open_kiosk(options: argparse.Namespace) -> int:
    from kiosk.texts import use_language  # noqa: PLC0415 - only the touchscreen speaks

    use_language(options.lang)
    from kiosk import app  # noqa: PLC0415 - keeps the other commands free of Kivy

    app.configure(*options.size, fullscreen=options.fullscreen)
    if not options.demo:
        app.make_app(options.data or data_dir()).run()
        return 0
    with TemporaryDirectory() as aside:
        # A show must never touch the group's own games.
        folder = options.data or Path(aside)
        app.make_app(folder, lambda stage: _start_demo(stage, options.shots)).run()
    return 0


def _start_demo(stage: object, shots: Path | None) -> None:
    from kiosk.demo import start_demo  # noqa: PLC0415 - imports Kivy
    from kiosk.stage import Stage  # noqa: PLC0415 - imports Kivy

    if not isinstance(stage, Stage):
        raise TypeError("a demonstration needs the stage")
    start_demo(stage, shots)
