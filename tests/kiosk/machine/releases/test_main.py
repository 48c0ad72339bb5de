import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from kiosk.machine.releases import source
from kiosk.machine.releases.__main__ import main
from kiosk.machine.releases.shelf import Shelf
from kiosk.machine.releases.source import fingerprint, running_version
from tests.kiosk.machine.releases.making import NAMES, make_archive, put_wheels

ROOT = Path(__file__).parents[4]


def test_it_runs_with_nothing_but_python_itself() -> None:
    told = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-I", "-S", "-c", IMPORTS, str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr


IMPORTS = "import sys; sys.path.insert(0, sys.argv[1]); import kiosk.machine.releases.__main__"


def test_wheels_are_packed_and_the_archive_inspected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in NAMES:
        (tmp_path / name.format(version="3.1")).write_bytes(b"wheel")
    archive = tmp_path / "out.meduris-release"
    packed = [str(tmp_path), str(archive), "--version", "3.1", "--source", "0" * 64, "--build", "7"]
    assert main(["pack", *packed]) == 0
    assert main(["inspect", str(archive)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "version 3.1, build 7, 2 wheels, whole"


@pytest.mark.parametrize("wrong", [("--version", "new"), ("--build", "-1"), ("--source", "x")])
def test_nothing_is_packed_that_nobody_would_take_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: tuple[str, str]
) -> None:
    (tmp_path / NAMES[0].format(version="3.1")).write_bytes(b"wheel")
    archive = tmp_path / "out.meduris-release"
    packed = [str(tmp_path), str(archive), "--version", "3.1", "--source", "0" * 64]
    assert main(["pack", *packed, *wrong]) == 2
    assert capsys.readouterr().err != ""
    assert not archive.exists()


def test_an_archive_for_elsewhere_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(make_archive(tmp_path, machine="pdp11"))]) == 2
    assert "another kind of computer" in capsys.readouterr().err


def test_what_is_installed_can_be_compared_with_a_checkout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = Shelf(tmp_path / "opt", put_wheels)
    assert main(["current", "--shelf", str(shelf.folder)]) == 0
    assert capsys.readouterr().out == ""
    release = shelf.add(make_archive(tmp_path))
    shelf.put_on_trial(release)
    main(["current", "--shelf", str(shelf.folder)])
    main(["current", "--shelf", str(shelf.folder), "--id"])
    assert capsys.readouterr().out.splitlines() == ["0" * 64, release.name]


def test_what_is_installed_for_another_python_is_as_good_as_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = Shelf(tmp_path / "opt", put_wheels)
    shelf.put_on_trial(shelf.add(make_archive(tmp_path, python="3.1")))
    assert main(["current", "--shelf", str(shelf.folder)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("asked", [(), ("--id",)])
def test_a_damaged_release_is_as_good_as_none_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: tuple[str, ...]
) -> None:
    shelf = Shelf(tmp_path / "opt", put_wheels)
    release = shelf.add(make_archive(tmp_path))
    shelf.put_on_trial(release)
    (release / "manifest.json").write_bytes(b"")
    assert main(["current", "--shelf", str(shelf.folder), *asked]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert release.name in told.err


OWN_FILES = (
    "pyproject.toml",
    "setup.py",
    "README.md",
    "LICENSE",
    "kiosk/app.py",
    "companion/game.py",
    "deploy/lock/kiosk-3.13.txt",
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in OWN_FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("as it was")
    return tmp_path


@pytest.mark.parametrize(
    "name",
    ["pyproject.toml", "kiosk/app.py", "companion/new.py", "deploy/lock/kiosk-3.13.txt"],
)
def test_a_changed_file_changes_the_fingerprint(checkout: Path, name: str) -> None:
    before = fingerprint(checkout)
    assert fingerprint(checkout) == before
    (checkout / name).write_text("otherwise")
    assert fingerprint(checkout) != before


def test_what_running_leaves_behind_does_not(checkout: Path) -> None:
    before = fingerprint(checkout)
    (checkout / "kiosk/__pycache__").mkdir()
    (checkout / "kiosk/__pycache__/app.cpython-313.pyc").write_bytes(b"code")
    (checkout / "kiosk/meduris.mo").write_bytes(b"made of a .po file")
    assert fingerprint(checkout) == before


def test_a_release_tells_its_commit_and_a_checkout_none(monkeypatch, tmp_path) -> None:
    assert running_version() == version("meduris-companion")
    (tmp_path / "commit.txt").write_text("1a2b3c4\n")
    monkeypatch.setattr(source, "_COMMIT", tmp_path / "commit.txt")
    assert running_version() == f"{version('meduris-companion')} (1a2b3c4)"
