"""Finding the header by its name, and telling what is missing where it cannot be opened."""

import importlib.util
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hardware.gpio_header import header_chip, load_library, open_header
from hardware.gpio_panel import open_gpio_panel
from hardware.lamps import LampSettings
from hardware.panel_config import ButtonSettings
from hardware.pins import GpioSettings
from hardware.troubles import PanelError, TroubleKind

# What lgpio does when it is loaded, as far as it concerns us.
LIBRARY = """
import os, threading
loaded_in = threading.current_thread()
os.chdir(os.environ["LG_WD"])
open(".lgd-nfy0", "w").close()
SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0
class error(Exception):
    def __str__(self):
        return repr(self.args[0])
def gpiochip_open(chip):
    if chip == 4:
        raise error("can not open gpiochip")
    return chip
def gpiochip_close(handle):
    pass
"""


def add_chip(system: Path, name: str, compatible: bytes | None) -> None:
    node = system / name / "of_node"
    node.mkdir(parents=True)
    if compatible is not None:
        (node / "compatible").write_bytes(compatible)


def refusal(system: Path, devices: Path) -> TroubleKind:
    with pytest.raises(PanelError) as error:
        open_header(load_library(), system, devices)
    return error.value.trouble.kind


@pytest.fixture
def system(tmp_path):
    return tmp_path / "system"


@pytest.fixture
def devices(tmp_path):
    folder = tmp_path / "dev"
    folder.mkdir()
    for chip in (0, 4, 15):
        (folder / f"gpiochip{chip}").touch()
    return folder


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A stand-in for lgpio, in a program that has not loaded it before."""
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "lgpio.py").write_text(LIBRARY)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("LG_WD", "to be undone")
    monkeypatch.delenv("LG_WD")
    for name in ("lgpio", "gpiozero.pins.lgpio"):
        monkeypatch.setitem(sys.modules, name, None)
        del sys.modules[name]
    yield folder
    for name in ("lgpio", "gpiozero.pins.lgpio"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("chip", "compatible"),
    [
        ("gpiochip0", b"brcm,bcm2835-gpio\0"),
        ("gpiochip0", b"brcm,bcm2711-gpio\0brcm,bcm2835-gpio\0"),
        ("gpiochip4", b"raspberrypi,rp1-gpio\0"),
        ("gpiochip15", b"raspberrypi,rp1-gpio\0"),
    ],
)
def test_the_header_is_known_by_its_name_whatever_its_number(system, chip, compatible):
    add_chip(system, "gpiochip10", b"raspberrypi,firmware-gpio\0")
    add_chip(system, "gpiochip11", None)
    add_chip(system, chip, compatible)
    assert header_chip(system) == int(chip.removeprefix("gpiochip"))


def test_a_computer_without_a_header_has_none(system):
    assert header_chip(system) is None
    add_chip(system, "gpiochip0", b"intel,gpio\0")
    assert header_chip(system) is None


def test_what_only_looks_like_a_chip_is_none(system):
    add_chip(system, "gpiochip-old", b"brcm,bcm2835-gpio\0")
    assert header_chip(system) is None


def test_a_chip_without_its_device_file_is_told(system, devices):
    add_chip(system, "gpiochip7", b"brcm,bcm2835-gpio\0")
    assert refusal(system, devices) is TroubleKind.CHIP_BROKEN


def test_a_chip_that_may_not_be_opened_is_told_with_the_group_to_join(system, devices, monkeypatch):
    add_chip(system, "gpiochip0", b"brcm,bcm2835-gpio\0")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PanelError, match="to the group gpio"):
        open_header(load_library(), system, devices)


def test_missing_libraries_are_told_with_what_to_install(system, devices, library, monkeypatch):
    add_chip(system, "gpiochip0", b"brcm,bcm2835-gpio\0")
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setitem(sys.modules, "hardware.gpiod_pins", None)
    with pytest.raises(PanelError, match=r"pip install meduris-companion\[pi\]"):
        open_header(load_library(), system, devices)


def test_the_library_gets_a_folder_of_its_own_and_the_program_keeps_its_place(
    system, devices, library, tmp_path
):
    add_chip(system, "gpiochip15", b"raspberrypi,rp1-gpio\0")
    before = Path.cwd()
    header = open_header(load_library(), system, devices)
    assert (header.chip, header.factory.chip) == (15, 15)
    assert Path.cwd() == before
    own = tmp_path / f"companion-panel-{os.getuid()}"
    assert os.environ["LG_WD"] == str(own)
    assert (own / ".lgd-nfy0").exists()
    header.factory.close()


def test_the_library_is_loaded_before_the_panel_has_a_thread_of_its_own(library):
    panel = open_gpio_panel(GpioSettings(), ButtonSettings(), LampSettings())
    assert sys.modules["lgpio"].loaded_in is threading.main_thread()
    panel.close(wait_seconds=10)


def test_a_folder_that_somebody_chose_is_kept(system, devices, library, tmp_path, monkeypatch):
    add_chip(system, "gpiochip0", b"brcm,bcm2835-gpio\0")
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    monkeypatch.setenv("LG_WD", str(chosen))
    open_header(load_library(), system, devices).factory.close()
    assert (chosen / ".lgd-nfy0").exists()


def test_a_folder_that_is_none_is_told(system, devices, library, tmp_path, monkeypatch):
    add_chip(system, "gpiochip0", b"brcm,bcm2835-gpio\0")
    monkeypatch.setenv("LG_WD", str(tmp_path / "nowhere"))
    assert refusal(system, devices) is TroubleKind.NO_PIN_FOLDER
    monkeypatch.delenv("LG_WD")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "nowhere"))
    assert refusal(system, devices) is TroubleKind.NO_PIN_FOLDER


def test_a_chip_that_the_library_cannot_open_is_told(system, devices, library):
    add_chip(system, "gpiochip4", b"raspberrypi,rp1-gpio\0")
    with pytest.raises(PanelError) as error:
        open_header(load_library(), system, devices)
    assert error.value.trouble.reason == ("/dev/gpiochip4 cannot be used: can not open gpiochip.")


@pytest.mark.skipif(
    importlib.util.find_spec("lgpio") is None, reason="lgpio (the extra pi) is not installed"
)
@pytest.mark.skipif(header_chip() is not None, reason="this computer has a header")
def test_the_real_library_says_why_it_cannot_open_a_chip(system, devices, tmp_path):
    add_chip(system, "gpiochip15", b"raspberrypi,rp1-gpio\0")
    program = (
        "import json, os, pathlib\n"
        "from hardware.gpio_header import load_library, open_header\n"
        "library = load_library()\n"
        "from hardware.troubles import PanelError\n"
        "try:\n"
        f"    open_header(library, pathlib.Path({str(system)!r}), pathlib.Path({str(devices)!r}))\n"
        "except PanelError as error:\n"
        "    print(json.dumps([error.trouble.reason, os.getcwd()]))\n"
    )
    environment = {
        **os.environ,
        "XDG_RUNTIME_DIR": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    environment.pop("LG_WD", None)
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert json.loads(done.stdout) == [
        "/dev/gpiochip15 cannot be used: can not open gpiochip.",
        str(tmp_path),
    ]
