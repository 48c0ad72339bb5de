"""Comparison of players' names, as people see them."""

import re
from functools import lru_cache
from unicodedata import category, normalize

LONGEST_TEXT = 200
"""Most characters of a text in a saved game."""
_INVISIBLE = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Fillers and variation selectors, which Python counts as printable."""


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Return a key, equal for all spellings of a name.

    Spellings differ in capitals, blanks, invisible characters, and encoding. A name without visible
    characters has an empty key.
    """
    folded = normalize("NFKC", normalize("NFKC", name).casefold())
    kept = (sign for sign in folded if sign.isprintable() or sign.isspace())
    return " ".join(_INVISIBLE.sub("", "".join(kept)).split())


def has_control(name: str) -> bool:
    """Whether a name has control characters, such as a line break."""
    return any(category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in name)
