"""The rules as one text, in the order in which one learns them.

Every sentence is the rule book's own: here stands only what comes after what.
"""

from collections.abc import Iterator

import msgspec

from companion.rulebook import RULES, Dispute, Rule, disputes_about
from companion.sentence import N_


class Chapter(msgspec.Struct, frozen=True):
    """A page of the text: its title, marked for the translators, and the ids of its rules."""

    title: str
    rules: tuple[str, ...]


class Paragraph(msgspec.Struct, frozen=True):
    """A rule as it stands in the text, and the questions that tables ask of it, each once."""

    rule: Rule
    questions: tuple[Dispute, ...]


CHAPTERS = (
    Chapter(N_("The aim"), ("end.winner", "end.runes", "end.temples", "offer.both")),
    Chapter(
        N_("Laying it out"),
        ("setup.players", "setup.points", "setup.hand", "setup.bonus", "setup.workers"),
    ),
    Chapter(N_("The die"), ("small.roll", "small.material", "small.plus", "small.minus")),
    Chapter(N_("Moving a worker"), ("big.move", "big.yield")),
    Chapter(
        N_("Building a hut"),
        ("hut.field", "hut.cost", "pay.hand", "pay.swap", "hut.rune", "hut.bonus", "hut.stock"),
    ),
    Chapter(N_("Building a temple"), ("temple.field", "temple.cost", "temple.stock")),
    Chapter(
        N_("The druid walks"), ("druid.stones", "druid.walk", "druid.full-lap", "river.interim")
    ),
    Chapter(N_("What he asks for"), ("ritual.order", "offer.one", "offer.chip", "offer.none")),
    Chapter(N_("The end"), ("end.trigger", "end.exhausted", "end.circuit")),
    Chapter(N_("At any time"), ("swap.any-time", "turn.decider", "board.survey", "correct.table")),
)
"""About ten pages; every rule stands in one of them."""


def paragraphs(chapter: Chapter) -> Iterator[Paragraph]:
    """The rules of a page. A question stands below the last rule that it is about."""
    order = [rule for one in CHAPTERS for rule in one.rules]
    for rule_id in chapter.rules:
        questions = tuple(
            dispute
            for dispute in disputes_about(rule_id)
            if max(dispute.rules, key=order.index) == rule_id
        )
        yield Paragraph(RULES[rule_id], questions)
