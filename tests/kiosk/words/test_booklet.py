import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rulebook import CHAPTERS, RULE_QUESTIONS, RULES
from companion.state import Phase
from kiosk import routes
from kiosk.pages.rules import ChapterText, QuestionSection, RulesSection, section_content
from kiosk.settings import Settings
from kiosk.words.language import languages, use_language
from kiosk.words.reasons import booklet_pages_text, rule_reason_text
from tests.kiosk.panel_tables import app_state_at
from tests.kiosk.touch import Touchscreen, says

A_PAGE = re.compile(r"\b(pages?|Seiten?)\b", re.IGNORECASE)


def read_of_the_rules() -> Iterator[str]:
    for place in (
        *(RulesSection((rule_id,)) for rule_id in RULES),
        *map(QuestionSection, RULE_QUESTIONS),
        *map(ChapterText, range(len(CHAPTERS))),
    ):
        page = section_content(place)
        yield from (text for paragraph in page.paragraphs for text in paragraph)
        yield from (link.text for link in page.links)
    for rule in RULES:
        yield rule_reason_text(rule).heading
        yield rule_reason_text(rule).text


@pytest.mark.parametrize("language", languages())
def test_without_a_booklet_no_page_of_one_is_named(language: str) -> None:
    use_language(language)
    # German has one word for a page and a side of the board.
    named = [text for text in read_of_the_rules() if A_PAGE.search(text)]
    assert [text for text in named if re.search(r"\d", A_PAGE.split(text)[-1][:9])] == []


@pytest.mark.usefixtures("booklet")
@pytest.mark.parametrize("language", languages())
def test_with_the_booklet_at_hand_every_rule_says_where_it_stands(language: str) -> None:
    use_language(language)
    for rule in RULES.values():
        for page in map(str, rule.pages):
            assert page in re.findall(r"\d+", rule_reason_text(rule.id).heading)
            assert page in re.findall(r"\d+", booklet_pages_text(rule))


def test_a_rule_of_the_app_is_said_to_be_its_own_either_way() -> None:
    assert rule_reason_text("turn.decider").heading.endswith("our own, not in the booklet")
    assert booklet_pages_text(RULES["turn.decider"]) == "Our own rule, not in the booklet."


def test_a_table_says_in_the_settings_whether_it_has_one(tmp_path: Path) -> None:
    app_state = app_state_at(tmp_path, Phase.ROLL, Settings(motion=False))
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:

        def shown() -> tuple[bool, ...]:
            touch.navigator.go(routes.Table())
            touch.tap("why")
            found = says(touch, "· page 6")
            touch.tap("back")
            touch.navigator.go(routes.Rules(("small.roll",)))
            return found, says(touch, "Page 6 of the booklet.")

        assert shown() == (False, False)
        touch.navigator.go(routes.Settings())
        touch.tap("setting.booklet.on")
        assert shown() == (True, True)
