from pathlib import Path

import pytest

from companion.sentence import Sentence
from kiosk.machine.doctor.facts import (
    file_system_and_mount_options,
    parse_ip_addresses,
    parse_throttling_flags,
    read_facts,
)
from kiosk.words.language import use_language
from kiosk.words.texts import sentence_text

# As the kernel lists them, twice each: in its main table and in its local one.
ROUTES = """Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 127.0.0.0/8 2 0 2
        |-- 127.0.0.1
           /32 host LOCAL
     +-- 192.168.178.0/24 2 0 2
        |-- 192.168.178.0
           /24 link UNICAST
        |-- 192.168.178.24
           /32 host LOCAL
        |-- 192.168.178.255
           /32 link BROADCAST
"""


def test_the_machine_s_own_addresses_are_told_once_and_not_its_inner_one() -> None:
    assert parse_ip_addresses(ROUTES + ROUTES) == ("192.168.178.24",)
    assert parse_ip_addresses("") == ()


def test_the_innermost_and_latest_mount_holds_a_folder() -> None:
    mounts = "/dev/a / ext4 rw 0 0\n/dev/b /var/lib/meduris vfat ro,sync 0 0\nt /var tmpfs rw 0 0\n"
    assert file_system_and_mount_options("/var/lib/meduris", mounts) == (
        "vfat",
        frozenset({"ro", "sync"}),
    )
    assert file_system_and_mount_options("/home", mounts) == ("ext4", frozenset({"rw"}))
    assert (
        file_system_and_mount_options("/home", f"{mounts}overlay / overlay rw 0 0\n")[0]
        == "overlay"
    )


@pytest.mark.parametrize(
    ("told", "flags"),
    [
        ("throttled=0x50005\n", 0x50005),
        ("50000\n", 0x50000),
        ("", None),
        ("There is no device 100 0\n", None),
        ("The tool has failed\n", None),
    ],
)
def test_the_firmware_tells_its_flags_in_two_ways(told: str, flags: int | None) -> None:
    assert parse_throttling_flags(told) == flags


def test_facts_are_read_below_a_root(tmp_path: Path) -> None:
    for path, text in {
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "sys/class/input/event0/dev": "13:64\n",
        "sys/class/input/event0/device/name": "vc4-hdmi-0\n",
        "run/udev/data/c13:64": "E:ID_INPUT=1\nE:ID_INPUT_KEY=1\n",
        "sys/class/input/event1/dev": "13:65\n",
        "sys/class/input/event1/device/name": "10-0038 generic ft5x06 (79)\n",
        "run/udev/data/c13:65": "E:ID_INPUT=1\nE:ID_INPUT_TOUCHSCREEN=1\n",
        "proc/mounts": "/dev/mmcblk0p2 / ext4 rw 0 0\n",
        "proc/version": "Linux version 6.12.47 (gcc)",
        "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
        "sys/class/drm/card1-DSI-1/status": "connected\n",
        "sys/class/drm/card1-HDMI-A-1/status": "disconnected\n",
        "sys/bus/gpio/devices/gpiochip4/of_node/compatible": "raspberrypi,rp1-gpio\0",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "50000\n",
        "etc/meduris/kiosk.toml": 'language = "klingon"\n',
        "etc/meduris/panel.toml": 'panel = "sideways"\n',
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    facts = read_facts(tmp_path)
    assert facts.is_pi
    assert facts.connected_displays == ("DSI-1",)
    assert facts.header_chip_number == 4
    assert facts.throttling_flags == 0x50000
    assert facts.kiosk_toml_problem is not None
    assert facts.panel_trouble is not None
    assert facts.versions["kernel"] == "6.12.47"
    assert facts.touch_devices == ("10-0038 generic ft5x06 (79)",)
    assert facts.data_folder.free_bytes is None
    assert facts.data_folder.damaged_games is None
    assert facts.kiosk_status is None


@pytest.mark.parametrize("place", ["etc/meduris", "var/lib/meduris"])
def test_what_is_wrong_with_panel_toml_is_told_in_the_readers_language(
    tmp_path: Path, place: str
) -> None:
    folder = tmp_path / place
    folder.mkdir(parents=True)
    (folder / "panel.toml").write_text("colour = 1\nbuttons = 2\n")
    told = read_facts(tmp_path).panel_trouble
    assert isinstance(told, Sentence)
    english = sentence_text(told)
    use_language("de")
    assert 'no key "colour"' in english
    assert "gibt es nicht" in sentence_text(told)
    assert "no key" not in sentence_text(told)


def test_what_an_interrupted_doctor_left_keeps_no_disk_from_being_measured(tmp_path: Path) -> None:
    data = tmp_path / "var/lib/meduris"
    data.mkdir(parents=True)
    (data / ".doctor").touch()
    assert read_facts(tmp_path).data_folder.write_seconds is not None
    assert list(data.iterdir()) == []


def test_an_update_that_was_interrupted_and_the_former_version_are_found(tmp_path: Path) -> None:
    kept = tmp_path / "var/lib/meduris-kiosk"
    (kept / "former").mkdir(parents=True)
    (kept / "former/meduris-kiosk_0.9_all.deb").touch()
    (kept / "pending").touch()
    facts = read_facts(tmp_path)
    assert facts.has_unfinished_update
    assert facts.versions["the one before"] == "0.9"
