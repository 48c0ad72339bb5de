"""The trial of a version as the helper of the one in use calls it: what it says, how it ends."""

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
from tests.companion.memory.sessions import played
from tests.companion.playing import two_players

ROOT = Path(__file__).parents[3]


def tried(folder: Path, data: Path) -> subprocess.CompletedProcess[str]:
    """As deploy/debian/update does it: with few variables, in a folder of its own."""
    return subprocess.run(  # noqa: S603 - our own app
        [sys.executable, "-P", "-m", "kiosk.cli.try_out", str(data)],
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


def lost(told: subprocess.CompletedProcess[str]) -> list[str]:
    assert told.returncode == 0, told.stderr
    return told.stdout.splitlines()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    with closing(Journal.open(data)) as journal:
        played(Session.begin(journal, two_players()), 8)
    return data


def test_only_games_that_cannot_be_opened_are_named_by_number(data: Path, tmp_path: Path) -> None:
    with closing(Journal.open(data)) as journal:
        journal.add_game(unreadable_game())
    assert lost(tried(tmp_path, data)) == ["2"]


def test_a_file_that_cannot_be_read_at_all_is_lost(data: Path, tmp_path: Path) -> None:
    (data / FILE_NAME).write_bytes(b"damaged" * 1000)
    assert lost(tried(tmp_path, data)) == ["file"]
    assert (data / FILE_NAME).read_bytes() == b"damaged" * 1000


def test_saved_games_of_a_newer_release_are_a_reason_not_to_start(
    data: Path, tmp_path: Path
) -> None:
    newer(data)
    told = tried(tmp_path, data)
    assert told.returncode == 2
    assert told.stderr.splitlines()[-1].startswith("meduris: ")
