"""Cost of the list of games, with the saved games in a folder.

    python -m tests.benchmarks.history_page FOLDER

Prints the main thread's seconds of processor time until its first page is drawn, and then the games
of one person; with all modules loaded, and both pages drawn before.
"""

import sys
import time
from pathlib import Path

from kiosk import routes
from tests.benchmarks.watching import tell
from tests.kiosk.touch import Touchscreen, configure


def main() -> None:
    """Show both, and print."""
    configure()
    with Touchscreen(Path(sys.argv[1]), at="start") as touch:
        _show(touch)
        touch.navigator.go(routes.Start())
        touch.draw()
        before = time.thread_time()
        _show(touch)
        seconds = time.thread_time() - before
    tell(seconds=seconds)


def _show(touch: Touchscreen) -> None:

    touch.navigator.go(routes.Games(everybody=True))
    touch.draw()
    touch.tap("people")
    touch.draw()
    touch.tap("person.0")
    touch.draw()


if __name__ == "__main__":
    main()
