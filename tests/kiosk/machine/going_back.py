"""Back to the former version and forward again, with settings, people, boards and games in each.

Two versions play in one data folder: this checkout, and a newer one made of it, which writes
settings, values of settings, and keys of boards that this one does not know. Each plays an evening
(`evening`) on what the other has left.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.kiosk.machine.evening import NEWER

ROOT = Path(__file__).parents[3]
OLD, NEW = "1.0", "1.1"
_SETTING = "    language: str | None = None\n"
_TWO_MORE = f"""\
{_SETTING}\
    paper: str = "lined"
    crayons: tuple[int, ...] = (1, 2)
"""
CHANGES = (
    ("kiosk/settings.py", _SETTING, _TWO_MORE),
    (
        "kiosk/settings.py",
        "brightness_percent: Annotated[int, msgspec.Meta(ge=10, le=100)]",
        "brightness_percent: Annotated[int, msgspec.Meta(ge=10, le=300)]",
    ),
    (
        "companion/memory/boards.py",
        "    if others:\n",
        '    others = {"printing": 2, **others}\n    if others:\n',
    ),
)
"""What makes a newer version of a checkout."""


class FaultError(Exception):
    """Something that one version had left was not there for the other."""


class Machine:
    """Saved games, and both versions that may play with them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.data = folder / "data"
        self._code = {OLD: ROOT, NEW: make_newer(folder / "newer")}
        self._version = OLD

    def change_to(self, version: str) -> None:
        """Let another version play."""
        self._version = version

    def printed_boards(self) -> set[str]:
        """The files of boards in which stands what only the newer version writes there."""
        boards = (self.data / "boards").glob("*.toml")
        return {path.name for path in boards if "printing = 2" in path.read_text()}

    def evening(self) -> dict[str, Any]:
        """Play in the version in use; returns what `evening` tells."""
        told = self._run(ROOT / "tests/kiosk/machine/evening.py", self.data)
        seen: dict[str, Any] = json.loads(told)
        if not seen["code"].startswith(f"{self._code[self._version]}/companion"):
            raise FaultError(f"{self._version} runs the code in {seen['code']}")
        return seen

    def _run(self, *words: str | Path) -> str:
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-P", *words],
            env={
                "PATH": os.environ["PATH"],
                "LC_ALL": "C.UTF-8",
                "PYTHONPATH": f"{self._code[self._version]}:{ROOT}",
                "HOME": str(self._folder),
                "SDL_VIDEODRIVER": "offscreen",
                "KIVY_NO_ARGS": "1",
                "KIVY_NO_FILELOG": "1",
            },
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise FaultError(f"{self._version} fails: {done.stderr}")
        return done.stdout


def make_newer(folder: Path) -> Path:
    """A copy of this checkout that is a newer version; returns where it is."""
    for part in ("companion", "hardware", "kiosk"):
        shutil.copytree(
            ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "*.pot")
        )
    for name, before, after in CHANGES:
        text = (folder / name).read_text()
        if text.count(before) != 1:
            raise ValueError(f"{name} has {before!r} no more: change CHANGES")
        (folder / name).write_text(text.replace(before, after))
    return folder


def compare(before: dict[str, Any], after: dict[str, Any], *, back: bool) -> None:
    """What one evening left and the next one found, in another version. Raises FaultError."""
    left, found = before["ended"], after["began"]
    for name in ("boards", "people", "games"):
        if left[name] != found[name]:
            raise FaultError(f"{name}: {left[name]} was left, {found[name]} was found")
    for name in ("notice", "trouble"):
        if found[name] is not None:
            raise FaultError(f"{name}: {found[name]}")
    if found.get("damaged"):
        raise FaultError(f"damaged games: {found['damaged']}")
    if found["board errors"]:
        raise FaultError(f"boards: {found['board errors']}")
    for name, value in left["settings"].items():
        if name in found["settings"] and found["settings"][name] != value:
            unknown = back and name in NEWER
            if not unknown or found["complaint"] is None:
                raise FaultError(f"setting {name}: {value} was left, not {found['settings'][name]}")


def go_to_and_fro(folder: Path) -> None:
    """Go back and forward again. Raises FaultError."""
    machine = Machine(folder)
    machine.change_to(OLD)
    machine.evening()
    machine.change_to(NEW)
    newest = machine.evening()
    machine.change_to(OLD)
    printed = machine.printed_boards()
    older = machine.evening()
    compare(newest, older, back=True)
    if not printed or machine.printed_boards() != printed:
        raise FaultError("what only the newer version writes into boards is lost")
    if "paper" in older["ended"]["settings"]:
        raise FaultError("the older version knows what only the newer one does")
    machine.change_to(NEW)
    before, newest = newest, machine.evening()
    compare(older, newest, back=False)
    for name in ("paper", "crayons"):
        if before["ended"]["settings"][name] != newest["began"]["settings"][name]:
            raise FaultError(f"setting {name} is lost")
