"""Test an SD card in an emulated computer; called by deploy/rehearse-image.

    python3 deploy/rehearsal/image.py FOLDER arm64|amd64

FOLDER contains the image of the card (`card.img`) and the files of its first partition (`boot/`).
For arm64 the computer is a Raspberry Pi 3 without a display, for amd64 a PC with a display but no
touchscreen; a picture of its first start is saved in FOLDER. The first failure ends the test.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from harness import (
    PC,
    START_SECONDS,
    Computer,
    RehearsalError,
    boot_options,
    expect_text,
    run_tests,
    wait_for,
)

_MEGABYTE = 1_048_576
_CARD_MEGABYTES = 4096
"""Size of the card in megabytes: qemu requires a power of two, and the image fills half of it."""
_SERVICE_SECONDS = 5400
_OWN_TIME = ("-icount", "shift=1")
"""Option of qemu that ties emulated time to executed instructions, so that a busy host causes no
timeouts and start times can be compared."""
_BYTES_OF_A_SCREEN = 5000
"""Minimum size in bytes of a picture that shows something; a black picture is compressed to a few
hundred bytes."""
_STATE = "systemctl show --property=ActiveState,ExecMainStartTimestampMonotonic meduris"


def make_raspberry_pi(folder: Path, card: Path, kernel_parameters: str) -> Computer:
    # vchiq: in qemu this graphics driver finds no processor and then uses freed memory.
    kernel_parameters += " console=ttyAMA0,115200 module_blacklist=vchiq"
    return Computer(
        folder,
        *("qemu-system-aarch64", "-no-user-config", "-machine", "raspi3b", *_OWN_TIME),
        *boot_options(folder / "boot", kernel_parameters),
        *("-dtb", str(folder / "boot/bcm2837-rpi-3-b.dtb")),
        *("-drive", f"file={card},format=raw,if=sd"),
        *("-serial", f"file:{folder / 'console'}"),
    )


class CardRehearsal:
    """Tests of an SD card in an emulated computer, from its first boot on."""

    def __init__(self, folder: Path, architecture: str) -> None:
        self._folder = folder
        self._is_pi = architecture == "arm64"
        self._card = folder / "card"
        self._has_screen = not self._is_pi
        # qemu takes the kernel's options from this file, as there is no firmware to do so.
        kernel_parameters = (folder / "boot/cmdline.txt").read_text().strip()
        if self._is_pi:
            self.computer = make_raspberry_pi(folder, self._card, kernel_parameters)
        else:
            self.computer = PC(folder, kernel_parameters, [self._card], *_OWN_TIME)

    def run(self) -> bool:
        parts = (
            ("a new card starts the kiosk's unit", self._start_first),
            ("the data partition fills the card", self._see_the_data),
            ("the system is read-only, the data are writable", self._see_what_is_protected),
            ("nobody can log in, and no service listens", self._see_that_it_is_closed),
            ("the doctor finds no failure", self._see_the_doctor),
            ("after a power cut it starts again, and no partition grows", self._start_again),
            ("a file with keys on the boot partition opens ssh for them", self._see_ssh),
        )
        return run_tests(parts, self.computer)

    # Starting

    def _switch_on(self) -> None:
        began = time.monotonic()
        self.computer.switch_on()
        wait_for("the shell", self.computer.shell_answers, START_SECONDS, pause=0.5)
        # One call waits for the end of booting; repeated calls would delay the jobs of the boot.
        self.computer.run_as_root("systemctl is-system-running --wait || true", _SERVICE_SECONDS)
        self._wait_for_the_kiosk()
        sys.stdout.write(f"        {time.monotonic() - began:.0f} s from power-on to the kiosk\n")

    def _wait_for_the_kiosk(self) -> None:
        def is_up() -> bool:
            told = self.computer.run_as_root(_STATE)
            return "=active\n" in told if self._has_screen else "Monotonic=0\n" not in told

        wait_for("the kiosk", is_up, _SERVICE_SECONDS)

    def _start_first(self) -> None:
        self._card.unlink(missing_ok=True)
        image = self._folder / "card.img"
        subprocess.run(["cp", "--sparse=always", image, self._card], check=True)  # noqa: S603, S607
        with self._card.open("ab") as file:
            file.truncate(_CARD_MEGABYTES * _MEGABYTE)
        self._switch_on()
        computer = self.computer
        if isinstance(computer, PC):
            wait_for(
                "a picture",
                lambda: len(computer.screenshot("png")) > _BYTES_OF_A_SCREEN,
                _SERVICE_SECONDS,
            )
        else:
            # This makes the compositor draw into memory.
            computer.run_as_root(
                "printf '%s\\n' WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1"
                " >>/etc/meduris/display.env; systemctl --no-block restart meduris"
            )
            self._has_screen = True
            self._wait_for_the_kiosk()

    # State

    def _see_the_data(self) -> None:
        told = self.computer.run_as_root(
            "lsblk --bytes --noheadings --output SIZE /dev/disk/by-partuuid/4d454455-03;"
            "df -B1M /data"
        )
        partition = int(told.split()[0]) // _MEGABYTE
        room = int(told.splitlines()[-1].split()[1])
        disk = f"/sys/class/block/{'mmcblk0' if self._is_pi else 'vda'}"
        whole, start = (
            int(one) // 2048
            for one in self.computer.run_as_root(f"cat {disk}/size {disk}/*3/start").split()
        )
        # growpart leaves room for a backup partition table.
        if not whole - start - 1 <= partition <= whole - start or room < partition * 9 // 10:
            raise RehearsalError(
                f"the card has {whole} MB, its data partition starts at {start} MB: {told}"
            )
        sys.stdout.write(f"        data: {partition} MB of {whole} MB\n")
        expect_text("/dev/zram0", self.computer.run_as_root("cat /proc/swaps"))

    def _see_what_is_protected(self) -> None:
        mounts = self.computer.run_as_root("cat /proc/mounts")
        by_place = {line.split()[1]: line.split()[2:4] for line in mounts.splitlines()}
        expect_text("overlay", by_place["/"][0])
        expect_text("ro", by_place["/media/root-ro"][1].split(",")[0])
        expect_text("ro", by_place["/boot/firmware"][1].split(",")[0])
        for place in (
            "/var/lib/meduris",
            "/var/lib/meduris-kiosk",
            "/etc/meduris",
            "/etc/systemd/network",
        ):
            if by_place[place][0] != "ext4" or not by_place[place][1].startswith("rw"):
                raise RehearsalError(f"{place} is not writable ext4: {by_place[place]}")

    def _see_that_it_is_closed(self) -> None:
        listening = self.computer.run_as_root(
            "ss --listening --tcp --udp --numeric --no-header || true"
        )
        # DNS and DHCP are expected on the loopback interface.
        others = [
            line
            for line in listening.splitlines()
            if not any(own in line for own in ("127.0.0.5", ":68 ", ":546 "))
        ]
        if others:
            raise RehearsalError("listening sockets:\n" + "\n".join(others))
        if self.computer.unit_state("ssh") == "active":
            raise RehearsalError("ssh is running")
        locked = self.computer.run_as_root("grep -vE '^[^:]+:[!*]' /etc/shadow || true")
        if locked:
            raise RehearsalError(f"an account has a password: {locked}")
        expect_text("meduris", self.computer.run_as_root("cat /proc/sys/kernel/hostname"))

    def _see_the_doctor(self) -> None:
        told = self.computer.run_as_root("meduris doctor --json || true")
        bad = {one["name"] for one in json.loads(told) if one["grade"] == "failure"}
        if self._is_pi:
            # The emulated computer has no display.
            bad -= {"screen", "display", "touch"}
        if bad:
            raise RehearsalError(f"failures: {bad}\n{told}")

    def _start_again(self) -> None:
        self.computer.run_as_root("echo lost >/root/written; echo kept >/data/games/written; sync")
        self.computer.pull_the_plug()
        self._switch_on()
        if (
            self.computer.run_as_root("cat /root/written 2>/dev/null; cat /data/games/written")
            != "kept\n"
        ):
            raise RehearsalError("a file in the system was kept, or a file in the data was lost")
        expect_text(
            "NOCHANGE", self.computer.run_as_root("journalctl --unit=meduris-grow --no-pager")
        )

    def _see_ssh(self) -> None:
        key = self._folder / "key"
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
        subprocess.run(command, check=True)  # noqa: S603 - our own
        public = key.with_suffix(".pub").read_text().strip()
        self.computer.run_as_root(
            f"mount -o remount,rw /boot/firmware && echo '{public}' >/boot/firmware/ssh && sync"
        )
        self.computer.pull_the_plug()
        self._switch_on()
        wait_for("ssh", lambda: self.computer.unit_state("ssh") == "active", START_SECONDS)
        self.computer.run_as_root(
            "set -e; umask 077; cat >/run/key <<'END'\n" + key.read_text() + "END\n"
            "ssh -i /run/key -o StrictHostKeyChecking=no -o BatchMode=yes root@127.0.0.1 true; "
            "! ssh -o StrictHostKeyChecking=no -o BatchMode=yes root@127.0.0.1 true"
        )


if __name__ == "__main__":
    sys.exit(0 if CardRehearsal(Path(sys.argv[1]), sys.argv[2]).run() else 1)
