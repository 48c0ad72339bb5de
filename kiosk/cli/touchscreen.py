"""`meduris` without a command: opens the touchscreen, or plays the demonstration on it."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.errors import CompanionError, JournalError
from companion.memory.data_folder import data_dir
from hardware.panel_config import PanelChoice
from kiosk import kivy_settings
from kiosk.cli import SCREENLESS_COMMANDS
from kiosk.cli.panel import add_panel_options, panel_file
from kiosk.pages.start.view import journal_text
from kiosk.toolkit.theme import DESIGN_HEIGHT, STRIP_HEIGHT

if TYPE_CHECKING:
    from kiosk.stage import Stage

_USAGE_ERROR = 2


def main(arguments: Sequence[str]) -> int:
    """Open the touchscreen with these options; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return _open_kiosk(options)
    except (CompanionError, ValueError, OSError) as error:
        sys.stderr.write(f"meduris: {error}\n")
        return _USAGE_ERROR


def _parser() -> argparse.ArgumentParser:
    others = ", ".join((*SCREENLESS_COMMANDS, "panel"))
    parser = argparse.ArgumentParser(
        prog="meduris",
        description="A touchscreen companion for the board game Meduris.",
        epilog=f"Without a screen: {others} (meduris COMMAND --help).",
    )
    parser.add_argument(
        "--size", type=_size, default=(800, 480), metavar="WxH", help="window size in pixels"
    )
    parser.add_argument("--fullscreen", action="store_true", help="fill the whole display")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="where games and settings are kept"
    )
    parser.add_argument("--lang", default="en", metavar="CODE", help="the language of the table")
    add_panel_options(parser)
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
    from kiosk.words.texts import use_language  # noqa: PLC0415 - only the touchscreen speaks

    use_language(options.lang)
    width, height = options.size
    if options.panel is PanelChoice.SIMULATED:
        height += round(height * STRIP_HEIGHT / DESIGN_HEIGHT)
    kivy_settings.configure(width, height, fullscreen=options.fullscreen)
    if not options.demo:
        return _run(options, options.data or data_dir())
    with TemporaryDirectory() as aside:
        # A show must never touch the group's own games.
        return _run(options, options.data or Path(aside))


def _run(options: argparse.Namespace, folder: Path) -> int:
    from kiosk.app import CompanionApp  # noqa: PLC0415 - Kivy is configured by now

    start = (lambda stage: _start_demo(stage, options.shots)) if options.demo else None
    file = panel_file(options, folder)
    try:
        companion = CompanionApp(folder, start, panel_file=file, panel_choice=options.panel)
    except JournalError as error:
        # Whoever waits at a terminal gets it at once; whoever stands at the screen sees none.
        sys.stderr.write(f"meduris: {error}\n")
        sys.stderr.flush()
        from kiosk.pages.trouble.app import TroubleApp  # noqa: PLC0415 - Kivy is configured by now

        TroubleApp(journal_text(error)).run()
        return _USAGE_ERROR
    companion.run()
    return 0


def _start_demo(stage: "Stage", shots: Path | None) -> object:
    from kiosk.demo import start_demo  # noqa: PLC0415 - it takes time, and few want it

    return start_demo(stage, shots)
