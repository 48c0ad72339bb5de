"""What it costs to go on with a saved game: from the tap on it to its table's first picture.

    python -m tests.benchmarks.resumed_game FOLDER

Told are the main thread's seconds of processor time: the start screen is shown, its game is tapped,
and on the page that follows `play` is tapped.
"""

import sys
import time
from pathlib import Path

from tests.benchmarks.watching import tell
from tests.kiosk.touch import Touchscreen, configure


def main() -> None:
    """Go on with the folder's game, and tell."""
    configure()
    with Touchscreen(Path(sys.argv[1])) as touch:
        touch.stage.go("start")
        touch.draw()
        began = time.thread_time()
        for key in ("resume", "play"):
            touch.tap(key)
            touch.draw()
        took = time.thread_time() - began
        if touch.name != "table":
            raise ValueError(f"the table is not shown, but {touch.name}")
        steps = len(touch.desk.session.steps) if touch.desk.session else 0
    tell(seconds=took, steps=steps)


if __name__ == "__main__":
    main()
