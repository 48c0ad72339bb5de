"""Seconds of each tap at a table, played from a record, with this code or that of dc3262a.

Told are the seconds of the main thread's processor time that Python's code takes between lifting
the finger and drawing, with the number of the tap's command and the button.
"""

import gc
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import kiosk
from tests.benchmarks.watching import tell
from tests.kiosk.records import errand, lay_board
from tests.kiosk.touch import Point, Touchscreen, configure

TREE = Path(kiosk.__file__).parents[1]
IS_OLD = (TREE / "kiosk/stage.py").is_file()
_FRAME = 1 / 30
_THINKING_FRAMES = 75
"""Frames between two taps: longer than all animations and than the old tree's quiet time.

So the app can prepare the next pictures before each tap.
"""


class TimedTouchscreen(Touchscreen):
    """Measures each lifted finger while a command is carried out."""

    command = 0

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.taps_timed: list[tuple[int, str, float]] = []
        self._tapped = ""

    def tap(self, *keys: str) -> None:
        for key in keys:
            self._tapped = key
            super().tap(key)
            self._tapped = ""

    @contextmanager
    def held_at(self, point: Point) -> Iterator[None]:
        self._window.finger("down", point)
        yield
        self.draw()
        began = time.thread_time()
        self._window.finger("up", point)
        self.step()
        took = time.thread_time() - began
        self.draw()
        if self.command:
            tapped = self._tapped or f"{point[0]:.0f},{point[1]:.0f}"
            self.taps_timed.append((self.command, tapped, took))
            self.think()

    def think(self) -> None:
        """Let the app prepare between two taps."""
        for _number in range(_THINKING_FRAMES):
            self._window.clock.skip(_FRAME)
            self.step()


if __name__ == "__main__":
    record, number = Path(sys.argv[1]).read_bytes(), int(sys.argv[2])
    if not TREE.samefile(Path.cwd()):
        raise ImportError(f"the app comes from {TREE}, not from {Path.cwd()}")
    configure()
    from companion.rules import setup as rules
    from tests.kiosk.robot import Robot
    from tests.kiosk.robot_setup import begin

    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        setup, commands = errand(record, Path(scratch))
        lay_board(setup, Path(scratch))
        with TimedTouchscreen(Path(scratch)) as touch:
            # The old tree collects garbage in quiet moments, this one prepares pages in them.
            if IS_OLD:
                between_taps = import_module("kiosk.quiet_cleaning").QuietCleaning()
                touch.stage.go("start")
            else:
                gc.collect()
                gc.freeze()
                preloading = import_module("kiosk.preloading")
                between_taps = preloading.Preloader(touch.idle_timer, touch.navigator, list)
                touch.navigator.go(import_module("kiosk.routes").Start())
            for key in ("settings", "setting.app_die.off", "back"):
                if not touch.shows(key):
                    touch.tap("more")
                touch.tap(key)
            begin(touch, setup)
            robot = Robot(touch, (rules.start if IS_OLD else rules.initial_state)(setup))
            touch.think()
            for touch.command, command in enumerate(commands[:number], start=1):
                robot.play(command)
    tell(taps=touch.taps_timed)
