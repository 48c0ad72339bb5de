"""A pseudo-language that replaces each letter, so that English letters reveal untranslated text.

Its letters are as wide as the original ones, so the layout is the same.
"""

import re
from collections.abc import Iterable, Sequence

from kiosk.words import language

_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áрćԁéλģĥįјķĺҧńόрѳŕśţúνŵхýźÁВĆĎÉλĜĤÍЈĶĹМŃÓРÖŔŚŢÚКŴХÝŹ",
)
_GAP = re.compile(r"(\{\w+\})")
_ENGLISH = re.compile(r"[A-Za-z]{2,}")


class PseudoTranslations(language.gettext.NullTranslations):
    """Replaces each letter of a translation into `spoken`, except in its gaps."""

    def __init__(self, spoken: language.gettext.NullTranslations) -> None:
        super().__init__()
        self._spoken = spoken

    def gettext(self, message: str) -> str:
        return _replaced(self._spoken.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _replaced(self._spoken.ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        translate = self._spoken.pgettext(context, message)
        return translate if context == "keyboard" else _replaced(translate)


def _replaced(text: str) -> str:
    parts = _GAP.split(text)
    return "".join(part if _GAP.fullmatch(part) else part.translate(_LETTERS) for part in parts)


def english(texts: Iterable[str], known: Sequence[str]) -> list[str]:
    """Return the texts with a word that is neither translated nor `known`, whole or cut."""
    words = tuple(known)
    return [
        text
        for text in texts
        if any(not any(one.startswith(word) for one in words) for word in _ENGLISH.findall(text))
    ]
