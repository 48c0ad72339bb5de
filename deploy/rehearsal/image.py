"""Test an SD card in an emulated computer; called by deploy/rehearse-image.

    python3 deploy/rehearsal/image.py FOLDER arm64|amd64

FOLDER contains the image of the card (`card.img`) and the files of its first partition (`boot/`). A
picture of the first start is saved there. The first failure ends the test.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from harness import PC, Computer, TroubleError, boot_options, expect, play, wait_for

_MEGABYTE = 1_048_576
_CARD_MEGABYTES = 4096
"""Size of the card in megabytes: qemu requires a power of two, and the image fills half of it."""
_SHELL_SECONDS = 1800
_SERVICE_SECONDS = 5400
"""Timeout in seconds for the service: every instruction is translated, and the host may be busy."""
_OWN_TIME = ("-icount", "shift=1")
"""Option of qemu that ties emulated time to executed instructions, so that a busy host causes no
timeouts and start times can be compared."""
_NOT = "module_blacklist=vchiq"
"""Kernel option that blocks a graphics driver; in qemu this driver finds no processor and then uses
freed memory."""
_BYTES_OF_A_SCREEN = 5000
"""Smallest size in bytes of a picture that shows something; a black picture is compressed to a few
hundred bytes."""
_DATA = "/dev/disk/by-partuuid/4d454455-03"


class RaspberryPi(Computer):
    """An emulated Raspberry Pi 3 with an SD card and without a display."""

    def __init__(self, folder: Path, card: Path, boot: Path) -> None:
        # qemu takes the kernel's options from these files, as there is no firmware to do so.
        words = (boot / "cmdline.txt").read_text().strip()
        self.console = folder / "console"
        super().__init__(
            folder,
            *("qemu-system-aarch64", "-no-user-config", "-machine", "raspi3b", *_OWN_TIME),
            *boot_options(boot, f"{words} console=ttyAMA0,115200 systemd.debug_shell=ttyS1 {_NOT}"),
            *("-dtb", str(boot / "bcm2837-rpi-3-b.dtb")),
            *("-drive", f"file={card},format=raw,if=sd"),
            *("-serial", f"file:{self.console}"),
        )


class Computer64(Computer):
    """An emulated PC that starts from the SD card; its display has 800 x 480 and no touchscreen."""

    def __init__(self, folder: Path, card: Path, boot: Path) -> None:
        words = (boot / "cmdline.txt").read_text().strip()
        self.console = folder / "console"
        super().__init__(
            folder,
            *(*PC, *_OWN_TIME),
            *boot_options(boot, f"{words} console=ttyS0 systemd.debug_shell=ttyS1 no_timer_check"),
            *("-drive", f"file={card},format=raw,if=virtio"),
            *("-serial", f"file:{self.console}"),
        )

    def picture(self, path: Path) -> None:
        """Write the content of the display as a PNG file."""
        self.order("screendump", filename=str(path), format="png")


def fresh_card(image: Path, card: Path) -> None:
    """Write the image to the file of an emulated SD card, which is larger than the image."""
    card.unlink(missing_ok=True)
    subprocess.run(["cp", "--sparse=always", image, card], check=True)  # noqa: S603, S607 - our own
    with card.open("ab") as file:
        file.truncate(_CARD_MEGABYTES * _MEGABYTE)


class CardRehearsal:
    """Tests of an SD card in an emulated computer, from its first boot on.

    For arm64 the computer is a Raspberry Pi 3 without a display, for amd64 a PC with a display.
    """

    def __init__(self, folder: Path, architecture: str) -> None:
        self._folder = folder
        self._architecture = architecture
        self._card = folder / "card"
        self._has_screen = architecture == "amd64"
        kind = RaspberryPi if architecture == "arm64" else Computer64
        self.computer = kind(folder, self._card, folder / "boot")

    def play(self) -> bool:
        """Run the tests; return whether all passed."""
        parts = (
            ("a fresh card starts to the kiosk's unit", self._start_first),
            ("its data have the whole card", self._see_the_data),
            ("its system cannot be written, its data can", self._see_what_is_protected),
            ("nobody can come in, and nothing listens", self._see_that_it_is_closed),
            ("the doctor finds no failure", self._see_the_doctor),
            ("the plug is pulled; it starts again, and has nothing to grow", self._start_again),
            ("a file on the boot partition lets its keys in", self._see_ssh),
        )
        return play(parts, self.computer, self.log)

    def log(self) -> str:
        """Return the last messages of the machine."""
        try:
            told = self.computer.ask(
                "systemctl --failed --no-pager; systemctl list-jobs --no-pager;"
                "journalctl --no-pager --lines=60",
                120,
            )
        except (TroubleError, OSError):
            told = self.computer.console.read_text(errors="replace")
        return "\n".join(told.splitlines()[-80:])

    # Starting

    def _switch_on(self) -> float:
        """Switch on the computer; return the seconds until the kiosk starts."""
        began = time.monotonic()
        self.computer.switch_on()
        self._wait_for_the_system()
        self._wait_for_the_kiosk()
        return time.monotonic() - began

    def _wait_for_the_system(self) -> None:
        """Wait until systemd has finished all jobs of the boot.

        A single call waits, as repeated calls would delay the jobs.
        """
        wait_for("its shell", self.computer.answers, _SHELL_SECONDS, pause=0.5)
        self.computer.ask("systemctl is-system-running --wait || true", _SERVICE_SECONDS)

    def _wait_for_the_kiosk(self) -> None:
        """Wait until the service is active; without a display, until it has been started once."""
        if self._has_screen:
            wait_for("the kiosk", lambda: self._state("meduris") == "active", _SERVICE_SECONDS)
            return
        wait_for("the kiosk's unit", self._has_tried, _SERVICE_SECONDS)

    def _has_tried(self) -> bool:
        told = self.computer.ask(
            "systemctl show --property=ActiveState,ExecMainStartTimestampMonotonic meduris"
        )
        return "Monotonic=0\n" not in told

    def _state(self, unit: str) -> str:
        told = self.computer.ask(f"systemctl show --property=ActiveState --value {unit}")
        return told.strip()

    def _start_first(self) -> None:
        fresh_card(self._folder / "card.img", self._card)
        sys.stdout.write(f"        {self._switch_on():.0f} s from the power to the kiosk\n")
        if self._architecture == "arm64":
            self._lend_a_screen()
        self._take_a_picture()

    def _lend_a_screen(self) -> None:
        """Make the compositor draw into memory, for a computer without a display."""
        self.computer.ask(
            "printf '%s\\n' WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1"
            " >>/etc/meduris/display.env; systemctl --no-block restart meduris"
        )
        self._has_screen = True
        self._wait_for_the_kiosk()

    def _take_a_picture(self) -> None:
        """Save a picture of the display as soon as it is not black."""
        if isinstance(self.computer, Computer64):
            take, path = self.computer.picture, self._folder / "first-start.png"

            def shows_a_screen() -> bool:
                take(path)
                return path.stat().st_size > _BYTES_OF_A_SCREEN

            wait_for("a picture", shows_a_screen, _SERVICE_SECONDS)

    def _see_the_data(self) -> None:
        told = self.computer.ask(f"lsblk --bytes --noheadings --output SIZE {_DATA}; df -B1M /data")
        partition = int(told.split()[0]) // _MEGABYTE
        room = int(told.splitlines()[-1].split()[1])
        whole = int(self.computer.ask(f"cat /sys/class/block/{self._disk()}/size")) // 2048
        start = int(self.computer.ask(f"cat /sys/class/block/{self._disk()}/*3/start")) // 2048
        # growpart leaves room for a backup partition table.
        if not whole - start - 1 <= partition <= whole - start or room < partition * 9 // 10:
            raise TroubleError(f"the card has {whole} MB, from {start} on the data: {told}")
        sys.stdout.write(f"        data: {partition} MB of {whole} MB\n")
        expect("/dev/zram0", self.computer.ask("cat /proc/swaps"))

    def _disk(self) -> str:
        return "mmcblk0" if self._architecture == "arm64" else "vda"

    def _see_what_is_protected(self) -> None:
        mounts = self.computer.ask("cat /proc/mounts")
        by_place = {line.split()[1]: line.split()[2:4] for line in mounts.splitlines()}
        expect("overlay", by_place["/"][0])
        expect("ro", by_place["/media/root-ro"][1].split(",")[0])
        expect("ro", by_place["/boot/firmware"][1].split(",")[0])
        places = (
            "/var/lib/meduris",
            "/var/lib/meduris-kiosk",
            "/etc/meduris",
            "/etc/systemd/network",
        )
        for place in places:
            if by_place[place][0] != "ext4" or not by_place[place][1].startswith("rw"):
                raise TroubleError(f"{place}: {by_place[place]}")

    def _see_that_it_is_closed(self) -> None:
        listening = self.computer.ask("ss --listening --tcp --udp --numeric --no-header || true")
        # DNS and DHCP are expected on the loopback interface.
        others = [
            line
            for line in listening.splitlines()
            if not any(own in line for own in ("127.0.0.5", ":68 ", ":546 "))
        ]
        if others:
            raise TroubleError("\n".join(others))
        if self._state("ssh") == "active":
            raise TroubleError("ssh runs")
        locked = self.computer.ask("grep -vE '^[^:]+:[!*]' /etc/shadow || true")
        if locked:
            raise TroubleError(f"a password: {locked}")
        expect("meduris", self.computer.ask("cat /proc/sys/kernel/hostname"))

    def _see_the_doctor(self) -> None:
        told = self.computer.ask("meduris doctor --json || true")
        bad = {one["name"] for one in json.loads(told) if one["grade"] == "failure"}
        if self._architecture == "arm64":
            # The emulated computer has no display.
            bad -= {"screen", "display", "touch"}
        if bad:
            raise TroubleError(f"failures: {bad}\n{told}")

    def _start_again(self) -> None:
        self.computer.ask("echo lost >/root/written; echo kept >/data/games/written; sync")
        self.computer.pull_the_plug()
        sys.stdout.write(f"        {self._switch_on():.0f} s from the power to the kiosk\n")
        if self.computer.ask("cat /root/written 2>/dev/null; cat /data/games/written") != "kept\n":
            raise TroubleError("what was written into the system stayed, or into the data did not")
        expect("NOCHANGE", self.computer.ask("journalctl --unit=meduris-grow --no-pager"))

    def _see_ssh(self) -> None:
        key = self._folder / "key"
        if not key.exists():
            command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
            subprocess.run(command, check=True)  # noqa: S603 - our own
        public = key.with_suffix(".pub").read_text().strip()
        self.computer.ask(
            f"mount -o remount,rw /boot/firmware && echo '{public}' >/boot/firmware/ssh && sync"
        )
        self.computer.pull_the_plug()
        self._switch_on()
        wait_for("ssh", lambda: self._state("ssh") == "active", _SHELL_SECONDS)
        self.computer.ask(
            "set -e; umask 077; cat >/run/key <<'END'\n" + key.read_text() + "END\n"
            "ssh -i /run/key -o StrictHostKeyChecking=no -o BatchMode=yes root@127.0.0.1 true; "
            "! ssh -o StrictHostKeyChecking=no -o BatchMode=yes root@127.0.0.1 true"
        )


if __name__ == "__main__":
    rehearsal = CardRehearsal(Path(sys.argv[1]), sys.argv[2])
    sys.exit(0 if rehearsal.play() else 1)
