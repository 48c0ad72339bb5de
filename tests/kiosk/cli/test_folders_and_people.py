"""What the command line says of folders, people and files that are not what somebody meant."""

import os
import pwd
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands import PlaceWorker
from companion.memory.record import encode_record
from kiosk.cli import main
from kiosk.machine.version import running_version
from kiosk.words.language import languages
from tests.companion.memory.spoilt_disks import NOBODY
from tests.companion.positions import BLUE, PURPLE, WOOD, setup

READING = (
    ["games"],
    ["games", "--check"],
    ["export"],
    ["export", "--all", "--format", "csv"],
    ["backup", "backup.zip"],
    ["panel", "--panel", "off"],
    ["replay", "game.jsonl"],
)
WRITING = (["import", "game.jsonl"], ["restore", "backup.zip"], [])
LANGUAGES = languages()


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    beginning = setup(PURPLE, BLUE)
    record = encode_record(beginning, [PlaceWorker(by=PURPLE, plain=WOOD)])
    (tmp_path / "game.jsonl").write_bytes(record)


@pytest.fixture
def data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder in which Ann has begun a game."""
    folder = tmp_path / "data"
    assert main(["import", "game.jsonl", "--data", str(folder)]) == 0
    capsys.readouterr()
    return folder


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that a refused command says."""
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert told.err.startswith("meduris")
    return told.err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_mistyped_folder_is_told_and_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], language: str
) -> None:
    assert "mistyped" in refused(capsys, "--lang", language, "--data", "mistyped", *words)
    assert not (tmp_path / "mistyped").exists()


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=" ".join)
def test_a_file_is_no_folder(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert "game.jsonl is no folder" in refused(capsys, "--data", "game.jsonl", *words)


def test_the_usual_folder_need_not_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEDURIS_DATA", str(tmp_path / "not made yet"))
    assert main(["games"]) == 0
    assert capsys.readouterr().err == ""


@pytest.fixture
def closed() -> Iterator[Path]:
    """A folder, with saved games in it, that is closed to whoever asks."""
    folder = Path(tempfile.mkdtemp(prefix="meduris-"))
    assert main(["import", "game.jsonl", "--data", str(folder)]) == 0
    user = os.geteuid()
    try:
        if user == 0:
            os.seteuid(NOBODY)
        else:
            folder.chmod(0)
        yield folder
    finally:
        os.seteuid(user)
        folder.chmod(0o700)
        shutil.rmtree(folder)


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=" ".join)
def test_another_users_folder_is_named_as_what_it_is(
    closed: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    capsys.readouterr()
    told = refused(capsys, "--data", str(closed), *words)
    assert f"The folder {closed} is closed to you" in told
    assert "panel.toml" not in told
    if os.getuid() == 0:
        assert f"it belongs to {pwd.getpwuid(0).pw_name}" in told


@pytest.mark.parametrize("words", [["games"], ["export"]], ids=" ".join)
@pytest.mark.skipif(os.geteuid() != 0, reason="nothing is closed to its owner")
def test_whoever_only_reads_hears_nothing_of_writing(
    closed: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    capsys.readouterr()
    os.seteuid(0)
    closed.chmod(0o755)
    (closed / "games.db").chmod(0o600)
    os.seteuid(NOBODY)
    told = refused(capsys, "--data", str(closed), *words)
    assert "is closed to you: its owner can read it" in told
    assert "saved until" not in told


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=" ".join)
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can work in folders of others")
def test_root_leaves_a_folder_of_somebody_else_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
) -> None:
    monkeypatch.setattr("kiosk.trouble.TroubleApp.run", lambda _app: None)
    folder = tmp_path / "theirs"
    assert main(["import", "game.jsonl", "--data", str(folder)]) == 0
    for path in (folder, *folder.iterdir()):
        os.chown(path, NOBODY, NOBODY)
    before = {path: path.stat().st_uid for path in folder.iterdir()}
    capsys.readouterr()
    told = refused(capsys, "--data", str(folder), *words)
    assert f"put `sudo -u {pwd.getpwuid(NOBODY).pw_name}` in front" in told
    assert {path: path.stat().st_uid for path in folder.iterdir()} == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can work in folders of others")
def test_root_makes_no_folder_below_one_of_somebody_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "home").mkdir()
    os.chown(tmp_path / "home", NOBODY, NOBODY)
    told = refused(capsys, "--data", str(tmp_path / "home/games"), "import", "game.jsonl")
    assert "sudo -u" in told
    assert not list((tmp_path / "home").iterdir())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_whom_nobody_knows_is_told(
    data: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    told = refused(capsys, "--lang", language, "--data", str(data), "games", "--person", "Zoë")
    assert "Zoë" in told


def test_of_many_bad_records_there_are_ten_and_a_count(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile("many.zip", "w") as packed:
        for number in range(3000):
            packed.writestr(f"{number}.jsonl", b"no record\n")
    assert main(["import", "many.zip", "--data", str(data)]) == 1
    told = capsys.readouterr()
    assert len(told.err.splitlines()) == 10
    assert told.out == "3000 records are left out\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_version_is_printed(capsys: pytest.CaptureFixture[str], language: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--lang", language, "--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"meduris {running_version()}\n"
