"""A panel at a cable says only random bytes while a game is played, and then is a panel after all.

    python -m tests.tools.babble_at_the_table [MEGABYTES] [--size WxH]

Games are played by touches, one after another, for as long as the bytes come: fifty megabytes
unless another number is told. Printed is how much memory that took, beside the same games without
a babbling panel, and how long the longest call was that the screen made to the panel.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from companion.commands import Command
from companion.rules.setup import Setup, start
from hardware.firmware.panel.device import Device
from hardware.lamps import Lamp, LampEffect, LampPicture, LampScheduler, LampSettings
from hardware.panel import Panel, PanelKind, PanelReport, PanelState, PanelStatus
from hardware.panel_config import SerialSettings
from hardware.panel_thread import ThreadedPanel
from hardware.serial_panel import SerialAttendant
from kiosk import routes
from tests.companion.playing import commands
from tests.hardware.cables import LONG, Sockets
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import SIZES, Size, Touchscreen, configure, read_size

MEGABYTE = 1_000_000
MOST_SECONDS = 0.005
_PATIENCE_SECONDS = 60
"""A translated processor is twenty times as slow."""
_PIECE = 50_000
_WARM_UP_PIECES = 40
_PAGE = os.sysconf("SC_PAGESIZE")
# In a process of its own, as a device is: it takes nothing of the app's time.
_BABBLER = """
import os, random, select, sys
luck = random.Random(int(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    rest = memoryview(luck.randbytes(int(sys.argv[3])))
    while rest:
        select.select([], [int(sys.argv[4])], [])
        rest = rest[os.write(int(sys.argv[4]), rest):]
"""

T = TypeVar("T")


class TimedPanel:
    """A panel of which every call is timed, for the screen to use in its place.

    `seconds` are those of calls in which the computer has not given the processor to another
    program: what those take is no panel's doing. `interrupted` counts the others.
    """

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self.seconds: list[float] = []
        self.interrupted = 0

    def poll(self) -> PanelReport:
        return self._timed(self._panel.poll)

    def show(self, picture: LampPicture) -> None:
        self._timed(lambda: self._panel.show(picture))

    def play(self, effect: LampEffect) -> None:
        self._timed(lambda: self._panel.play(effect))

    def tune(self, settings: LampSettings) -> None:
        self._timed(lambda: self._panel.tune(settings))

    def close(self, wait_seconds: float = 0.0) -> None:
        self._panel.close(wait_seconds)

    def _timed(self, call: Callable[[], T]) -> T:
        interruptions = _interruptions()
        began = time.perf_counter()
        answer = call()
        seconds = time.perf_counter() - began
        if _interruptions() == interruptions:
            self.seconds.append(seconds)
        else:
            self.interrupted += 1
        return answer

    def forget(self) -> None:
        """Begin to count anew."""
        self.seconds.clear()
        self.interrupted = 0


def _interruptions() -> int:
    """How often this program has lost the processor to another one, in any of its threads."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw


class BabbledTable:
    """A table with a panel at a cable, whose other end is in the test's hands."""

    def __init__(self, folder: Path, size: Size) -> None:
        from tests.kiosk.robot_setup import play_calmly  # noqa: PLC0415 - Kivy is configured by now

        self.sockets = Sockets()
        self.cable = self.sockets.plug_in()
        self.panel = TimedPanel(self._open_panel())
        self.touch = Touchscreen(folder, size, panel=self.panel)
        self.link = self.touch.link
        self.touch.navigator.go(routes.Start())
        play_calmly(self.touch)
        self.setup: Setup = beginning(2)
        self.commands: Sequence[Command] = commands(self.setup, 40)
        self.decisions = 0
        self.marks = 0

    def _open_panel(self) -> ThreadedPanel:
        lamps = LampScheduler(time.monotonic, LampSettings())
        attendant = SerialAttendant(
            SerialSettings(), time.monotonic, expected=True, ports=self.sockets
        )
        return ThreadedPanel(attendant, lamps, PanelStatus(PanelKind.SERIAL, PanelState.SEARCHING))

    def play_once(self) -> None:
        """Play a game of some turns by touches, from the start screen on."""
        from tests.kiosk.robot import Robot  # noqa: PLC0415 - Kivy is configured by now
        from tests.kiosk.robot_setup import begin  # noqa: PLC0415 - likewise

        self.touch.navigator.go(routes.Start())
        begin(self.touch, self.setup)
        robot = Robot(self.touch, start(self.setup))
        for command in self.commands:
            robot.play(command)
            self.decisions += 1
            self.marks += self.touch.shows("panel_mark")

    def play_while_it_babbles(self, pieces: int, seed: int) -> float:
        """Play on for as long as so many pieces of random bytes come; returns the seconds."""
        words = (seed, pieces, _PIECE, self.cable.far)
        began = time.monotonic()
        babbler = subprocess.Popen(  # noqa: S603 - our own words
            [sys.executable, "-c", _BABBLER, *map(str, words)], pass_fds=[self.cable.far]
        )
        while babbler.poll() is None:
            self.play_once()
        return time.monotonic() - began

    def become_a_panel(self) -> Device:
        """From now on the device at the cable is a real one; returns it once it is welcomed."""
        device = Device()
        self.converse_until(device, lambda: self.link.is_ready)
        return device

    def converse_until(self, device: Device, so: Callable[[], bool], *, down: bool = False) -> None:
        """Live on until it is so. Raises TimeoutError where it is not for very long."""
        until = time.monotonic() + _PATIENCE_SECONDS
        while not so():
            if time.monotonic() > until:
                raise TimeoutError(f"not so after {_PATIENCE_SECONDS} seconds: {self.link.status}")
            self.converse(device, down=down)

    def wait_for_the_mark(self) -> None:
        """Until the table shows that the panel is none. Raises TimeoutError where it never does."""
        until = time.monotonic() + _PATIENCE_SECONDS
        while not self.touch.shows("panel_mark"):
            if time.monotonic() > until:
                raise TimeoutError(f"no mark after {_PATIENCE_SECONDS} seconds: {self.link.status}")
            time.sleep(0.01)
            self.touch.wait(1 / 30)

    def converse(self, device: Device, *, down: bool = False) -> None:
        """A moment of the device's life, and a frame of the screen."""
        now = round(time.monotonic() * 1000)
        said = device.hear(self.cable.hear(), now)
        said += device.watch(now, down=down) + device.remind(now)
        self.cable.say(said)
        time.sleep(0.01)
        self.touch.wait(1 / 30)

    def close(self) -> None:
        """Let go of the panel, the cable and the screen."""
        self.link.close()
        self.panel.close(wait_seconds=LONG)
        self.touch.close()
        self.cable.pull_out()


def lit(device: Device) -> list[Lamp]:
    """The lamps that the device has lit."""
    levels = device.levels(round(time.monotonic() * 1000))
    return [lamp for lamp, level in zip(Lamp, levels, strict=True) if level]


def resident_bytes() -> int:
    """How much memory this process has."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * _PAGE


def main() -> int:
    """Babble, play and print; returns the exit status."""
    options = _parser().parse_args()
    configure()
    with tempfile.TemporaryDirectory(prefix="meduris-") as folder:
        table = BabbledTable(Path(folder), options.size)
        table.play_while_it_babbles(_WARM_UP_PIECES, seed=0)
        table.panel.forget()
        table.decisions = table.marks = 0
        before = resident_bytes()
        seconds = table.play_while_it_babbles(round(options.megabytes * MEGABYTE / _PIECE), seed=1)
        grown = (resident_bytes() - before) / MEGABYTE
        calls = sorted(table.panel.seconds)
        heard = len(table.cable.hear())
        late = sum(call > MOST_SECONDS for call in calls)
        sys.stdout.write(
            f"{options.megabytes:g} MB of random bytes in {seconds:.1f} s, meanwhile"
            f" {table.decisions} decisions by touch, each as it should be, the mark of a panel"
            f" that does not work shown after {table.marks} of them.\n"
            f"Memory grew by {grown:.2f} MB; {heard} bytes were written to the device.\n"
            f"{len(calls)} calls of the screen to the panel: {calls[len(calls) // 2] * 1000:.3f} ms"
            f" (median), {calls[-1] * 1000:.2f} ms (longest), {late} over 5 ms;"
            f" {table.panel.interrupted} more that another program interrupted.\n"
        )
        decisions, games = table.decisions, table.decisions // len(table.commands)
        before = resident_bytes()
        for _game in range(games):
            table.play_once()
        quiet = (resident_bytes() - before) / MEGABYTE
        sys.stdout.write(f"The next {decisions} decisions, in silence: {quiet:.2f} MB more.\n")
        device = table.become_a_panel()
        for _moment in range(20):
            table.converse(device)
        sys.stdout.write(
            f"Then its hello was answered: {table.link.status.state}, firmware"
            f" {table.link.status.firmware}, lit: {', '.join(lit(device))}.\n"
        )
        table.close()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.babble_at_the_table")
    parser.add_argument("megabytes", type=float, nargs="?", default=50)
    parser.add_argument("--size", type=read_size, default=SIZES[0], metavar="WxH", help="in pixels")
    return parser


if __name__ == "__main__":
    sys.exit(main())
