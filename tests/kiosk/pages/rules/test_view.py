"""What the pages of the rules say."""

import pytest

from companion.rulebook import RULE_QUESTIONS, RULES
from companion.teaching.picture import Picture as Lesson
from kiosk.pages.rules import (
    ChapterList,
    ChapterText,
    IllustratedHint,
    QuestionList,
    QuestionSection,
    RelatedRulesSection,
    RuleSection,
    SeenHintsSection,
    section_content,
)
from kiosk.words.language import use_language


def read(place) -> str:
    return "\n".join(text for one in section_content(place).paragraphs for text in one)


def test_the_chapters_and_the_questions_lead_to_all_that_there_is() -> None:
    whole, *chapters, questions = section_content(ChapterList()).links
    assert whole.section == ChapterText()
    rules = [way.section for one in chapters for way in section_content(one.section).links]
    assert sorted(place.id for place in rules) == sorted(RULES)
    assert questions.section == QuestionList()
    assert [way.section.id for way in section_content(QuestionList()).links] == list(RULE_QUESTIONS)


def test_read_as_one_text_every_rule_and_every_question_stands_once() -> None:
    pages, way = [], ChapterText()
    while way is not None:
        page = section_content(way)
        pages += [one.heading for one in page.paragraphs]
        way = next((one.section for one in page.links if one.key == "read.next"), None)

    told = [rule.title for rule in RULES.values()] + [
        one.question for one in RULE_QUESTIONS.values()
    ]
    assert sorted(pages) == sorted(told)


def test_what_was_explained_is_offered_only_where_something_was() -> None:
    seen_hint = IllustratedHint("A temple scores last.", Lesson())
    keys = [way.key for way in section_content(ChapterList(), (seen_hint,)).links]
    assert keys[:2] == ["read", "explained"]
    assert "explained" not in [way.key for way in section_content(ChapterList()).links]
    assert section_content(SeenHintsSection(), (seen_hint,)).seen_hints == (seen_hint,)


@pytest.mark.parametrize("dispute", RULE_QUESTIONS.values(), ids=lambda one: one.id)
def test_a_question_leads_to_its_rules_and_they_to_it(dispute) -> None:
    page = section_content(QuestionSection(dispute.id))
    assert [way.section for way in page.links] == [
        RuleSection(rule_id) for rule_id in dispute.rules
    ]
    for way in page.links:
        assert QuestionSection(dispute.id) in [
            back.section for back in section_content(way.section).links
        ]


@pytest.mark.usefixtures("booklet")
def test_where_booklets_differ_the_table_may_decide() -> None:
    told = read(QuestionSection("plus-for-whom"))
    assert "German and English: one chip for each player" in told
    assert "French: each player on page 6, but on page 13" in told
    assert "The app plays: one chip a player." in told
    assert "Your group may decide differently" in told


def test_without_a_booklet_nothing_is_told_of_what_stands_in_which() -> None:
    told = read(QuestionSection("plus-for-whom"))
    assert "German and English" not in told
    assert "The app plays: one chip a player." in told
    assert "Your group may decide differently" in told


def test_where_they_do_not_nothing_is_said_of_that() -> None:
    assert "differently" not in read(QuestionSection("must-offer"))


@pytest.mark.parametrize(
    ("code", "place", "words"),
    [
        ("en", RuleSection("end.exhausted"), "Page 12 of the booklet."),
        ("de", RuleSection("end.exhausted"), "Seite 12 der Anleitung."),
        ("fr", RuleSection("end.exhausted"), "Pas dans ce livret"),
        ("en", RuleSection("turn.decider"), "Our own, not in the booklet."),
        ("de", RuleSection("swap.any-time"), "Seiten 7, 10 und 15 der Anleitung."),
        ("en", QuestionSection("last-hut-by-correction"), "Our own, not in the booklet."),
    ],
)
@pytest.mark.usefixtures("booklet")
def test_the_pages_are_those_of_the_booklet_on_screen(code: str, place, words: str) -> None:
    use_language(code)
    assert words in read(place)


def test_one_rule_is_shown_at_once_several_are_listed_with_what_tables_ask() -> None:
    assert section_content(RelatedRulesSection(("offer.none",))) == section_content(
        RuleSection("offer.none")
    )
    several = section_content(RelatedRulesSection(("big.move", "offer.none")))
    assert [way.key for way in several.links] == [
        "rule.big.move",
        "rule.offer.none",
        "question.same-plain-again",
        "question.may-i-pass",
        "question.must-offer",
    ]
