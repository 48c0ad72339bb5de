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
from collections.abc import Mapping, Sequence
from pathlib import Path

from harness import (
    CONNECT_SECONDS,
    PC,
    Computer,
    Part,
    TroubleError,
    boot_options,
    play,
    wait_for,
)
from places import (
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

_COMMAND_LINE = (
    "root=/dev/vda rw console=tty0 console=ttyS0 quiet vt.global_cursor_default=0 no_timer_check"
)
"""Command line of the kernel; `no_timer_check`, as timer ticks come late on a busy host."""
_OFF_SECONDS = 600
_STATUS_SECONDS = 300
"""Timeout in seconds for the kiosk's status, which is written every ten seconds."""


class VirtualMachine(Computer):
    """Virtual machine whose shell is `rehearsal-shell.service`.

    `folder` receives sockets and the console's log. Its subfolder `boot` has the kernel and initrd.
    """

    def __init__(self, folder: Path) -> None:
        self.console = folder / "console"
        super().__init__(
            folder,
            *PC,
            *boot_options(folder / "boot", _COMMAND_LINE),
            # Unsafe caching loses data only if the host's power fails, not if qemu is killed.
            *("-drive", f"file={folder / 'disk'},format=raw,if=virtio,cache=unsafe"),
            *("-drive", f"file={folder / 'card'},format=raw,if=virtio,cache=unsafe"),
            *("-netdev", "user,id=net", "-device", "virtio-net-pci,netdev=net,id=network"),
            *("-device", "qemu-xhci"),
            *("-serial", f"file:{self.console}"),
        )

    def picture(self) -> bytes:
        """Return the content of the display as a PPM file."""
        path = self._folder / "picture.ppm"
        self.order("screendump", filename=str(path))
        return path.read_bytes()

    def plug_in_network(self, *, connected: bool) -> None:
        """Plug in the network cable if `connected` is true; otherwise unplug it."""
        self.order("set_link", name="network", up=connected)

    def plug_in_stick(self, stick: Path) -> None:
        """Plug in a USB stick whose contents are in the file `stick`."""
        file = {"driver": "file", "filename": str(stick)}
        self.order("blockdev-add", **{"driver": "raw", "node-name": "stick", "file": file})
        self.order("device_add", driver="usb-storage", drive="stick", id="stick")

    def pull_stick(self) -> None:
        self.order("device_del", id="stick")
        wait_for("qemu to let go of the stick", self._lets_go_of_the_stick, CONNECT_SECONDS)

    def _lets_go_of_the_stick(self) -> bool:
        try:
            self.order("blockdev-del", **{"node-name": "stick"})
        except TroubleError:
            return False
        return True


START_SECONDS = 1800
"""Timeout in seconds for booting: every instruction is translated, and the host may be busy."""
SCREEN_SECONDS = 900
_STEADY_SECONDS = 6
"""Seconds without a change after a tap until the picture is stable. The result may appear seconds
after the button is shaded."""
_SURE_SECONDS = 30
"""Seconds without a change before a picture is compared."""
_COLORS = 40
"""Largest number of colours of a text console. Every screen of the companion has more."""
AS_KIOSK = "setpriv --reuid=meduris --regid=meduris --init-groups"


class BootedKiosk:
    """The kiosk's service in a virtual machine."""

    def __init__(self, folder: Path) -> None:
        self.machine = VirtualMachine(folder)
        self.taps = 0
        self._game = ""

    def boot(self) -> None:
        """Switch the machine on, and wait for the kiosk's screen. Raises TroubleError."""
        self.machine.switch_on()
        self.wait_until_up()

    def wait_until_up(self) -> None:
        """Wait for the kiosk's screen and for the simulated touchscreen. Raises TroubleError."""
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
        # Touches are lost until the compositor has opened a new touchscreen.
        screen = "grep --files-with-matches Rehearsal /sys/class/input/event*/device/name"
        opened = f"-lname /dev/input/$({screen} | cut --delimiter=/ --fields=5)"
        return bool(self.machine.ask(f"find /proc/$(pgrep --exact cage)/fd {opened} || true"))

    def log(self) -> str:
        """Return the last log messages of the service."""
        try:
            told = self.machine.ask("journalctl --unit=meduris* --lines=20 --no-pager")
        except (TroubleError, OSError):
            told = self.machine.console.read_text(errors="replace")
        return "\n".join(told.splitlines()[-20:])

    # Service

    def has(self, test: str) -> bool:
        """Return whether a shell test, such as `-e FILE`, succeeds in the machine."""
        return "yes" in self.machine.ask(f"if [ {test} ]; then echo yes; fi")

    def is_up(self) -> bool:
        """Return whether the service has reported that its screen is shown."""
        return self.state("meduris") == "active"

    def state(self, unit: str) -> str:
        """Return the state of a systemd unit, such as `active`."""
        told = self.machine.ask(f"systemctl show --property=ActiveState --value {unit}")
        return told.strip()

    def restarts(self) -> int:
        """Return the number of restarts of the service since the machine was switched on."""
        return int(self.machine.ask("systemctl show --property=NRestarts --value meduris"))

    # Saved games

    def games(self, data: str = "/var/lib/meduris") -> str:
        """Return the exported games of a data folder."""
        return self.machine.ask(f"{AS_KIOSK} meduris export --data {data}")

    def remember_the_game(self) -> str:
        """Export the games, store the result for `expect_the_game`, and return it."""
        self._game = self.games()
        return self._game

    def expect_the_game(self, data: str = "/var/lib/meduris") -> None:
        """Raise TroubleError unless the data folder has the games stored by `remember_the_game`."""
        games = self.games(data)
        if games != self._game:
            raise TroubleError(f"the game is not the one that was played: {games[-300:]}")

    # Screen

    def wait_for_a_screen(self) -> None:
        """Wait until the display shows a screen of the companion instead of a console."""
        wait_for("a picture", self._shows_a_screen, SCREEN_SECONDS)

    def _shows_a_screen(self) -> bool:
        pixels = self.machine.picture()
        return len({pixels[place : place + 3] for place in range(16, len(pixels) - 3, 3)}) > _COLORS

    def put_finger(self, place: tuple[int, int]) -> None:
        self.machine.ask(f"echo {place[0]} {place[1]} >/run/finger")
        self.taps += 1

    def tap(self, place: tuple[int, int], seconds: float = _STEADY_SECONDS) -> None:
        """Tap a point, and wait until the picture has changed and then stays the same."""
        before = self.machine.picture()
        self.put_finger(place)
        self.picture_at_rest(seconds, f"another picture after {place}", other_than=before)

    def picture_at_rest(self, seconds: float, what: str, other_than: bytes = b"") -> bytes:
        """Return the picture once it differs from `other_than` and has not changed for `seconds`.

        If this takes too long, raises TroubleError with the message that `what` is missing.
        """
        seen, since = self.machine.picture(), time.monotonic()

        def is_other_and_still() -> bool:
            nonlocal seen, since
            now = self.machine.picture()
            if now != seen:
                seen, since = now, time.monotonic()
            return now != other_than and time.monotonic() - since > seconds

        wait_for(what, is_other_and_still, SCREEN_SECONDS, pause=0.5)
        return seen


_UPDATE_SECONDS = 1800
_MOUNTED = "grep /run/meduris-sticks/ /proc/mounts || true"
_SAID = "/run/meduris/to-stick-said"


class Sticks:
    """Tests with two USB sticks: one with a newer version, and an empty one from macOS."""

    def __init__(self, kiosk: BootedKiosk, newer: Path, empty: Path) -> None:
        self._kiosk = kiosk
        self._machine = kiosk.machine
        self._newer = newer
        self._empty = empty

    @property
    def parts(self) -> tuple[Part, ...]:
        return (
            ("a newer version on a stick is offered, and taken by a touch", self._update),
            ("back to the former version", self._go_back),
            ("a backup is put onto a stick by a touch, and is whole there", self._back_up),
        )

    def _update(self) -> None:
        present = self._version()
        self._kiosk.tap(THIS_MACHINE)
        self._wait_for_offer(self._newer)
        self._kiosk.put_finger(UPDATE)
        is_taken = "-e /run/meduris/update -o -e /run/meduris/updating"
        wait_for("the update", lambda: self._kiosk.has(is_taken), SCREEN_SECONDS, pause=0.5)
        self._runs(f"{present}.1")
        self._pull()

    def _wait_for_offer(self, stick: Path) -> None:
        # While the stick is being opened, the screen shows a sentence about it.
        before = self._machine.picture()
        self._plug_in(stick)
        self._kiosk.picture_at_rest(_SURE_SECONDS, "the offer", other_than=before)

    def _plug_in(self, stick: Path) -> None:
        self._machine.plug_in_stick(stick)
        wait_for("the stick", self._mounted, SCREEN_SECONDS)

    def _pull(self) -> None:
        self._machine.pull_stick()
        wait_for("the stick's end", lambda: not self._mounted(), SCREEN_SECONDS)

    def _mounted(self) -> str:
        return self._machine.ask(_MOUNTED)

    def _version(self) -> str:
        return self._machine.ask("dpkg-query --show --showformat='${Version}' meduris-kiosk")

    def _go_back(self) -> None:
        """Return to the former version, by writing the request that the kiosk would write."""
        newer = self._version()
        self._machine.ask("printf back >/run/asked && mv /run/asked /run/meduris/update")
        self._runs(newer.rpartition(".")[0])

    def _runs(self, version: str) -> None:
        """Wait until `version` is installed and the update has finished."""

        def is_told() -> bool:
            told = self._machine.ask("cat /run/meduris-kiosk/said 2>/dev/null || true").split()
            if told[:1] not in ([], ["checking"], ["trying"], ["installing"], ["done"]):
                raise TroubleError(" ".join(told))
            return told == ["done", version]

        wait_for(f"version {version}", is_told, _UPDATE_SECONDS)
        if self._version() != version:
            raise TroubleError(f"{self._version()} is installed")
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
        if said.split() != ["done"]:  # a second word is the name of a file that was renamed
            raise TroubleError(f"root says: {said}")
        self._see_that_it_is_only_read()
        self._pull()
        self._see_the_backup()
        for _ in range(2):
            self._kiosk.tap(BACK)

    def _see_that_it_is_only_read(self) -> None:
        """Check that the USB stick is read-only and contains exactly one file, the backup."""
        mounted = self._mounted()
        if not all(re.search(r" vfat ro,\S*noexec", line) for line in mounted.splitlines()):
            raise TroubleError(f"not for reading only: {mounted}")
        names = self._machine.ask("cd /run/meduris-sticks && ls -A *1 *2")
        if not re.fullmatch(r"sd.1:\n\nsd.2:\nmeduris-[0-9-]+\.meduris-backup\n", names):
            raise TroubleError(f"other files than a backup are there: {names}")

    def _see_the_backup(self) -> None:
        """Plug the USB stick in again, and check that the backup contains the games."""
        self._plug_in(self._empty)
        again = "/var/lib/meduris/again"
        file = "/run/meduris-sticks/*/meduris-*"
        self._machine.ask(f"{AS_KIOSK} meduris restore --data {again} {file}")
        self._pull()
        self._kiosk.expect_the_game(again)


_INSTALL_SECONDS = 3600
_INSTALLER = "/var/lib/cloud/scripts/per-boot/meduris"
_REPOSITORY = "/boot/firmware/meduris-repository"


class FirstStart:
    """Test of the first boot of an SD card that Raspberry Pi Imager wrote, with our packages."""

    def __init__(self, kiosk: BootedKiosk) -> None:
        self._kiosk = kiosk
        self._machine = kiosk.machine

    @property
    def parts(self) -> tuple[Part, ...]:
        return (
            ("without a network, the first start of a card says so", self._start_offline),
            ("so do a missing folder, a cut package and a full card", self._break_the_card),
            ("a card comes to the first question by itself", self._start),
        )

    def _start_offline(self) -> None:
        self._machine.switch_on("-snapshot")
        self._machine.plug_in_network(connected=False)
        wait_for("its shell", self._machine.answers, START_SECONDS)
        self._wait_for_words("There is no internet")
        self._machine.ask(f"pkill --full {_INSTALLER}")
        self._machine.plug_in_network(connected=True)

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
            self._machine.ask(f"{damage}; {_INSTALLER} && exit 1; {mend}")
            self._wait_for_words(words)
        self._machine.pull_the_plug()

    def _wait_for_words(self, words: str) -> None:
        def is_said() -> bool:
            return words in " ".join(self._machine.ask("cat /dev/vcs1").split())

        wait_for(f"'{words}' on the screen", is_said, _INSTALL_SECONDS)

    def _start(self) -> None:
        self._machine.switch_on()
        began = time.monotonic()
        # One command, as the machine restarts in the meantime and loses what it was asked.
        is_up = "systemctl is-active meduris"
        wait_for("the first question", lambda: self._machine.answers(is_up), _INSTALL_SECONDS)
        self._kiosk.wait_for_a_screen()
        minutes, of_processor = (
            (time.monotonic() - began) / 60,
            self._machine.processor_seconds() / 60,
        )
        sys.stdout.write(f"        {minutes:.1f} minutes, {of_processor:.1f} of them computing\n")
        self._kiosk.wait_until_up()


class BootRehearsal:
    """Tests of a kiosk in a virtual machine, from its first boot."""

    def __init__(self, folder: Path) -> None:
        self._kiosk = BootedKiosk(folder)
        self._machine = self._kiosk.machine
        self._sticks = Sticks(self._kiosk, folder / "stick", folder / "mac-stick")

    def play(self, only: Sequence[str]) -> bool:
        """Run the first group of tests and those in `only` (if empty: all groups).

        Returns whether all passed.
        """
        parts = [
            part
            for name, section in self._sections().items()
            if not only or name in ("start", *only)
            for part in section
        ]
        return play(parts, self._machine, self._kiosk.log)

    def _sections(self) -> Mapping[str, Sequence[Part]]:
        return {
            "start": (
                *FirstStart(self._kiosk).parts,
                ("the doctor finds no failure", self._see_the_doctor),
                ("touches begin a game and place a worker", self._begin_a_game),
                ("each touch arrived once", self._count_touches),
            ),
            "trouble": (
                ("a screen that hangs is restarted by the watchdog", self._hang),
                ("a killed compositor is restarted", self._kill_the_compositor),
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

    def _see_the_doctor(self) -> None:
        told = self._machine.ask("meduris doctor")
        if not re.search("touch +Rehearsal touchscreen", told) or "wayland" not in told:
            raise TroubleError(told)

    def _begin_a_game(self) -> None:
        for place in (*FIRST_START, *BEGIN_A_GAME):
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

    # Faults

    def _hang(self) -> None:
        self._machine.ask("pkill -STOP --full '^/usr/bin/python3 .*kiosk.cli.kiosk'")
        self._comes_back(1)
        self._machine.ask("journalctl --unit=meduris | grep 'Watchdog timeout'")

    def _kill_the_compositor(self) -> None:
        before = self._kiosk.restarts()
        self._machine.ask("pkill -KILL --exact cage")
        self._comes_back(before + 1)

    def _take_its_memory(self) -> None:
        """Lower the memory limit below the current use, so that the kernel kills the service."""
        self._resume()
        decision = self._machine.picture()
        limit = "systemctl set-property --runtime meduris.service MemoryMax="
        allowed = self._machine.ask("systemctl show --property=MemoryMax --value meduris").strip()
        before = self._kiosk.restarts()
        self._machine.ask(f"{limit}40M; {limit}{allowed}")
        self._comes_back(before + 1)
        self._machine.ask("journalctl --unit=meduris | grep 'oom-kill'")
        self._resume()
        wait_for(
            "the decision that it showed before",
            lambda: self._machine.picture() == decision,
            SCREEN_SECONDS,
        )

    def _resume(self) -> None:
        """Resume the game on the screen, and wait until the picture no longer changes."""
        # After a restart, reading a game takes longer than the result of other taps.
        for place in RESUME:
            self._kiosk.tap(place, _SURE_SECONDS)

    def _comes_back(self, restarts: int) -> None:
        def is_back() -> bool:
            return self._kiosk.restarts() == restarts and self._kiosk.is_up()

        wait_for("the service again", is_back, SCREEN_SECONDS)
        self._kiosk.wait_for_a_screen()
        self._kiosk.expect_the_game()

    def _pull_the_plug(self) -> None:
        self._machine.pull_the_plug()
        self._kiosk.boot()
        self._kiosk.expect_the_game()

    def _switch_off(self) -> None:
        for place in (THIS_MACHINE, SWITCH_OFF):
            self._kiosk.tap(place)
        self._kiosk.put_finger(SWITCH_OFF)
        wait_for("off", self._machine.is_off, _OFF_SECONDS)


if __name__ == "__main__":
    sys.exit(0 if BootRehearsal(Path(sys.argv[1])).play(sys.argv[2:]) else 1)
