import json

from tests.programs import run_python

PROGRAM = """
import importlib, json, os, pkgutil, sys, threading
import hardware
files = set(os.listdir())
for module in pkgutil.iter_modules(hardware.__path__, "hardware."):
    importlib.import_module(module.name)
print(json.dumps({
    "threads": threading.active_count(),
    "files": sorted(set(os.listdir()) - files),
    "modules": sorted(name for name in sys.modules if name.startswith("hardware.")),
}))
"""
WITHOUT_A_PANEL = """
import sys
from pathlib import Path
from hardware.open_panel import open_panel_from_file
from hardware.panel_config import PanelChoice
open_panel_from_file(Path("panel.toml"), PanelChoice.OFF)
print(sorted({"gpiod", "serial"} & set(sys.modules)))
"""


def test_importing_everything_starts_no_thread_touches_no_pin_and_leaves_no_file(tmp_path):
    found = json.loads(run_python("-c", PROGRAM, cwd=tmp_path).stdout)
    assert "hardware.open_panel" in found.pop("modules")
    assert found == {"threads": 1, "files": []}


def test_a_table_without_a_panel_takes_up_no_memory_for_pins_or_cables(tmp_path):
    assert run_python("-c", WITHOUT_A_PANEL, cwd=tmp_path).stdout == "[]\n"
