"""Test a kiosk in a virtual machine, from its first boot; called by deploy/rehearse-boot.

    python3 deploy/rehearsal/boot.py FOLDER [SECTION]

FOLDER contains the disk of the machine (`disk`), the boot partition of an SD card (`card`), the
kernel and initrd (`boot/`), and the contents of two USB sticks: `stick` with a newer version, and
`mac-stick`, empty and from macOS. SECTION names a group of tests, `trouble` or `sticks`; without
it, all tests run. The first failure ends the run.
"""

import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from harness import CONNECT_SECONDS, PC, START_SECONDS, Part, RehearsalError, run_tests, wait_for
from tap_positions import (
    BACK,
    BACK_UP,
    BEGIN_A_GAME,
    FIRST_START,
    RESUME,
    SAVED_GAMES,
    SWITCH_OFF,
    THIS_MACHINE,
    UPDATE,
)

_SCREEN_SECONDS = 900
_INSTALL_SECONDS = 3600
_UPDATE_SECONDS = 1800
_STEADY_SECONDS = 6
"""A picture is stable after this many seconds without a change: the result of a tap may appear
seconds after the button is shaded."""
_SURE_SECONDS = 30
"""Seconds without a change for a picture that is compared with others."""
_COLORS = 40
"""Maximum number of colours of a text console; every screen of the companion has more."""
_AS_KIOSK = "setpriv --reuid=meduris --regid=meduris --init-groups"
_INSTALLER = "/var/lib/cloud/scripts/per-boot/meduris"
_REPOSITORY = "/boot/firmware/meduris-repository"
_SAID = "/run/meduris/to-stick-said"
_DATA = "/var/lib/meduris"


