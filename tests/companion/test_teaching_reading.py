"""The rules as one text: all of them, in an order, with nothing said twice; and who teaches "
"what."""

from companion.game import start
from companion.rulebook import DISPUTES, RULES, disputes_about
from companion.state import GameState
from companion.teaching.hints import CONCEPTS, Hints, Laying, while_laying
from companion.teaching.opening import laying_out
from companion.teaching.reading import CHAPTERS, paragraphs
from companion.teaching.seen import NOTHING_SEEN
from companion.teaching.things import about
from tests.companion.positions import BLUE, GREEN, RED, setup
from tests.companion.test_teaching_things import table, things

ONLY_READ = {"turn.decider", "druid.full-lap"}
"""The app's own way to ask, and what happens once in many games: it is explained where it does."""


def test_every_rule_stands_in_the_text_once() -> None:
    told = [paragraph.rule.id for chapter in CHAPTERS for paragraph in paragraphs(chapter)]
    assert sorted(told) == sorted(RULES)


def test_it_has_about_ten_pages_that_fit_a_hand() -> None:
    assert 8 <= len(CHAPTERS) <= 12
    for chapter in CHAPTERS:
        assert 1 <= len(chapter.rules) <= 8


def test_every_question_stands_in_the_text_once_below_a_rule_that_it_is_about() -> None:
    asked = [
        (paragraph.rule.id, question)
        for chapter in CHAPTERS
        for paragraph in paragraphs(chapter)
        for question in paragraph.questions
    ]
    assert sorted(question.id for _rule, question in asked) == sorted(DISPUTES)
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


def taught_by_the_way() -> set[str]:
    """The rules that hints, the set-up, things that are asked about, or answers teach."""
    state = table()
    laid = (
        hint
        for laying in Laying
        for hint in while_laying(laying, 3, NOTHING_SEEN, Hints.FIRST_GAME)
    )
    return {
        *(rule for concept in CONCEPTS for rule in concept.rules),
        *(rule for hint in laid for rule in hint.rules),
        *(rule for thing in things(state) for rule in about(state, thing).rules),
        *(rule for layer in laying_out(_beginning()) for rule in layer.rules),
        *(rule for rule in RULES if disputes_about(rule)),
    }


def _beginning() -> GameState:
    return start(setup(BLUE, GREEN, RED))


def test_every_rule_is_taught_by_a_hint_a_thing_or_an_answer() -> None:
    assert set(RULES) - taught_by_the_way() == ONLY_READ
