"""What people are told: one type for every sentence with gaps, and the mark for translators.

Sentences are written in English. Whoever shows one looks its message up in the table's language
and fills the gaps; nobody puts a sentence together from fragments.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a sentence for the translators and leave it as it is."""
    return sentence


class Sentence(msgspec.Struct, frozen=True):
    """An English sentence with named gaps, marked for the translators, and what fills the gaps.

    Facts are numbers (one decimal is told of a float), texts, members of the enums in
    `companion.pieces` and `companion.state` (a colour stands for its player), a `Building`,
    `Chips`, a `Heap`, other sentences, or tuples of such facts, which are listed. `many` is the
    form for any `number` but one, where the message depends on it. What a message has between two
    asterisks stands out; none are read.
    """

    message: str
    facts: Mapping[str, object] = MappingProxyType({})
    many: str | None = None

    def __str__(self) -> str:
        message = self.message
        if self.many is not None and self.facts["number"] != 1:
            message = self.many
        return message.replace("*", "").format(
            **{gap: in_english(fact) for gap, fact in self.facts.items()}
        )


def in_english(fact: object) -> object:
    """A fact as an English sentence shows it; lists are separated by commas."""
    if isinstance(fact, float):
        return f"{fact:.1f}"
    if isinstance(fact, tuple):
        return ", ".join(str(part) for part in fact)
    return fact
