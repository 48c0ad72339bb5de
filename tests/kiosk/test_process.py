from pathlib import Path

import pytest

from kiosk.cli import main
from kiosk.process import return_unused_memory
from tests.benchmarks.watching import memory
from tests.programs import ROOT, run_python

FREED = 10_000
"""KiB at least, of the 20 MB that the test frees."""
NO_DISPLAY = (
    "meduris: There is no display to open a window on. Start the app from a terminal on the screen "
    "itself; over SSH, put `DISPLAY=:0` in front of the command.\n"
)
no_screen = pytest.mark.skipif(
    Path("/dev/dri").exists(), reason="SDL may draw on the screen of this machine itself"
)
CONFIGURED = """
import sys
from kiosk import process
process.configure_kivy(800, 480, fullscreen=False)
from kivy.config import Config
from kivy.core.window import Window
from kivy.core.text import Label
for bold in (False, True):
    label = Label(text="Meduris", bold=bold)
    label.refresh()
    print(label.options["font_name_r"], label.texture.width > 10)
print(sys.getswitchinterval(), Config.get("kivy", "exit_on_escape"), Config.has_section("odd"))
"""
OPENED_UNSEEN = """
from kiosk import process
process.configure_kivy(800, 480, fullscreen=False)
process.open_window(unseen=True)
print("open")
"""


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Leave the data folder, in surroundings that name no display and no home of Kivy."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "KIVY_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MEDURIS_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.mark.parametrize("own", ["", "[kivy]\ndefault_font = ['Gone', '/gone']\n[odd]\n\udcff"])
def test_settings_and_letters_are_the_apps_whatever_a_person_has_set_for_kivy(
    own: str, nowhere: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / ".kivy/config.ini"
    if own:
        file.parent.mkdir()
        file.write_text(own, errors="surrogateescape")
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    variables = {"HOME": str(tmp_path), "KCFG_KIVY_LOG_LEVEL": "loud"}
    told = run_python("-c", CONFIGURED, variables=variables)
    fonts = [f"{ROOT}/kiosk/fonts/Roboto-{face}.ttf True" for face in ("Regular", "Bold")]
    assert (told.stdout.splitlines(), told.stderr) == ([*fonts, "0.001 0 False"], "")
    assert [*tmp_path.rglob("*")] == [file.parent, file] * bool(own)


@no_screen
@pytest.mark.parametrize(
    ("program", "variables"), [("kiosk", {}), ("kiosk.cli.kiosk", {"SDL_VIDEODRIVER": "none"})]
)
def test_without_a_display_the_app_and_the_service_say_so_and_end(
    program: str, variables: dict[str, str], nowhere: Path
) -> None:
    ended = run_python("-m", program, variables=variables)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", NO_DISPLAY)
    assert not nowhere.exists()


@no_screen
def test_where_nobody_looks_a_window_opens_without_a_display(nowhere: Path) -> None:
    ended = run_python("-c", OPENED_UNSEEN)
    assert (ended.stdout, ended.stderr) == ("open\n", "")


def test_in_a_folder_that_was_deleted_the_touchscreen_says_so_and_ends(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path.cwd().rmdir()
    assert main([]) == 2
    assert capfd.readouterr().err == (
        "meduris: The current folder was deleted: change to another one.\n"
    )
    assert not nowhere.exists()


def test_what_was_freed_goes_back_to_the_system() -> None:
    many = [bytes([number % 256]) * 4000 for number in range(5000)]
    # What lies behind them keeps the C library from giving them back by itself.
    above = bytes([1]) * 4000
    many.clear()
    before = memory()
    return_unused_memory()
    assert before - memory() > FREED
    assert above
