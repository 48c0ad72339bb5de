"""Cost of a person's statistics, with the saved games in a folder.

    python -m tests.benchmarks.statistics_page FOLDER

Prints the main thread's seconds of processor time until the figures are drawn, and after a tap the
charts of points; with all modules loaded, and such a page drawn before.
"""

import sys
import time
from pathlib import Path

from kiosk import routes
from tests.benchmarks.watching import tell
from tests.kiosk.touch import Touchscreen, configure


def main() -> None:
    """Show them, and print."""
    configure()
    from companion.memory.people import People  # noqa: PLC0415 - Kivy is configured by now

    with Touchscreen(Path(sys.argv[1]), at="statistics") as touch:
        touch.tap("part.points")
        touch.draw()
        touch.navigator.go(routes.Start())
        touch.draw()
        person = People.of(touch.app_state.journal).everybody[0]
        before = time.thread_time()
        touch.navigator.go(routes.Statistics(None if person is None else person.id))
        touch.draw()
        touch.tap("part.points")
        touch.draw()
        seconds = time.thread_time() - before
    tell(seconds=seconds)


if __name__ == "__main__":
    main()
