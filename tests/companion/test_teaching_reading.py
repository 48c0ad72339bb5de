"""The rules as one text: all of them, in an order, with nothing said twice; and who teaches "
"what."""

from companion.rulebook import CHAPTERS, RULE_QUESTIONS, RULES, paragraphs


def test_every_rule_stands_in_the_text_once() -> None:
    told = [paragraph.rule.id for chapter in CHAPTERS for paragraph in paragraphs(chapter)]
    assert sorted(told) == sorted(RULES)


def test_every_question_stands_in_the_text_once_below_a_rule_that_it_is_about() -> None:
    asked = [
        (paragraph.rule.id, question)
        for chapter in CHAPTERS
        for paragraph in paragraphs(chapter)
        for question in paragraph.questions
    ]
    assert sorted(question.id for _rule, question in asked) == sorted(RULE_QUESTIONS)
    assert all(rule in question.rules for rule, question in asked)


def test_it_begins_with_the_aim_and_builds_before_the_druid_walks() -> None:
    order = [rule for chapter in CHAPTERS for rule in chapter.rules]
    assert order[0] == "end.winner"
    for earlier, later in (
        ("setup.workers", "small.roll"),
        ("small.roll", "big.move"),
        ("big.yield", "hut.cost"),
        ("hut.cost", "druid.walk"),
        ("druid.walk", "ritual.order"),
        ("ritual.order", "end.circuit"),
    ):
        assert order.index(earlier) < order.index(later)
