"""`meduris try` as an installed release calls it, older ones too: what it says and how it ends."""

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.memory.database import FILE_NAME
from companion.memory.journal import Journal
from companion.memory.session import Session
from tests.companion.memory.data_folders import newer, unreadable_game
from tests.companion.playing import commands, two_players

ROOT = Path(__file__).parents[3]


def tried(folder: Path, data: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """As `kiosk.machine.releases.trial` does it: with few variables, in a folder of its own."""
    return subprocess.run(  # noqa: S603 - our own app
        [sys.executable, "-P", "-m", "kiosk", "try", str(data), *options],
        env={
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "LC_ALL": "C.UTF-8",
            "SDL_VIDEODRIVER": "offscreen",
            "KIVY_WINDOW": "sdl2",
            "KIVY_HOME": str(folder / "kivy"),
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_FILELOG": "1",
        },
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def answer(told: subprocess.CompletedProcess[str]) -> dict[str, object]:
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout.splitlines()[-1])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a game that was begun."""
    data = tmp_path / "data"
    with closing(Journal.open(data)) as journal:
        session = Session.begin(journal, two_players())
        for command in commands(two_players(), 8):
            session.apply(command)
    return data


def test_a_folder_whose_games_all_open_is_said_to_be_well(data: Path, tmp_path: Path) -> None:
    assert answer(tried(tmp_path, data)) == {"quarantined": False, "unreadable": {}}


def test_a_game_that_cannot_be_opened_is_named_by_its_number(data: Path, tmp_path: Path) -> None:
    with closing(Journal.open(data)) as journal:
        journal.add(unreadable_game())
    told = answer(tried(tmp_path, data))
    assert told["quarantined"] is False
    assert list(told["unreadable"]) == ["2"]


def test_a_file_that_cannot_be_read_at_all_is_said_to_be_set_aside(
    data: Path, tmp_path: Path
) -> None:
    (data / FILE_NAME).write_bytes(b"damaged" * 1000)
    assert answer(tried(tmp_path, data)) == {"quarantined": True, "unreadable": {}}


def test_saved_games_of_a_newer_release_are_a_reason_not_to_start(
    data: Path, tmp_path: Path
) -> None:
    newer(data)
    told = tried(tmp_path, data)
    assert told.returncode == 2
    assert told.stderr.splitlines()[-1].startswith("meduris: ")


def test_no_kiosk_toml_keeps_a_release_from_starting(data: Path, tmp_path: Path) -> None:
    (tmp_path / "kiosk.toml").write_text("rotation = 45\n")
    assert tried(tmp_path, data, "--settings", str(tmp_path)).returncode == 0
