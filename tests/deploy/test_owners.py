"""What people read who own a companion: pages and a printed sheet, in each language of the app.

tests/kiosk/test_owners_ways.py goes the ways that these tell, and sees every word in bold.
"""

import os
import re
import shutil
import subprocess
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from deploy import catalogues
from kiosk.words.language import SOURCE_LANGUAGE, languages

DEPLOY = Path(catalogues.__file__).parent
PACKAGES = Path("/usr/lib/python3/dist-packages")
TOOLS = ("weasyprint", "segno")
ADDRESS = "https://example.org/somebody/meduris-companion/blob/v1.0.0/deploy/owners.md"


def sheet_texts() -> dict[str, Any]:
    return tomllib.loads((DEPLOY / "owners/sheet.toml").read_text(encoding="utf-8"))


def page(language: str) -> str:
    name = "owners.md" if language == SOURCE_LANGUAGE else f"owners.{language}.md"
    return (DEPLOY / name).read_text(encoding="utf-8")


def skeleton(text: str) -> list[str]:
    """What is the same in every language: how the lines begin, and where links lead."""
    kinds = re.findall(r"^(?:#+ |\| \d? ?|   - |- |\d\. )", text, re.MULTILINE)
    return [*kinds, *re.findall(r"\]\((?!owners\.?\w*\.md)(.+?)\)", text)]


@pytest.mark.parametrize("language", languages())
def test_the_page_tells_the_same_in_every_language(language: str) -> None:
    assert skeleton(page(language)) == skeleton(page(SOURCE_LANGUAGE))
    for other in set(languages()) - {language}:
        name = "owners.md" if other == SOURCE_LANGUAGE else f"owners.{other}.md"
        assert f"]({name})" in page(language)


def test_there_is_a_sheet_in_every_language_of_the_app() -> None:
    assert set(sheet_texts()) == set(languages())


def sources_of_sheets() -> str:
    """A checksum of all that goes into the sheets."""
    pictures = (DEPLOY / "screenshots").glob("*.png")
    fonts = (DEPLOY.parent / "kiosk/fonts").iterdir()
    texts = (Path(__file__), DEPLOY / "sheet", DEPLOY.parent / "pyproject.toml")
    paths = sorted((*(DEPLOY / "owners").iterdir(), *pictures, *fonts, *texts))
    tools = sorted(path.name for name in TOOLS for path in PACKAGES.glob(f"{name}-*"))
    files = [(path.name, path.read_bytes()) for path in paths]
    return sha256(repr((tools, files)).encode()).hexdigest()


@pytest.mark.skipif(
    not all((PACKAGES / name).exists() for name in TOOLS),
    reason="this system has no weasyprint or no segno",
)
def test_the_sheets_have_two_pages_and_are_the_same_wherever_they_are_made(
    tmp_path: Path, cache: pytest.Cache
) -> None:
    """Like the check of shell scripts, it makes them again only after a change."""
    sources = sources_of_sheets()
    if cache.get("sheets/made-from", None) == sources:
        return
    made = []
    # Each takes long, so only one is made again.
    for folder, texts in (("one", sheet_texts()), ("two", {"de": sheet_texts()["de"]})):
        copy = shutil.copytree(DEPLOY, tmp_path / f"at-{folder}" / "deploy")
        (copy / "owners/sheet.toml").write_text(tomli_w.dumps(texts), encoding="utf-8")
        shutil.copy(DEPLOY.parent / "pyproject.toml", copy.parent)
        shutil.copytree(DEPLOY.parent / "kiosk/fonts", copy.parent / "kiosk/fonts")
        subprocess.run(  # noqa: S603 - our own script
            [copy / "sheet", "--out", tmp_path / folder, "--address", ADDRESS],
            env={**os.environ, "SOURCE_DATE_EPOCH": "1795000000"},
            capture_output=True,
            check=True,
        )
        made.append({path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()})
    assert len(made[0]) == len(languages())
    assert len(made[1]) == 1
    assert made[1].items() <= made[0].items()
    cache.set("sheets/made-from", sources)
