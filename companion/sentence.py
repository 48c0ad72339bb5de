"""Sentences with placeholders, and the marker for translatable texts.

Sentences are written in English. The screen translates the message and fills in the placeholders; a
sentence is never put together from fragments.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a sentence for translation."""
    return sentence


class Sentence(msgspec.Struct, frozen=True):
    """An English sentence with named placeholders, and `facts` as their values.

    Facts are numbers (floats are shown with one decimal), texts, members of the enums in
    `companion.pieces` and `companion.state` (a colour stands for its player), a `Building`,
    `Chips`, a `Heap`, other sentences, or tuples of these, shown as lists. `many` is the plural
    form, chosen by the fact `number`. Text between two asterisks is emphasised; the asterisks are
    not shown.
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
    """Return a fact as an English sentence shows it, with list items separated by commas."""
    if isinstance(fact, float):
        return f"{fact:.1f}"
    if isinstance(fact, tuple):
        return ", ".join(str(part) for part in fact)
    return fact
