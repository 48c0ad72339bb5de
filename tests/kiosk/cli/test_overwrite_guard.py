import argparse
from contextlib import closing
from pathlib import Path

import pytest

from companion.memory.journal import Journal
from kiosk.cli import build_parser, main
from tests.companion.memory.finished_games import Ended
from tests.kiosk.cli.running import said

WRITERS = {
    "backup": lambda target: ["backup", target],
    "export": lambda target: ["export", "--to", target],
    "export all": lambda target: ["export", "--all", "--format", "csv", "--to", target],
}
"""The commands that write a file that is named, and how it is named."""


PATHS = {
    ("", "data"): "the data folder",
    ("", "panel_file"): "read",
    ("", "shots"): "written",
    ("backup", "data"): "the data folder",
    ("backup", "file"): "written",
    ("export", "data"): "the data folder",
    ("export", "to"): "written",
    ("games", "data"): "the data folder",
    ("import", "data"): "the data folder",
    ("import", "file"): "read",
    ("panel", "data"): "the data folder",
    ("panel", "panel_file"): "read",
    ("replay", "data"): "the data folder",
    ("replay", "file"): "read",
    ("restore", "data"): "the data folder",
    ("restore", "file"): "read",
}
"""All files and folders that commands are given, and what becomes of them."""


def test_which_commands_write_a_named_file_is_known() -> None:
    parser = build_parser()
    (commands,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    parsers = {"": parser, **commands.choices}
    assert set(PATHS) == {
        (name, option.dest)
        for name, one in parsers.items()
        for option in one._actions
        if option.metavar in {"FILE", "DIR"}
    }
    written = {name for name, _option in PATHS if PATHS[name, _option] == "written"}
    assert written == {"", *(name.partition(" ")[0] for name in WRITERS)}


@pytest.fixture(params=WRITERS.values(), ids=WRITERS.keys())
def write(request: pytest.FixtureRequest):
    return request.param


@pytest.fixture
def games(data: Path) -> Path:
    save_game(data)
    for folder in ("boards", "snapshots"):
        (data / folder).mkdir()
    for name in ("settings.json", ".display.toml", "boards/a.toml", "snapshots/a-1"):
        (data / name).write_bytes(b"as it was")
    (data / "../link").symlink_to(data / "games.db")
    (data / "../way").symlink_to(data)
    (data / "../dangling").symlink_to(data / "panel.toml")
    return data


def save_game(folder: Path) -> None:
    with closing(Journal.open(folder)) as journal:
        Ended(journal, 0, is_short=True)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith("-shm")
    }


def refused(write, target, games: Path, capfd) -> None:
    before = contents(games)
    assert main(write(str(target))) == 2
    assert "Nothing was written; choose another name or folder" in said(capfd)
    assert contents(games) == before


FILES = (
    "games.db",
    "games.db-wal",
    "games.db-shm",
    "snapshots/a-1",
    "settings.json",
    "panel.toml",
    ".display.toml",
    "boards/a.toml",
    "boards/b.toml",
    "SETTINGS.JSON",
    ".games.db.part",
    *("../link", "../way/games.db", "../dangling"),
)


def test_each_file_of_the_chosen_folder_is_refused_also_through_a_link(write, games, capfd) -> None:
    for name in FILES:
        refused(write, games / name, games, capfd)


def test_a_file_of_the_working_folder_is_refused(write, games, capfd, monkeypatch) -> None:
    monkeypatch.chdir(games)
    for name in ("games.db", "./boards/../games.db", "settings.json"):
        refused(write, name, games, capfd)
    monkeypatch.setenv("MEDURIS_DATA", ".")
    refused(write, "games.db", games, capfd)


@pytest.mark.usefixtures("games")
def test_a_link_to_itself_is_told(write, tmp_path, capfd) -> None:
    (tmp_path / "itself").symlink_to("itself")
    assert main(write(str(tmp_path / "itself"))) == 2
    assert "symbolic links" in said(capfd)


def test_a_file_of_another_data_folder_is_refused(write, games, tmp_path, capfd) -> None:
    other = tmp_path / "other"
    save_game(other)
    (other / "boards").mkdir()
    for name in ("games.db", "games.db-wal", "settings.json", "boards/a.toml"):
        before = contents(other)
        refused(write, other / name, games, capfd)
        assert contents(other) == before
    (other / "games.db").write_bytes(b"damaged")
    refused(write, other / "games.db", games, capfd)


def test_other_files_are_written_wherever_they_are(write, games, tmp_path, capfd) -> None:
    targets = [tmp_path / name for name in ("all.csv", "settings.json", "data.db")]
    targets += [games / "all.csv", games / "all.meduris-backup", games / "all.meduris-backup"]
    for target in targets:
        target.unlink(missing_ok=True)
        assert main(write(str(target))) == 0
        assert target.stat().st_size
    assert main(write(str(tmp_path / "all.csv"))) == 0


def test_pictures_of_the_demonstration_are_refused_where_they_would_replace_games(
    games, tmp_path, capfd
) -> None:
    before = contents(games)
    for name in ("demo.jsonl", "table-01.png"):
        shots = tmp_path / name.partition(".")[2]
        shots.mkdir()
        (shots / name).symlink_to(games / "games.db")
        assert main(["--demo", "--shots", str(shots)]) == 2
        assert "Nothing was written; choose another name or folder" in said(capfd)
    assert contents(games) == before
