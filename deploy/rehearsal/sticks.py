"""The lines of deploy/rehearse-boot that are played with sticks, plugged in and pulled."""

import re
from pathlib import Path

import parts
from booted_kiosk import AS_KIOSK, SCREEN_SECONDS, BootedKiosk
from places import BACK, BACK_UP, SAVED_GAMES, THIS_MACHINE, UPDATE
from virtual_machine import TroubleError, wait_for

_UPDATE_SECONDS = 1800
_MOUNTED = "grep /run/meduris-sticks/ /proc/mounts || true"
_SAID = "/run/meduris/to-stick-said"


class Sticks:
    """One with a newer release, and an empty one; a game was played and its screen left."""

    def __init__(self, kiosk: BootedKiosk, release: Path, empty: Path) -> None:
        self._kiosk = kiosk
        self._machine = kiosk.machine
        self._release = release
        self._empty = empty

    @property
    def parts(self) -> tuple[parts.Part, ...]:
        """What is played, in this order."""
        return (
            ("a newer release on a stick is offered, and taken by a touch", self._update),
            ("rolling back", self._roll_back),
            ("a backup is put onto a stick by a touch, and is whole there", self._back_up),
        )

    def _update(self) -> None:
        self._kiosk.tap(THIS_MACHINE)
        self._wait_for_offer(self._release)
        self._kiosk.put_finger(UPDATE)
        is_taken = "-e /run/meduris/update -o -e /run/meduris/updating"
        wait_for("the update", lambda: self._kiosk.has(is_taken), SCREEN_SECONDS, pause=0.5)
        self._runs("0.1.1")
        self._pull()

    def _wait_for_offer(self, stick: Path) -> None:
        before = self._machine.picture()
        self._plug_in(stick)
        wait_for("the offer", lambda: self._machine.picture() != before, SCREEN_SECONDS)

    def _plug_in(self, stick: Path) -> None:
        self._machine.plug_in_stick(stick)
        wait_for("the stick", self._mounted, SCREEN_SECONDS)

    def _pull(self) -> None:
        self._machine.pull_stick()
        wait_for("the stick's end", lambda: not self._mounted(), SCREEN_SECONDS)

    def _mounted(self) -> str:
        return self._machine.ask(_MOUNTED)

    def _roll_back(self) -> None:
        self._machine.ask("meduris rollback", _UPDATE_SECONDS)
        self._runs("0.1.0")

    def _runs(self, version: str) -> None:
        """The release of that version is used, and no longer on trial."""

        def is_settled() -> bool:
            # In this order: a release is on trial before it is the one that is used.
            used = self._machine.ask("readlink /opt/meduris/current")
            return f"/{version}-" in used and not self._kiosk.has("-L /opt/meduris/before")

        wait_for(f"version {version}", is_settled, _UPDATE_SECONDS)
        unit = "meduris-update"
        wait_for("its end", lambda: self._kiosk.state(unit) == "inactive", SCREEN_SECONDS)
        wait_for("its service", self._kiosk.is_up, SCREEN_SECONDS)
        self._kiosk.wait_for_a_screen()
        self._kiosk.expect_the_game()

    def _back_up(self) -> None:
        for place in (THIS_MACHINE, SAVED_GAMES):
            self._kiosk.tap(place)
        self._wait_for_offer(self._empty)
        self._kiosk.put_finger(BACK_UP)
        wait_for("what root says", lambda: self._kiosk.has(f"-e {_SAID}"), SCREEN_SECONDS)
        said = self._machine.ask(f"cat {_SAID}")
        if said != "done":
            raise TroubleError(f"root says: {said}")
        self._see_that_it_is_only_read()
        self._pull()
        self._see_the_backup()
        for _ in range(2):
            self._kiosk.tap(BACK)

    def _see_that_it_is_only_read(self) -> None:
        """It can be written no more, by whoever tries, and has the one file, under its own name."""
        if not re.search(r" vfat ro,\S*noexec", self._mounted()):
            raise TroubleError(f"not for reading only: {self._mounted()}")
        names = self._machine.ask("ls -A /run/meduris-sticks/*")
        if not re.fullmatch(r"meduris-[0-9-]+\.meduris-backup\n", names):
            raise TroubleError(f"other files than a backup are there: {names}")

    def _see_the_backup(self) -> None:
        """Plugged in again, its games are those that were played."""
        self._plug_in(self._empty)
        again = "/var/lib/meduris/again"
        file = "/run/meduris-sticks/*/meduris-*"
        self._machine.ask(f"{AS_KIOSK} meduris restore --data {again} {file}")
        self._pull()
        self._kiosk.expect_the_game(again)
