import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.errors import CompanionError
from kiosk.cli.update import leave_word, refuse_to_change_in_vain
from kiosk.config import KioskConfig, Rotation, read_kiosk_config
from kiosk.machine.backlight import Backlight
from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.status import Status, TouchCount, read_status, write_status
from kiosk.machine.wishes import Machine, find_on_sticks, this_machine_below
from tests.kiosk.machine.releases.making import make_archive


def test_the_light_behind_the_display_goes_down_and_comes_back(light: Path, tmp_path: Path) -> None:
    backlight = Backlight(100, tmp_path / "lights")
    assert backlight.exists
    for share, brightness in ((0.3, "60"), (0, "0"), (1, "200")):
        backlight.set(share)
        assert light.read_text() == brightness


@pytest.mark.parametrize("left", ["0", "60"])
def test_full_light_is_not_what_a_kiosk_that_was_stopped_has_left(
    left: str, light: Path, tmp_path: Path
) -> None:
    light.write_text(left)
    Backlight(100, tmp_path / "lights")
    assert light.read_text() == "200"


def test_full_light_is_as_bright_as_the_table_wishes(light: Path, tmp_path: Path) -> None:
    backlight = Backlight(50, tmp_path / "lights")
    assert light.read_text() == "100"
    backlight.set(0.3)
    assert light.read_text() == "30"
    backlight.adjust(100)
    assert light.read_text() == "60"


@pytest.mark.parametrize("most", [1, 2, 4])
def test_a_light_of_few_steps_is_dim_but_not_out(most: int, light: Path, tmp_path: Path) -> None:
    light.with_name("max_brightness").write_text(f"{most}\n")
    backlight = Backlight(10, tmp_path / "lights")
    assert light.read_text() == "1"
    backlight.set(0.3)
    assert light.read_text() == "1"
    backlight.set(0)
    assert light.read_text() == "0"


def test_a_light_that_does_not_tell_how_bright_it_gets_is_none(light: Path, tmp_path: Path) -> None:
    light.with_name("max_brightness").unlink()
    assert not Backlight(100, tmp_path / "lights").exists


def test_a_display_that_vanishes_stops_nothing(light: Path, tmp_path: Path) -> None:
    backlight = Backlight(100, tmp_path / "lights")
    shutil.rmtree(light.parent)
    backlight.set(0.5)
    assert not backlight.exists


def test_all_is_as_usual_without_a_file(tmp_path: Path) -> None:
    assert read_kiosk_config(tmp_path / "kiosk.toml") == KioskConfig()


def test_the_file_that_is_installed_says_what_is_usual_anyway(tmp_path: Path) -> None:
    installed = Path(__file__).parents[3] / "deploy/machine/kiosk.toml"
    assert read_kiosk_config(installed) == KioskConfig()
    lines = installed.read_text().splitlines()
    path = tmp_path / "kiosk.toml"
    path.write_text("\n".join(line[1:] for line in lines if line.startswith("#") and " = " in line))
    assert read_kiosk_config(path) == KioskConfig()


def test_the_machine_s_settings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text("rotation = 270\ndim_after_minutes = 0.5\n")
    config = read_kiosk_config(path)
    assert (config.rotation, config.dim_after_minutes) == (Rotation.THREE_QUARTERS, 0.5)


@pytest.mark.parametrize("text", ["rotation = 45", "dim = 3", "dim_after_minutes = -1", "="])
def test_settings_that_cannot_be_meant_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text(text)
    with pytest.raises(CompanionError, match=r"kiosk\.toml cannot be used"):
        read_kiosk_config(path)


