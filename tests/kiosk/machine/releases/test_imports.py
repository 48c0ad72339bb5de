"""The releases run with the system's Python, before anything of the companion is installed."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[4]
PROGRAM = """
import importlib, json, pkgutil, sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
from kiosk.machine import releases
names = [module.name for module in pkgutil.iter_modules(releases.__path__)]
for name in names:
    importlib.import_module(f"kiosk.machine.releases.{name}")
print(json.dumps([names, sorted(set(sys.modules) - before)]))
"""
OURS = {"kiosk", "kiosk.machine", "kiosk.machine.releases"}


def test_the_releases_need_nothing_but_pythons_own_library() -> None:
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-I", "-S", "-c", PROGRAM, str(ROOT)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    names, loaded = json.loads(done.stdout)
    assert {"shelf", "trial", "updating", "__main__"} <= set(names)
    foreign = {
        name
        for name in loaded
        if name.partition(".")[0] not in sys.stdlib_module_names
        and name not in OURS
        and not name.startswith("kiosk.machine.releases.")
    }
    assert foreign == set()
