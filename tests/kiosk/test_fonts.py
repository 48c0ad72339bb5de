"""Every character that the app says is in its font; what others say is told as numbers else."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unicodedata import normalize

import pytest
from fontTools.ttLib import TTFont

import companion
import kiosk
from companion import content
from deploy.catalogues import catalogue_paths, read_catalogue
from kiosk import routes
from kiosk.ui.key_pages import KeyboardState, KeyPage
from kiosk.ui.label import replace_missing_glyphs
from tests.companion.playing import named
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Touchscreen

SOURCES = [Path(module.__file__).parent for module in (companion, kiosk)]
FONTS = [Path(kiosk.__file__).parent / f"fonts/Roboto-{face}.ttf" for face in ("Regular", "Bold")]


def sentences(source: str) -> Iterator[str]:
    """Every text in a module but for what only programmers read."""
    documentation = set()
    # Each node comes after those that it stands in.
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr):
            documentation.add(node.value)
        elif node not in documentation and isinstance(getattr(node, "value", None), str):
            yield node.value


@cache
def said() -> set[str]:
    """All of ASCII, and every other character of the sources' texts."""
    sources = (path.read_text() for folder in SOURCES for path in folder.rglob("*.py"))
    odd = (source for source in sources if not source.isascii() or re.search(r"\\[Nux]", source))
    found = {sign for source in odd for sentence in sentences(source) for sign in sentence}
    return found - {*"\n\r\t"} | {*map(chr, range(0x20, 0x7F))}


@cache
def translate() -> set[str]:
    texts = (
        told
        for one in content.all_texts()
        for code in one
        for told in content.text_forms(one, code)
    )
    return set().union(*texts) | {
        sign
        for path in catalogue_paths()
        for message in read_catalogue(path)
        if message.id
        for sign in "".join(message.string)
        if sign != "\n"
    }


def keys() -> set[str]:
    return {
        sign
        for page in KeyPage
        for shift in (True, False)
        for row in KeyboardState(text="", limit=1, page=page, shift=shift).rows
        for sign in row
    }


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.stem)
def test_the_font_draws_all_that_is_said_or_typed_and_numbers_stand_for_nothing_else(
    font: Path,
) -> None:
    with TTFont(font) as found:
        drawn = set(map(chr, found.getBestCmap()))
    assert {"…", "•", "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"} <= said()
    assert {"ä", "ß", "„", "é", "œ", "«", "\N{NO-BREAK SPACE}"} <= translate()
    wanted = said() | translate() | keys()
    assert wanted <= drawn, wanted - drawn
    signs = {chr(number) for number in range(0x20, 0x20000) if chr(number).isprintable()}
    as_they_are = {sign for sign in signs if replace_missing_glyphs(sign) == sign}
    assert as_they_are <= drawn
    assert signs & drawn - as_they_are <= {"\ufffc"}


NAMES = "Lǐ Wěi Ǎdǒu STRAẞE Nguyễn Þórður Ŧáhkká Ọlọ́run Ɛkua Ἀχιλλεύς Ѳеодоръ Ԛазақ Ғалым"


def test_names_in_latin_greek_and_cyrillic_are_drawn_in_their_letters() -> None:
    assert replace_missing_glyphs(NAMES) == normalize("NFC", NAMES)


def told(numbers: str) -> str:
    return f"\u2039{numbers}\u203a"


def test_names_that_the_font_cannot_draw_are_told_apart_and_kept_as_they_are(
    touch: Touchscreen,
) -> None:
    assert replace_missing_glyphs("李 ☃ 😀") == f"{told('674e')} {told('2603')} {told('1f600')}"
    assert replace_missing_glyphs("李小龙 Bo") == f"{told('674e 5c0f 9f99')} Bo"
    assert replace_missing_glyphs("Zu\u0308rich 李") == f"Zürich {told('674e')}", "marks are one"
    assert len({replace_missing_glyphs(name) for name in ("李", "王", "☃")}) == 3
    names = ("李小龙", "☃ 😀", "Bo")
    session = touch.app_state.begin_game(named(beginning(3), *names))
    touch.navigator.go(routes.Table())
    assert tuple(player.name for player in session.setup.players) == names
