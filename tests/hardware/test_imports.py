import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
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
from hardware.opening import open_panel_from_file
from hardware.panel_config import PanelChoice
open_panel_from_file(Path("panel.toml"), PanelChoice.OFF)
print(sorted({"gpiod", "serial"} & set(sys.modules)))
"""


def said(program: str, folder: Path) -> str:
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


def test_importing_everything_starts_no_thread_touches_no_pin_and_leaves_no_file(tmp_path):
    found = json.loads(said(PROGRAM, tmp_path))
    assert "hardware.opening" in found.pop("modules")
    assert found == {"threads": 1, "files": []}


def test_a_table_without_a_panel_takes_up_no_memory_for_pins_or_cables(tmp_path):
    assert said(WITHOUT_A_PANEL, tmp_path) == "[]\n"
