"""The report of the house counts what there is, here in a tree that is small enough to count."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TREE = {
    "companion/__init__.py": '"""The game."""\n',
    "companion/pieces.py": (
        '"""Pieces."""\n\n# what they are\n\n\nclass Row:\n    """A row."""\n\n    color = "red"\n'
    ),
    "companion/memory/__init__.py": "",
    "companion/memory/rows.py": (
        "from companion import pieces\n\n\nclass Row:\n    kind = pieces.Row\n\n\n"
        "def _once():\n    return _often()\n\n\ndef _often():\n    return _again(_often)\n\n\n"
        "def _again(what):\n    return what\n\n\nROWS = _once(), _often()\n"
    ),
    "hardware/__init__.py": "",
    "kiosk/__init__.py": "",
    "kiosk/app.py": "from kiosk.pages.log import view\nfrom kiosk.pages import start\n",
    "kiosk/pages/__init__.py": "",
    "kiosk/pages/start.py": "import kiosk.app\n",
    "kiosk/pages/log/__init__.py": "",
    "kiosk/pages/log/view.py": "import companion.pieces\nimport kiosk.pages.log.page\n",
    "kiosk/pages/log/page.py": "from kiosk.pages.log import view\n\nSCREEN = view\n",
    "deploy/catalogues.py": "import companion\n",
    "tests/test_game.py": "def test_row():\n    assert True\n",
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[str]]]:
    """The rows of each table by its title, split into words."""
    root = tmp_path_factory.mktemp("house")
    for name, text in TREE.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    printed = subprocess.run(  # noqa: S603 - this very Python
        [sys.executable, "-m", "tests.tools.house", str(root)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    tables = (table.strip().split("\n") for table in printed.split("\n\n"))
    return {table[0]: [row.split() for row in table[2:]] for table in tables}


def test_lines_are_those_of_wc_and_code_has_no_blank_line_no_comment(told) -> None:
    folders = {row[0]: row[1:] for row in told["Lines a folder"][1:]}
    assert folders["companion"] == ["4", "30", "15", "12"]
    assert folders["memory"] == ["2", "20", "10", "10"]
    assert folders["kiosk"] == ["7", "8", "7", "7"]
    assert folders["the"] == ["product", "13", "39", "23", "20"]
    assert folders["tests"] == ["1", "2", "2", "2"]


def test_a_page_is_a_folder_or_a_file(told) -> None:
    assert told["Lines a page"][1:] == [["log", "5"], ["start", "1"]]
    assert ["lines", "of", "a", "page,", "median", "3"] in told["In figures"]
    assert ["lines", "of", "a", "page,", "most", "5"] in told["In figures"]


def test_a_class_name_that_stands_twice_is_told_with_its_modules(told) -> None:
    assert told["Class names that stand for several things"][1:] == [
        ["Row", "companion.memory.rows", "companion.pieces"]
    ]


def test_circles_are_told_of_modules_and_of_what_lies_side_by_side(told) -> None:
    assert told["Circles of modules"] == [
        ["kiosk.app", "kiosk.pages.start"],
        ["kiosk.pages.log.page", "kiosk.pages.log.view"],
    ]
    assert told["Circles of packages and modules beside each other"] == [
        ["kiosk.app", "kiosk.pages"],
        ["kiosk.pages.log.page", "kiosk.pages.log.view"],
    ]
