"""Full-text search in short texts of any language; it tolerates accents, umlauts and endings."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import combining, normalize

_SPELT_OUT = (("ae", "a"), ("oe", "o"), ("ue", "u"))
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "−": "-"})
_WORD = re.compile(r"[+-]\d+|[^\W_]+")
_NAME, _TEXT = 3, 1
"""Weight of a match in an entry's name or search words, and weight of a match in its text."""
_SAME, _BEGINS, _KIN, _WITHIN = 4, 3, 2, 1
"""Weights of a word that equals a word of the query, begins with it, differs from it only in the
ending, or contains it."""
_LEAST_BEGINNING = 3
_LEAST_STEM = 4
_MOST_ENDING = 2
"""Two words are alike if they begin with the same letters, at least `_LEAST_STEM`, and the shorter
word has at most `_MOST_ENDING` further letters."""
_KEPT_ENTRIES = 512
"""Number of entries whose words are cached: enough for all rules, questions and chapters."""


class SearchEntry(NamedTuple):
    """Entry that can be found by a search: its name, its text, and words that also find it."""

    name: str
    text: str
    search_words: str = ""


def indexes_of_matches(query: str, entries: Sequence[SearchEntry]) -> tuple[int, ...]:
    """Return the indexes in `entries` of those that match at least half of the words in `query`.

    The best matches are first.
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


def normalize_for_search(text: str) -> str:
    """Return a text in lower case without accents; ä, ae and a become equal, as do ß and ss."""
    letters = normalize("NFKD", text.casefold().translate(_LIGATURES))
    bare = "".join(sign for sign in letters if not combining(sign))
    for spelt_out, letter in _SPELT_OUT:
        bare = bare.replace(spelt_out, letter)
    return bare


def _words(text: str) -> list[str]:
    return _WORD.findall(normalize_for_search(text))


@lru_cache(maxsize=_KEPT_ENTRIES)
def _indexed(entry: SearchEntry) -> Mapping[str, int]:
    named = dict.fromkeys((*_words(entry.name), *_words(entry.search_words)), _NAME)
    return dict.fromkeys(_words(entry.text), _TEXT) | named


def _column(wanted: str, indexed: Sequence[Mapping[str, int]]) -> list[int]:
    words = {word for index in indexed for word in index}
    alike = {word: like for word in words if (like := _likeness(wanted, word))}
    return [
        max((alike[word] * index[word] for word in index.keys() & alike.keys()), default=0)
        for index in indexed
    ]


def _likeness(wanted: str, word: str) -> int:
    if wanted == word:
        return _SAME
    if len(wanted) >= _LEAST_BEGINNING and word.startswith(wanted):
        return _BEGINS
    shorter = min(len(wanted), len(word))
    alike = max(_LEAST_STEM, shorter - _MOST_ENDING)
    if alike <= shorter and word.startswith(wanted[:alike]):
        return _KIN
    return _WITHIN if len(wanted) >= _LEAST_STEM and wanted in word else 0
