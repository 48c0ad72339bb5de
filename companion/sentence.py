"""The type of every sentence with gaps, and the mark for translators.

Sentences are written in English. The screen translates the message and fills the gaps; sentences
are never put together from fragments.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a sentence for translation."""
    return sentence


class Sentence(msgspec.Struct, frozen=True):
    """An English sentence with named gaps, marked for translation, and its facts.

    Facts are numbers (floats get one decimal), texts, members of the enums in `companion.pieces`
    and `companion.state` (a colour stands for its player), a `Building`, `Chips`, a `Heap`, other
    sentences, or tuples of these, which are listed. `many` is the plural form, for a fact `number`.
    Text between two asterisks is emphasised; the asterisks are removed.
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
    """Return a fact as an English sentence shows it; list items are separated by commas."""
    if isinstance(fact, float):
        return f"{fact:.1f}"
    if isinstance(fact, tuple):
        return ", ".join(str(part) for part in fact)
    return fact
