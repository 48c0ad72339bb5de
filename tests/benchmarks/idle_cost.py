"""What a panel costs while nobody does anything: processor time and redraws of an idle table.

    python -m tests.benchmarks.idle_cost [SECONDS]

The app is run as it is at a table, once for each kind of panel, each in a process of its own.
Printed is the processor's share, beside that without a panel, and how often something was drawn.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hardware.firmware.panel.device import Device
from hardware.panel_config import PanelChoice
from tests.hardware.cables import Cable

_WARM_UP_SECONDS = 2.0
_KINDS = ("none", "searching", "at a cable", "simulated")


def main() -> None:
    """Measure every kind of panel and print the shares."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.idle_cost")
    parser.add_argument("seconds", type=float, nargs="?", default=20)
    parser.add_argument("--kind", choices=_KINDS, help="measure only this one, in this process")
    options = parser.parse_args()
    if options.kind is not None:
        share, draws = measure(options.kind, options.seconds)
        sys.stdout.write(f"{share} {draws}")
        return
    without = 0.0
    for kind in _KINDS:
        command = [sys.executable, "-m", "tests.benchmarks.idle_cost", str(options.seconds)]
        told = subprocess.run(  # noqa: S603 - ourselves
            [*command, "--kind", kind], check=True, capture_output=True, text=True
        ).stdout
        share, draws = float(told.split()[0]), int(told.split()[1])
        without = without or share
        sys.stdout.write(
            f"{kind:<12} {share:6.2%} of a processor, {share / without:.2f} times that without a"
            f" panel; {draws} redraws in {options.seconds:g} s\n"
        )


def measure(kind: str, seconds: float) -> tuple[float, int]:
    """The processor's share and the number of redraws of an idle table with such a panel."""
    from tests.kiosk.touch import configure  # noqa: PLC0415 - only the process that measures

    configure()
    from kivy.config import Config  # noqa: PLC0415 - configured by now

    Config.set("graphics", "maxfps", "30")
    from kiosk.app import CompanionApp  # noqa: PLC0415 - likewise

    with tempfile.TemporaryDirectory(prefix="meduris-") as folder:
        file = Path(folder) / "panel.toml"
        wanted = _prepare(kind, file)
        found: list[tuple[float, int]] = []
        companion = CompanionApp(
            Path(folder),
            lambda stage: _watch(stage, seconds, found),
            panel_file=file,
            panel_choice=wanted,
        )
        companion.run()
    return found[0]


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


def _watch(stage, seconds: float, found: list[tuple[float, int]]) -> None:
    """Lay a game on the table, let it lie, and note what that cost."""
    from kivy.app import App  # noqa: PLC0415
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415

    from tests.companion.playing import commands  # noqa: PLC0415
    from tests.kiosk.laid_games import beginning  # noqa: PLC0415

    start = beginning(3)
    session = stage.desk.begin(start)
    for command in commands(start, 13):
        session.apply(command)
    stage.go("table")
    draws = []
    Window.bind(on_flip=lambda *_: draws.append(time.monotonic()))

    def begin(_delta: float) -> None:
        before, drawn, began = time.process_time(), len(draws), time.monotonic()

        def end(_delta: float) -> None:
            share = (time.process_time() - before) / (time.monotonic() - began)
            found.append((share, len(draws) - drawn))
            App.get_running_app().stop()

        Clock.schedule_once(end, seconds)

    Clock.schedule_once(begin, _WARM_UP_SECONDS)


if __name__ == "__main__":
    main()