class Kiosk(PC):
    """Virtual machine with a disk, the boot partition of an SD card, a network and USB."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            folder,
            "root=/dev/vda rw console=tty0 quiet vt.global_cursor_default=0",
            (folder / "disk", folder / "card"),
            *("-netdev", "user,id=net", "-device", "virtio-net-pci,netdev=net,id=network"),
            *("-device", "qemu-xhci"),
        )
        self._taps = 0
        self._game = ""

    def run(self, only: Sequence[str]) -> bool:
        """Run the tests of the first start, then the groups of tests named in `only`.

        If `only` is empty, all groups run. Return whether all tests passed.
        """
        sections: dict[str, Sequence[Part]] = {
            "start": (
                ("the first start of a card without a network says so", self._start_offline),
                (
                    "a missing folder, a damaged package and a full card are reported",
                    self._break_the_card,
                ),
                ("the first start of a card ends at the first question", self._start),
                ("the doctor finds no failure", self._see_the_doctor),
                ("touches start a game and place a worker", self._begin_a_game),
                ("each touch arrived once", self._count_touches),
            ),
            "trouble": (
                ("the watchdog restarts a screen that hangs", self._hang),
                ("a killed compositor is restarted", self._kill_the_compositor),
                (
                    "a screen that runs out of memory returns to the same decision",
                    self._take_memory,
                ),
            ),
            "sticks": (
                ("after a power cut it boots and offers the same game", self._pull_the_plug),
                ("a newer version on a stick is offered, and installed by a touch", self._update),
                ("it goes back to the previous version", self._go_back),
                ("a touch writes a backup to a stick, and it can be restored", self._back_up),
                ("two touches switch it off", self._switch_off),
            ),
        }
        wanted = [name for name in sections if not only or name in ("start", *only)]
        return run_tests([part for name in wanted for part in sections[name]], self)

    # First start of a card

    def _start_offline(self) -> None:
        self.switch_on("-snapshot")
        self.monitor_command("set_link", name="network", up=False)
        wait_for("the shell", self.shell_answers, START_SECONDS)
        self._wait_for_words("There is no internet")
        self.run_as_root(f"pkill --full {_INSTALLER}")
        self.monitor_command("set_link", name="network", up=True)

    def _break_the_card(self) -> None:
        package = f"{_REPOSITORY}/meduris-kiosk_*.deb"
        room = "$(($(stat --file-system --format='%a * %S' /) - 100000000))"
        for damage, words, mend in (
            (
                f"mv {_REPOSITORY} /root/",
                "is missing",
                f"mv /root/meduris-repository {_REPOSITORY}",
            ),
            (
                f"cp {package} /root/; truncate -s -9 {package}",
                "is damaged",
                f"cp /root/*.deb {package}",
            ),
            (f"fallocate --length={room} /full", "is full", "rm /full"),
        ):
            self.run_as_root(f"{damage}; {_INSTALLER} && exit 1; {mend}")
            self._wait_for_words(words)
        self.pull_the_plug()

    def _wait_for_words(self, words: str) -> None:
        def is_said() -> bool:
            return words in " ".join(self.run_as_root("cat /dev/vcs1").split())

        wait_for(f"'{words}' on the screen", is_said, _INSTALL_SECONDS)

    def _start(self) -> None:
        self.switch_on()
        began = time.monotonic()
        # One command checks shell and service, as the machine may restart between two commands.
        is_up = "systemctl is-active meduris"
        wait_for("the first question", lambda: self.shell_answers(is_up), _INSTALL_SECONDS)
        self._wait_for_a_screen()
        minutes, of_processor = (time.monotonic() - began) / 60, self.processor_seconds() / 60
        sys.stdout.write(f"        {minutes:.1f} minutes, {of_processor:.1f} of them computing\n")
        self._wait_until_up()

    def _see_the_doctor(self) -> None:
        told = self.run_as_root("meduris doctor")
        if not re.search("touch +Rehearsal touchscreen", told) or "wayland" not in told:
            raise RehearsalError(told)

    def _begin_a_game(self) -> None:
        for place in (*FIRST_START, *BEGIN_A_GAME):
            self._tap(place)
        self._game = self._games()
        if self._game.count('"do":"place_worker"') != 1:
            raise RehearsalError(f"no worker was placed: {self._game[-300:]}")

    def _count_touches(self) -> None:
        told = f'"touches":{self._taps},"doubled":0'
        wait_for(
            f"{self._taps} touches, none doubled",
            lambda: told in self.run_as_root("cat /run/meduris/status.json"),
            _SCREEN_SECONDS,
        )

    # Faults

    def _hang(self) -> None:
        self.run_as_root("pkill -STOP --full '^/usr/bin/python3 .*kiosk.cli.kiosk'")
        self._comes_back(1)
        self.run_as_root("journalctl --unit=meduris | grep 'Watchdog timeout'")

    def _kill_the_compositor(self) -> None:
        before = self._restarts()
        self.run_as_root("pkill -KILL --exact cage")
        self._comes_back(before + 1)

    def _take_memory(self) -> None:
        # A limit below the current use makes the kernel kill the service.
        before = self._restarts()
        self._resume()
        decision = self.screenshot()
        if self._restarts() != before:
            raise RehearsalError("the service restarted before the memory was limited")
        limit = "systemctl set-property --runtime meduris.service MemoryMax="
        allowed = self.run_as_root("systemctl show --property=MemoryMax --value meduris").strip()
        self.run_as_root(f"{limit}40M; {limit}{allowed}")
        self._comes_back(before + 1)
        self.run_as_root("journalctl --unit=meduris | grep 'oom-kill'")
        self._resume()
        wait_for("the same decision", lambda: self.screenshot() == decision, _SCREEN_SECONDS)

    def _resume(self) -> None:
        # After a restart, reading a game takes longer than the result of other taps.
        for place in RESUME:
            self._tap(place, _SURE_SECONDS)

    def _comes_back(self, restarts: int) -> None:
        wait_for(
            "the service to be restarted",
            lambda: self._restarts() == restarts and self._is_up(),
            _SCREEN_SECONDS,
        )
        self._wait_for_a_screen()
        self._expect_the_game()

    def _pull_the_plug(self) -> None:
        self.pull_the_plug()
        self.switch_on()
        self._wait_until_up()
        self._expect_the_game()

    def _switch_off(self) -> None:
        for place in (THIS_MACHINE, SWITCH_OFF):
            self._tap(place)
        self._put_finger(SWITCH_OFF)
        wait_for("the computer to be off", self.is_off, _SCREEN_SECONDS)

    # Sticks

    def _update(self) -> None:
        present = self._version()
        self._tap(THIS_MACHINE)
        self._wait_for_offer(self.folder / "stick")
        self._put_finger(UPDATE)
        is_taken = "-e /run/meduris/update -o -e /run/meduris/updating"
        wait_for("the update to begin", lambda: self._has(is_taken), _SCREEN_SECONDS, pause=0.5)
        self._expect_version(f"{present}.1")
        self._pull_stick()

    def _go_back(self) -> None:
        newer = self._version()
        self.run_as_root("printf back >/run/asked && mv /run/asked /run/meduris/update")
        self._expect_version(newer.rpartition(".")[0])

    def _version(self) -> str:
        return self.run_as_root("dpkg-query --show --showformat='${Version}' meduris-kiosk")

    def _expect_version(self, version: str) -> None:
        def is_told() -> bool:
            told = self.run_as_root("cat /run/meduris-kiosk/said 2>/dev/null || true").split()
            if told[:1] not in ([], ["checking"], ["trying"], ["installing"], ["done"]):
                raise RehearsalError(" ".join(told))
            return told == ["done", version]

        wait_for(f"version {version}", is_told, _UPDATE_SECONDS)
        if self._version() != version:
            raise RehearsalError(f"version {self._version()} is installed instead of {version}")
        wait_for(
            "the update to end",
            lambda: self.unit_state("meduris-update") == "inactive",
            _SCREEN_SECONDS,
        )
        wait_for("the service", self._is_up, _SCREEN_SECONDS)
        self._wait_for_a_screen()
        self._expect_the_game()

    def _back_up(self) -> None:
        for place in (THIS_MACHINE, SAVED_GAMES):
            self._tap(place)
        self._wait_for_offer(self.folder / "mac-stick")
        self._put_finger(BACK_UP)
        wait_for("the result of the writing", lambda: self._has(f"-e {_SAID}"), _SCREEN_SECONDS)
        said = self.run_as_root(f"cat {_SAID}")
        if said.split() != ["done"]:  # a second word is the name of a file that was renamed
            raise RehearsalError(f"the backup was not written: {said}")
        mounted = self._mounted()
        if not all(re.search(r" vfat ro,\S*noexec", line) for line in mounted.splitlines()):
            raise RehearsalError(f"the stick is not mounted read-only and noexec: {mounted}")
        names = self.run_as_root("cd /run/meduris-sticks && find . -type f")
        if not re.fullmatch(r"\./sd.2/meduris-[0-9-]+\.meduris-backup\n", names):
            raise RehearsalError(f"expected a single backup on the stick, found: {names}")
        self._pull_stick()
        self._plug_in(self.folder / "mac-stick")
        again = f"{_DATA}/again"
        self.run_as_root(
            f"{_AS_KIOSK} meduris restore --data {again} /run/meduris-sticks/*/meduris-*"
        )
        self._pull_stick()
        self._expect_the_game(again)
        for _ in range(2):
            self._tap(BACK)

    def _wait_for_offer(self, stick: Path) -> None:
        # While the stick is being opened, the screen already changes once.
        before = self.screenshot()
        self._plug_in(stick)
        self._wait_for_rest(_SURE_SECONDS, "the offer", before)

    def _plug_in(self, stick: Path) -> None:
        file = {"driver": "file", "filename": str(stick)}
        self.monitor_command(
            "blockdev-add", **{"driver": "raw", "node-name": "stick", "file": file}
        )
        self.monitor_command("device_add", driver="usb-storage", drive="stick", id="stick")
        wait_for("the stick to be mounted", self._mounted, _SCREEN_SECONDS)

    def _pull_stick(self) -> None:
        def is_free() -> bool:
            try:
                self.monitor_command("blockdev-del", **{"node-name": "stick"})
            except RehearsalError:
                return False
            return True

        self.monitor_command("device_del", id="stick")
        wait_for("qemu to release the stick", is_free, CONNECT_SECONDS)
        wait_for("the stick to be unmounted", lambda: not self._mounted(), _SCREEN_SECONDS)

    def _mounted(self) -> str:
        return self.run_as_root("grep /run/meduris-sticks/ /proc/mounts || true")

    # Service

    def _wait_until_up(self) -> None:
        wait_for("the shell", self.shell_answers, START_SECONDS)
        wait_for("the service", self._is_up, START_SECONDS)
        if self._restarts() != 0:
            raise RehearsalError("the service did not start at the first attempt")
        self._wait_for_a_screen()
        self.run_as_root("modprobe uinput && systemd-run --unit=finger /root/finger")
        wait_for("the emulated finger", lambda: self._has("-p /run/finger"), _SCREEN_SECONDS)
        # Touches are lost until the compositor has opened a new touchscreen.
        screen = "grep --files-with-matches Rehearsal /sys/class/input/event*/device/name"
        opened = f"-lname /dev/input/$({screen} | cut --delimiter=/ --fields=5)"
        felt = f"find /proc/$(pgrep --exact cage)/fd {opened} || true"
        wait_for(
            "the compositor to open the touchscreen",
            lambda: self.run_as_root(felt),
            _SCREEN_SECONDS,
        )
        self._taps = 0

    def _is_up(self) -> bool:
        return self.unit_state("meduris") == "active"

    def _restarts(self) -> int:
        return int(self.run_as_root("systemctl show --property=NRestarts --value meduris"))

    def _has(self, test: str) -> bool:
        return "yes" in self.run_as_root(f"if [ {test} ]; then echo yes; fi")

    def _games(self, data: str = _DATA) -> str:
        return self.run_as_root(f"{_AS_KIOSK} meduris export --data {data}")

    def _expect_the_game(self, data: str = _DATA) -> None:
        games = self._games(data)
        if games != self._game:
            raise RehearsalError(
                f"the saved game differs from the game that was played: {games[-300:]}"
            )

    # Screen

    def _wait_for_a_screen(self) -> None:
        def shows_a_screen() -> bool:
            pixels = self.screenshot()
            colors = {pixels[place : place + 3] for place in range(16, len(pixels) - 3, 3)}
            return len(colors) > _COLORS

        wait_for("a picture", shows_a_screen, _SCREEN_SECONDS)

    def _put_finger(self, place: tuple[int, int]) -> None:
        self.run_as_root(f"echo {place[0]} {place[1]} >/run/finger")
        self._taps += 1

    def _tap(self, place: tuple[int, int], seconds: float = _STEADY_SECONDS) -> None:
        before = self.screenshot()
        self._put_finger(place)
        self._wait_for_rest(seconds, f"another picture after {place}", before)

    def _wait_for_rest(self, seconds: float, what: str, before: bytes) -> None:
        seen, since = self.screenshot(), time.monotonic()

        def is_other_and_still() -> bool:
            nonlocal seen, since
            now = self.screenshot()
            if now != seen:
                seen, since = now, time.monotonic()
            return now != before and time.monotonic() - since > seconds

        wait_for(what, is_other_and_still, _SCREEN_SECONDS, pause=0.5)


if __name__ == "__main__":
    sys.exit(0 if Kiosk(Path(sys.argv[1])).run(sys.argv[2:]) else 1)
