"""The language of the table: gettext for every sentence, whatever it tells of.

Sentences have named gaps and are never put together from fragments. `mark` only marks a
sentence for extraction; `_` and `several` translate.
"""

import gettext
from pathlib import Path
from unicodedata import category

DOMAIN = "meduris"
LOCALE_FOLDER = Path(__file__).parent / "locale"
SOURCE_LANGUAGE = "en"


class _Language:
    """The language in use; sentences are written in English."""

    def __init__(self) -> None:
        self.translations = gettext.NullTranslations()


_language = _Language()


def languages() -> tuple[str, ...]:
    """The codes of all languages the app speaks, English first."""
    found = sorted(
        path.parents[1].name for path in LOCALE_FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    )
    return (SOURCE_LANGUAGE, *(code for code in found if code != SOURCE_LANGUAGE))


def use_language(code: str) -> None:
    """Speak that language from now on. Raises ValueError when the app does not speak it."""
    if code not in languages():
        raise ValueError(f"the app does not speak {code!r}: it speaks {', '.join(languages())}")
    if code == SOURCE_LANGUAGE:
        _language.translations = gettext.NullTranslations()
    else:
        _language.translations = gettext.translation(DOMAIN, LOCALE_FOLDER, [code])


def mark(sentence: str) -> str:
    """The sentence itself, marked for translation later."""
    return sentence


def _(sentence: str, **gaps: object) -> str:
    """The sentence in the table's language with its gaps filled."""
    return translated(sentence).format(**gaps)


def several(one: str, many: str, number: int, **gaps: object) -> str:
    """The form of the sentence that fits `number`, which also fills the gap `number`."""
    return translated(one, many, number).format(number=number, **gaps)


def translated(sentence: str, many: str | None = None, number: int = 1) -> str:
    """The sentence in the table's language, its gaps open; `many` is the form for most numbers."""
    if many is None:
        return _language.translations.gettext(sentence)
    return _language.translations.ngettext(sentence, many, number)


def visible(text: str) -> str:
    """A text with its invisible characters, but for spaces, written as their numbers."""
    return "".join(
        sign
        if sign.isprintable() or category(sign) == "Zs"
        else _("‹{number}›", number=f"{ord(sign):04x}")
        for sign in text
    )
