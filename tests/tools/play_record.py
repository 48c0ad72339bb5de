"""Plays a game record on the touchscreen and prints the record that the app then exports.

    python -m tests.tools.play_record FILE.jsonl [--size WxH] [--rotation DEGREES]
                                      [--large] [--shots DIR] [--data DIR]

The record's board is put into the data folder as one that was read; the rest is done by touches,
from the start page on. Exit status 0: the exported game is the given one; 1: it is another one, or
cannot be played, or the screen differs: see standard error.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

from companion.errors import CompanionError
from kiosk.rotation import Rotation
from tests.kiosk.touch import SIZES, NotOnScreenError, Touchscreen, configure, read_size


def main() -> int:
    """Play the record of the command line; return the exit status."""
    options = _parser().parse_args()
    configure()
    from tests.kiosk.robot import RobotError  # noqa: PLC0415 - Kivy is configured by now
    from tests.kiosk.whole_game import play_whole_game  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        folder = options.data or Path(scratch)
        try:
            played = play_whole_game(
                options.file.read_bytes(),
                folder,
                options.size,
                Rotation(options.rotation),
                large_letters=options.large,
                look=_keep_pictures(options.shots) if options.shots else lambda _touch: None,
            )
        except (RobotError, NotOnScreenError, CompanionError, OSError) as error:
            sys.stderr.write(f"{error}\n")
            return 1
    sys.stdout.buffer.write(played)
    return 0


def _keep_pictures(folder: Path) -> Callable[[Touchscreen], None]:
    """Save a picture at each look, in the order of the commands."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = count(1)

    def keep(touch: Touchscreen) -> None:
        touch.shot(folder / f"{next(numbers):05}-{touch.name}.png")

    return keep


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.play_record")
    parser.add_argument("file", type=Path, metavar="FILE.jsonl", help="a game record")
    parser.add_argument("--size", type=read_size, default=SIZES[0], metavar="WxH", help="in pixels")
    parser.add_argument(
        "--rotation", type=int, choices=list(map(int, Rotation)), default=0, metavar="DEGREES"
    )
    parser.add_argument("--large", action="store_true", help="with large letters")
    parser.add_argument("--shots", type=Path, metavar="DIR", help="keep a picture of each command")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder to play in")
    return parser


if __name__ == "__main__":
    sys.exit(main())
