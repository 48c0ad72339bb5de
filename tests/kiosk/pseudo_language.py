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
    """Replaces each letter of a sentence, except in its gaps."""

    def gettext(self, message: str) -> str:
        parts = _GAP.split(message)
        return "".join(part if _GAP.fullmatch(part) else part.translate(_LETTERS) for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if context == "keyboard" else self.gettext(message)


def english(texts: Iterable[str], known: Sequence[str]) -> list[str]:
    """Return the texts with a word that is neither translated nor `known`, whole or cut."""
    words = tuple(known)
    return [
        text
        for text in texts
        if any(not any(one.startswith(word) for one in words) for word in _ENGLISH.findall(text))
    ]
