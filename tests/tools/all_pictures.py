"""Takes pictures of all screens, to be compared with those of another day (`compare_pictures`).

    python -m tests.tools.all_pictures [--lang CODE] [--unkept PART] DIR [SIZE ...]

Sizes are such as 800x480; without any, all that the layouts are made for. Each has a folder
of its own in DIR. Pictures are named after their scenes, and numbered in them; always the same are
the lots that the app draws, the hours it saves at, and its folder. `--unkept all` shows what the
screens would be if nothing were kept: each drawing by its strokes, each widget made anew; `--unkept
corners`, and so on, if one part alone were not.
"""

import argparse
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from itertools import count
from pathlib import Path

from deploy.catalogues import compile_all
from kiosk.words.language import SOURCE_LANGUAGE, use_language
from tests.kiosk.touch import SIZES, UPRIGHT, Layout, Size, configure, read_size


def main() -> int:
    """Take all pictures; returns the exit status."""
    configure()
    from tests.kiosk.unkept import PARTS, nothing_kept  # noqa: PLC0415
    from tests.tools.same_each_time import same_each_time  # noqa: PLC0415 - Kivy is configured now

    parser = argparse.ArgumentParser(prog="python -m tests.tools.all_pictures")
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
        scratch = tempfile.TemporaryDirectory(prefix="meduris-")
        with scratch as parent, chdir(parent), same_each_time(), nothing_kept(unkept):
            _take(Path("data"), folder, size)  # its name is shown
        sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")
    return 0


def _take(data: Path, folder: Path, size: Size) -> None:
    from tests.kiosk.scenes import SCENES, Guests, shown  # noqa: PLC0415 - Kivy is configured now
    from tests.kiosk.touch import Touchscreen  # noqa: PLC0415

    for scene in SCENES.values():
        looks: Iterator[int] = count(1)

        def look(touch: Touchscreen, what: str) -> None:
            name = f"{scene.name} {next(looks):02} {touch.name} {what}"  # noqa: B023 - called now
            touch.shot(folder / f"{re.sub('[^a-z0-9]+', '-', name.lower())[:80]}.png")

        shown(scene, Layout(size), look, Guests(longest=False), data)
        shutil.rmtree(data)


if __name__ == "__main__":
    sys.exit(main())
