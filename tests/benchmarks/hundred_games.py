"""Memory (KiB) after each of a number of games in one process, and the steps of all.

Demonstration games are played and drawn one after the other, and fingers never rest, so that the
app finds no quiet moment for anything; garbage is collected when the app has it collected. Every
fourth picture is drawn: what a step leaves behind does not depend on that, and drawing takes
longest where no graphics chip does it. Mesa's software driver is told to draw in no threads of its
own: with them it begins up to 64 pictures before it has drawn the first, where no display waits for
them, and keeps the memory of each.
"""

import itertools
import os
import random
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.watching import memory, tell
from tests.kiosk.touch import Touchscreen, configure

_DRAWN_STEPS = 4
_LONG_PAUSE = 30
"""Seconds after which the show has begun its next game."""

if __name__ == "__main__":
    games = int(sys.argv[1])
    os.environ["LP_NUM_THREADS"] = "0"
    configure()
    from kiosk.demo import SHOW_SECONDS, Demo
    from kiosk.preloading import Preloader

    found, steps = [], 0
    with tempfile.TemporaryDirectory(prefix="meduris-") as folder, Touchscreen(Path(folder)) as it:
        collecting = Preloader(it.idle_timer, it.navigator, list)
        show = Demo(it.navigator, None, lambda: None)
        show._luck = random.Random(1)
        for turn in itertools.count():
            at_table, at_end = it.name == "table", it.name == "game_result"
            it._window.clock.skip(SHOW_SECONDS if at_table else _LONG_PAUSE)
            it.idle_timer.touch_down("a finger")
            it.idle_timer.touch_up("a finger")
            if at_table and turn % _DRAWN_STEPS:
                it.step()
            else:
                it.draw()
            if it.name == "game_result" and not at_end:
                found.append(memory())
                sys.stderr.write(f"game {len(found)} of {games}: {found[-1] >> 10} MiB\n")
                steps += len(it.app_state.session.steps) if it.app_state.session else 0
            if len(found) == games:
                break
        collecting.close()
    tell(memory=found, steps=steps)
