"""Cost of taps at a table, played from a record; runs with this code and with that of dc3262a.

    cd TREE; PYTHONPATH=TREE python tests/benchmarks/taps.py FILE.jsonl COMMANDS

Prints, in seconds of the main thread's processor time, the Python code of each tap between lifting
the finger and drawing, with the number of its command and the button. Imports nothing of this
folder.
"""

import gc
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import kiosk
from tests.kiosk.records import errand, lay_board
from tests.kiosk.touch import Point, Touchscreen, configure

_FRAME = 1 / 30
_THINKING_FRAMES = 75
"""Frames between two taps: longer than all animations and than the old tree's quiet time.

So the app can prepare the next pictures before each tap.
"""


def main() -> None:
    """Play, and print."""
    record, number = Path(sys.argv[1]).read_bytes(), int(sys.argv[2])
    if not _tree().samefile(Path.cwd()):
        raise ImportError(f"the app comes from {_tree()}, not from {Path.cwd()}")
    configure()
    from companion.rules import setup as rules  # noqa: PLC0415 - those of the tree that is measured
    from tests.kiosk.robot import Robot  # noqa: PLC0415 - Kivy is configured by now
    from tests.kiosk.robot_setup import begin  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        setup, commands = errand(record, Path(scratch))
        lay_board(setup, Path(scratch))
        with TimedTouchscreen(Path(scratch)) as touch:
            _leave_cleaning_to_the_app(touch)
            _prepare_as_the_app_does(touch)
            if _has("routes"):
                touch.navigator.go(import_module("kiosk.routes").Start())
            else:
                getattr(touch, "navigator" if _has("navigator") else "stage").go("start")
            for key in ("settings", "setting.app_die.off", "back"):
                if not touch.shows(key):
                    touch.tap("more")
                touch.tap(key)
            begin(touch, setup)
            begin_state = getattr(rules, "initial_state", None) or rules.start  # in the old tree
            robot = Robot(touch, begin_state(setup))
            touch.think()
            for touch.command, command in enumerate(commands[:number], start=1):
                robot.play(command)
    sys.stdout.write("\n" + json.dumps({"taps": touch.taps_timed}))


def _tree() -> Path:
    """Return the folder of the measured app."""
    return Path(kiosk.__file__).parents[1]


def _has(module: str) -> bool:
    """Whether the measured app has a module of that name."""
    # Not `find_spec`: an installed app would provide modules that the tree lacks.
    return (_tree() / "kiosk" / f"{module}.py").is_file()


def _leave_cleaning_to_the_app(touch: Touchscreen) -> None:
    """Configure the garbage collector as the app does: the old one runs it in quiet moments."""
    if not _has("quiet_cleaning"):
        gc.collect()
        gc.freeze()
        return
    module = import_module("kiosk.quiet_cleaning")
    touch.cleaning = module.QuietCleaning()


def _prepare_as_the_app_does(touch: Touchscreen) -> None:
    """Prepare pages between taps; the old tree does not."""
    if not _has("preloading"):
        return
    module = import_module("kiosk.preloading")
    touch.preloading = module.Preloader(touch.idle_timer, touch.navigator, list)


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
    main()
