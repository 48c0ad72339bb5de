"""Importing this package opens, creates and starts nothing."""

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
import gpiozero
print(json.dumps({
    "threads": threading.active_count(),
    "lgpio": "lgpio" in sys.modules,
    "factory": gpiozero.Device.pin_factory is not None,
    "files": sorted(set(os.listdir()) - files),
    "modules": sorted(name for name in sys.modules if name.startswith("hardware.")),
}))
"""


def test_importing_everything_starts_no_thread_touches_no_pin_and_leaves_no_file(tmp_path):
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found = json.loads(done.stdout)
    assert "hardware.opening" in found.pop("modules")
    assert found == {"threads": 1, "lgpio": False, "factory": False, "files": []}
