"""Every character that the app itself says is in the font that comes with it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from kivy.resources import resource_find

import companion
import kiosk
from deploy.catalogues import catalogues, read
from kiosk.toolkit.key_pages import Page, Typing

SOURCES = [Path(module.__file__).parent for module in (companion, kiosk)]
FONTS = ("data/fonts/Roboto-Regular.ttf", "data/fonts/Roboto-Bold.ttf")


def sentences(source: Path) -> Iterator[str]:
    """Every text in a module but for what only programmers read."""
    tree = ast.parse(source.read_text())
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        said = isinstance(node, ast.Constant) and id(node) not in documentation
        if said and isinstance(node.value, str):
            yield node.value


def said() -> set[str]:
    return {
        sign
        for folder in SOURCES
        for source in folder.rglob("*.py")
        for sentence in sentences(source)
        for sign in sentence
        if sign not in "\n\r\t"
    }


def translated() -> set[str]:
    return {
        sign
        for path in catalogues()
        for message in read(path)
        if message.id
        for sign in "".join(message.string)
        if sign != "\n"
    }


def keys() -> set[str]:
    return {
        sign
        for page in Page
        for shift in (True, False)
        for row in Typing(text="", limit=1, page=page, shift=shift).rows
        for sign in row
    }


def test_what_is_translated_goes_beyond_english_letters() -> None:
    assert {"ä", "ß", "„", "é", "œ", "«", "\N{NO-BREAK SPACE}"} <= translated()


def test_what_is_said_goes_beyond_plain_letters() -> None:
    assert {"…", "•", "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"} <= said()


@pytest.mark.parametrize("font", FONTS)
def test_the_font_has_every_character_of_every_sentence_and_key(font: str) -> None:
    with TTFont(resource_find(font)) as found:
        drawn = set(map(chr, found.getBestCmap()))

    wanted = said() | translated() | keys()
    assert wanted <= drawn, wanted - drawn