def test_the_kiosk_asks_by_leaving_a_file(tmp_path: Path) -> None:
    machine = this_machine_below({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert machine.can_be_asked
    machine.switch_off()
    machine.update()
    assert sorted(os.listdir(tmp_path)) == ["power-off", "update"]  # noqa: PTH208 - names only


def test_a_unit_watches_for_each_request(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.switch_off()
    machine.update()
    units = Path(__file__).parents[3] / "deploy/machine"
    watched = "".join(path.read_text() for path in units.glob("*.path"))
    for request in tmp_path.iterdir():
        assert f"PathExists=/run/meduris/{request.name}\n" in watched


def test_an_update_is_under_way_from_the_wish_to_the_end_of_its_unit(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert not machine.is_updating
    machine.update()
    assert machine.is_updating
    unit = (Path(__file__).parents[3] / "deploy/machine/meduris-update.service").read_text()
    for line, under_way in (("ExecStartPre", True), ("ExecStopPost", False)):
        command = re.search(rf"^{line}=/bin/(.+)$", unit, re.MULTILINE)
        assert command is not None
        words = command[1].replace("/run/meduris", str(tmp_path)).split()
        subprocess.run(words, check=True)  # noqa: S603 - our own unit
        assert machine.is_updating == under_way
    assert list(tmp_path.iterdir()) == []


def test_on_a_desk_there_is_nobody_to_ask() -> None:
    assert not this_machine_below({}).can_be_asked
    assert not this_machine_below({}).is_updating


def test_the_newest_release_on_any_stick_is_offered(tmp_path: Path) -> None:
    for number, version in enumerate(("1", "2")):
        stick = tmp_path / f"sd{number}"
        stick.mkdir()
        path = make_archive(stick, version)
        os.utime(path, (number, number))
    offered = Machine(None, tmp_path).offered_update()
    assert offered is not None
    assert offered.version == "2"


def test_a_release_that_lies_there_unchanged_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "sda1").mkdir()
    path = make_archive(tmp_path / "sda1", "2")
    written = path.stat()
    machine = Machine(None, tmp_path)
    offered = machine.offered_update()
    path.write_bytes(bytes(written.st_size))
    os.utime(path, ns=(written.st_atime_ns, written.st_mtime_ns))
    assert machine.offered_update() == offered
    os.utime(path, (1, 1))
    with pytest.raises(ReleaseError):
        machine.offered_update()


def test_a_stick_without_a_release_offers_nothing(tmp_path: Path) -> None:
    (tmp_path / "sda1").mkdir()
    (tmp_path / "sda1/holiday.jpg").touch()
    assert find_on_sticks(tmp_path) is None
    assert Machine(None, tmp_path / "missing").offered_update() is None


def test_what_a_mac_writes_beside_an_archive_is_no_release(tmp_path: Path) -> None:
    stick = tmp_path / "sda1"
    stick.mkdir()
    path = make_archive(stick, "2")
    os.utime(path, (1, 1))
    (stick / f"._{path.name}").write_bytes(b"\x00\x05\x16\x07")
    assert find_on_sticks(tmp_path) == path


def test_a_damaged_release_on_a_stick_is_told(tmp_path: Path) -> None:
    (tmp_path / "sda1").mkdir()
    path = make_archive(tmp_path / "sda1")
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ReleaseError, match="not complete"):
        Machine(None, tmp_path).offered_update()


def test_only_root_may_change_releases() -> None:
    with pytest.raises(ReleaseError, match="sudo"):
        refuse_to_change_in_vain(1000, "/dev/a / ext4 rw 0 0\n")


def test_an_update_that_would_be_gone_after_a_restart_is_refused() -> None:
    with pytest.raises(ReleaseError, match="write-protected"):
        refuse_to_change_in_vain(0, "/dev/a / ext4 ro 0 0\noverlayroot / overlay rw 0 0\n")
    refuse_to_change_in_vain(0, "/dev/a / ext4 rw 0 0\noverlay /var/lib/x overlay rw 0 0\n")


def test_the_doctor_reads_what_the_kiosk_tells(tmp_path: Path) -> None:
    assert read_status(tmp_path) is None
    status = Status("1.0", "V3D", "window_sdl2", "wayland", 800, 480, 2.5, touches=3)
    write_status(status, tmp_path)
    assert read_status(tmp_path) == status


def test_a_tap_that_comes_twice_is_counted() -> None:
    count = TouchCount()
    for now, x in ((0.0, 100), (0.01, 102), (1.0, 100), (1.01, 400), (5.0, 400)):
        count.begins(now, x, 50)
    assert (count.touches, count.doubled) == (5, 1)


def test_the_screen_reads_what_the_update_said_last(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.update_said() == ""
    leave_word("It is whole.", tmp_path)
    leave_word("It is running.", tmp_path)
    assert machine.update_said() == "It is running."
    machine.update()
    assert machine.update_said() == ""


def test_no_link_leads_root_to_another_file(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("as it was")
    (tmp_path / "update-said").symlink_to(other)
    leave_word("It is running.", tmp_path)
    assert other.read_text() == "as it was"
