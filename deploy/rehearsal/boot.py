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
from booted_kiosk import SCREEN_SECONDS, BootedKiosk
from pico import DIE_LAMPS, TURN_LAMPS, Pico
from places import BEGIN_A_GAME, RESUME, SWITCH_OFF, THIS_MACHINE
from sticks import Sticks
from virtual_machine import TroubleError, wait_for

_OFF_SECONDS = 600
_STATUS_SECONDS = 300
"""The kiosk tells every ten seconds how it is."""
_PLUG_SECONDS = 300
"""What is promised is five; but the panel counts other seconds than a kiosk that is translated, so
that is measured by deploy/rehearse-pi."""
_PULLED_SECONDS = 5


class Rehearsal:
    """A kiosk's first evening, in a virtual machine."""

    def __init__(self, folder: Path) -> None:
        self._kiosk = BootedKiosk(folder)
        self._machine = self._kiosk.machine
        self._pico = Pico(folder, self._machine)
        self._sticks = Sticks(self._kiosk, folder / "stick", folder / "empty-stick")

    def play(self, only: Sequence[str]) -> bool:
        """Print a line for each part; returns whether all went as they should."""
        sections: dict[str, tuple[parts.Part, ...]] = {
            "start": (
                ("it boots, and the kiosk says that its screen is up", self._kiosk.boot),
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
                (
                    "one that takes too much memory comes back to its decision",
                    self._take_its_memory,
                ),
            ),
            "sticks": (
                ("the plug is pulled; it boots, and offers the same game", self._pull_the_plug),
                *self._sticks.parts,
                ("two touches switch it off", self._switch_off),
            ),
        }
        try:
            return parts.play(parts.chosen(sections, only), self._kiosk.log)
        finally:
            self._pico.unplug()
            self._machine.pull_the_plug()

    def _see_the_doctor(self) -> None:
        told = self._machine.ask("meduris doctor")
        if not re.search("touch +Rehearsal touchscreen", told) or "wayland" not in told:
            raise TroubleError(told)

    def _begin_a_game(self) -> None:
        for place in BEGIN_A_GAME:
            self._kiosk.tap(place)
        game = self._kiosk.remember_the_game()
        if game.count('"do":"place_worker"') != 1:
            raise TroubleError(f"no worker was placed: {game[-300:]}")

    def _count_touches(self) -> None:
        taps = self._kiosk.taps

        def is_told() -> bool:
            told = self._machine.ask("cat /run/meduris/status.json")
            return f'"touches":{taps},"doubled":0' in told

        wait_for(f"{taps} touches, none doubled", is_told, _STATUS_SECONDS)

    # The panel

    def _plug_in(self) -> None:
        self._pico.plug_in()
        wait_for("whose turn it is", self._shows_whose_turn_it_is, _PLUG_SECONDS, pause=0.2)
        self._see_a_press()

    def _see_a_press(self) -> None:
        # No die is to be rolled now: the button is answered by two short blinks of the die's lamps.
        seen = self._pico.lit_while_pressed()
        if set(DIE_LAMPS) - seen:
            raise TroubleError(f"the die's lamps should have blinked: {sorted(seen)}")
        wait_for("only whose turn it is", self._shows_whose_turn_it_is, _PLUG_SECONDS, pause=0.2)
        # A press that was refused has changed nothing.
        self._kiosk.expect_the_game()

    def _shows_whose_turn_it_is(self) -> bool:
        lit = self._pico.lit()
        return len(lit) == 1 and lit < set(TURN_LAMPS)

    def _pull_cable(self) -> None:
        before = self._kiosk.restarts()
        self._pico.unplug()
        wait_for("the port's end", lambda: not self._kiosk.has("-e /dev/ttyUSB0"), _PLUG_SECONDS)
        time.sleep(_PULLED_SECONDS)
        if self._kiosk.restarts() != before or not self._kiosk.is_up():
            raise TroubleError("the kiosk did not stay up")
        self._kiosk.expect_the_game()

    # What goes wrong

    def _hang(self) -> None:
        self._machine.ask("pkill -STOP --full '^/opt/meduris.* kiosk kiosk'")
        self._comes_back(1)
        self._machine.ask("journalctl --unit=meduris | grep 'Watchdog timeout'")

    def _kill_the_compositor(self) -> None:
        before = self._kiosk.restarts()
        self._machine.ask("pkill -KILL --exact cage")
        self._comes_back(before + 1)

    def _take_its_memory(self) -> None:
        """The limit sinks below what it takes: the kernel ends it, as where it took too much."""
        decision = self._resumed()
        limit = "systemctl set-property --runtime meduris.service MemoryMax="
        allowed = self._machine.ask("systemctl show --property=MemoryMax --value meduris").strip()
        before = self._kiosk.restarts()
        self._machine.ask(f"{limit}40M; {limit}{allowed}")
        self._comes_back(before + 1)
        self._machine.ask("journalctl --unit=meduris | grep 'oom-kill'")
        if self._resumed() != decision:
            raise TroubleError("it does not show the decision that it showed before")

    def _resumed(self) -> bytes:
        """The picture of the table, from the start screen on."""
        for place in RESUME:
            self._kiosk.tap(place)
        return self._machine.picture()

    def _comes_back(self, restarts: int) -> None:
        def is_back() -> bool:
            return self._kiosk.restarts() == restarts and self._kiosk.is_up()

        wait_for("the service again", is_back, SCREEN_SECONDS)
        self._kiosk.wait_for_a_screen()
        self._kiosk.expect_the_game()

    def _pull_the_plug(self) -> None:
        self._machine.pull_the_plug()
        # Its panel has its power from it.
        self._pico.unplug()
        self._kiosk.boot()
        self._kiosk.expect_the_game()

    def _switch_off(self) -> None:
        for place in (THIS_MACHINE, SWITCH_OFF):
            self._kiosk.tap(place)
        self._kiosk.put_finger(SWITCH_OFF)
        wait_for("off", self._machine.is_off, _OFF_SECONDS)


if __name__ == "__main__":
    sys.exit(0 if Rehearsal(Path(sys.argv[1])).play(sys.argv[2:]) else 1)
