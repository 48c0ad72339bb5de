import errno
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.machine.root_requests import STICK_ANSWER, Machine, write_answer
from kiosk.machine.stick_writing import STAGED, WriteAnswer, WriteOutcome, remount, write_to_stick

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

    def answer(self) -> WriteAnswer:
        return write_to_stick(self.wish, self.data, self.sticks, self.remount)

    def carry_out(self) -> WriteOutcome:
        return self.answer().outcome

    def on_stick(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.stick.iterdir() if path.is_file()}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_what_is_staged_is_on_the_stick_which_can_only_be_read_again(place: Place) -> None:
    (place.staged / NAME).write_bytes(b"games" * 1000)
    (place.staged / "meduris.csv").write_bytes(b"table")
    (place.stick / "holiday.jpg").write_bytes(b"not ours")
    assert place.answer() == WriteAnswer(WriteOutcome.DONE)
    assert place.on_stick() == {
        NAME: b"games" * 1000,
        "meduris.csv": b"table",
        "holiday.jpg": b"not ours",
    }
    assert place.remounted == [(place.stick, True), (place.stick, False)]


@pytest.mark.parametrize("ending", ["meduris-backup", "csv", "bgsplay", "jsonl", "txt", "zip"])
def test_a_file_whose_name_is_taken_gets_a_number(place: Place, ending: str) -> None:
    for number, content in enumerate((b"ours", b"a friend's", b"ours"), 1):
        (place.staged / f"meduris-1.{ending}").write_bytes(content)
        taken = f"meduris-1-{number}.{ending}" if number > 1 else ""
        assert place.answer() == WriteAnswer(WriteOutcome.DONE, taken)
    assert place.on_stick() == {
        f"meduris-1.{ending}": b"ours",
        f"meduris-1-2.{ending}": b"a friend's",
        f"meduris-1-3.{ending}": b"ours",
    }


def test_files_that_belong_together_get_the_same_number(place: Place) -> None:
    for name in ("meduris-1.csv", "meduris-1.jsonl"):
        (place.staged / name).write_bytes(b"new")
    (place.stick / "meduris-1.jsonl").write_bytes(b"former")
    (place.stick / "meduris-1-2.csv").mkdir()
    assert place.answer() == WriteAnswer(WriteOutcome.DONE, "meduris-1-3.csv")
    assert place.on_stick() == {
        "meduris-1.jsonl": b"former",
        "meduris-1-3.csv": b"new",
        "meduris-1-3.jsonl": b"new",
    }


@pytest.mark.parametrize("name", ["", "../data", "sda1/x", "SDA1", "a" * 40, "sda1\n", ".", "/etc"])
def test_a_wish_that_names_no_stick_is_refused(place: Place, name: str) -> None:
    (place.staged / NAME).touch()
    place.wish.write_text(name)
    assert place.carry_out() is WriteOutcome.REFUSED
    assert place.remounted == []


@pytest.mark.parametrize(
    "name", ["autorun.inf", "meduris.sh", ".meduris.csv", "games.meduris-backup", "meduris"]
)
def test_nothing_else_than_the_companions_files_is_copied(place: Place, name: str) -> None:
    (place.staged / name).touch()
    assert place.carry_out() is WriteOutcome.REFUSED
    assert place.on_stick() == {}


