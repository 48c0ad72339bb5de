"""Sentences with placeholders, and the marker for translatable texts.

Sentences are written in English. The screen translates the message and fills in the placeholders; a
sentence is never put together from fragments.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a sentence for translation."""
    return sentence


class Sentence(msgspec.Struct, frozen=True):
    """An English sentence with named placeholders; `facts` has their values.

    Each value is a number, a text, a member of an enum in `companion.pieces` or `companion.state`,
    a `Building`, `Chips`, a `MaterialChips`, another sentence, or a tuple of these, which is shown
    as a list. A `Color` means the player with that colour. `plural` is the plural of `message`; it
    is used if `facts["number"]` is not 1.
    """

    message: str
    facts: Mapping[str, object] = MappingProxyType({})
    plural: str | None = None

    def __str__(self) -> str:
        message = self.message
        if self.plural is not None and self.facts["number"] != 1:
            message = self.plural
        return message.format(**{gap: format_fact(fact) for gap, fact in self.facts.items()})


def join_sentences(sentences: Iterable[Sentence]) -> Sentence:
    """Join complete sentences into one, with spaces between them."""
    parts = {f"part_{number}": one for number, one in enumerate(sentences)}
    return Sentence(" ".join(f"{{{part}}}" for part in parts), parts)


def format_fact(fact: object) -> object:
    """Return a fact as English sentences show it: floats with one decimal, tuples with commas."""
    if isinstance(fact, float):
        return f"{fact:.1f}"
    if isinstance(fact, tuple):
        return ", ".join(str(part) for part in fact)
    return fact
