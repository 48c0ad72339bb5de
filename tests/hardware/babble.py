"""A device that says nothing but random bytes, and then turns out to be a panel.

Run as a program it does so with fifty megabytes, or as many as it is told, and says how much
memory that took: python -m tests.hardware.babble [MEGABYTES]
"""

import os
import random
import sys
import threading
import time

from hardware.firmware.panel import wire
from hardware.lamps import Lamp, LampScheduler, LampSettings, picture
from hardware.panel import PanelKind, PanelState, PanelStatus
from hardware.panel_config import SerialSettings
from hardware.panel_thread import ThreadedPanel, take_short_turns
from hardware.serial_panel import SerialAttendant
from tests.hardware.cables import LONG, Cable, Sockets, eventually

MEGABYTE = 1_000_000
_PIECE = 50_000
_PAGE = os.sysconf("SC_PAGESIZE")


class Babbling:
    """What came of it: the memory before and after, the slowest look of the screen, the answer."""

    def __init__(self, megabytes: float) -> None:
        self.sockets = Sockets()
        self.cable: Cable = self.sockets.plug_in()
        self.panel = self._open_panel()
        self.presses = 0
        self.looks: list[float] = []
        self.heard_before_hello = b""
        self.megabytes = megabytes
        self.seconds = 0.0
        self.memory_grown = 0.0

    def run(self) -> None:
        """Babble, and look at the panel all along as a screen does, sixty times a second."""
        self._say(random.Random(0).randbytes(2 * MEGABYTE))
        before = _resident_bytes()
        began = time.monotonic()
        babbler = threading.Thread(target=self._babble)
        babbler.start()
        while babbler.is_alive():
            self._look()
            time.sleep(1 / 60)
        self.seconds = time.monotonic() - began
        self.memory_grown = (_resident_bytes() - before) / MEGABYTE
        self.heard_before_hello = self.cable.hear()

    def say_hello(self) -> bytes:
        """The device says what it is after all; returns the answer up to the lamps."""
        self._say(b"\n" + wire.seal("hello companion-panel 1 1.0.0 button,lamps10,dim"))
        heard = bytearray()

        def is_answered() -> bool:
            heard.extend(self.cable.hear())
            return b"lamps" in heard and heard.endswith(b"\n")

        eventually(is_answered)
        return bytes(heard)

    def end(self) -> None:
        self.panel.close(wait_seconds=LONG)
        self.cable.pull_out()

    def _open_panel(self) -> ThreadedPanel:
        lamps = LampScheduler(time.monotonic, LampSettings(brightness_percent=100))
        attendant = SerialAttendant(
            SerialSettings(), time.monotonic, expected=True, ports=self.sockets
        )
        return ThreadedPanel(attendant, lamps, PanelStatus(PanelKind.SERIAL, PanelState.SEARCHING))

    def _babble(self) -> None:
        luck = random.Random(1)
        for _ in range(round(self.megabytes * MEGABYTE / _PIECE)):
            self._say(luck.randbytes(_PIECE))

    def _say(self, data: bytes) -> None:
        self.cable.say(data)

    def _look(self) -> None:
        began = time.perf_counter()
        self.presses += len(self.panel.poll().presses)
        self.panel.show(picture(steady=[Lamp.RED]))
        self.looks.append(time.perf_counter() - began)


def _resident_bytes() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - not a file to keep
        return int(file.read().split()[1]) * _PAGE


def main() -> None:
    take_short_turns()
    babbling = Babbling(float(sys.argv[1]) if len(sys.argv) > 1 else 50)
    babbling.run()
    looks = sorted(babbling.looks)
    answer = babbling.say_hello().splitlines()
    babbling.end()
    sys.stdout.write(
        f"{babbling.megabytes:g} MB of random bytes in {babbling.seconds:.1f} s:"
        f" memory grew by {babbling.memory_grown:.2f} MB; {babbling.presses} presses;"
        f" {len(babbling.heard_before_hello)} bytes were written to the device.\n"
        f"The screen looked {len(looks)} times, each look took {looks[len(looks) // 2] * 1000:.2f}"
        f" ms (median), {looks[-1] * 1000:.2f} ms (longest).\n"
        f"Then its hello was answered with {answer}.\n"
    )


if __name__ == "__main__":
    main()
