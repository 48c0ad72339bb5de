import os
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.process import release_memory
from tests.benchmarks.watching import memory
from tests.programs import ROOT, run_python

FREED = 10_000
"""KiB at least, of the 20 MB that the test frees."""
CONFIGURES = """
import sys
from kiosk import process
process.configure_kivy(800, 480, fullscreen=False)
print(sys.getswitchinterval())
"""


def said(program: str, folder: Path) -> str:
    variables = {"KIVY_HOME": str(folder / "kivy"), "KIVY_NO_CONSOLELOG": "1"}
    return run_python("-c", program, variables=variables).stdout


DRAWS = """
from kiosk import process
process.configure_kivy(800, 480, fullscreen=False)
from kivy.config import Config
from kivy.core.window import Window
from kivy.uix.label import Label
label = Label(text="Meduris")
label.texture_update()
print(label.texture.width > 10, Config.get("kivy", "exit_on_escape"), Config.has_section("odd"))
"""
WRITES = """
from kiosk import process
process.configure_kivy(800, 480, fullscreen=False)
import kivy.core.text
from kivy.core.text import Label
for bold in (False, True):
    label = Label(text="Meduris", bold=bold)
    print(label.options["font_name_r"])
"""
OWN_CONFIGS = {
    "none": None,
    "cut": "[kivy\nlog_le",
    "with a font that is gone": "[kivy]\ndefault_font = ['Gone', '/gone.ttf']\n[odd]\n",
    "with a bad level and not UTF-8": "[kivy]\nlog_level = loud\nwindow_icon = \udcff\n[odd]\n",
}


@pytest.mark.parametrize("content", OWN_CONFIGS.values(), ids=OWN_CONFIGS.keys())
def test_kivy_s_own_configuration_of_a_person_is_neither_read_nor_made(
    content: str | None, tmp_path: Path
) -> None:
    file = tmp_path / ".kivy/config.ini"
    if content is not None:
        file.parent.mkdir()
        file.write_text(content, errors="surrogateescape")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    environment.pop("KIVY_HOME", None)
    told = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", DRAWS],
        env={**environment, "KCFG_KIVY_LOG_LEVEL": "loud"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.stdout, told.stderr) == ("True 0 False\n", "")
    if content is None:
        assert not file.parent.exists()
    else:
        assert list(file.parent.iterdir()) == [file]
        assert file.read_text(errors="surrogateescape") == content


def test_letters_are_those_that_come_with_the_app_whichever_kivy_there_is(tmp_path: Path) -> None:
    assert said(WRITES, tmp_path).split() == [
        str(ROOT / "kiosk/fonts/Roboto-Regular.ttf"),
        str(ROOT / "kiosk/fonts/Roboto-Bold.ttf"),
    ]


def test_threads_take_turns_of_a_millisecond_so_that_the_screen_comes_by_its_own(
    tmp_path: Path,
) -> None:
    assert said(CONFIGURES, tmp_path) == "0.001\n"


def test_what_was_freed_goes_back_to_the_system() -> None:
    many = [bytes([number % 256]) * 4000 for number in range(5000)]
    # What lies behind them keeps the C library from giving them back by itself.
    above = bytes([1]) * 4000
    many.clear()
    before = memory()
    release_memory()
    assert before - memory() > FREED
    assert above
