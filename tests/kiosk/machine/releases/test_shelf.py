import errno
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.releases.shelf import Shelf, manifest_of
from tests.kiosk.machine.releases.making import make_archive, put_wheels

ROOT = Path(__file__).parents[4]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "opt", put_wheels)


def installed(shelf: Shelf, folder: Path, version: str) -> Path:
    release = shelf.add(make_archive(folder, version))
    shelf.put_on_trial(release)
    shelf.mark_good()
    return release


def test_a_release_lies_in_a_folder_of_its_own_and_is_not_used_yet(
    shelf: Shelf, tmp_path: Path
) -> None:
    release = shelf.add(make_archive(tmp_path, "1.0"))
    assert manifest_of(release).version == "1.0"
    assert len((release / "venv/wheels.txt").read_text().splitlines()) == 2
    assert not (release / "wheels").exists()
    assert shelf.current is None


def test_adding_it_again_changes_nothing(shelf: Shelf, tmp_path: Path) -> None:
    archive = make_archive(tmp_path, "1.0")
    release = shelf.add(archive)
    (release / "venv/wheels.txt").write_text("as it is")
    assert shelf.add(archive) == release
    assert (release / "venv/wheels.txt").read_text() == "as it is"


def test_another_build_of_the_same_version_gets_another_folder(
    shelf: Shelf, tmp_path: Path
) -> None:
    one = installed(shelf, tmp_path, "1.0")
    other = shelf.add(make_archive(tmp_path, "1.0", content=b"other"))
    assert other != one
    assert shelf.current == one


def test_a_release_on_trial_is_current_and_the_former_one_is_remembered(
    shelf: Shelf, tmp_path: Path
) -> None:
    one = installed(shelf, tmp_path, "1")
    two = shelf.add(make_archive(tmp_path, "2"))
    shelf.put_on_trial(two)
    assert (shelf.current, shelf.before, shelf.previous) == (two, one, None)
    shelf.mark_good()
    assert (shelf.current, shelf.before, shelf.previous) == (two, None, one)


def test_a_second_trial_still_goes_back_to_the_last_release_that_started(
    shelf: Shelf, tmp_path: Path
) -> None:
    one = installed(shelf, tmp_path, "1")
    shelf.put_on_trial(shelf.add(make_archive(tmp_path, "2")))
    shelf.put_on_trial(shelf.add(make_archive(tmp_path, "3")))
    shelf.go_back()
    assert shelf.current == one


def test_power_lost_between_the_two_links_loses_no_release(shelf: Shelf, tmp_path: Path) -> None:
    one = installed(shelf, tmp_path, "1")
    two = installed(shelf, tmp_path, "2")
    shelf._link("before", two)
    shelf.mark_good()
    assert (shelf.current, shelf.before, shelf.previous) == (two, None, one)


def test_pruning_keeps_what_a_link_leads_to(shelf: Shelf, tmp_path: Path) -> None:
    one = installed(shelf, tmp_path, "1")
    two = installed(shelf, tmp_path, "2")
    three = shelf.add(make_archive(tmp_path, "3"))
    shelf.put_on_trial(three)
    unused = tmp_path / "opt/releases/0.1-deadbeef"
    unused.mkdir()
    shelf.prune()
    assert all(release.is_dir() for release in (one, two, three))
    assert not unused.exists()


def test_a_link_to_an_unfinished_release_counts_as_none(shelf: Shelf, tmp_path: Path) -> None:
    release = installed(shelf, tmp_path, "1")
    (release / "manifest.json").unlink()
    assert shelf.current is None


@pytest.mark.parametrize("trouble", [OSError(errno.ENOSPC, "No space left"), ReleaseError("pip")])
def test_an_installation_that_fails_leaves_nothing(tmp_path: Path, trouble: Exception) -> None:
    def fails(folder: Path, wheels: list[Path]) -> None:
        folder.mkdir()
        raise trouble

    one = installed(Shelf(tmp_path / "opt", put_wheels), tmp_path, "1")
    shelf = Shelf(tmp_path / "opt", fails)
    with pytest.raises(ReleaseError):
        shelf.add(make_archive(tmp_path, "2"))
    assert shelf.current == one
    assert list((tmp_path / "opt/releases").iterdir()) == [one]


def test_a_full_disk_is_told_before_anything_is_written(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = installed(shelf, tmp_path, "1")
    usage: Callable[[Path], object] = lambda _path: type("Usage", (), {"free": 10_000_000})()  # noqa: E731
    monkeypatch.setattr(shutil, "disk_usage", usage)
    with pytest.raises(ReleaseError, match="10 MB are free"):
        shelf.add(make_archive(tmp_path, "2"))
    assert list((tmp_path / "opt/releases").iterdir()) == [one]


def test_only_one_at_a_time_changes_the_shelf(shelf: Shelf) -> None:
    with (
        shelf.held(),
        pytest.raises(ReleaseError, match="Another update"),
        Shelf(shelf.folder).held(),
    ):
        pass


KILLED = """
import os, signal, sys
from pathlib import Path
from kiosk.machine.releases.shelf import Shelf
def killed(folder, wheels):
    folder.mkdir()
    os.kill(os.getpid(), signal.SIGKILL)
Shelf(Path(sys.argv[1]), killed).add(Path(sys.argv[2]))
"""


def test_killed_in_the_middle_of_an_installation_the_old_release_stays_and_the_rest_is_swept(
    shelf: Shelf, tmp_path: Path
) -> None:
    one = installed(shelf, tmp_path, "1")
    archive = make_archive(tmp_path, "2")
    ended = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", KILLED, str(shelf.folder), str(archive)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    assert shelf.current == one
    assert len(list((tmp_path / "opt/releases").iterdir())) == 2
    two = shelf.add(archive)
    assert sorted((tmp_path / "opt/releases").iterdir()) == sorted([one, two])
    assert (two / "venv/wheels.txt").exists()


def interrupted(shelf: Shelf) -> None:
    (shelf.folder / "incoming").mkdir()
    (shelf.folder / "incoming/archive").write_text("a part of it")
    (shelf.folder / "releases/half/venv").mkdir(parents=True)


def test_what_an_interrupted_update_left_is_known_and_goes(shelf: Shelf, tmp_path: Path) -> None:
    release = installed(shelf, tmp_path, "1.0")
    other = shelf.add(make_archive(tmp_path, "2.0"))
    assert shelf.leftovers() == ()
    interrupted(shelf)
    assert [path.name for path in shelf.leftovers()] == ["half", "incoming"]
    shelf.clear_leftovers()
    assert shelf.leftovers() == ()
    assert shelf.current == release
    assert other.is_dir()


def test_what_an_update_under_way_needs_is_no_leftover(shelf: Shelf, tmp_path: Path) -> None:
    installed(shelf, tmp_path, "1.0")
    interrupted(shelf)
    with shelf.held():
        assert shelf.leftovers() == ()
        with pytest.raises(ReleaseError, match="under way"):
            shelf.clear_leftovers()
    assert len(shelf.leftovers()) == 2


def test_a_shelf_that_is_not_there_has_no_leftovers(shelf: Shelf) -> None:
    assert shelf.leftovers() == ()
