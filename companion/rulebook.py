"""Every rule by its id, with our own sentence about it, and the questions that tables ask.

Sources: content/rules.toml and content/questions.toml; RULES.md for maintainers.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from companion.content import english, read, sentence
from companion.pieces import Bonus
from companion.sentence import Sentence


class _Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What rules and questions share.

    `pages` are the booklet's, none for what only the app has; `left_out_in` are the codes of the
    languages whose booklet lacks it. `words` are further words under which people look for it.
    """

    id: str
    pages: tuple[int, ...]
    left_out_in: frozenset[str]
    words: str

    def pages_in(self, language: str) -> tuple[int, ...]:
        """Return its pages in the booklet of a language."""
        return () if language in self.left_out_in else self.pages


class Rule(_Entry, frozen=True, kw_only=True):
    """A rule: its name, its text, and the title of its chapter."""

    title: str
    text: Sentence
    chapter: str


class Dispute(_Entry, frozen=True, kw_only=True):
    """A question as people at a table ask it, the answer, and the ids of its rules.

    Where the booklets of the languages differ, `booklets` says what each of them says, and `plays`
    what the app does, to stand behind a colon.
    """

    question: str
    answer: Sentence
    rules: tuple[str, ...]
    booklets: tuple[str, ...]
    plays: str


class Chapter(msgspec.Struct, frozen=True):
    """A page of the rules as one text: its title and the ids of its rules."""

    title: str
    rules: tuple[str, ...]


class Paragraph(msgspec.Struct, frozen=True):
    """A rule within the running text, and the questions about it."""

    rule: Rule
    questions: tuple[Dispute, ...]


def rule(rule_id: str) -> Rule:
    """Return the rule with that id. Raises KeyError with a sentence for an unknown one."""
    try:
        return RULES[rule_id]
    except KeyError:
        raise KeyError(f"the rule book has no rule {rule_id!r}") from None


def disputes_about(rule_id: str) -> tuple[Dispute, ...]:
    """Return the questions that tables ask about a rule."""
    return tuple(one for one in DISPUTES.values() if rule_id in one.rules)


def paragraphs(chapter: Chapter) -> Iterator[Paragraph]:
    """Yield the rules of a chapter. A question stands below the last rule that it is about."""
    order = [rule_id for one in CHAPTERS for rule_id in one.rules]
    for rule_id in chapter.rules:
        questions = tuple(
            dispute
            for dispute in disputes_about(rule_id)
            if max(dispute.rules, key=order.index) == rule_id
        )
        yield Paragraph(RULES[rule_id], questions)


def _shared(entry_id: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": entry_id,
        "pages": tuple(entry["pages"]),
        "left_out_in": frozenset(entry.get("left_out_in", ())),
        "words": english(entry.get("words")),
    }


def _rules() -> dict[str, Rule]:
    content = read("rules")
    chips = {f"{kind}_chip": does for kind, does in BONUS_CHIPS.items()}
    return {
        rule_id: Rule(
            **_shared(rule_id, entry),
            title=english(entry["title"]),
            text=sentence(entry["text"], chips if rule_id == "hut.bonus" else {}),
            chapter=english(content["chapters"][entry["chapter"]]),
        )
        for rule_id, entry in content["rules"].items()
    }


def _disputes() -> dict[str, Dispute]:
    return {
        dispute_id: Dispute(
            **_shared(dispute_id, entry),
            question=english(entry["question"]),
            answer=sentence(entry["answer"]),
            rules=tuple(entry["rules"]),
            booklets=tuple(map(english, entry.get("booklets", ()))),
            plays=english(entry.get("plays")),
        )
        for dispute_id, entry in read("questions").items()
    }


BONUS_CHIPS = MappingProxyType(
    {Bonus(kind): sentence(texts["does"]) for kind, texts in read("bonus").items()}
)
"""What each kind of bonus chip does."""
RULES = MappingProxyType(_rules())
"""All rules by id, in the order of RULES.md."""
DISPUTES = MappingProxyType(_disputes())
"""All questions by id, in the order in which a game brings them up."""
CHAPTERS = tuple(
    Chapter(english(one["title"]), tuple(one["rules"])) for one in read("rules")["reading"]
)
"""About ten pages, in the order in which one learns; every rule stands in one of them."""