def test_a_link_has_root_read_nothing(place: Place, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (place.staged / NAME).symlink_to(tmp_path / "secret")
    assert place.carry_out() is not WriteOutcome.DONE
    (place.staged / NAME).unlink()
    os.link(tmp_path / "secret", place.staged / NAME)
    assert place.carry_out() is WriteOutcome.REFUSED
    (place.staged / NAME).unlink()
    os.mkfifo(place.staged / NAME)
    assert place.carry_out() is WriteOutcome.REFUSED
    place.staged.rename(tmp_path / "elsewhere")
    place.staged.symlink_to(tmp_path / "elsewhere")
    assert place.carry_out() is not WriteOutcome.DONE
    assert place.on_stick() == {}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_file_of_another_user_is_not_copied(place: Place) -> None:
    (place.staged / NAME).touch()
    os.chown(place.data, 65534, 65534)
    assert place.carry_out() is WriteOutcome.REFUSED
    os.chown(place.staged / NAME, 65534, 65534)
    assert place.carry_out() is WriteOutcome.DONE


@pytest.mark.parametrize(
    ("number", "outcome"),
    [
        (errno.ENOSPC, WriteOutcome.FULL),
        (errno.EROFS, WriteOutcome.READ_ONLY),
        (errno.ENODEV, WriteOutcome.GONE),
        (errno.EIO, WriteOutcome.GONE),
    ],
)
def test_a_stick_that_fails_keeps_what_was_on_it(
    place: Place, monkeypatch: pytest.MonkeyPatch, number: int, outcome: WriteOutcome
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
    (place.staged / "meduris.csv").write_bytes(b"system")
    (place.stick / "meduris.csv").symlink_to(target)
    assert place.answer() == WriteAnswer(WriteOutcome.DONE, "meduris-2.csv")
    (place.stick / ".meduris-3.csv.part").symlink_to(target)
    assert place.carry_out() is WriteOutcome.GONE
    assert target.read_text() == "system"
    assert (place.stick / "meduris.csv").is_symlink()


def test_what_is_no_file_on_the_stick_is_not_replaced(place: Place) -> None:
    (place.staged / "meduris.csv").touch()
    os.mkfifo(place.stick / "meduris.csv")
    (place.stick / "meduris-2.csv").mkdir()
    assert place.answer() == WriteAnswer(WriteOutcome.DONE, "meduris-3.csv")
    assert (place.stick / "meduris.csv").is_fifo()


def test_what_became_of_it_is_left_for_the_screen_and_through_no_link(tmp_path: Path) -> None:
    (tmp_path / "system").write_text("system")
    (tmp_path / STICK_ANSWER).symlink_to(tmp_path / "system")
    answer = WriteAnswer(WriteOutcome.DONE, NAME)
    write_answer(answer.encode(), tmp_path / STICK_ANSWER)
    assert WriteAnswer.decode(Machine(tmp_path).last_stick_write_answer()) == answer
    assert (tmp_path / "system").read_text() == "system"


@pytest.mark.parametrize(
    "text", ["", "well", "DONE", "done\n../x.csv", "done\nmeduris.csv\n", "done\n<b>"]
)
def test_anything_else_than_an_answer_is_a_refusal(text: str) -> None:
    assert WriteAnswer.decode(text) == WriteAnswer(WriteOutcome.REFUSED)


@pytest.fixture
def real_stick(place: Place, tmp_path: Path) -> Iterator[None]:
    """A stick of 8 MB with a real file system, where this machine lets one be mounted."""
    with (tmp_path / "image").open("wb") as image:
        image.truncate(8_000_000)
    try:
        run("mkfs.ext4", "-q", "-F", image.name)
        run("mount", "-o", "loop,nosuid,nodev,noexec", image.name, place.stick)
    except (OSError, subprocess.SubprocessError):
        pytest.skip("nothing can be mounted here")
    run("mount", "-o", "remount,ro", place.stick)
    yield
    run("umount", "--lazy", place.stick)


def run(*command: object) -> None:
    subprocess.run([str(word) for word in command], check=True, capture_output=True)  # noqa: S603


@pytest.mark.usefixtures("real_stick")
def test_a_real_stick_is_writable_only_for_the_copying(place: Place) -> None:
    def written() -> WriteOutcome:
        return write_to_stick(place.wish, place.data, place.sticks, remount).outcome

    (place.staged / NAME).write_bytes(os.urandom(1_000_000))
    assert written() is WriteOutcome.DONE
    assert place.on_stick()[NAME] == (place.staged / NAME).read_bytes()
    with pytest.raises(OSError, match="Read-only"):
        (place.stick / "x").touch()
    former = place.on_stick()[NAME]
    (place.staged / NAME).write_bytes(os.urandom(20_000_000))
    assert written() is WriteOutcome.FULL
    assert place.on_stick()[NAME] == former
