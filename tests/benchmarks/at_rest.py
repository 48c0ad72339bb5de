"""Cost of an idle table.

    python -m tests.benchmarks.at_rest SECONDS FOLDER

Runs the unchanged app, and resumes the saved game in FOLDER. Prints the processor's share, the
number of redraws, and the memory in KiB.
"""

import sys
from pathlib import Path

from hardware.panel_config import PanelChoice
from kiosk import process
from tests.benchmarks.resumed_game import Guest
from tests.benchmarks.watching import tell, watch

_GLANCE_SECONDS = 2
_SETTLED_SECONDS = 9
"""Time after the first picture until the table is shown, and garbage is collected."""


def main() -> None:
    """Open the app, go to its table, measure, and print."""
    process.configure(800, 480, fullscreen=False)
    from kiosk.app import CompanionApp  # noqa: PLC0415 - Kivy is configured by now

    shown: list[float] = []
    rest = watch(float(sys.argv[1]), _SETTLED_SECONDS)
    CompanionApp(
        Path(sys.argv[2]),
        lambda navigator: Guest(navigator, _GLANCE_SECONDS, shown.append),
        panel_choice=PanelChoice.OFF,
        language="en",
    ).run()
    if not shown:
        raise TimeoutError("the table was not shown in time")
    tell(**rest)


if __name__ == "__main__":
    main()
