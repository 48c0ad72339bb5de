import os
import re
import subprocess
from pathlib import Path

import pytest

from kiosk.machine.releases.archive import sum_of
from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.releases.shelf import Shelf
from kiosk.machine.requests import (
    UPDATE,
    UPDATING,
    Machine,
    StickRelease,
    archives_on,
    requested_archive,
    this_machine,
)
from tests.kiosk.machine.releases.making import make_archive, make_key, public, put_wheels


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_key(tmp_path_factory.mktemp("key"))


OFFER = StickRelease("2", "5" * 64)


def test_the_kiosk_asks_by_leaving_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    machine = this_machine()
    assert machine.can_be_asked
    machine.switch_off()
    machine.update(OFFER)
    assert sorted(os.listdir(tmp_path)) == ["power-off", "update"]  # noqa: PTH208 - names only


def test_a_unit_watches_for_each_request(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.switch_off()
    machine.update(OFFER)
    units = Path(__file__).parents[3] / "deploy/machine"
    watched = "".join(path.read_text() for path in units.glob("*.path"))
    for request in tmp_path.iterdir():
        assert f"PathExists=/run/meduris/{request.name}\n" in watched


def test_an_update_is_under_way_from_the_wish_to_the_end_of_its_unit(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert not machine.is_updating
    machine.update(OFFER)
    assert machine.is_updating
    unit = (Path(__file__).parents[3] / "deploy/machine/meduris-update.service").read_text()
    for line, under_way in (("ExecStartPre", True), ("ExecStopPost", False)):
        command = re.search(rf"^{line}=/bin/(.+)$", unit, re.MULTILINE)
        assert command is not None
        words = command[1].replace("/run/meduris", str(tmp_path)).split()
        subprocess.run(words, check=True)  # noqa: S603 - our own unit
        assert machine.is_updating == under_way
    assert list(tmp_path.iterdir()) == []


def test_on_a_desk_there_is_nobody_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    assert not this_machine().can_be_asked
    assert not this_machine().is_updating


def test_the_newest_release_on_any_stick_is_offered(tmp_path: Path, key: Path) -> None:
    for number, version in enumerate(("1", "2")):
        stick = tmp_path / f"sd{number}"
        stick.mkdir()
        path = make_archive(stick, version, keys=[key])
        os.utime(path, (number, number))
    offered = Machine(None, tmp_path, public(key)).offered_update()
    assert offered is not None
    assert offered.version == "2"


def test_a_release_that_can_be_used_is_offered_beside_a_newer_one_that_cannot(
    two_sticks: Path, key: Path
) -> None:
    newest = next((two_sticks / "sd3").glob("meduris*"))
    newest.write_bytes(newest.read_bytes()[:-9])
    os.utime(newest, (9, 9))
    offered = Machine(None, two_sticks, public(key)).offered_update()
    assert offered is not None
    assert offered.version == "2"


def test_where_no_release_can_be_used_the_newest_one_s_fault_is_told(
    two_sticks: Path, key: Path
) -> None:
    for path in two_sticks.glob("*/meduris*"):
        path.write_bytes(path.read_bytes()[:-9])
        os.utime(path, (0, 0))
    with pytest.raises(ReleaseError, match="is not a release"):
        Machine(None, two_sticks, public(key)).offered_update()


def test_a_release_that_lies_there_unchanged_is_read_once(tmp_path: Path, key: Path) -> None:
    (tmp_path / "sda1").mkdir()
    path = make_archive(tmp_path / "sda1", "2", keys=[key])
    written = path.stat()
    machine = Machine(None, tmp_path, public(key))
    offered = machine.offered_update()
    path.write_bytes(bytes(written.st_size))
    os.utime(path, ns=(written.st_atime_ns, written.st_mtime_ns))
    assert machine.offered_update() == offered
    os.utime(path, (1, 1))
    with pytest.raises(ReleaseError):
        machine.offered_update()


def test_a_release_that_was_refused_is_not_read_again_either(tmp_path: Path, key: Path) -> None:
    (tmp_path / "sda1").mkdir()
    path = make_archive(tmp_path / "sda1", "2", keys=[key])
    whole, written = path.read_bytes(), path.stat()
    path.write_bytes(bytes(written.st_size))
    os.utime(path, (1, 1))
    machine = Machine(None, tmp_path, public(key))
    for _look in range(2):
        with pytest.raises(ReleaseError):
            machine.offered_update()
        path.write_bytes(whole)
        os.utime(path, (1, 1))
    os.utime(path, (2, 2))
    assert machine.offered_update() is not None


def test_a_link_on_a_stick_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "sda1").mkdir()
    whole = make_archive(tmp_path, "2")
    (tmp_path / "sda1" / whole.name).symlink_to(whole)
    assert archives_on(tmp_path) == []


@pytest.fixture
def two_sticks(tmp_path: Path, key: Path) -> Path:
    sticks = tmp_path / "sticks"
    for version in ("2", "3"):
        stick = sticks / f"sd{version}"
        stick.mkdir(parents=True)
        os.utime(make_archive(stick, version, keys=[key]), (int(version), int(version)))
    (sticks / "sd2/a.meduris-release").write_bytes(b"no release")
    os.utime(sticks / "sd2/a.meduris-release", (1, 1))
    return sticks


def test_root_takes_the_archive_that_was_shown_and_no_newer_one(
    tmp_path: Path, two_sticks: Path
) -> None:
    shown = next((two_sticks / "sd2").glob("meduris-2*"))
    Machine(tmp_path).update(StickRelease("2", sum_of(shown)))
    (tmp_path / UPDATE).rename(tmp_path / UPDATING)
    assert requested_archive(tmp_path, two_sticks) == shown
    shown.unlink()
    assert requested_archive(tmp_path, two_sticks) is None


def test_of_two_copies_root_takes_the_one_that_is_whole(tmp_path: Path, two_sticks: Path) -> None:
    shown = next((two_sticks / "sd2").glob("meduris-2*"))
    Machine(tmp_path).update(StickRelease("2", sum_of(shown)))
    (tmp_path / UPDATE).rename(tmp_path / UPDATING)
    copy = two_sticks / "sd3" / shown.name
    copy.write_bytes(shown.read_bytes()[:-9])
    assert requested_archive(tmp_path, two_sticks) == shown
    shown.unlink()
    assert requested_archive(tmp_path, two_sticks) == copy


def test_a_wish_that_is_a_link_or_a_pipe_is_not_read(tmp_path: Path, two_sticks: Path) -> None:
    other = tmp_path / "other"
    other.write_text(sum_of(next((two_sticks / "sd2").glob("meduris-2*"))))
    (tmp_path / UPDATING).symlink_to(other)
    with pytest.raises(OSError, match="symbolic links"):
        requested_archive(tmp_path, two_sticks)
    (tmp_path / UPDATING).unlink()
    os.mkfifo(tmp_path / UPDATING)
    assert requested_archive(tmp_path, two_sticks) is None


def test_an_unsigned_release_is_told_and_not_offered(tmp_path: Path, key: Path) -> None:
    (tmp_path / "sda1").mkdir()
    make_archive(tmp_path / "sda1", "2")
    with pytest.raises(ReleaseError, match="not signed"):
        Machine(None, tmp_path, public(key)).offered_update()


def test_a_stick_without_a_release_offers_nothing(tmp_path: Path) -> None:
    (tmp_path / "sda1").mkdir()
    (tmp_path / "sda1/holiday.jpg").touch()
    assert archives_on(tmp_path) == []
    assert Machine(None, tmp_path / "missing").offered_update() is None


def test_what_a_mac_writes_beside_an_archive_is_no_release(tmp_path: Path) -> None:
    stick = tmp_path / "sda1"
    stick.mkdir()
    path = make_archive(stick, "2")
    os.utime(path, (1, 1))
    (stick / f"._{path.name}").write_bytes(b"\x00\x05\x16\x07")
    assert archives_on(tmp_path) == [path]


@pytest.mark.parametrize(
    ("version", "build", "said"),
    [
        ("1.9", 5, "older than the present"),
        ("2.0", 4, "no newer than build 5"),
        ("2.0", 5, r"^Version 2\.0 of this archive is in use already\.$"),
    ],
)
def test_a_release_no_newer_than_the_one_in_use_is_not_offered_and_that_is_said(
    tmp_path: Path, key: Path, version: str, build: int, said: str
) -> None:
    root, stick = tmp_path / "root", tmp_path / "sticks/one"
    (root / "opt/meduris").mkdir(parents=True)
    stick.mkdir(parents=True)
    shelf = Shelf(root / "opt/meduris", put_wheels)
    shelf.put_on_trial(shelf.add(make_archive(tmp_path, "2.0", build=5)))
    shelf.mark_good()
    machine = Machine(None, stick.parent, public(key), root)
    make_archive(stick, version, build=build, keys=[key])
    with pytest.raises(ReleaseError, match=said):
        machine.offered_update()
    make_archive(stick, "2.1", keys=[key])
    offered = machine.offered_update()
    assert offered is not None
    assert offered.version == "2.1"
