"""Takes pictures of all screens, to compare them with others (`compare_pictures`).

    python -m tests.tools.all_pictures [--lang CODE] [--scene NAME] DIR [SIZE ...]

Sizes are such as 800x480; without any, all sizes of the layouts. `--scene` takes the pictures of
one scene, a function in `tests/kiosk/scenes.py`. Each size has a folder of its own in
DIR. Pictures are named after their scenes, and numbered in them; random choices, times and the data
folder are always the same.
"""

import argparse
import re
import sys
import tempfile
from contextlib import chdir
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import patch

from companion.memory import clock
from deploy.catalogues import compile_catalogues
from kiosk.words.language import SOURCE_LANGUAGE, use_language
from tests.kiosk.replaced import replaced
from tests.kiosk.touch import SIZES, UPRIGHT, Layout, Size, Touchscreen, configure, read_size

_SEED = 12
_BEGINNING = datetime(2026, 1, 1, 17, 30, tzinfo=UTC)
_STEP = timedelta(seconds=20)
"""Time between two entries of the journal."""


def main() -> int:
    configure()
    parser = argparse.ArgumentParser(prog="python -m tests.tools.all_pictures")
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument(
        "sizes", type=read_size, nargs="*", default=(*SIZES, *UPRIGHT), metavar="SIZE"
    )
    parser.add_argument("--lang", default=SOURCE_LANGUAGE, metavar="CODE")
    parser.add_argument("--scene", metavar="NAME")
    wanted = parser.parse_args()
    compile_catalogues()
    use_language(wanted.lang)
    for size in wanted.sizes:
        folder = wanted.folder.absolute() / f"{size[0]}x{size[1]}"
        folder.mkdir(parents=True, exist_ok=True)
        _take(size, folder, wanted.scene)
        sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")
    return 0


def _take(size: Size, folder: Path, scene_name: str | None) -> None:
    """Take pictures of one scene or of all, isolated from each other's files."""
    from tests.kiosk.scenes import SCENES, Guests, shown  # noqa: PLC0415 - Kivy is configured now

    wanted = tuple(SCENES) if scene_name is None else (scene_name.replace("_", " "),)
    if wanted[0] not in SCENES:
        raise SystemExit(f"There is no scene {wanted[0]!r}; there are: {', '.join(SCENES)}.")
    for scene in map(SCENES.__getitem__, wanted):
        looks, luck, steps = count(1), Random(_SEED), count()

        def look(touch: Touchscreen, what: str) -> None:
            name = f"{scene.name} {next(looks):02} {touch.name} {what}"  # noqa: B023 - called now
            touch.shot(folder / f"{re.sub('[^a-z0-9]+', '-', name.lower())[:80]}.png")

        def now() -> str:
            time = _BEGINNING + next(steps) * _STEP  # noqa: B023 - called now
            return time.isoformat(timespec="milliseconds")

        with (
            tempfile.TemporaryDirectory(prefix="meduris-") as scratch,
            chdir(scratch),
            patch("kiosk.pages.new_game.page.SystemRandom", lambda: luck),  # noqa: B023 - likewise
            replaced(clock.current_timestamp, now),
        ):
            shown(scene, Layout(size), look, Guests(longest=False), Path("data"))  # it is shown


if __name__ == "__main__":
    sys.exit(main())
