import argparse
import io
import os
import pwd
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.memory.exchange.backup import back_up
from companion.memory.journal import Journal
from companion.memory.record import encode_record
from companion.memory.session import Session
from companion.sentence import Sentence
from kiosk.cli import build_parser, main
from kiosk.words.language import SOURCE_LANGUAGE, languages, use_language
from tests.companion.memory.spoilt_disks import NOBODY
from tests.companion.playing import commands, named, two_players

NAMES = ("Zoë Ærøskøbing 🎲", "Łucja")
COMMANDS: dict[str, list[str]] = {
    "": [],
    "backup": ["{out}/all.meduris-backup"],
    "doctor": [],
    "export": ["--all", "--format", "csv"],
    "games": [],
    "import": ["{given}/game.jsonl"],
    "panel": ["--panel", "off"],
    "replay": ["{given}/game.jsonl"],
    "restore": ["{given}/all.meduris-backup", "--force"],
}
"""What each command is given to do its work."""
UNBOUND = {"doctor"}
"""Commands that have no use for --data."""
FOR_PROGRAMS = {"export", "replay"}
"""What they print is UTF-8 everywhere."""
BOUND = [command for command in COMMANDS if command not in UNBOUND]
READING = [command for command in BOUND if command not in {"", "import", "restore"}]
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can work in folders of others")


