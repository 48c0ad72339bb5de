"""What people read who own a companion: pages and a printed sheet, in each language of the app."""

import re
import tomllib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from deploy import catalogues, sheet
from kiosk.words.language import SOURCE_LANGUAGE, languages

DEPLOY = Path(sheet.__file__).parent
MADE = datetime(2026, 11, 23, tzinfo=UTC)
ADDRESS = "https://example.org/somebody/meduris-companion/blob/v1.0.0/deploy/owners.md"
_SCREEN = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_PDF_PAGE = re.compile(rb"/Type /Page\b")


def page(language: str) -> str:
    name = "owners.md" if language == SOURCE_LANGUAGE else f"owners.{language}.md"
    return (DEPLOY / name).read_text(encoding="utf-8")


def open_fonts() -> list[str]:
    mine = Path("/proc/self/fd")
    return sorted(name for one in mine.iterdir() if (name := target(one)).endswith(".ttf"))


def target(link: Path) -> str:
    try:
        return str(link.readlink())
    except FileNotFoundError:  # the folder that is listed, which is closed by now
        return ""


@cache
def words_of_the_app(language: str) -> set[str]:
    """All sentences, and of "More (2 of 3)" what does not count."""
    told = sentences_of_the_app(language)
    return told | {one.partition(" ({")[0] for one in told}


def sentences_of_the_app(language: str) -> set[str]:
    if language == SOURCE_LANGUAGE:
        return {one.sentence for one in catalogues.sentences()}
    catalogue = catalogues.read(
        next(path for path in catalogues.catalogues() if catalogues.language_of(path) == language)
    )
    return {message.string for message in catalogue if isinstance(message.string, str)}


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
    words = tomllib.loads(sheet.WORDS.read_text(encoding="utf-8"))[language]
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
    assert set(sheet.languages()) == set(languages())


@pytest.mark.parametrize("language", languages())
def test_the_sheet_has_two_pages_and_is_the_same_each_time(language: str) -> None:
    first = sheet.sheet(language, "1.0.0", MADE, ADDRESS)
    assert len(_PDF_PAGE.findall(first)) == 2
    assert sheet.sheet(language, "1.0.0", MADE, ADDRESS) == first
    assert sheet.sheet(language, "1.0.0", MADE) != first


def test_words_that_have_no_room_on_the_sheet_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    longer = sheet.WORDS.read_text(encoding="utf-8").replace(
        'trays = "', f'trays = "{"so many words " * 90}'
    )
    words = tmp_path / "sheet.toml"
    words.write_text(longer, encoding="utf-8")
    monkeypatch.setattr(sheet, "WORDS", words)
    before = open_fonts()
    with pytest.raises(ValueError, match="too low") as refused:
        sheet.sheet("en", "1.0.0", MADE)
    # As long as the refusal is at hand, no collector has closed what the sheet has left open.
    assert refused.value is not None
    assert open_fonts() == before
