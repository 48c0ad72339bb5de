"""The rules by id, each with a text in our own words, and questions that players ask about them.

Sources: content/rules.toml and content/questions.toml. RULES.md describes the rules for
maintainers.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from companion.content import (
    bonus_chip_sentence,
    english_message,
    load_content_file,
    sentence_from_text,
)
from companion.pieces import Bonus
from companion.sentence import Sentence, join_sentences


class _Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Base class of rules and questions.

    `pages` are pages of the booklet; () for an entry about this app alone. `left_out_in` has the
    codes of the languages whose booklet does not contain the entry. `words` are additional search
    terms.
    """

    id: str
    pages: tuple[int, ...]
    left_out_in: frozenset[str]
    words: str

    def pages_in(self, language: str) -> tuple[int, ...]:
        """Return the pages of this entry in the booklet of a language."""
        return () if language in self.left_out_in else self.pages


class Rule(_Entry, frozen=True, kw_only=True):
    """A rule: its name, its text, and the title of its chapter."""

    title: str
    text: Sentence
    chapter: str


class RuleQuestion(_Entry, frozen=True, kw_only=True):
    """A question that players ask at a table, its answer, and the ids of its rules.

    If the booklets of different languages disagree, `booklet_versions` has one text for each of
    them, and `app_follows` says which version the app follows.
    """

    question: str
    answer: Sentence
    rule_ids: tuple[str, ...]
    booklet_versions: tuple[str, ...]
    app_follows: str


class ReadingChapter(msgspec.Struct, frozen=True):
    """A chapter of the rules as the screen shows it: its title and the ids of its rules."""

    title: str
    rule_ids: tuple[str, ...]


def rule(rule_id: str) -> Rule:
    """Return a rule by its id. Raises KeyError with a message for an unknown id."""
    try:
        return RULES[rule_id]
    except KeyError:
        raise KeyError(f"there is no rule {rule_id!r}") from None


def questions_about(rule_id: str) -> tuple[RuleQuestion, ...]:
    """Return the questions that players ask about a rule."""
    return tuple(one for one in RULE_QUESTIONS.values() if rule_id in one.rule_ids)


def rules_and_questions(
    chapter: ReadingChapter,
) -> Iterator[tuple[Rule, tuple[RuleQuestion, ...]]]:
    """Yield the rules of a chapter, each with the questions about it.

    A question about several rules appears only with the last of these rules.
    """
    order = [rule_id for one in CHAPTERS for rule_id in one.rule_ids]
    for rule_id in chapter.rule_ids:
        questions = tuple(
            question
            for question in questions_about(rule_id)
            if max(question.rule_ids, key=order.index) == rule_id
        )
        yield RULES[rule_id], questions


def _shared(entry_id: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": entry_id,
        "pages": tuple(entry["pages"]),
        "left_out_in": frozenset(entry.get("left_out_in", ())),
        "words": english_message(entry.get("words")),
    }


def _load_rules() -> dict[str, Rule]:
    content = load_content_file("rules")
    chips = join_sentences(bonus_chip_sentence(kind, "does") for kind in Bonus)
    return {
        rule_id: Rule(
            **_shared(rule_id, entry),
            title=english_message(entry["title"]),
            text=chips if rule_id == "hut.bonus" else sentence_from_text(entry["text"]),
            chapter=english_message(content["chapters"][entry["chapter"]]),
        )
        for rule_id, entry in content["rules"].items()
    }


def _load_questions() -> dict[str, RuleQuestion]:
    return {
        question_id: RuleQuestion(
            **_shared(question_id, entry),
            question=english_message(entry["question"]),
            answer=sentence_from_text(entry["answer"]),
            rule_ids=tuple(entry["rules"]),
            booklet_versions=tuple(map(english_message, entry.get("booklets", ()))),
            app_follows=english_message(entry.get("plays")),
        )
        for question_id, entry in load_content_file("questions").items()
    }


RULES = MappingProxyType(_load_rules())
"""All rules by id, in the order of RULES.md."""
RULE_QUESTIONS = MappingProxyType(_load_questions())
"""All questions by id, in the order in which they arise in a game."""
CHAPTERS = tuple(
    ReadingChapter(english_message(one["title"]), tuple(one["rules"]))
    for one in load_content_file("rules")["reading"]
)
"""The pages of the rules on the screen, in the order of learning. Every rule is on one of them."""
