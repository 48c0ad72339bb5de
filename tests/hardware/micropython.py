"""A real MicroPython to run the firmware on: its WebAssembly build under Node, from npm.

It is installed once, with its exact version, into a cache folder of the user.
"""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

VERSION = "1.27.0"

_PACKAGE = "@micropython/micropython-webassembly-pyscript"
_HERE = Path(__file__).parent
_FIRMWARE = _HERE.parent.parent / "hardware" / "firmware"
_LAUNCHER = _HERE / "run_micropython.mjs"


class MicroPythonMissingError(Exception):
    """There is no MicroPython and none could be had; the sentence says why."""


def interpreter() -> Path:
    """Where MicroPython is, installed now if it was not there; raises MicroPythonMissingError."""
    _program("node")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    home = cache / "meduris-companion-tests" / f"micropython-{VERSION}"
    if not home.exists():
        _install(home)
    return home / "node_modules" / _PACKAGE / "micropython.mjs"


def run(script: Path, **given: object) -> dict:
    """What `script` prints as JSON when MicroPython runs it; it finds `given` as /given.json.

    The firmware is on its module path, as it is on the board.
    """
    command = [_program("node"), str(_LAUNCHER), str(interpreter()), str(_FIRMWARE), str(script)]
    done = subprocess.run(  # noqa: S603 - our own launcher
        command, input=json.dumps(given), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def _install(home: Path) -> None:
    npm = _program("npm")
    home.parent.mkdir(parents=True, exist_ok=True)
    # Made elsewhere and moved into place whole, so that two test runs at a time share no half.
    with tempfile.TemporaryDirectory(dir=home.parent) as folder:
        making = Path(folder) / "making"
        making.mkdir()
        command = [npm, "install", "--prefix", str(making), "--ignore-scripts", "--no-audit"]
        done = subprocess.run(  # noqa: S603 - fixed arguments
            # One attempt: each test asks again, and a machine without network must not wait.
            [*command, "--no-fund", "--fetch-retries=0", f"{_PACKAGE}@{VERSION}"],
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
        if done.returncode != 0:
            raise MicroPythonMissingError(f"npm could not install {_PACKAGE}: {done.stderr[-500:]}")
        if not home.exists():
            making.rename(home)


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise MicroPythonMissingError(f"{name} is not installed, and MicroPython runs under it")
    return path
