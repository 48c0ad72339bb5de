"""The lines of deploy/rehearse-boot that are played in the virtual machine.

    python3 deploy/rehearsal/boot.py FOLDER [SECTION]

FOLDER holds `disk`, `boot/`, `stick` with a release 0.1.1, `empty-stick`, and `micropython/`. Of
the sections panel, trouble and sticks only that one is played, if one is named. Stops at the first
line that fails.
"""

import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import parts
from pico import DIE_LAMPS, TURN_LAMPS, Pico
from places import BACK_UP, BEGIN_A_GAME, SAVED_GAMES, SWITCH_OFF, THIS_MACHINE, UPDATE
from virtual_machine import TroubleError, VirtualMachine, wait_for

_START_SECONDS = 1800
"""Every instruction is translated, on a machine that may have other things to do."""
_SCREEN_SECONDS = 900
_UPDATE_SECONDS = 1200
_OFF_SECONDS = 180
_STEADY_SECONDS = 6
"""A tap shades its button at once; what it leads to may come seconds later."""
_PLUG_SECONDS = 60
"""What is promised is five; but the panel counts other seconds than a kiosk that is translated, so
that is measured by deploy/rehearse-pi."""
_PULLED_SECONDS = 5
_COLORS = 40
"""A console has fewer, every screen of the companion more."""

_AS_KIOSK = "setpriv --reuid=meduris --regid=meduris --init-groups"
_GAMES = f"{_AS_KIOSK} env MEDURIS_DATA=/var/lib/meduris meduris export"
_MOUNTED = "grep /run/meduris-sticks/ /proc/mounts || true"


