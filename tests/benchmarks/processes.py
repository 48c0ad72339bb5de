"""Measurements in separate processes, isolated from this machine's settings and saved games."""

import atexit
import compileall
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_SETTINGS = """
import json, os
from kiosk import process
process.configure_kivy(800, 480, fullscreen=False)
from kivy.config import Config
Config.write()
print(json.dumps({name: os.environ[name] for name in os.environ if name[:4] in ("KIVY", "SDL_")}))
"""
_FOREIGN = ("DISPLAY", "WAYLAND_DISPLAY", "LANGUAGE", "KIVY_", "MEDURIS_", "PYTHON")
_kept = ExitStack()
atexit.register(_kept.close)


class CannotMeasureError(Exception):
    """A measurement has failed; the message says why."""


def new_folder() -> Path:
    """Return a folder that is removed when this process ends."""
    return Path(_kept.enter_context(tempfile.TemporaryDirectory(prefix="meduris-")))


def measured(what: str, *words: object, tree: Path = ROOT) -> dict[str, Any]:
    """Return the result of a module of this folder run as a program, with the code of `tree`.

    The program prints it in its last line, as JSON. Raises CannotMeasureError on failure.
    """
    program = str(Path(__file__).with_name(f"{what}.py"))
    return _json(_run(what, ["-P", program, *map(str, words)], tree, _kivy_settings()))


def import_record(record: Path, folder: Path) -> None:
    """Save a game record as a game in a data folder."""
    _run("saving a game", ["-m", "kiosk", "import", str(record), "--data", str(folder)], ROOT, {})


def compile_all(tree: Path) -> None:
    """Compile the byte code of a tree, as in an installed app: then no first run is slower."""
    for package in ("companion", "hardware", "kiosk", "tests"):
        compileall.compile_dir(tree / package, quiet=2)


def tree_of(commit: str) -> Path:
    """Return a git worktree of a commit, which is removed when this process ends.

    The programs of this folder are copied into it, as it may be older. Raises CannotMeasureError if
    git does not have the commit.
    """
    tree = new_folder() / commit
    _git("worktree", "add", "--detach", str(tree), commit)
    _kept.callback(_git, "worktree", "remove", "--force", str(tree))
    programs = tree / "tests" / "benchmarks"
    shutil.copytree(Path(__file__).parent, programs, dirs_exist_ok=True)
    compile_all(tree)
    return tree


def _git(*words: str) -> None:
    try:
        subprocess.run(("git", "-C", str(ROOT), *words), check=True, stdout=subprocess.DEVNULL)  # noqa: S603, S607 - our own words, whichever git there is
    except (OSError, subprocess.CalledProcessError) as error:
        raise CannotMeasureError(f"git: {error}") from error


def _run(what: str, words: list[str], tree: Path, settings: dict[str, str]) -> str:
    """Return the output of Python, off screen and with an empty home; progress is passed on."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
    environment = kept | {
        "KIVY_NO_CONSOLELOG": "1",
        "LC_ALL": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(tree),
        "SDL_VIDEODRIVER": "offscreen",
    }
    with tempfile.TemporaryDirectory(prefix="meduris-") as home:
        done = subprocess.run(  # noqa: S603 - our own code
            [sys.executable, *words],
            cwd=tree,
            env=environment | {"XDG_DATA_HOME": home} | settings,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    if done.returncode:
        raise CannotMeasureError(f"{what} failed, as told above")
    return done.stdout


@cache
def _kivy_settings() -> dict[str, str]:
    """Return Kivy's home and environment as the app sets them up.

    So a bare window has them too without a line of the app, and only this process makes the files.
    """
    said = _run("setting Kivy up", ["-c", _SETTINGS], ROOT, {"KIVY_HOME": str(new_folder())})
    return _json(said)


def _json(said: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said.splitlines()[-1])
    return found
