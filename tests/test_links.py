"""What README and the pages beside the code name is there."""

import os
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
_OF_THE_PROJECT = {"releases/latest", "issues"}
"""The project's own pages where it is hosted; a file of it is shown there as `blob/BRANCH/FILE`."""
_COMMAND = re.compile(r"python3? -m ((?:tests|companion|kiosk)[\w.]*)")
_PATH = re.compile(r"`((?:companion|deploy|hardware|kiosk|tests)/[\w./-]*)`")


def name(page: Path) -> str:
    return str(page.relative_to(CHECKOUT))


def leads_somewhere(page: Path, link: str) -> bool:
    hosted = os.path.normpath(Path("blob/main", name(page)).parent / link)
    return (page.parent / link).exists() or hosted in _OF_THE_PROJECT


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_commands_and_paths_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    lost = [link for link in _LINK.findall(text) if not leads_somewhere(page, link)]
    lost += [module for module in _COMMAND.findall(text) if find_spec(module) is None]
    lost += [path for path in _PATH.findall(text) if not (CHECKOUT / path).exists()]
    assert lost == []


def test_readme_is_read_in_one_go() -> None:
    assert len((CHECKOUT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150
