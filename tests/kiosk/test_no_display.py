import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAID = (
    "meduris: There is no display to open a window on. Start the app from a terminal on the screen "
    "itself; over SSH, put `DISPLAY=:0` in front of the command.\n"
)
pytestmark = pytest.mark.skipif(
    Path("/dev/dri").exists(), reason="SDL may draw on the screen of this machine itself"
)
NONE_AT_ALL = {
    "nothing is set": {},
    "a display that is not there": {"DISPLAY": ":7077"},
    "a Wayland that is not there": {"WAYLAND_DISPLAY": "none", "SDL_VIDEODRIVER": "wayland"},
    "a driver that is not there": {"SDL_VIDEODRIVER": "none"},
}


def run(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {**os.environ, "MEDURIS_DATA": str(folder / "data")}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        own.pop(name, None)
    return subprocess.run(  # noqa: S603 - our own code
        [sys.executable, *words],
        cwd=ROOT,
        env={**own, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("variables", NONE_AT_ALL.values(), ids=NONE_AT_ALL.keys())
def test_without_a_display_the_touchscreen_says_so_and_ends(
    variables: dict[str, str], tmp_path: Path
) -> None:
    ended = run(tmp_path, "-m", "kiosk", **variables)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", SAID)
    assert not (tmp_path / "data").exists()


def test_without_a_display_the_service_says_so_and_ends(tmp_path: Path) -> None:
    ended = run(tmp_path, "-m", "kiosk.cli.kiosk", "--settings", str(tmp_path))
    assert (ended.returncode, ended.stderr) == (2, SAID)
    assert not (tmp_path / "data").exists()


def test_in_a_folder_that_was_deleted_the_touchscreen_says_so_and_ends(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    variables = {
        "SDL_VIDEODRIVER": "offscreen",
        "PYTHONPATH": str(ROOT),
        "HERE": f"{tmp_path}/here",
    }
    ended = run(tmp_path, "-c", DELETES, **variables)
    assert (ended.stdout, ended.stderr) == (
        "",
        "meduris: The current folder was deleted: change to another one.\n",
    )
    assert not (tmp_path / "data").exists()


DELETES = """
import os
os.chdir(os.environ["HERE"])
os.rmdir(os.environ["HERE"])
from kiosk.cli import main
main([])
"""
OPENS = """
from kiosk import process
process.configure_kivy(800, 480, fullscreen=False)
process.open_window({})
print("open")
"""


@pytest.mark.parametrize(
    ("argument", "variables"), [("unseen=True", {}), ("", {"SDL_VIDEODRIVER": "offscreen"})]
)
def test_where_nobody_looks_a_window_opens_when_that_is_wanted(
    argument: str, variables: dict[str, str], tmp_path: Path
) -> None:
    ended = run(tmp_path, "-c", OPENS.format(argument), **variables)
    assert (ended.stdout, ended.stderr) == ("open\n", "")
