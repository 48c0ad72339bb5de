"""The rule book is whole, answers what a table asks its referee, and each rule has its test."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import companion
from companion import content, rules
from companion.pieces import (
    MATERIALS,
    STACK_LIMIT,
    BuildingKind,
    OfferingAnswer,
    workers_per_player,
)
from companion.rulebook import (
    CHAPTERS,
    RULE_QUESTIONS,
    RULES,
    questions_about,
    rule,
    rules_and_questions,
)

DOCUMENT = Path(rules.__file__).with_name("RULES.md").read_text(encoding="utf-8")
CONTRACT = re.findall(r"^### ([a-z]+\.[a-z-]+)$", DOCUMENT, re.MULTILINE)
"""Every rule id of RULES.md, in its order."""

ID = re.compile(r"[a-z]+\.[a-z-]+")

CODE = sorted(Path(companion.__file__).parent.rglob("*.py"))
TESTS = sorted((Path(__file__).parent / "rules").glob("test_*.py"))


def ids_named(path: Path) -> set[str]:
    """Rule ids that a module writes down: all that looks like one of a family in the rule book."""
    families = {rule_id.partition(".")[0] for rule_id in CONTRACT}
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(str(text)) if text.isprintable() and " " not in text:
                found.add(text)
            case ast.JoinedStr([ast.FormattedValue(ast.Name("kind")), ast.Constant(str(rest))]):
                found |= {f"{kind}{rest}" for kind in BuildingKind}
            case ast.JoinedStr([ast.Constant("offer."), ast.FormattedValue()]):
                found |= {f"offer.{give}" for give in OfferingAnswer}
            case _:
                continue
    return {text for text in found if ID.fullmatch(text) and text.partition(".")[0] in families}


def test_the_rules_are_those_of_the_document_in_its_order():
    assert list(RULES) == CONTRACT


@pytest.mark.parametrize("rule_id", ["hut.costs", "", "record.format"])
def test_an_unknown_id_is_named(rule_id: str):
    with pytest.raises(KeyError, match=f"there is no rule '{rule_id}'"):
        rule(rule_id)


def test_every_rule_is_told_shortly():
    for rule_id in CONTRACT:
        found = rule(rule_id)
        assert found.id == rule_id
        told = str(found.text)
        assert 20 <= len(told) <= 260
        assert told[0].isupper()
        assert told.endswith(".")
        assert told.count(". ") <= 2, f"more than three sentences: {told}"
        assert "  " not in told
        assert found.chapter
        assert 5 <= len(found.title) <= 32
        assert not found.title.endswith(".")


def test_rules_and_questions_name_the_numbers_of_the_game():
    texts = map(content.english_message, content.all_texts())
    named = {gap for text in texts for _, gap, _, _ in Formatter().parse(text) if gap}
    assert named >= set(content.GAME_NUMBERS)
    assert "on 6 fields of your choice with at least 3 free" in str(rule("setup.bonus").text)
    assert "Two players: 12 huts and 3 workers" in str(RULE_QUESTIONS["pieces-of-each"].answer)


def test_every_id_that_the_code_names_stands_in_the_rule_book():
    assert {path.name: unknown for path in CODE if (unknown := ids_named(path) - set(RULES))} == {}


def test_every_rule_has_a_test_named_after_it():
    """In tests/companion/rules."""
    names = {
        name.removeprefix("test_").partition("__")[0]
        for path in TESTS
        for name in re.findall(
            r"^ *def (test_\w+__)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert {rule_id.replace(".", "_").replace("-", "_") for rule_id in CONTRACT} <= names


# The rules as one text


def test_every_rule_stands_in_the_text_once() -> None:
    told = [one.id for chapter in CHAPTERS for one, _questions in rules_and_questions(chapter)]
    assert sorted(told) == sorted(RULES)


def test_every_question_stands_in_the_text_once_below_a_rule_that_it_is_about() -> None:
    asked = [
        (one.id, question)
        for chapter in CHAPTERS
        for one, questions in rules_and_questions(chapter)
        for question in questions
    ]
    assert sorted(question.id for _rule, question in asked) == sorted(RULE_QUESTIONS)
    assert all(rule in question.rule_ids for rule, question in asked)


def test_it_begins_with_the_aim_and_builds_before_the_druid_walks() -> None:
    order = [rule for chapter in CHAPTERS for rule in chapter.rule_ids]
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


# Questions


BOOKLETS_DIFFER = {
    "swap-freely",
    "plus-for-whom",
    "rune-stone-for-the-druid",
    "end-with-empty-plains",
    "same-plain-again",
    "temple-in-settlement",
    "druid-chip-in-a-ritual",
    "level-on-points",
    "empty-plain-replaced",
    "hundred-chip",
}
"""Where a translation says something else than the German original."""

LANGUAGES = ("German", "English", "French")


def test_every_question_names_rules_of_the_rule_book_and_pages_of_the_booklet() -> None:
    for question in RULE_QUESTIONS.values():
        assert question.rule_ids
        assert set(question.rule_ids) <= set(RULES)
        assert all(question in questions_about(rule_id) for rule_id in question.rule_ids)
        assert list(question.pages) == sorted(set(question.pages))
        assert all(3 <= page <= 15 for page in question.pages)
        assert not question.left_out_in or question.pages


def test_where_booklets_differ_each_one_is_told_and_what_the_app_plays() -> None:
    """What a booklet says begins with its languages: none is left out, none told twice."""
    for question in RULE_QUESTIONS.values():
        assert (
            bool(question.booklet_versions)
            == bool(question.app_follows)
            == (question.id in BOOKLETS_DIFFER)
        )
        told = [text.partition(":")[0] for text in question.booklet_versions]
        named = sorted(language for one in told for language in one.split(" and "))
        assert named == (sorted(LANGUAGES) if question.booklet_versions else [])


def test_the_french_booklet_lacks_the_second_way_to_the_end() -> None:
    for one in (RULES["end.exhausted"], RULE_QUESTIONS["end-with-empty-plains"]):
        assert one.pages_in("fr") == ()
        assert one.pages_in("de") == one.pages_in("en") == (12,)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_has_to_pass_as_it_is_answered(players: int) -> None:
    """The others' workers and one's own others do not fill three plains."""
    others = players * workers_per_player(players) - 1
    assert others < STACK_LIMIT * (len(MATERIALS) - 1)
