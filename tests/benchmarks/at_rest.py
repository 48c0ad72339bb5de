"""What the table costs while nobody does anything.

    python -m tests.benchmarks.at_rest SECONDS [PANEL]

The app is run as it is at a table, with a game that lies there. Told are the processor's share,
how often something was drawn, the memory in KiB, and the graphics instructions of one picture.
PANEL: `none`, `searching`, `at a cable` or `simulated`.
"""

import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hardware.firmware.panel.device import Device
from hardware.panel_config import PanelChoice
from kiosk import process
from tests.benchmarks.processes import tell
from tests.hardware.cables import Cable

_WARM_UP_SECONDS = 4.0
_COMMANDS = 60


def main() -> None:
    """Open the app, lay a game on its table, measure, and tell."""
    seconds, kind = float(sys.argv[1]), (*sys.argv[2:], "none")[0]
    process.configure(800, 480, fullscreen=False)
    from kiosk.app import CompanionApp  # noqa: PLC0415 - Kivy is configured by now

    with tempfile.TemporaryDirectory(prefix="meduris-") as folder:
        file = Path(folder) / "panel.toml"
        wanted = _prepare(kind, file)
        rest = watch(seconds)
        CompanionApp(Path(folder), _lay_game, panel_file=file, panel_choice=wanted).run()
    tell(**rest)


def watch(seconds: float) -> dict[str, Any]:
    """What will be known of the idle window when the app that runs next has ended itself."""
    from kivy.app import App  # noqa: PLC0415
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415

    found: dict[str, Any] = {}
    flips: list[float] = []

    def flipped(_window: object) -> None:
        flips.append(time.monotonic())
        if len(flips) == 1:
            Clock.schedule_once(begin, _WARM_UP_SECONDS if seconds else 0)

    def begin(_delta: float) -> None:
        before, drawn, began = time.process_time(), len(flips), time.monotonic()

        def end(_delta: float) -> None:
            passed = time.monotonic() - began
            found.update(share=(time.process_time() - before) / passed, draws=len(flips) - drawn)
            found.update(memory=memory(), instructions=drawn_instructions(Window.canvas))
            App.get_running_app().stop()

        Clock.schedule_once(end, seconds)

    Window.bind(on_flip=flipped)
    return found


def drawn_instructions(instruction: Any) -> int:
    """How many graphics instructions a picture makes; what lies in a texture was drawn before."""
    from kivy.graphics import Fbo  # noqa: PLC0415

    if isinstance(instruction, Fbo) and not instruction.needs_redraw:
        return 1
    below = list(getattr(instruction, "children", ()))
    if getattr(instruction, "has_before", False):
        below.append(instruction.before)
    if getattr(instruction, "has_after", False):
        below.append(instruction.after)
    return 1 + sum(map(drawn_instructions, below))


def memory() -> int:
    """The memory of this process that is in use, in KiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() // 1024


def _lay_game(stage: Any) -> None:
    from tests.companion.playing import commands  # noqa: PLC0415
    from tests.kiosk.laid_games import beginning  # noqa: PLC0415 - Kivy is configured by now

    start = beginning(3)
    session = stage.desk.begin(start)
    for command in commands(start, _COMMANDS):
        session.apply(command)
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
