"""The house keeps its plan: its borders hold."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import grimp
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("companion", "hardware", "kiosk")
DONE = "looked\n"
LINTER = """
import sys
from importlinter.cli import lint_imports
for line in sys.stdin:
    borders = tuple(line.split())
    print(lint_imports(limit_to_contracts=borders, cache_dir="cache", no_logo=True))
    print("looked", flush=True)
"""
CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
}


class Plant(NamedTuple):
    """Imports that no contract of the name `border` may pass: a module of ours, and its new line.

    Each further module is imported by the one before it.
    """

    border: str
    lines: dict[str, str]


PLANTS = [
    Plant("game", {"companion/memory/session.py": "from kiosk.words.texts import said"}),
    Plant("game", {"companion/pieces.py": "from hardware.lamps import Lamp"}),
    Plant("panels", {"hardware/lamps.py": "import companion"}),
    Plant("panels", {"hardware/config.py": "import kiosk.settings"}),
    Plant(
        "layers-of-the-game",
        {"companion/rules/building.py": "import companion.memory.journal"},
    ),
    Plant("layers-of-the-game", {"companion/state.py": "from companion.evolution import evolve"}),
    Plant("layers-of-the-game", {"companion/preview.py": "from companion.memory import session"}),
    Plant(
        "layers-of-the-game",
        {"companion/teaching/story.py": "from companion.memory.session import Session"},
    ),
    Plant("layers-of-the-game", {"companion/shortcut.py": "import companion.pieces"}),
    Plant("purity", {"companion/game.py": "from datetime import datetime"}),
    Plant("purity", {"companion/preview.py": "from logging import getLogger"}),
    Plant(
        "purity",
        {
            "companion/rules/druid.py": "import companion.rulebook",
            "companion/rulebook.py": "import time",
        },
    ),
    Plant("purity", {"companion/evolution.py": "def late():\n    import sqlite3"}),
    Plant("layers-of-the-kiosk", {"kiosk/ui/stepper.py": "import kiosk.pieces"}),
    Plant("layers-of-the-kiosk", {"kiosk/pieces/chart.py": "from kiosk.pages import end"}),
    Plant("layers-of-the-kiosk", {"kiosk/navigator.py": "from kiosk.pages.log import screen"}),
    Plant(
        "layers-of-the-kiosk",
        {
            "kiosk/navigator.py": "import kiosk.app_state",
            "kiosk/app_state.py": "import kiosk.pages.log.view",
        },
    ),
    Plant("layers-of-the-kiosk", {"kiosk/shortcut.py": "import kiosk.words"}),
    Plant("layers-of-the-kiosk", {"kiosk/words/texts.py": "from kiosk.settings import Settings"}),
    Plant("ui", {"kiosk/ui/theme.py": "from companion.pieces import Color"}),
    Plant("ui", {"kiosk/ui/tap.py": "from kiosk.pieces import drawing"}),
    Plant("pieces", {"kiosk/pieces/picture.py": "from companion.memory.session import Session"}),
    Plant("pieces", {"kiosk/pieces/board.py": "from companion.preview import preview_build"}),
    Plant("no-kivy", {"kiosk/machine/status.py": "from kivy.clock import Clock"}),
    Plant("no-kivy", {"kiosk/words/texts.py": "from kiosk.ui.surface import Box"}),
    Plant("no-kivy", {"kiosk/pages/table/draft.py": "from kivy.metrics import dp"}),
    Plant("no-kivy", {"kiosk/app_state.py": "from kivy.clock import Clock"}),
    Plant("no-kivy", {"kiosk/pages/log/view.py": "import kiosk.pages.log.page"}),
    Plant("no-kivy", {"kiosk/pages/table/view.py": "from kiosk.pieces.board import BoardView"}),
    Plant("pages", {"kiosk/pages/past_game.py": "from kivy.metrics import dp"}),
    Plant("pages", {"kiosk/pages/a_new_one.py": "from kivy.metrics import dp"}),
    Plant("preview", {"kiosk/navigator.py": "from companion.rules import offering"}),
]


class House:
    """A copy of the packages and of the contracts, and a linter that looks at it again and again.

    One process serves all plants: to start the linter takes longer than to look.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copy(ROOT / "pyproject.toml", folder)
        leave = shutil.ignore_patterns("__pycache__")
        for package in PACKAGES:
            shutil.copytree(ROOT / package, folder / package, ignore=leave)
        self._linter = subprocess.Popen(  # noqa: S603 - the linter of this environment
            [sys.executable, "-c", LINTER],
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "COLUMNS": "999"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def linted(self, *borders: str) -> tuple[int, str]:
        """The linter's exit status and what it says of these borders, or of all."""
        print(*borders, file=self._linter.stdin, flush=True)
        said = list(takewhile(lambda line: line != DONE, self._linter.stdout))
        return int(said.pop()), "".join(said)

    def close(self) -> None:
        self._linter.communicate()

    @contextmanager
    def planted(self, lines: dict[str, str]) -> Iterator[None]:
        """Each line stands at the end of its module, which is made where there is none."""
        former = {}
        for name, line in lines.items():
            module = self.folder / name
            former[module] = module.read_text() if module.exists() else None
            module.write_text(f"{former[module] or ''}\n\n{line}\n")
        try:
            yield
        finally:
            for module, text in former.items():
                if text is None:
                    module.unlink()
                else:
                    module.write_text(text)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with closing(House(tmp_path_factory.mktemp("house"))) as house:
        yield house


def test_the_house_as_it_stands_keeps_every_border(house: House) -> None:
    status, said = house.linted()
    assert status == 0, said
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in said


@pytest.mark.parametrize(
    "plant", PLANTS, ids=[f"{plant.border}: {' '.join(plant.lines.values())}" for plant in PLANTS]
)
def test_an_import_over_a_border_is_found(house: House, plant: Plant) -> None:
    with house.planted(plant.lines):
        status, said = house.linted(plant.border)
    assert status == 1, said
    assert "Contracts: 0 kept, 1 broken." in said


def test_over_every_border_something_is_planted() -> None:
    assert {plant.border for plant in PLANTS} == set(CONTRACTS)


def test_what_says_that_it_knows_no_kivy_imports_none() -> None:
    graph = grimp.build_graph("kiosk", include_external_packages=True, cache_dir=None)
    free = {name for name in graph.modules if says_no_kivy(name)}
    assert len(free) > 20
    assert {name for name in free if graph.find_shortest_chain(name, "kivy")} == set()


def says_no_kivy(name: str) -> bool:
    """Whether a module of that name is ours and says in its docstring that it knows no Kivy."""
    place = ROOT / name.replace(".", "/")
    path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    told = ast.get_docstring(ast.parse(path.read_text())) if path.exists() else None
    return re.search(r"\bno\s+Kivy\b|free\s+of\s+Kivy", told or "") is not None


def pure_modules() -> list[Path]:
    found = []
    for name in CONTRACTS["purity"]["source_modules"]:
        place = ROOT / name.replace(".", "/")
        found += sorted(place.glob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    return found


def test_the_rules_open_and_ask_nothing_either() -> None:
    """What needs no import: the built-in ways to files, to the terminal and to other code."""
    reaching = {"open", "input", "print", "exec", "eval", "__import__", "breakpoint"}
    used = {
        (module.name, node.id)
        for module in pure_modules()
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.Name) and node.id in reaching
    }
    assert used == set()
