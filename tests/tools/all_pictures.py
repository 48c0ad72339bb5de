"""Takes pictures of all screens, to compare them with others (`compare_pictures`).

    python -m tests.tools.all_pictures [--lang CODE] DIR [SIZE ...]

Sizes are such as 800x480; without any, all sizes of the layouts. Each has a folder of its own in
DIR. Pictures are named after their scenes, and numbered in them; random choices, times and the data
folder are always the same.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import chdir
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from deploy.catalogues import compile_catalogues
from kiosk.words.language import SOURCE_LANGUAGE, use_language
from tests.kiosk.touch import SIZES, UPRIGHT, Layout, Size, configure, read_size

if TYPE_CHECKING:
    from tests.kiosk.scenes import Scene


def main() -> int:
    """Take all pictures; return the exit status."""
    configure()
    from tests.kiosk.scenes import SCENES  # noqa: PLC0415 - Kivy is configured now

    parser = argparse.ArgumentParser(prog="python -m tests.tools.all_pictures")
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument(
        "sizes", type=read_size, nargs="*", default=(*SIZES, *UPRIGHT), metavar="SIZE"
    )
    parser.add_argument("--lang", default=SOURCE_LANGUAGE, metavar="CODE")
    wanted = parser.parse_args()
    compile_catalogues()
    use_language(wanted.lang)
    for size in wanted.sizes:
        folder = wanted.folder.absolute() / f"{size[0]}x{size[1]}"
        folder.mkdir(parents=True, exist_ok=True)
        take(SCENES.values(), size, folder)
        sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")
    return 0


def take(scenes: Iterable["Scene"], size: Size, folder: Path) -> None:
    """Take pictures of scenes, isolated from each other's files."""
    from tests.kiosk.scenes import Guests, shown  # noqa: PLC0415 - Kivy is configured now
    from tests.kiosk.touch import Touchscreen  # noqa: PLC0415
    from tests.tools.same_each_time import same_each_time  # noqa: PLC0415

    for scene in scenes:
        looks: Iterator[int] = count(1)

        def look(touch: Touchscreen, what: str) -> None:
            name = f"{scene.name} {next(looks):02} {touch.name} {what}"  # noqa: B023 - called now
            touch.shot(folder / f"{re.sub('[^a-z0-9]+', '-', name.lower())[:80]}.png")

        scratch = tempfile.TemporaryDirectory(prefix="meduris-")
        with scratch as parent, chdir(parent), same_each_time():
            shown(scene, Layout(size), look, Guests(longest=False), Path("data"))  # it is shown


if __name__ == "__main__":
    sys.exit(main())
