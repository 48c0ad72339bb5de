"""Seconds of the lists of games and of statistics, with the saved games in a folder.

Until these are drawn: the first page of all games, the games of one person, and that person's
statistics and charts. All modules are loaded, and the pages were drawn before.
"""

import sys
import time
from pathlib import Path

from kiosk import routes
from tests.benchmarks.watching import tell
from tests.kiosk.touch import Touchscreen, configure

if __name__ == "__main__":
    configure()
    from companion.memory.people import People

    with Touchscreen(Path(sys.argv[1]), at="start") as touch:
        person = People.from_journal(touch.app_state.journal).everybody[0].id
        for _time in range(2):
            touch.navigator.go(routes.Start())
            touch.draw()
            before = time.thread_time()
            touch.navigator.go(routes.Games(all_people=True))
            touch.draw()
            for key in ("people", "person.0"):
                touch.tap(key)
                touch.draw()
            touch.navigator.go(routes.Statistics(person))
            touch.draw()
            touch.tap("part.points")
            touch.draw()
            seconds = time.thread_time() - before
    tell(seconds=seconds)
