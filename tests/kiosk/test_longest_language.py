"""The language in which screens are laid out for all others: no sentence of these is longer."""

from gettext import NullTranslations

import pytest

from kiosk.words import language
from tests.kiosk.longest_language import (
    SIDE_BY_SIDE,
    LongestTranslations,
    Measure,
    whole_width,
    widest_word,
)

OTHERS = tuple(code for code in language.languages() if code != language.SOURCE_LANGUAGE)


class Table(NullTranslations):
    def __init__(self, **translated: str) -> None:
        super().__init__()
        self._translated = translated

    def gettext(self, message: str) -> str:
        return self._translated.get(message, message)


@pytest.mark.parametrize(
    ("measure", "found"), [(whole_width, "a to an of it"), (widest_word, "interior")]
)
def test_the_longest_is_taken_by_what_is_measured(measure: Measure, found: str) -> None:
    short, long = Table(one="a to an of it", two="b"), Table(one="interior", two="bbb")
    longest = LongestTranslations([short, long], measure)
    assert (longest.gettext("one"), longest.gettext("two")) == (found, "bbb")


def test_the_words_of_a_row_are_of_one_language_and_there_is_one() -> None:
    real = [language._translations(code) for code in OTHERS]
    longest = LongestTranslations(real, whole_width)
    for row in SIDE_BY_SIDE:
        words = [longest.gettext(message) for message in row]
        assert words in [[one.gettext(message) for message in row] for one in real]
        assert words != [*row]
