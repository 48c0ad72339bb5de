"""Comparison of players' names."""

import re
from functools import lru_cache
from unicodedata import category, combining, normalize

LONGEST_TEXT = 200
"""Maximum length of a text in a saved game."""
_INVISIBLE = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Invisible characters that `str.isprintable` counts as printable."""


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Return a key for comparing names: names that look alike have equal keys.

    The key ignores case, spaces, invisible characters and Unicode forms. It is empty for a name
    without visible characters.
    """
    folded = normalize("NFKC", normalize("NFKC", name).casefold())
    kept = (sign for sign in folded if sign.isprintable() or sign.isspace())
    return " ".join(_INVISIBLE.sub("", "".join(kept)).split())


def alphabetical_key(name: str) -> tuple[str, str]:
    """Return a key that sorts names as people do: without accents, É is like e."""
    letters = normalize("NFKD", name_key(name))
    return "".join(sign for sign in letters if not combining(sign)), name


def has_control_characters(name: str) -> bool:
    """Return whether a name has control characters, such as line breaks."""
    return any(category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in name)
