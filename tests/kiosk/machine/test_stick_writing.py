"""What root puts onto a stick, and what it refuses."""

import errno
import os
from pathlib import Path

import pytest

from kiosk.machine.requests import STICK_SAID, Machine, leave_answer
from kiosk.machine.stick_writing import STAGED, Outcome, carry_out, remount
from tests.companion.memory.test_whole_file import deleted
from tests.kiosk.machine.loop_stick import LoopStick, kind_of_sticks
from tests.kiosk.machine.pull_sticks import pull_often

NAME = "meduris-2026-03-01.meduris-backup"


class Place:
    """A kiosk's data folder, its wish and its sticks; `remounted` is what was asked for."""

    def __init__(self, folder: Path) -> None:
        self.data, self.sticks = folder / "data", folder / "sticks"
        self.wish = folder / "wish"
        self.staged, self.stick = self.data / STAGED, self.sticks / "sda1"
        self.staged.mkdir(parents=True)
        self.stick.mkdir(parents=True)
        self.wish.write_text("sda1")
        self.remounted: list[tuple[Path, bool]] = []

    def remount(self, stick: Path, writable: bool) -> None:  # noqa: FBT001
        self.remounted.append((stick, writable))

    def carry_out(self) -> Outcome:
        return carry_out(self.wish, self.data, self.sticks, self.remount)

    def on_stick(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.stick.iterdir() if path.is_file()}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_what_is_staged_is_on_the_stick_which_can_only_be_read_again(place: Place) -> None:
    (place.staged / NAME).write_bytes(b"games" * 1000)
    (place.staged / "meduris.csv").write_bytes(b"table")
    (place.stick / NAME).write_bytes(b"former")
    (place.stick / "holiday.jpg").write_bytes(b"not ours")
    assert place.carry_out() is Outcome.DONE
    assert place.on_stick() == {
        NAME: b"games" * 1000,
        "meduris.csv": b"table",
        "holiday.jpg": b"not ours",
    }
    assert place.remounted == [(place.stick, True), (place.stick, False)]


def test_what_is_on_the_stick_is_synced_under_its_name_before_the_former_is_let_go(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place.staged / NAME).write_bytes(b"new")
    (place.stick / NAME).write_bytes(b"former")
    synced: list[tuple[str, list[str]]] = []

    def fsync(handle: int) -> None:
        synced.append((Path(f"/proc/self/fd/{handle}").readlink().name, deleted(place.stick)))

    monkeypatch.setattr(os, "fsync", fsync)
    assert place.carry_out() is Outcome.DONE
    assert synced == [(f".{NAME}.part", []), (NAME, [NAME]), ("sda1", [])]


@pytest.mark.parametrize("name", ["", "../data", "sda1/x", "SDA1", "a" * 40, "sda1\n", ".", "/etc"])
def test_a_wish_that_names_no_stick_is_refused(place: Place, name: str) -> None:
    (place.staged / NAME).touch()
    place.wish.write_text(name)
    assert place.carry_out() is Outcome.REFUSED
    assert place.remounted == []


@pytest.mark.parametrize(
    "name", ["autorun.inf", "meduris.sh", ".meduris.csv", "games.meduris-backup", "meduris"]
)
def test_nothing_else_than_the_companions_files_is_copied(place: Place, name: str) -> None:
    (place.staged / name).touch()
    assert place.carry_out() is Outcome.REFUSED
    assert place.on_stick() == {}


def test_a_link_has_root_read_nothing(place: Place, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (place.staged / NAME).symlink_to(tmp_path / "secret")
    assert place.carry_out() is not Outcome.DONE
    (place.staged / NAME).unlink()
    os.link(tmp_path / "secret", place.staged / NAME)
    assert place.carry_out() is Outcome.REFUSED
    (place.staged / NAME).unlink()
    os.mkfifo(place.staged / NAME)
    assert place.carry_out() is Outcome.REFUSED
    place.staged.rename(tmp_path / "elsewhere")
    place.staged.symlink_to(tmp_path / "elsewhere")
    assert place.carry_out() is not Outcome.DONE
    assert place.on_stick() == {}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_file_of_another_user_is_not_copied(place: Place) -> None:
    (place.staged / NAME).touch()
    os.chown(place.data, 65534, 65534)
    assert place.carry_out() is Outcome.REFUSED
    os.chown(place.staged / NAME, 65534, 65534)
    assert place.carry_out() is Outcome.DONE


def test_too_many_files_are_not_copied(place: Place) -> None:
    for number in range(11):
        (place.staged / f"meduris-{number}.csv").touch()
    assert place.carry_out() is Outcome.REFUSED


@pytest.mark.parametrize(
    ("number", "outcome"),
    [
        (errno.ENOSPC, Outcome.FULL),
        (errno.EROFS, Outcome.READ_ONLY),
        (errno.ENODEV, Outcome.GONE),
        (errno.EIO, Outcome.GONE),
    ],
)
def test_a_stick_that_fails_keeps_what_was_on_it(
    place: Place, monkeypatch: pytest.MonkeyPatch, number: int, outcome: Outcome
) -> None:
    (place.staged / NAME).write_bytes(b"new")
    (place.stick / NAME).write_bytes(b"former")

    def fails(_handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("kiosk.machine.stick_writing.os.fsync", fails)
    assert place.carry_out() is outcome
    assert place.on_stick() == {NAME: b"former"}
    assert place.remounted[-1] == (place.stick, False)


def test_a_link_on_the_stick_leads_root_nowhere(place: Place, tmp_path: Path) -> None:
    target = tmp_path / "system"
    target.write_text("system")
    (place.staged / NAME).write_bytes(b"games")
    (place.stick / NAME).symlink_to(target)
    (place.stick / f".{NAME}.part").symlink_to(target)
    assert place.carry_out() is Outcome.DONE
    assert target.read_text() == "system"
    assert not (place.stick / NAME).is_symlink()


def test_what_became_of_it_is_left_for_the_screen_and_through_no_link(tmp_path: Path) -> None:
    (tmp_path / "system").write_text("system")
    (tmp_path / STICK_SAID).symlink_to(tmp_path / "system")
    leave_answer(Outcome.FULL, tmp_path / STICK_SAID)
    assert Machine(tmp_path).stick_said() == "full"
    assert (tmp_path / "system").read_text() == "system"


# A real file system on a real block device, where this machine lets one be mounted


@pytest.mark.skipif(kind_of_sticks() is None, reason="nothing can be mounted here")
def test_a_real_stick_is_writable_only_for_the_copying(place: Place) -> None:
    with LoopStick(place.stick, megabytes=8):
        (place.staged / NAME).write_bytes(os.urandom(1_000_000))
        assert carry_out(place.wish, place.data, place.sticks, remount) is Outcome.DONE
        assert place.on_stick()[NAME] == (place.staged / NAME).read_bytes()
        with pytest.raises(OSError, match="Read-only"):
            (place.stick / "x").touch()
        former = place.on_stick()[NAME]
        (place.staged / NAME).write_bytes(os.urandom(20_000_000))
        assert carry_out(place.wish, place.data, place.sticks, remount) is Outcome.FULL
        assert place.on_stick() == {NAME: former}
    assert carry_out(place.wish, place.data, place.sticks, remount) is Outcome.GONE


@pytest.mark.skipif(kind_of_sticks() is None, reason="nothing can be mounted here")
def test_a_stick_that_is_pulled_out_has_the_former_backup_or_the_new_one() -> None:
    assert pull_often(2, seed=3).total() == 2
