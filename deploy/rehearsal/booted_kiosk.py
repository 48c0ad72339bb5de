"""A kiosk in a virtual machine: its service, what its display shows, and a finger on it."""

import time
from pathlib import Path

from virtual_machine import TroubleError, VirtualMachine, wait_for

START_SECONDS = 1800
"""Every instruction is translated, on a machine that may have other things to do."""
SCREEN_SECONDS = 900
_STEADY_SECONDS = 6
"""A tap shades its button at once; what it leads to may come seconds later."""
_COLORS = 40
"""A console has fewer, every screen of the companion more."""
AS_KIOSK = "setpriv --reuid=meduris --regid=meduris --init-groups"


class BootedKiosk:
    """The service in the machine that `folder` holds."""

    def __init__(self, folder: Path) -> None:
        self.machine = VirtualMachine(folder, folder / "disk", folder / "boot")
        self.taps = 0
        self._game = ""

    def boot(self) -> None:
        """Switch the machine on, and wait for the kiosk's screen. Raises TroubleError."""
        self.machine.switch_on()
        wait_for("its shell", self.machine.answers, START_SECONDS)
        wait_for("the service", self.is_up, SCREEN_SECONDS)
        if self.restarts() != 0:
            raise TroubleError("it did not come up at the first attempt")
        self.wait_for_a_screen()
        self.machine.ask("modprobe uinput && systemd-run --unit=finger /root/finger")
        wait_for("the finger", lambda: self.has("-p /run/finger"), SCREEN_SECONDS)
        wait_for("the compositor to feel it", self._feels_the_finger, SCREEN_SECONDS)
        self.taps = 0

    def _feels_the_finger(self) -> bool:
        # What is touched before the compositor has opened a new touchscreen, nobody gets.
        screen = "grep --files-with-matches Rehearsal /sys/class/input/event*/device/name"
        opened = f"-lname /dev/input/$({screen} | cut --delimiter=/ --fields=5)"
        return bool(self.machine.ask(f"find /proc/$(pgrep --exact cage)/fd {opened} || true"))

    def log(self) -> str:
        """What it has told last, for whoever looks for a fault."""
        try:
            told = self.machine.ask("journalctl --unit=meduris* --lines=20 --no-pager")
        except (TroubleError, OSError):
            told = self.machine.console.read_text(errors="replace")
        return "\n".join(told.splitlines()[-20:])

    # Its service

    def has(self, test: str) -> bool:
        """Whether a test of the shell holds there, such as `-e FILE`."""
        return "yes" in self.machine.ask(f"if [ {test} ]; then echo yes; fi")

    def is_up(self) -> bool:
        """Whether its service has told that its screen is up."""
        return self.state("meduris") == "active"

    def state(self, unit: str) -> str:
        """What systemd says of a unit."""
        told = self.machine.ask(f"systemctl show --property=ActiveState --value {unit}")
        return told.strip()

    def restarts(self) -> int:
        """How often the service was started anew since the machine was switched on."""
        return int(self.machine.ask("systemctl show --property=NRestarts --value meduris"))

    # Its saved games

    def games(self, data: str = "/var/lib/meduris") -> str:
        """The records of the games in a data folder."""
        return self.machine.ask(f"{AS_KIOSK} meduris export --data {data}")

    def remember_the_game(self) -> str:
        """From now on it is the one that has to be there; returns its record."""
        self._game = self.games()
        return self._game

    def expect_the_game(self, data: str = "/var/lib/meduris") -> None:
        """Raises TroubleError unless just this game is in a data folder."""
        games = self.games(data)
        if games != self._game:
            raise TroubleError(f"the game is not the one that was played: {games[-300:]}")

    # Its screen

    def wait_for_a_screen(self) -> None:
        """Return as soon as its display shows one, and not a console."""
        wait_for("a picture", self._shows_a_screen, SCREEN_SECONDS)

    def _shows_a_screen(self) -> bool:
        pixels = self.machine.picture()
        return len({pixels[place : place + 3] for place in range(16, len(pixels) - 3, 3)}) > _COLORS

    def put_finger(self, place: tuple[int, int]) -> None:
        """Tap there."""
        self.machine.ask(f"echo {place[0]} {place[1]} >/run/finger")
        self.taps += 1

    def tap(self, place: tuple[int, int]) -> None:
        """Tap there, and return when the picture is another one and stands still."""
        before = self.machine.picture()
        seen, since = before, time.monotonic()

        def is_other_and_still() -> bool:
            nonlocal seen, since
            now = self.machine.picture()
            if now != seen:
                seen, since = now, time.monotonic()
            return now != before and time.monotonic() - since > _STEADY_SECONDS

        self.put_finger(place)
        wait_for(f"another picture after {place}", is_other_and_still, SCREEN_SECONDS, pause=0.5)