class Rehearsal:
    """A kiosk's first evening, in a virtual machine."""

    def __init__(self, folder: Path) -> None:
        self._machine = VirtualMachine(folder, folder / "disk", folder / "boot")
        self._stick, self._empty_stick = folder / "stick", folder / "empty-stick"
        self._pico = Pico(folder, self._machine)
        self._game = ""
        self._taps = 0

    def play(self, only: Sequence[str]) -> bool:
        """Print a line for each part; returns whether all went as they should."""
        sections: dict[str, tuple[parts.Part, ...]] = {
            "start": (
                ("it boots, and the kiosk says that its screen is up", self._boot),
                ("the doctor finds no failure", self._see_the_doctor),
                ("touches begin a game and place a worker", self._begin_a_game),
                ("each touch arrived once", self._count_touches),
            ),
            "panel": (
                ("a panel at a cable shows whose turn it is, and hears a press", self._plug_in),
                ("its cable is pulled in mid-game: nothing else is disturbed", self._pull_cable),
                ("plugged in again, it is used", self._plug_in),
            ),
            "trouble": (
                ("a screen that hangs is started anew by the watchdog", self._hang),
                ("a killed compositor is started anew", self._kill_the_compositor),
                ("one that takes too much memory is started anew", self._take_its_memory),
            ),
            "sticks": (
                ("the plug is pulled; it boots, and offers the same game", self._pull_the_plug),
                ("a newer release on a stick is offered, and taken by a touch", self._update),
                ("rolling back", self._roll_back),
                ("a backup is put onto a stick by a touch, and is whole there", self._back_up),
                ("two touches switch it off", self._switch_off),
            ),
        }
        try:
            return parts.play(parts.chosen(sections, only), self._log)
        finally:
            self._pico.unplug()
            self._machine.pull_the_plug()

    def _log(self) -> str:
        try:
            told = self._machine.ask("journalctl --unit=meduris --lines=20 --no-pager")
        except (TroubleError, OSError):
            told = self._machine.console.read_text(errors="replace")
        return "\n".join(told.splitlines()[-20:])

    # What the machine is asked

    def _boot(self) -> None:
        self._machine.switch_on()
        wait_for("its shell", self._machine.answers, _START_SECONDS)
        wait_for("the screen", self._is_up, _SCREEN_SECONDS)
        if self._restarts() != 0:
            raise TroubleError("it did not come up at the first attempt")
        wait_for("a picture", self._shows_a_screen, _SCREEN_SECONDS)
        self._machine.ask("modprobe uinput && systemd-run --unit=finger /root/finger")
        wait_for("the finger", lambda: "yes" in self._ask_if("-p /run/finger"), _SCREEN_SECONDS)
        self._taps = 0

    def _ask_if(self, test: str) -> str:
        return self._machine.ask(f"if [ {test} ]; then echo yes; fi")

    def _is_up(self) -> bool:
        return self._state("meduris") == "active"

    def _state(self, unit: str) -> str:
        told = self._machine.ask(f"systemctl show --property=ActiveState --value {unit}")
        return told.strip()

    def _restarts(self) -> int:
        return int(self._machine.ask("systemctl show --property=NRestarts --value meduris"))

    def _version(self) -> str:
        return self._machine.ask("readlink /opt/meduris/current").strip()

    # What its display shows

    def _shows_a_screen(self) -> bool:
        pixels = self._machine.picture()
        return len({pixels[place : place + 3] for place in range(16, len(pixels) - 3, 3)}) > _COLORS

    def _tap(self, place: tuple[int, int]) -> None:
        """Tap there, and return when the picture is another one and stands still."""
        before = self._machine.picture()
        seen, since = before, time.monotonic()

        def is_other_and_still() -> bool:
            nonlocal seen, since
            now = self._machine.picture()
            if now != seen:
                seen, since = now, time.monotonic()
            return now != before and time.monotonic() - since > _STEADY_SECONDS

        self._machine.ask(f"echo {place[0]} {place[1]} >/run/finger")
        self._taps += 1
        wait_for("another picture", is_other_and_still, _SCREEN_SECONDS, pause=0.5)

    # The lines

    def _see_the_doctor(self) -> None:
        told = self._machine.ask("meduris doctor")
        if not re.search("touch +Rehearsal touchscreen", told) or "wayland" not in told:
            raise TroubleError(told)

    def _begin_a_game(self) -> None:
        for place in BEGIN_A_GAME:
            self._tap(place)
        self._game = self._machine.ask(_GAMES)
        if self._game.count('"do":"place_worker"') != 1:
            raise TroubleError(f"no worker was placed: {self._game[-300:]}")

    def _count_touches(self) -> None:
        # The kiosk tells it every ten seconds.
        def is_told() -> bool:
            told = self._machine.ask("cat /run/meduris/status.json")
            return f'"touches":{self._taps},"doubled":0' in told

        wait_for(f"{self._taps} touches, none doubled", is_told, 30)

    def _plug_in(self) -> None:
        self._pico.plug_in()
        wait_for("whose turn it is", self._shows_whose_turn_it_is, _PLUG_SECONDS, pause=0.2)
        self._see_a_press()

    def _see_a_press(self) -> None:
        # No die is to be rolled now: the button is answered by two short blinks of the die's lamps.
        before = self._machine.ask(_GAMES)
        seen = self._pico.lit_while_pressed()
        if set(DIE_LAMPS) - seen:
            raise TroubleError(f"the die's lamps should have blinked: {sorted(seen)}")
        wait_for("only whose turn it is", self._shows_whose_turn_it_is, _PLUG_SECONDS, pause=0.2)
        if self._machine.ask(_GAMES) != before:
            raise TroubleError("a press that was refused has changed the game")

    def _shows_whose_turn_it_is(self) -> bool:
        lit = self._pico.lit()
        return len(lit) == 1 and lit < set(TURN_LAMPS)

    def _pull_cable(self) -> None:
        before = self._restarts()
        self._pico.unplug()
        wait_for("the port's end", lambda: "yes" not in self._ask_if("-e /dev/ttyUSB0"), 30)
        time.sleep(_PULLED_SECONDS)
        if self._restarts() != before or not self._is_up():
            raise TroubleError("the kiosk did not stay up")
        if self._machine.ask(_GAMES) != self._game:
            raise TroubleError("the game is not the one that was played")

    def _hang(self) -> None:
        self._machine.ask("pkill -STOP --full '^/opt/meduris.* kiosk kiosk'")
        self._comes_back(1)
        self._machine.ask("journalctl --unit=meduris | grep 'Watchdog timeout'")

    def _kill_the_compositor(self) -> None:
        self._machine.ask("pkill -KILL --exact cage")
        self._comes_back(2)

    def _take_its_memory(self) -> None:
        """The limit sinks below what it takes: the kernel ends it, as where it took too much."""
        limit = "systemctl set-property --runtime meduris.service MemoryMax="
        allowed = self._machine.ask("systemctl show --property=MemoryMax --value meduris").strip()
        self._machine.ask(f"{limit}40M; {limit}{allowed}")
        self._comes_back(3)
        self._machine.ask("journalctl --unit=meduris | grep 'oom-kill'")
        if self._machine.ask(_GAMES) != self._game:
            raise TroubleError("the game is not the one that was played")

    def _comes_back(self, restarts: int) -> None:
        def is_back() -> bool:
            return self._restarts() == restarts and self._is_up()

        wait_for("the screen again", is_back, _SCREEN_SECONDS)

    def _pull_the_plug(self) -> None:
        self._machine.pull_the_plug()
        self._boot()
        if self._machine.ask(_GAMES) != self._game:
            raise TroubleError("the game is not the one that was played")

    def _update(self) -> None:
        self._tap(THIS_MACHINE)
        before = self._machine.picture()
        self._machine.plug_in_stick(self._stick)
        wait_for("the offer", lambda: self._machine.picture() != before, _SCREEN_SECONDS)
        self._tap(UPDATE)
        self._runs("0.1.1")
        self._machine.pull_stick()

    def _roll_back(self) -> None:
        self._machine.ask("meduris rollback", _UPDATE_SECONDS)
        self._runs("0.1.0")

    def _runs(self, version: str) -> None:
        """The release of that version is used, and no longer on trial."""

        def is_settled() -> bool:
            # In this order: a release is on trial before it is the one that is used.
            is_used = re.search(rf"/{version}-", self._version()) is not None
            return is_used and "yes" not in self._ask_if("-L /opt/meduris/before")

        wait_for(f"version {version}", is_settled, _UPDATE_SECONDS)
        wait_for("its end", lambda: self._state("meduris-update") == "inactive", _SCREEN_SECONDS)
        wait_for("its screen", self._is_up, _SCREEN_SECONDS)
        if self._machine.ask(_GAMES) != self._game:
            raise TroubleError("the game is not the one that was played")

    def _back_up(self) -> None:
        wait_for("a picture", self._shows_a_screen, _SCREEN_SECONDS)
        for place in (THIS_MACHINE, SAVED_GAMES):
            self._tap(place)
        before = self._machine.picture()
        self._machine.plug_in_stick(self._empty_stick)
        wait_for("the offer", lambda: self._machine.picture() != before, _SCREEN_SECONDS)
        self._tap(BACK_UP)
        said = "cat /run/meduris/to-stick-said || true"
        wait_for("what root says", lambda: "done" in self._machine.ask(said), _SCREEN_SECONDS)
        self._see_the_stick_is_only_read()
        self._machine.pull_stick()
        wait_for("the stick's end", lambda: not self._machine.ask(_MOUNTED), _SCREEN_SECONDS)
        self._see_the_backup()

    def _see_the_stick_is_only_read(self) -> None:
        """It can be written no more, by whoever tries, and has the one file, under its own name."""
        told = self._machine.ask(_MOUNTED)
        if not re.search(r" vfat ro,\S*noexec", told):
            raise TroubleError(f"not for reading only: {told}")
        names = self._machine.ask("ls -A /run/meduris-sticks/*")
        if not re.fullmatch(r"meduris-[0-9-]+\.meduris-backup\n", names):
            raise TroubleError(f"other files than a backup are there: {names}")

    def _see_the_backup(self) -> None:
        """Plugged in again, its games are those that were played."""
        self._machine.plug_in_stick(self._empty_stick)
        wait_for("the stick", lambda: self._machine.ask(_MOUNTED), _SCREEN_SECONDS)
        again = "/var/lib/meduris/again"
        found = "/run/meduris-sticks/*/meduris-*"
        self._machine.ask(f"{_AS_KIOSK} meduris restore --data {again} {found}")
        games = self._machine.ask(f"{_AS_KIOSK} meduris export --data {again}")
        self._machine.pull_stick()
        if games != self._game:
            raise TroubleError(f"the game on the stick is not the one that was played: {games}")

    def _switch_off(self) -> None:
        wait_for("a picture", self._shows_a_screen, _SCREEN_SECONDS)
        for place in (THIS_MACHINE, SWITCH_OFF):
            self._tap(place)
        self._machine.ask(f"echo {SWITCH_OFF[0]} {SWITCH_OFF[1]} >/run/finger")
        wait_for("off", self._machine.is_off, _OFF_SECONDS)


if __name__ == "__main__":
    sys.exit(0 if Rehearsal(Path(sys.argv[1])).play(sys.argv[2:]) else 1)
