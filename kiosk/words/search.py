"""Looks words up in short texts of any language; accents, umlauts and endings are forgiven."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import combining, normalize

_SPELT_OUT = (("ae", "a"), ("oe", "o"), ("ue", "u"))
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "−": "-"})
_WORD = re.compile(r"[+-]\d+|[^\W_]+")
_NAME, _TEXT = 3, 1
"""What a word counts in a name, or among the words to look for, and in a text."""
_SAME, _BEGINS, _KIN, _WITHIN = 4, 3, 2, 1
"""What it counts the same, beginning another word, with another ending, and within a word."""
_LEAST_BEGINNING = 3
_LEAST_STEM = 4
_MOST_ENDING = 2
"""How many letters a word begins with at least, and has in common; how long an ending may be."""
_KEPT_ENTRIES = 512
"""Entries whose words are kept while somebody types: all rules, questions and chapters."""


class SearchEntry(NamedTuple):
    """What can be found: its name, a text, and further words to look for it by."""

    name: str
    text: str
    words: str = ""


def search(query: str, entries: Sequence[SearchEntry]) -> tuple[int, ...]:
    """The places of the entries that have at least half of the words, the best first.

    A word counts the more the fewer entries have it.
    """
    wanted = dict.fromkeys(_words(query))
    indexed = [_indexed(entry) for entry in entries]
    likeness = [_column(word, indexed) for word in wanted]
    rarity = [1 + len(entries) - sum(map(bool, scores)) for scores in likeness]
    found = []
    for place in range(len(entries)):
        scores = [column[place] for column in likeness]
        if any(scores) and 2 * sum(map(bool, scores)) >= len(scores):
            total = sum(score * rare for score, rare in zip(scores, rarity, strict=True))
            found.append((-total, place))
    return tuple(place for _total, place in sorted(found))


def plain(text: str) -> str:
    """A text in small letters without accents: ä, ae and a are one, as are ß and ss."""
    letters = normalize("NFKD", text.casefold().translate(_LIGATURES))
    bare = "".join(sign for sign in letters if not combining(sign))
    for spelt_out, letter in _SPELT_OUT:
        bare = bare.replace(spelt_out, letter)
    return bare


def _words(text: str) -> list[str]:
    return _WORD.findall(plain(text))


@lru_cache(maxsize=_KEPT_ENTRIES)
def _indexed(entry: SearchEntry) -> Mapping[str, int]:
    """The words of an entry, with what each counts."""
    named = dict.fromkeys((*_words(entry.name), *_words(entry.words)), _NAME)
    return dict.fromkeys(_words(entry.text), _TEXT) | named


def _column(wanted: str, indexed: Sequence[Mapping[str, int]]) -> list[int]:
    """How well each entry has a word; most words stand in several, and are looked at once."""
    words = {word for index in indexed for word in index}
    alike = {word: like for word in words if (like := _likeness(wanted, word))}
    return [
        max((alike[word] * index[word] for word in index.keys() & alike.keys()), default=0)
        for index in indexed
    ]


def _likeness(wanted: str, word: str) -> int:
    """How much a word is like the one that is wanted; 0: not at all."""
    if wanted == word:
        return _SAME
    if len(wanted) >= _LEAST_BEGINNING and word.startswith(wanted):
        return _BEGINS
    shorter = min(len(wanted), len(word))
    alike = max(_LEAST_STEM, shorter - _MOST_ENDING)
    if alike <= shorter and word.startswith(wanted[:alike]):
        return _KIN
    return _WITHIN if len(wanted) >= _LEAST_STEM and wanted in word else 0
