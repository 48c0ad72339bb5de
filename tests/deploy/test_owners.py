"""What people read who own a companion: pages and a printed sheet, in each language of the app."""

import os
import re
import shutil
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from deploy import catalogues
from kiosk.words.language import SOURCE_LANGUAGE, languages

DEPLOY = Path(catalogues.__file__).parent
ADDRESS = "https://example.org/somebody/meduris-companion/blob/v1.0.0/deploy/owners.md"
_SCREEN = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)


def sheet_texts() -> dict[str, Any]:
    return tomllib.loads((DEPLOY / "owners/sheet.toml").read_text(encoding="utf-8"))


def page(language: str) -> str:
    name = "owners.md" if language == SOURCE_LANGUAGE else f"owners.{language}.md"
    return (DEPLOY / name).read_text(encoding="utf-8")


@cache
def words_of_the_app(language: str) -> set[str]:
    """All sentences, and of "More (2 of 3)" what does not count."""
    if language == SOURCE_LANGUAGE:
        told = {one.sentence for one in catalogues.collect_sentences()}
    else:
        paths = {catalogues.language_of(path): path for path in catalogues.catalogue_paths()}
        catalogue = catalogues.read_catalogue(paths[language])
        told = {message.string for message in catalogue if isinstance(message.string, str)}
    return told | {one.partition(" ({")[0] for one in told}


def screen_words(text: str) -> set[str]:
    """What stands in bold: the words of the screen, as each text says in its first lines."""
    return {" ".join(found.split()) for found in _SCREEN.findall(text)} - {"?"}


@pytest.mark.parametrize("language", languages())
def test_words_that_the_page_shows_in_bold_stand_on_the_screen(language: str) -> None:
    _told, _heading, chapters = page(language).partition("\n## ")
    assert len(screen_words(chapters)) > 10
    assert screen_words(chapters) - words_of_the_app(language) == set()


@pytest.mark.parametrize("language", languages())
def test_words_that_the_sheet_shows_in_bold_stand_on_the_screen(language: str) -> None:
    words = sheet_texts()[language]
    assert len(screen_words(str(words))) > 5
    assert screen_words(str(words)) - words_of_the_app(language) == set()


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


@pytest.mark.skipif(
    not Path("/usr/lib/python3/dist-packages/weasyprint").exists()
    or not Path("/usr/lib/python3/dist-packages/segno").exists(),
    reason="this system has no weasyprint or no segno",
)
def test_the_sheets_have_two_pages_and_are_the_same_wherever_they_are_made(
    tmp_path: Path,
) -> None:
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
