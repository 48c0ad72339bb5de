"""Cost of resuming a saved game: from the tap on it to its table's first picture.

    python -m tests.benchmarks.resumed_game FOLDER

Prints the main thread's seconds of processor time. Runs the unchanged app: its first page is shown
for some seconds, as in real use; then its game is tapped, and on the next page `play`.
"""

import sys
from pathlib import Path

from tests.benchmarks.guest import Guest
from tests.benchmarks.trees import known_language, process
from tests.benchmarks.watching import tell

_GLANCE_SECONDS = 4
"""Time before the first tap, in which the app loads the pages and draws the pieces."""


def main() -> None:
    """Resume the folder's game, and print."""
    process().configure(800, 480, fullscreen=False)
    from kivy.app import App  # noqa: PLC0415 - Kivy is configured by now

    from kiosk.app import CompanionApp  # noqa: PLC0415

    told: list[float] = []

    def at_table(seconds: float) -> None:
        told.append(seconds)
        App.get_running_app().stop()

    CompanionApp(
        Path(sys.argv[1]),
        lambda navigator: Guest(navigator, _GLANCE_SECONDS, at_table),
        **known_language(),
    ).run()
    tell(seconds=told[0])


if __name__ == "__main__":
    main()
