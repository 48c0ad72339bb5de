"""What the table costs while nobody does anything.

    python -m tests.benchmarks.at_rest SECONDS [PANEL]

The app is run as it is at a table, with a saved game of 60 steps that is gone on with. Told are the
processor's share, how often something was drawn, the memory in KiB, and the graphics instructions
of one picture. PANEL: `none`, `searching`, `at a cable` or `simulated`.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hardware.panel_config import PanelChoice
from kiosk import process
from tests.benchmarks.watching import tell, watch

_COMMANDS = 60


def main() -> None:
    """Open the app, lay a game on its table, measure, and tell."""
    seconds, kind = float(sys.argv[1]), (*sys.argv[2:], "none")[0]
    process.configure(800, 480, fullscreen=False)
    from kiosk.app import CompanionApp  # noqa: PLC0415 - Kivy is configured by now

    with tempfile.TemporaryDirectory(prefix="meduris-") as folder:
        _lay_game(Path(folder))
        file = Path(folder) / "panel.toml"
        wanted = _prepare(kind, file)
        rest = watch(seconds)
        CompanionApp(Path(folder), _go_on, panel_file=file, panel_choice=wanted).run()
    tell(**rest)


def _lay_game(folder: Path) -> None:
    """Save a game there, in a process of its own: what plays it is no part of the app's memory."""
    child = os.fork()
    if child == 0:
        from kiosk.desk import Desk  # noqa: PLC0415
        from tests.companion.playing import commands  # noqa: PLC0415
        from tests.kiosk.laid_games import beginning  # noqa: PLC0415

        start, desk = beginning(3), Desk(folder)
        session = desk.begin(start)
        for command in commands(start, _COMMANDS):
            session.apply(command)
        desk.close()
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        raise ChildProcessError("no game could be laid")


def _go_on(stage: Any) -> None:
    stage.desk.resume(stage.desk.journal.games()[0])
    stage.go("table")


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
    """A cable with a real device at its other end, which lives in a process of its own."""
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
