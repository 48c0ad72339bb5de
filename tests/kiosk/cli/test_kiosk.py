"""The kiosk as systemd sees it: a process of its own, told to report to a socket."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.memory.journal import Journal
from kiosk.machine.status import read_status
from tests.companion.memory.data_folders import newer

ROOT = Path(__file__).parents[3]


class Manager:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("run", "data", "etc"):
            (folder / name).mkdir()
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(str(folder / "notify"))

    def start(self, *program: str | Path) -> None:
        kiosk = ("kiosk.cli.kiosk", "--settings", self.folder / "etc")
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
            "SDL_VIDEODRIVER": "offscreen",
            "KIVY_HOME": str(self.folder / "kivy"),
            "MEDURIS_DATA": str(self.folder / "data"),
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "RUNTIME_DIRECTORY": str(self.folder / "run"),
        }
        self.process = subprocess.Popen(  # noqa: S603 - our own app
            [sys.executable, "-m", *(program or kiosk)],
            env=environment,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def hears(self, seconds: float) -> str:
        self.line.settimeout(seconds)
        try:
            return self.line.recv(4096).decode()
        except TimeoutError:
            return ""

    def complaint(self) -> str:
        return next(line for line in self.process.stderr if line.startswith("meduris: "))


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(tmp_path)
    yield manager
    manager.line.close()
    manager.process.kill()
    manager.process.communicate()


def test_saved_games_that_it_cannot_use_are_no_reason_to_be_ready(manager: Manager) -> None:
    Journal.open(manager.folder / "data").close()
    newer(manager.folder / "data")
    manager.start()
    assert manager.complaint()
    assert manager.hears(1) == ""


def test_settings_that_cannot_be_used_are_told_and_the_kiosk_tells_that_it_is_up(
    manager: Manager,
) -> None:
    (manager.folder / "etc/kiosk.toml").write_text("rotation = 45\n")
    manager.start()
    assert "kiosk.toml" in manager.complaint()
    assert manager.hears(60) == "READY=1"
    assert manager.hears(20) == "WATCHDOG=1"
    end = time.monotonic() + 20
    while (status := read_status(manager.folder / "run")) is None:
        assert time.monotonic() < end
    assert (status.window_provider, status.video_driver) == ("window_sdl2", "offscreen")
    assert status.renderer


def test_a_disk_that_does_not_answer_is_no_reason_to_be_taken_for_dead_or_to_lose_a_step(
    manager: Manager,
) -> None:
    data = manager.folder / "data"
    manager.start("tests.kiosk.slow_kiosk", data)
    assert manager.hears(60) == "READY=1"
    assert manager.process.stdout.readline() == "saving True\n"
    for _pulse in range(2):
        assert manager.hears(20) == "WATCHDOG=1"
    manager.process.terminate()
    with pytest.raises(subprocess.TimeoutExpired):
        manager.process.wait(0.3)
    (data / "answer").touch()
    assert manager.process.wait(60) == 0
    with closing(Journal.open_for_reading(data)) as journal:
        assert len(journal.game_rows(1).steps) == 1
