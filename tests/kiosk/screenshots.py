"""Takes the README's pictures anew, always of the same game.

    python -m tests.kiosk.screenshots [DIR]

Without DIR they go to deploy/screenshots/.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.kiosk.touch import SIZES, Touchscreen, configure

FOLDER = Path(__file__).parents[2] / "deploy" / "screenshots"
_SEED = 12
_OPENING = 30
"""Commands before the pictures of play begin: by then there is something to see."""


def main() -> int:
    """Take all pictures; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.kiosk.screenshots")
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, metavar="DIR")
    folder = parser.parse_args().folder
    configure()
    folder.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        with tempfile.TemporaryDirectory(prefix="meduris-") as data:
            _take(Path(data), folder, size)
    sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")
    return 0


def _take(data: Path, folder: Path, size: tuple[int, int]) -> None:
    from kiosk.demo import choose, demo_setup  # noqa: PLC0415 - Kivy is configured by now
    from kiosk.pages.table.draft import Nothing  # noqa: PLC0415

    luck = Random(_SEED)
    with Touchscreen(data, size) as touch:

        def shoot(name: str) -> None:
            touch.shot(folder / f"{name}-{size[0]}x{size[1]}.png")

        def play_until(enough: Callable[[], bool]) -> None:
            while not enough():
                touch.screen.point(Nothing())
                touch.step()
                touch.screen.decide(choose(touch.screen.state, luck))

        touch.stage.go("settings")
        touch.tap("setting.motion.off")
        touch.desk.begin(demo_setup(touch.desk.shelf.for_players(3), luck))
        touch.stage.go("table")
        _shoot_play(touch, shoot, play_until)
        touch.stage.go("start")
        shoot("start")
        touch.stage.go("table")
        play_until(lambda: touch.name == "final_scoring")
        shoot("final-scoring")
        touch.tap("all")
        shoot("end")


def _shoot_play(
    touch: Touchscreen, shoot: Callable[[str], None], play_until: Callable[..., None]
) -> None:
    """A field that joins huts is chosen, then paid for with a swap; later the druid asks."""
    from companion.rules.settlements import joined_by  # noqa: PLC0415
    from companion.state import Phase  # noqa: PLC0415

    def state():
        return touch.screen.state

    def free() -> list[int]:
        return [field for field, bare in enumerate(state().buildings, 1) if bare is None]

    def can_join() -> bool:
        done = len(touch.screen.session.steps) > _OPENING and state().phase is Phase.ACTION
        return done and max(joined_by(state(), field) for field in free()) >= 3

    play_until(can_join)
    touch.tap_field(max(free(), key=lambda field: joined_by(state(), field)))
    shoot("table")
    touch.tap("build.hut.pay")
    shoot("pay")
    touch.tap("back")
    play_until(lambda: state().phase is Phase.OFFERING and len(state().visits) > 1)
    shoot("offering")


if __name__ == "__main__":
    sys.exit(main())
