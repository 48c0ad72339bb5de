"""What README and the pages beside the code name is there."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from deploy.catalogues import CHECKOUT

PAGES = [
    path
    for folder in (".", "companion", "deploy", "hardware", "kiosk", "tests")
    for path in sorted((CHECKOUT / folder).glob("*.md" if folder == "." else "**/*.md"))
]
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)")
_COMMAND = re.compile(r"python3? -m ((?:tests|companion|kiosk)[\w.]*)")
_PATH = re.compile(r"`((?:companion|deploy|hardware|kiosk|tests)/[\w./-]*)`")


def name(page: Path) -> str:
    return str(page.relative_to(CHECKOUT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_commands_and_paths_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    lost = [link for link in _LINK.findall(text) if not (page.parent / link).exists()]
    lost += [module for module in _COMMAND.findall(text) if find_spec(module) is None]
    lost += [path for path in _PATH.findall(text) if not (CHECKOUT / path).exists()]
    assert lost == []


def test_readme_is_read_in_one_go() -> None:
    assert len((CHECKOUT / "README.md").read_text(encoding="utf-8").splitlines()) < 200
