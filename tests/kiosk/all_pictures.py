"""Takes pictures of all screens, to be compared with those of another day (`compare_pictures`).

    python -m tests.kiosk.all_pictures [--lang CODE] [--unkept PART] DIR [SIZE ...]

Sizes are such as 800x480; without any, all that the layouts are made for. Each has a folder
of its own in DIR. Pictures are numbered in the order of the walk, which is always the same, as are
the lots that the app draws, the hours it saves at, and its folder. `--unkept all` shows what the
screens would be if nothing were kept: each drawing by its strokes, each widget made anew; `--unkept
corners`, and so on, if one part alone were not.
"""

import argparse
import sys
import tempfile
from contextlib import chdir
from pathlib import Path

from deploy.catalogues import compile_all
from kiosk.words.language import SOURCE_LANGUAGE, use_language
from tests.kiosk.touch import SIZES, UPRIGHT, Size, configure, read_size

_PLAYERS = 4
"""Whose names, hands and tiles fill the screens most."""
_SEED = 12
_EVERY = 9
"""The table is looked at whenever another question is asked first, and after so many commands."""


def main() -> int:
    """Take all pictures; returns the exit status."""
    configure()
    from tests.kiosk.same_each_time import same_each_time  # noqa: PLC0415 - Kivy is configured now
    from tests.kiosk.unkept import PARTS, nothing_kept  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="python -m tests.kiosk.all_pictures")
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument(
        "sizes", type=read_size, nargs="*", default=(*SIZES, *UPRIGHT), metavar="SIZE"
    )
    parser.add_argument("--lang", default=SOURCE_LANGUAGE, metavar="CODE")
    parser.add_argument("--unkept", choices=("all", *PARTS), action="append", default=[])
    wanted = parser.parse_args()
    unkept = PARTS if "all" in wanted.unkept else wanted.unkept
    compile_all()
    use_language(wanted.lang)
    for size in wanted.sizes:
        folder = wanted.folder.absolute() / f"{size[0]}x{size[1]}"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="meduris-") as parent, chdir(parent):
            data = Path("data")  # its name is shown
            data.mkdir()
            with same_each_time(), nothing_kept(unkept):
                _take(data, folder, size)
        sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")
    return 0


def _take(data: Path, folder: Path, size: Size) -> None:
    from kiosk.settings import Settings  # noqa: PLC0415 - Kivy is configured by now
    from tests.kiosk.touch import Touchscreen  # noqa: PLC0415
    from tests.kiosk.walk import Walk, lay_learnt_boards, walk_over_all  # noqa: PLC0415

    class PictureWalk(Walk):
        """Keeps a picture of every look."""

        def look(self, what: str) -> None:
            self.looks += 1
            name = f"{self.looks:03}-{self.touch.name}-{what.replace(' ', '_')}.png"
            self.touch.shot(folder / name)

    lay_learnt_boards(data)
    with Touchscreen(data, size) as touch:
        touch.app_state.set(Settings(motion=False, open_chips=True))
        walk = PictureWalk(touch)
        walk_over_all(walk, _PLAYERS, longest=False)
        _watch_a_game(walk)


def _watch_a_game(walk) -> None:
    """See the table of a game of three with secret chips, at each kind of question."""
    from kiosk.settings import Settings  # noqa: PLC0415
    from tests.companion.playing import commands  # noqa: PLC0415
    from tests.kiosk.laid_games import beginning  # noqa: PLC0415

    walk.touch.app_state.set(Settings(motion=False))
    start = beginning(3)
    session = walk.touch.app_state.begin(start)
    asked = set()
    for number, command in enumerate(commands(start, 5000, _SEED)):
        phase = session.state.phase
        if phase not in asked or number % _EVERY == 0:
            asked.add(phase)
            walk.touch.navigator.go("start")
            walk.touch.navigator.go("table")
            walk.look(str(phase))
        session.apply(command)
    walk.go("end")


if __name__ == "__main__":
    sys.exit(main())
