"""Plays a game record on the touchscreen with a drawn panel and checks every lamp.

    python -m tests.tools.play_with_panel FILE.jsonl [--size WxH]

The die is rolled by the panel's button, the screen's and the wooden die in turns. After each
command all ten lamps are watched for a whole blink. Exit status 0: every lamp was right at every
step, and the exported game is the given one; 1: see standard error.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.kiosk.touch import SIZES, configure, read_size


def main() -> int:
    """Play the record of the command line; return the exit status."""
    options = _parser().parse_args()
    configure()
    from tests.kiosk.game_with_panel import play_with_panel  # noqa: PLC0415 - Kivy is configured
    from tests.kiosk.robot import RobotError  # noqa: PLC0415 - likewise

    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        try:
            played = play_with_panel(options.file.read_bytes(), Path(scratch), options.size)
        except RobotError as error:
            sys.stderr.write(f"{error}\n")
            return 1
    winners = ", ".join(played.winners) or "nobody yet"
    sys.stdout.write(
        f"{played.commands} commands, {played.presses} rolls by the panel's button;"
        f" all ten lamps were right at the beginning and after every command.\n"
        f"Lamps seen: {'; '.join(sorted(played.sights))}.\n"
        f"The winners' lamps at the end: {winners}. The exported game is the one given.\n"
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.play_with_panel")
    parser.add_argument("file", type=Path, metavar="FILE.jsonl", help="a game record")
    parser.add_argument("--size", type=read_size, default=SIZES[0], metavar="WxH", help="in pixels")
    return parser


if __name__ == "__main__":
    sys.exit(main())
