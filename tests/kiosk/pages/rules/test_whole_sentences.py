"""What is read of the rules ends each page with a whole sentence, in every language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.pieces import Color
from companion.rulebook import CHAPTERS, DISPUTES, RULES
from kiosk import routes
from kiosk.navigator import Page
from kiosk.pages.rules import FullText, History, HistoryEntry, QuestionAt, RuleAt, page_at
from kiosk.pages.table.places import places
from kiosk.ui.form import back_button, reading_card
from kiosk.ui.renderer import FormView
from kiosk.ui.surface import Box
from kiosk.ui.tap import Tap
from kiosk.words.booklet import use_booklet
from kiosk.words.language import languages, use_language
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import reason, reason_paragraph
from tests.kiosk.touch import Size, Touchscreen

ENDS = re.compile(r"[.!?…][\"”“»\u2019)]*$")
CARDS = [((800, 480), True), ((1024, 600), False), ((480, 800), True)]
"""Where the card of a table has little room for much to read; in large letters or not."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("size", "large"), CARDS)
def test_every_rule_that_is_read_on_a_card_is_cut_between_sentences_only(
    tmp_path: Path,
    size: Size,
    large: bool,  # noqa: FBT001
    language: str,
) -> None:
    use_language(language)
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.settings = replace(touch.app_state.settings, large_letters=large)
        touch.navigator.fit_letters()
        # Any rule may begin low on a page, below another one.
        asked = [Paragraph(*page_at(QuestionAt(one)).paragraphs[0]) for one in DISPUTES]
        rules = [reason_paragraph(reason(rule)) for rule in RULES]
        use_booklet(available=True)
        with_pages = [reason_paragraph(reason(rule)) for rule in RULES]
        for told in (asked, rules, with_pages):
            whole = {line for paragraph in told for line in paragraph}
            for page in card_pages(touch, told):
                assert not cut_texts(page, whole)
                assert page[-1] not in {paragraph.heading for paragraph in told}


def card_pages(touch: Touchscreen, told: list[Paragraph]) -> Iterator[list[str]]:
    """What stands on each page of a table's card that gives that to read."""
    card = places(touch.navigator.box, len(Color)).whole
    page = Page(touch.navigator)
    view = FormView(Box(0, 0, *card[2:]), lambda _action: None)
    page.add_widget(view)
    view.show(reading_card("", told, back_button(None)))
    touch.navigator.page = page
    touch.navigator.add_widget(page)
    first = texts(view)
    yield first
    touch.tap("more")
    while texts(view) != first:
        yield texts(view)
        touch.tap("more")


def texts(view: FormView) -> list[str]:
    read = [child for child in reversed(view.children) if not isinstance(child, Tap)]
    return [written.text for child in read for written in child.inscriptions if written.text]


def cut_texts(page: list[str], whole: set[str]) -> list[str]:
    """What on a page ends in the middle of a sentence."""
    lines = {line for text in whole for line in text.split("\n")}
    return [text for text in page if text.split("\n")[-1] not in lines and not ENDS.search(text)]


@pytest.mark.parametrize("language", languages())
def test_the_rules_as_pages_are_cut_between_sentences_only(tmp_path: Path, language: str) -> None:
    use_language(language)
    with Touchscreen(tmp_path, (480, 800)) as touch:
        touch.app_state.settings = replace(touch.app_state.settings, large_letters=True)
        touch.navigator.go(routes.Rules())
        places_to_read = [
            *map(FullText, range(len(CHAPTERS))),
            *map(RuleAt, RULES),
            *map(QuestionAt, DISPUTES),
        ]
        for place in places_to_read:
            touch.page._go(History((HistoryEntry(place),)))
            told = page_at(place)
            whole = {text for paragraph in told.paragraphs for text in paragraph}
            names = {way.text for way in told.links}
            first = None
            while (shown := touch.texts()) != first:
                first = first or shown
                words = (text for text in shown if " " in text and text not in names)
                read = [text for text in words if any(text in one for one in whole)]
                assert not cut_texts(read, whole)
                if not touch.shows("more"):
                    break
                touch.tap("more")
