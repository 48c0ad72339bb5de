"""Cost of the lists of games and of statistics, with the saved games in a folder.

    python -m tests.benchmarks.lists FOLDER

Prints the main thread's seconds of processor time until these are drawn: the first page of all
games, the games of one person, and that person's statistics and charts. All modules are loaded, and
the pages were drawn before.
"""

import sys
import time
from pathlib import Path

from kiosk import routes
from tests.benchmarks.watching import tell
from tests.kiosk.touch import Touchscreen, configure


def main() -> None:
    """Show them twice, and print."""
    configure()
    from companion.memory.people import People  # noqa: PLC0415 - Kivy is configured by now

    with Touchscreen(Path(sys.argv[1]), at="start") as touch:
        person = People.of(touch.app_state.journal).everybody[0].id
        _show(touch, person)
        touch.navigator.go(routes.Start())
        touch.draw()
        before = time.thread_time()
        _show(touch, person)
        seconds = time.thread_time() - before
    tell(seconds=seconds)


def _show(touch: Touchscreen, person: int) -> None:
    touch.navigator.go(routes.Games(everybody=True))
    touch.draw()
    for key in ("people", "person.0"):
        touch.tap(key)
        touch.draw()
    touch.navigator.go(routes.Statistics(person))
    touch.draw()
    touch.tap("part.points")
    touch.draw()


if __name__ == "__main__":
    main()
