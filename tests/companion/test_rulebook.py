"""The rule book is whole, and every rule in it has its test."""

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import companion
from companion import content, rules
from companion.pieces import BuildingKind, Give
from companion.rulebook import RULE_QUESTIONS, RULES, rule

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
                found |= {f"offer.{give}" for give in Give}
            case _:
                continue
    return {text for text in found if ID.fullmatch(text) and text.partition(".")[0] in families}


@cache
def names_of_tests() -> tuple[str, ...]:
    return tuple(
        node.name
        for path in TESTS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    )


def test_the_rules_are_those_of_the_document_in_its_order():
    assert list(RULES) == CONTRACT


@pytest.mark.parametrize("rule_id", ["hut.costs", "", "record.format"])
def test_an_unknown_id_is_named(rule_id: str):
    with pytest.raises(KeyError, match=f"the rule book has no rule '{rule_id}'"):
        rule(rule_id)


@pytest.mark.parametrize("rule_id", CONTRACT)
def test_every_rule_is_told_shortly(rule_id: str):
    found = rule(rule_id)
    assert found.id == rule_id
    told = str(found.text)
    assert 20 <= len(told) <= 260
    assert told[0].isupper()
    assert told.endswith(".")
    assert told.count(". ") <= 2, "three sentences at most"
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


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.stem)
def test_every_id_that_the_code_names_stands_in_the_rule_book(path: Path):
    assert ids_named(path) <= set(RULES)


@pytest.mark.parametrize("rule_id", CONTRACT)
def test_every_rule_has_a_test_named_after_it(rule_id: str):
    beginning = "test_" + rule_id.replace(".", "_").replace("-", "_") + "__"
    assert any(name.startswith(beginning) for name in names_of_tests()), (
        f"no test in tests/companion/rules is named {beginning}…"
    )
