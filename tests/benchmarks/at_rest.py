"""Cost of an idle table.

    python -m tests.benchmarks.at_rest SECONDS FOLDER [PANEL]

Runs the unchanged app, and resumes the saved game in FOLDER. Prints the processor's share, the
number of redraws, the memory in KiB, and the graphics instructions of one picture. PANEL: `none`,
`searching`, `at a cable` or `simulated`.
"""

import os
import sys
import time
from pathlib import Path

from hardware.panel_config import PanelChoice
from tests.benchmarks.guest import Guest
from tests.benchmarks.trees import known_language, process
from tests.benchmarks.watching import tell, watch

_GLANCE_SECONDS = 2
_SETTLED_SECONDS = 9
"""Time after the first picture until the table is shown, and garbage is collected."""


def main() -> None:
    """Open the app, go to its table, measure, and print."""
    seconds, folder, kind = float(sys.argv[1]), Path(sys.argv[2]), (*sys.argv[3:], "none")[0]
    process().configure(800, 480, fullscreen=False)
    from kiosk.app import CompanionApp  # noqa: PLC0415 - Kivy is configured by now

    shown: list[float] = []
    file = folder / "panel.toml"
    wanted = _prepare(kind, file)
    rest = watch(seconds, _SETTLED_SECONDS)
    CompanionApp(
        folder,
        lambda navigator: Guest(navigator, _GLANCE_SECONDS, shown.append),
        panel_file=file,
        panel_choice=wanted,
        **known_language(),
    ).run()
    if not shown:
        raise TimeoutError("the table was not shown in time")
    tell(**rest)


def _prepare(kind: str, file: Path) -> PanelChoice:
    match kind:
        case "at a cable":
            file.write_text(f'[serial]\nport = "{_plug_in()}"\n', encoding="utf-8")
            return PanelChoice.SERIAL
        case "searching":
            return PanelChoice.AUTO
        case "simulated":
            return PanelChoice.SIMULATED
        case _:
            return PanelChoice.OFF


def _plug_in() -> str:
    """Return a cable with a real device in a separate process at the other end."""
    from hardware.firmware.panel.device import Device  # noqa: PLC0415 - only at a cable
    from tests.hardware.cables import Cable  # noqa: PLC0415

    cable = Cable()
    child = os.fork()
    if child == 0:
        parent = os.getppid()
        device = Device()
        while os.getppid() == parent:
            now = round(time.monotonic() * 1000)
            cable.say(device.hear(cable.hear(), now) + device.remind(now))
            time.sleep(0.02)
        os._exit(0)
    return cable.path


if __name__ == "__main__":
    main()
