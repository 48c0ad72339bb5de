"""A language in which each sentence is the longest that any language has for it.

Where that has room every language has: so a screen is laid out once for all of them.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from gettext import NullTranslations
from unittest.mock import patch

from kiosk.ui.surface import text_width
from kiosk.words import language
from kiosk.words.language import SOURCE_LANGUAGE, languages, use_language

_SIZE = 16.0
"""Of the letters, in sp, whose widths are compared: each has its share at any size."""

SIDE_BY_SIDE = (
    ("How to play", "Games", "Statistics", "Settings", "This machine"),
    ("Previous", "Next", "Play"),
    ("Log", "Rolls", "Board", "BG Stats", "Bring back"),
)
"""Buttons that share a row are of one language: no row has the longest words of two."""

Measure = Callable[[str], tuple[float, ...]]
"""Of two texts the one with the larger measure is the longer one."""


def whole_width(text: str) -> tuple[float, ...]:
    return (text_width(text, _SIZE),)


def widest_word(text: str) -> tuple[float, ...]:
    return (
        max((text_width(word, _SIZE) for word in text.split()), default=0.0),
        *whole_width(text),
    )


class LongestTranslations(NullTranslations):
    """The longest translation of each sentence by `measure`; keyboards are those of the first."""

    def __init__(self, languages: Sequence[NullTranslations], measure: Measure) -> None:
        super().__init__()
        self._languages = languages
        self._measure = measure
        self._found: dict[object, str] = {}
        self._of: dict[str, NullTranslations] = {}
        for row in SIDE_BY_SIDE:
            together = max(languages, key=lambda one: whole_width(" ".join(map(one.gettext, row))))
            self._of.update(dict.fromkeys(row, together))

    def gettext(self, message: str) -> str:
        if message in self._of:
            return self._of[message].gettext(message)
        return self._longest(message, lambda one: one.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._longest((msgid1, n), lambda one: one.ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        if context in ("keyboard", "this language"):
            return self._languages[0].pgettext(context, message)
        return self._longest((context, message), lambda one: one.pgettext(context, message))

    def _longest(self, key: object, translate: Callable[[NullTranslations], str]) -> str:
        if key not in self._found:
            self._found[key] = max(map(translate, self._languages), key=self._measure)
        return self._found[key]


@contextmanager
def longest_language(measure: Measure = whole_width) -> Iterator[None]:
    codes = [code for code in languages() if code != SOURCE_LANGUAGE]
    longest = LongestTranslations([*map(language._translations, codes)], measure)
    with patch.object(language, "_translations", lambda _code: longest):
        use_language(codes[0])
        yield
