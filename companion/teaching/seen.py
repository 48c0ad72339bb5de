"""The concepts that the players have seen explained, and their storage as a short JSON text."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import msgspec

from companion.sentence import Sentence

MOST_CONCEPTS = 500
"""Maximum number of concepts in a saved text, far more than exist."""
_ID = re.compile(r"[a-z][a-z-]{0,39}")


class HintSetting(StrEnum):
    """Settings for how many hints a table gets."""

    NEVER = "never"
    NEWS = "news"
    FIRST_GAME = "first_game"


class SeenConcepts(msgspec.Struct, frozen=True):
    """Ids of the concepts that a table knows from hints or from playing.

    Unknown ids, for example from a newer release, are kept.
    """

    concepts: frozenset[str] = frozenset()

    def __contains__(self, concept: str) -> bool:
        return concept in self.concepts

    def with_more(self, concepts: Iterable[str]) -> "SeenConcepts":
        """Return a copy with `concepts` added."""
        return SeenConcepts(self.concepts | frozenset(concepts))

    def without(self, concept: str) -> "SeenConcepts":
        return SeenConcepts(self.concepts - {concept})


NOTHING_SEEN = SeenConcepts()


class _Kept(msgspec.Struct, frozen=True):
    seen: Annotated[list[str], msgspec.Meta(max_length=MOST_CONCEPTS)]


_decoder = msgspec.json.Decoder(_Kept)
_WRONG = Sentence("it holds no list of what was taught")
_ODD = Sentence("it names something that nobody teaches")


def seen_from_json(text: str | bytes) -> SeenConcepts:
    """Parse JSON from `seen_as_json`.

    Raises ValueError with a `Sentence` if the JSON is invalid.
    """
    try:
        kept = _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(_WRONG) from error
    if not all(_ID.fullmatch(one) for one in kept.seen):
        raise ValueError(_ODD)
    return SeenConcepts(frozenset(kept.seen))


def seen_as_json(seen: SeenConcepts) -> bytes:
    """Convert to JSON; equal values give equal bytes."""
    return msgspec.json.encode({"seen": sorted(seen.concepts)})
