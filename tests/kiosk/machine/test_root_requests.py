import hashlib
import os
import re
import subprocess
from pathlib import Path

import pytest

from kiosk.machine.root_requests import UPDATING, Machine, read_request, this_machine
from kiosk.machine.updates import FOLDER, StickUpdate, UpdateRefusedError
from kiosk.words.texts import sentence_text

UNITS = Path(__file__).parents[3] / "deploy/machine"
OFFER = StickUpdate("2", "5" * 64)


def test_the_kiosk_asks_by_leaving_a_file_that_a_unit_watches_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    machine = this_machine()
    assert machine.can_take_requests
    machine.request_power_off()
    machine.request_update(OFFER)
    requests = sorted(path.name for path in tmp_path.iterdir())
    assert requests == ["power-off", "update"]
    watched = "".join(path.read_text() for path in UNITS.glob("*.path"))
    assert all(f"PathExists=/run/meduris/{request}\n" in watched for request in requests)


def test_an_update_is_under_way_from_the_request_to_the_end_of_its_unit(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert not machine.is_updating
    machine.request_former_version()
    assert machine.is_updating
    unit = (UNITS / "meduris-update.service").read_text()
    for line, under_way in (("ExecStartPre", True), ("ExecStopPost", False)):
        command = re.search(rf"^{line}=/bin/(.+)$", unit, re.MULTILINE)
        assert command is not None
        words = command[1].replace("/run/meduris", str(tmp_path)).split()
        subprocess.run(words, check=True)  # noqa: S603 - our own unit
        assert machine.is_updating == under_way
    assert list(tmp_path.iterdir()) == []


def test_on_a_desk_there_is_nobody_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    assert not this_machine().can_take_requests
    assert not this_machine().is_updating


class Sticks:
    """USB sticks of a machine, and what root's helper says of each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.says: dict[str, str] = {}
        self.asked = 0
        self.machine = Machine(None, folder, ask_helper=self.ask_helper)

    def ask_helper(self, folder: Path) -> str:
        self.asked += 1
        return self.says[folder.parent.name]

    def plug_in(self, name: str, says: str) -> Path:
        in_release = self.folder / name / FOLDER / "InRelease"
        in_release.parent.mkdir(parents=True)
        in_release.write_text(f"{name}\n")
        self.says[name] = says
        return in_release


@pytest.fixture
def sticks(tmp_path: Path) -> Sticks:
    return Sticks(tmp_path)


def test_what_can_be_taken_is_offered_beside_what_cannot(sticks: Sticks) -> None:
    sticks.plug_in("sda1", "foreign\n")
    in_release = sticks.plug_in("sdb1", "offer 2.0\n")
    offer = StickUpdate("2.0", hashlib.sha256(in_release.read_bytes()).hexdigest())
    assert sticks.machine.find_offered_update() == offer


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("older 1.0 2.0\n", r"1\.0 on .* no newer than version 2\.0"),
        ("unsigned\n", "not signed"),
        ("offer\n", "unknown result: offer"),
    ],
)
def test_where_nothing_can_be_taken_the_reason_is_told_once_a_stick_was_checked(
    sticks: Sticks, says: str, told: str
) -> None:
    in_release = sticks.plug_in("sda1", says)
    for _look in range(2):
        with pytest.raises(UpdateRefusedError, match=told):
            sticks.machine.find_offered_update()
    assert sticks.asked == 1
    os.utime(in_release, (1, 1))
    sticks.says["sda1"] = "offer 2.0\n"
    assert sticks.machine.find_offered_update() is not None


def test_a_folder_without_a_list_is_checked_too(sticks: Sticks) -> None:
    sticks.plug_in("sda1", "unsigned\n").unlink()
    with pytest.raises(UpdateRefusedError, match="not signed"):
        sticks.machine.find_offered_update()


def test_a_stick_without_packages_offers_nothing(tmp_path: Path) -> None:
    (tmp_path / "sda1").mkdir()
    (tmp_path / "sda1/holiday.jpg").touch()
    assert Sticks(tmp_path).machine.find_offered_update() is None
    assert Sticks(tmp_path / "missing").machine.find_offered_update() is None


def test_the_former_version_is_read_off_its_packages(tmp_path: Path) -> None:
    machine = Machine(None, root=tmp_path)
    assert machine.former_version is None
    former = tmp_path / "var/lib/meduris-kiosk/former"
    former.mkdir(parents=True)
    for name in ("meduris-companion_1.0~rc1_all.deb", "meduris-kiosk_1.0~rc1_all.deb"):
        (former / name).touch()
    assert machine.former_version == "1.0~rc1"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("done 1.1", "Version 1.1 is running."),
        ("no-picture 1.1 1.0", "in time: version 1.0 is back."),
        ("done", "unknown result: done"),
        ("wonders 1", "unknown result: wonders 1"),
        ("", "unknown result: "),
    ],
)
def test_what_became_of_an_update_is_told(tmp_path: Path, line: str, sentence: str) -> None:
    machine = Machine(None, root=tmp_path)
    assert machine.last_update_result() is None
    (tmp_path / "run/meduris-kiosk").mkdir(parents=True)
    (tmp_path / "run/meduris-kiosk/said").write_text(f"{line}\n")
    told = machine.last_update_result()
    assert told is not None
    assert sentence in sentence_text(told)


def test_every_word_of_the_helper_has_a_sentence() -> None:
    script = (Path(__file__).parents[3] / "deploy/debian/update").read_text()
    script = re.sub(r"^ *#.*$", "", script, flags=re.MULTILINE)
    words = set(re.findall(r"(?:refuse|tell|leave_again|echo) \"?([a-z][a-z-]+)\b", script))
    assert {"unsigned", "older", "no-picture", "done", "trying"} <= words
    from kiosk.machine import updates  # noqa: PLC0415

    assert words - {"offer"} == set(updates._SENTENCES)


def test_a_request_that_is_a_link_or_a_pipe_is_not_read(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("sda1")
    (tmp_path / UPDATING).symlink_to(other)
    with pytest.raises(OSError, match="symbolic links"):
        read_request(tmp_path / UPDATING)
    (tmp_path / UPDATING).unlink()
    os.mkfifo(tmp_path / UPDATING)
    assert read_request(tmp_path / UPDATING) == ""
