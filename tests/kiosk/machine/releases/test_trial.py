import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.memory.database import FILE_NAME
from companion.memory.journal import Journal
from kiosk.machine.releases.data_copy import copy_data
from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.releases.trial import Trial
from tests.companion.memory.data_folders import newer

ROOT = Path(__file__).parents[4]


def release_that(folder: Path, script: str) -> Path:
    """A release whose Python is this script."""
    python = folder / "venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)
    return folder


def real_release(folder: Path) -> Path:
    return release_that(folder, f'PYTHONPATH={ROOT} exec {sys.executable} "$@"')


def contents(folder: Path) -> dict[str, bytes]:
    """All but the file in which SQLite notes who is reading."""
    paths = (path for path in folder.iterdir() if path.suffix != ".db-shm")
    return {path.name: path.read_bytes() for path in paths}


def test_this_very_app_passes_its_trial_and_leaves_the_data_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with closing(Journal.open(data)):
        before = contents(data)
        Trial(data, None).check(real_release(tmp_path / "release"), None)
        assert contents(data) == before


def test_saved_games_of_a_newer_version_are_a_reason_to_refuse(tmp_path: Path) -> None:
    data = tmp_path / "data"
    Journal.open(data).close()
    newer(data)
    with pytest.raises(ReleaseError, match="newer version"):
        Trial(data, None).check(real_release(tmp_path / "release"), None)


def test_a_release_that_ends_with_an_error_is_refused_with_its_last_line(tmp_path: Path) -> None:
    release = release_that(tmp_path / "release", "echo 'no module named game' >&2; exit 1")
    with pytest.raises(ReleaseError, match="no module named game"):
        Trial(tmp_path / "data", None).check(release, None)


def test_a_release_that_says_nothing_is_refused(tmp_path: Path) -> None:
    release = release_that(tmp_path / "release", "exit 0")
    with pytest.raises(ReleaseError, match="did not say"):
        Trial(tmp_path / "data", None).check(release, None)


def test_a_release_whose_python_is_gone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="cannot be tried"):
        Trial(tmp_path / "data", None).check(tmp_path, None)


def says(folder: Path, games: str, *, quarantined: bool = False) -> Path:
    told = f'{{"quarantined": {json.dumps(quarantined)}, "unreadable": {games}}}'
    return release_that(folder, f"echo '{told}'")


def test_a_game_that_only_the_new_release_cannot_open_is_a_reason_to_refuse(
    tmp_path: Path,
) -> None:
    new, old = says(tmp_path / "new", '{"3": "x", "7": "y"}'), says(tmp_path / "old", '{"3": "x"}')
    with pytest.raises(ReleaseError, match="number 7"):
        Trial(tmp_path / "data", None).check(new, old)


def test_a_game_that_nobody_can_open_is_none(tmp_path: Path) -> None:
    new, old = says(tmp_path / "new", '{"3": "x"}'), says(tmp_path / "old", '{"3": "x"}')
    assert Trial(tmp_path / "data", None).check(new, old)


@pytest.mark.parametrize("former", [None, "does not start"])
def test_a_game_that_cannot_be_opened_keeps_nobody_from_the_only_release_that_starts(
    tmp_path: Path, former: str | None
) -> None:
    new = says(tmp_path / "new", '{"3": "x"}')
    old = release_that(tmp_path / "old", "exit 1") if former else None
    assert "not number 3" in str(Trial(tmp_path / "data", None).check(new, old))


def test_saved_games_that_only_the_new_release_cannot_read_are_a_reason_to_refuse(
    tmp_path: Path,
) -> None:
    new, old = says(tmp_path / "new", "{}", quarantined=True), says(tmp_path / "old", '{"3": "x"}')
    with pytest.raises(ReleaseError, match="cannot read the saved games"):
        Trial(tmp_path / "data", None).check(new, old)


def test_a_release_that_reads_some_of_what_the_former_one_cannot_read_is_none_the_worse(
    tmp_path: Path,
) -> None:
    new, old = says(tmp_path / "new", '{"3": "x"}'), says(tmp_path / "old", "{}", quarantined=True)
    assert "not number 3" in str(Trial(tmp_path / "data", None).check(new, old))


@pytest.mark.parametrize("former", [True, False], ids=["an update", "a first installation"])
@pytest.mark.parametrize("damage", [b"no database at all", b""], ids=["no database", "cut"])
def test_a_damaged_file_keeps_no_release_from_being_used_and_is_not_touched(
    tmp_path: Path, damage: bytes, *, former: bool
) -> None:
    data, release = tmp_path / "data", real_release(tmp_path / "release")
    Journal.open(data).close()
    file = data / FILE_NAME
    file.write_bytes(damage or file.read_bytes()[:5000])
    before = file.read_bytes()
    told = Trial(data, None).check(release, release if former else None)
    assert "kept under another name" in str(told)
    assert file.read_bytes() == before


def test_no_copy_stays_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    release = release_that(tmp_path / "release", "exit 1")
    with pytest.raises(ReleaseError):
        Trial(tmp_path / "data", None).check(release, None)
    assert [path.name for path in tmp_path.iterdir()] == ["release"]


def test_a_copy_holds_what_an_open_file_has_not_written_back_yet(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    (data / "boards").mkdir(parents=True)
    (data / "boards/ours.toml").write_text("board")
    (data / "settings.json").write_text("{}")
    with closing(Journal.open(data)), closing(sqlite3.connect(data / FILE_NAME)) as writing:
        writing.execute("CREATE TABLE late (word TEXT)")
        writing.commit()
        copy_data(data, copy)
    files = ["boards", "games.db", "settings.json"]
    assert sorted(path.name for path in copy.iterdir()) == files
    with closing(sqlite3.connect(copy / FILE_NAME)) as file:
        assert file.execute("SELECT count(*) FROM late").fetchone() == (0,)


def test_what_a_partition_of_its_own_has_at_its_top_is_left_out(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    (data / "lost+found").mkdir(parents=True)
    copy_data(data, copy)
    assert list(copy.iterdir()) == []


def test_a_folder_that_is_not_there_is_an_empty_copy(tmp_path: Path) -> None:
    copy_data(tmp_path / "data", tmp_path / "copy")
    assert list((tmp_path / "copy").iterdir()) == []