def parsers() -> dict[str, argparse.ArgumentParser]:
    parser = build_parser()
    (found,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    return {"": parser, **found.choices}


def test_every_command_is_walked() -> None:
    assert set(parsers()) == set(COMMANDS)


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("given")
    setup = named(two_players(), *NAMES)
    moves = commands(setup, 30)
    (folder / "game.jsonl").write_bytes(encode_record(setup, moves))
    with closing(Journal.open(folder / "data")) as journal:
        session = Session.begin(journal, setup)
        for command in moves:
            session.apply(command)
    back_up(folder / "data", folder / "all.meduris-backup")
    return folder


class Surroundings:
    def __init__(self, given: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.data = folder / "data"
        self.patch = monkeypatch
        self._given = given
        self._folder = folder

    def words(self, command: str, *, with_data: bool = True, language: str = "de") -> list[str]:
        places = {"given": str(self._given), "out": str(self._folder)}
        words = ["--lang", language]
        if with_data and command not in UNBOUND:
            words += ["--data", str(self.data)]
        words += [command] * bool(command)
        return [*words, *(word.format_map(places) for word in COMMANDS[command])]

    def fill(self) -> None:
        shutil.copytree(self._given / "data", self.data, dirs_exist_ok=True)


@pytest.fixture
def around(given: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Surroundings]:
    monkeypatch.setattr("kiosk.process.open_window", no_window)
    monkeypatch.setenv("MEDURIS_DATA", str(tmp_path / "usual"))
    yield Surroundings(given, tmp_path, monkeypatch)
    monkeypatch.undo()
    use_language(SOURCE_LANGUAGE)


def no_window(*, unseen: bool = False) -> None:
    raise CompanionError(Sentence("There is no display: „ø“."))


@pytest.fixture(autouse=True)
def _no_input(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        yield


def run(words: list[str]) -> int:
    try:
        return main(words)
    except SystemExit as error:
        return int(error.code or 0)


every_command = pytest.mark.parametrize("command", COMMANDS)


def check(status: int, told: str) -> None:
    assert status in {0, 1, 2}
    assert "Traceback" not in told
    if status == 2:
        assert told.count("\n") == 1
        assert told[0].isalpha()


@every_command
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_knows_few_letters(
    around: Surroundings, command: str, encoding: str
) -> None:
    around.fill()
    words = around.words(command)
    for asked in (words, [*words[:2], *filter(None, [command]), "--help"]):
        streams = [io.TextIOWrapper(io.BytesIO(), encoding, write_through=True) for _ in range(2)]
        for name, stream in zip(("stdout", "stderr"), streams, strict=True):
            around.patch.setattr(sys, name, stream)
        status = run(asked)
        out, told = (stream.buffer.getvalue() for stream in streams)
        if command in FOR_PROGRAMS and status == 0 and asked is words:
            assert command == "replay" or NAMES[0] in out.decode()
            out = b""
        out.decode(encoding)
        check(status, told.decode(encoding))


@every_command
@pytest.mark.parametrize("name", [b"\xff\xfe", b"'x' \"y\" ?#%20;\n"], ids=("no text", "signs"))
def test_a_data_folder_with_an_odd_name(
    around: Surroundings, command: str, name: bytes, capfd
) -> None:
    around.data = around.data.with_name(os.fsdecode(name))
    around.fill()
    capfd.readouterr()
    status = run(around.words(command))
    check(status, capfd.readouterr().err)
    if command not in UNBOUND and command:
        assert status == 0


@every_command
def test_nobody_has_a_home(around: Surroundings, command: str, capfd) -> None:
    def nobody(user: object) -> None:
        raise KeyError(user)

    for name in ("HOME", "MEDURIS_DATA", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "KIVY_HOME"):
        around.patch.delenv(name, raising=False)
    around.patch.setattr(pwd, "getpwuid", nobody)
    status = run(around.words(command, with_data=False))
    check(status, capfd.readouterr().err)


@every_command
def test_the_working_folder_is_deleted(
    around: Surroundings, command: str, tmp_path: Path, capfd
) -> None:
    around.fill()
    (tmp_path / "here").mkdir()
    around.patch.chdir(tmp_path / "here")
    (tmp_path / "here").rmdir()
    for data in (around.data, Path("data")):
        around.data = data
        capfd.readouterr()
        check(run(around.words(command)), capfd.readouterr().err)


@every_command
def test_the_standard_streams_are_closed(around: Surroundings, command: str, capfd) -> None:
    around.fill()
    capfd.readouterr()
    around.patch.setattr(sys, "stdout", None)
    around.patch.setattr(sys, "stdin", None)
    check(run(around.words(command)), capfd.readouterr().err)
    assert run([*filter(None, [command]), "--help"]) == 0
    around.patch.setattr(sys, "stderr", None)
    assert run(around.words(command)) in {0, 1, 2}
    assert run(["--version"]) == 0


@every_command
def test_the_disk_behind_the_output_is_full(around: Surroundings, command: str, capfd) -> None:
    around.fill()
    capfd.readouterr()
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        around.patch.setattr(sys, "stdout", full)
        status = run(around.words(command))
    check(status, capfd.readouterr().err)


# Folders that are not what somebody meant


def refused(capfd, *words: str) -> str:
    capfd.readouterr()
    assert main(words) == 2
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert told.err.startswith("meduris")
    return told.err


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("command", READING)
def test_a_mistyped_folder_is_told_and_not_made(
    around: Surroundings, command: str, language: str, capfd
) -> None:
    around.data = around.data.with_name("mistyped")
    assert "mistyped" in refused(capfd, *around.words(command, language=language))
    assert not around.data.exists()


@pytest.mark.parametrize("command", BOUND)
def test_a_file_is_no_folder(around: Surroundings, command: str, capfd) -> None:
    around.data.touch()
    assert "data is not a folder" in refused(capfd, *around.words(command, language="en"))


@pytest.fixture
def closed(around: Surroundings) -> Iterator[Surroundings]:
    around.data = Path(tempfile.mkdtemp(prefix="meduris-"))
    around.fill()
    around.data.chmod(0o700)
    user = os.geteuid()
    try:
        if user == 0:
            os.seteuid(NOBODY)
        else:
            around.data.chmod(0)
        yield around
    finally:
        os.seteuid(user)
        around.data.chmod(0o700)
        shutil.rmtree(around.data)


@pytest.mark.parametrize("command", BOUND)
def test_another_users_folder_is_named_as_what_it_is(
    closed: Surroundings, command: str, capfd
) -> None:
    told = refused(capfd, *closed.words(command, language="en"))
    assert f"You may not open the folder {closed.data}" in told
    assert "panel.toml" not in told
    if os.getuid() == 0:
        assert f"it belongs to {pwd.getpwuid(0).pw_name}" in told


@AS_ROOT
@pytest.mark.parametrize("command", ["games", "export"])
def test_whoever_only_reads_hears_nothing_of_writing(
    closed: Surroundings, command: str, capfd
) -> None:
    os.seteuid(0)
    closed.data.chmod(0o755)
    (closed.data / "games.db").chmod(0o600)
    os.seteuid(NOBODY)
    told = refused(capfd, *closed.words(command, language="en"))
    assert "You may not read the file of the saved games: only its owner can" in told
    assert "saved until" not in told


@AS_ROOT
@pytest.mark.parametrize("command", BOUND)
def test_root_leaves_a_folder_of_somebody_else_alone(
    around: Surroundings, command: str, capfd
) -> None:
    around.patch.setattr("kiosk.trouble.TroubleApp.run", lambda _app: None)
    around.fill()
    for path in (around.data, *around.data.iterdir()):
        os.chown(path, NOBODY, NOBODY)
    before = {path: path.stat().st_uid for path in around.data.iterdir()}
    told = refused(capfd, *around.words(command, language="en"))
    assert f"Put `sudo -u {pwd.getpwuid(NOBODY).pw_name}` in front" in told
    assert {path: path.stat().st_uid for path in around.data.iterdir()} == before


@AS_ROOT
def test_root_makes_no_folder_below_one_of_somebody_else(around: Surroundings, capfd) -> None:
    home = around.data
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    around.data = home / "games"
    assert "sudo -u" in refused(capfd, *around.words("import"))
    assert not list(home.iterdir())
