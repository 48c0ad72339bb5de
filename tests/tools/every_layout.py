"""Shows every scene, and plays recorded games by touches, in all layouts and rotations.

    python -m tests.tools.every_layout [LAYOUT ...]

A layout is a size, the rotation of the display, and the size of letters: 800x480-90-large. Without
any, all of them are tested, which takes an hour. In each layout all scenes are measured, with the
board as the display is rotated; and a game is played and measured after each command: in every
other layout each player sits at another side, and the screen turns to the decider. Exit status 0:
everything fits, and every exported game is the given one; 1: problems are printed, a line each.
"""

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from companion.errors import CompanionError
from deploy.catalogues import compile_catalogues
from tests.kiosk.touch import LAYOUTS, Layout, NotOnScreenError, Touchscreen, configure


def main() -> int:
    compile_catalogues()
    parser = argparse.ArgumentParser(prog="python -m tests.tools.every_layout")
    parser.add_argument("layouts", nargs="*", choices=[*LAYOUTS, []], metavar="LAYOUT")
    wanted = parser.parse_args().layouts or list(LAYOUTS)
    found = 0
    with ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=configure) as jobs:
        for name, faults in zip(wanted, jobs.map(_faults_of, wanted), strict=True):
            sys.stdout.write("".join(f"{name}: {fault}\n" for fault in faults or ["as it should"]))
            sys.stdout.flush()
            found += len(faults)
    return 1 if found else 0


def _faults_of(name: str) -> list[str]:
    """Return all problems of one layout, in a process of its own."""
    from tests.kiosk.scenes import SCENES, Guests, faults_in  # noqa: PLC0415 - Kivy

    number, guests = list(LAYOUTS).index(name), Guests()
    layout, players, seated = LAYOUTS[name], number % 3 + 2, number // 2 % 2 == 0
    found = [fault for scene in SCENES.values() for fault in faults_in(scene, layout, guests)]
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        return found + play(layout, Path(scratch, "game"), players, seated=seated)


def play(layout: Layout, folder: Path, players: int, *, seated: bool) -> list[str]:
    from tests.kiosk.inspection import faults  # noqa: PLC0415 - Kivy is configured by now
    from tests.kiosk.recorded_games import record_of  # noqa: PLC0415 - likewise
    from tests.kiosk.robot import RobotError  # noqa: PLC0415 - likewise
    from tests.kiosk.whole_game import play_whole_game  # noqa: PLC0415 - likewise

    found: dict[str, None] = {}

    def look(touch: Touchscreen) -> None:
        found.update((f"{touch.name}, in the game: {fault}", None) for fault in faults(touch))

    try:
        play_whole_game(
            record_of(players),
            folder,
            layout.size,
            layout.rotation,
            seated=seated,
            large_letters=layout.large,
            look=look,
        )
    except (RobotError, NotOnScreenError, CompanionError) as error:
        return [*found, f"the game ends: {error}"]
    return list(found)


if __name__ == "__main__":
    sys.exit(main())
