"""The language of the table: gettext for every sentence, Babel for decimals.

Sentences have named gaps and are never put together from fragments. `mark` only marks a
sentence for extraction; `_` and `several` translate. How to add a language: locale/README.md.
"""

import gettext
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from unicodedata import category

from companion.content import translations

DOMAIN = "meduris"
LOCALE_FOLDER = Path(__file__).parent / "locale"
SOURCE_LANGUAGE = "en"

_REGIONS = {SOURCE_LANGUAGE: "en_GB"}
"""The country of a language's dates, where its code alone would pick another one."""
_ENVIRONMENT = ("LC_ALL", "LC_MESSAGES", "LANG")


class _Language:
    """The language in use; sentences are written in English."""

    def __init__(self) -> None:
        self.code = SOURCE_LANGUAGE
        self.translations = gettext.NullTranslations()


_language = _Language()


def languages() -> tuple[str, ...]:
    """The codes of all languages the app speaks, English first."""
    found = sorted(
        path.parents[1].name for path in LOCALE_FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    )
    return (SOURCE_LANGUAGE, *(code for code in found if code != SOURCE_LANGUAGE))


def language() -> str:
    """The code of the language that is spoken now."""
    return _language.code


def use_language(code: str) -> None:
    """Speak that language from now on. Raises ValueError when the app does not speak it."""
    if code != SOURCE_LANGUAGE and code not in languages():
        raise ValueError(f"the app does not speak {code!r}: it speaks {', '.join(languages())}")
    _language.translations = _translations(code)
    _language.code = code


def _translations(code: str) -> gettext.NullTranslations:
    if code == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    found = gettext.translation(DOMAIN, LOCALE_FOLDER, [code])
    found.add_fallback(_ContentTranslations(code, found.plural))  # type: ignore[attr-defined]
    return found


class _ContentTranslations(gettext.NullTranslations):
    """Translates the texts of `companion.content`, which no catalogue has."""

    def __init__(self, code: str, plural: Callable[[int], int]) -> None:
        super().__init__()
        self._code = code
        self._plural = plural

    def gettext(self, message: str) -> str:
        return translations(self._code).get(message, (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = translations(self._code).get(msgid1)
        return super().ngettext(msgid1, msgid2, n) if forms is None else forms[self._plural(n)]


def own_name(code: str) -> str:
    """What a language that the app speaks calls itself."""
    # For translators: the name of your language, in your language.
    return _translations(code).pgettext(*mark_in("this language", "English"))


def environments_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the environment (`LC_ALL`, `LANG`), or English where the app lacks it."""
    wanted = next((environment[name] for name in _ENVIRONMENT if environment.get(name)), "")
    code = wanted.partition(".")[0].partition("_")[0].lower()
    return code if code in languages() else SOURCE_LANGUAGE


def mark(sentence: str) -> str:
    """The sentence itself, marked for translation later."""
    return sentence


def mark_in(context: str, sentence: str) -> tuple[str, str]:
    """A word that means different things, with what is meant here, marked for translation later."""
    return (context, sentence)


def _(sentence: str, **gaps: object) -> str:
    """The sentence in the table's language with its gaps filled."""
    return translated(sentence).format(**gaps)


def in_every_language(sentence: str) -> tuple[str, ...]:
    """A sentence without gaps in each language that the app speaks."""
    return tuple(_translations(code).gettext(sentence) for code in languages())


def in_context(context: str, sentence: str, **gaps: object) -> str:
    """As `_`, for words that mean different things: `context` tells translators what is meant."""
    return _language.translations.pgettext(context, sentence).format(**gaps)


def several(one: str, many: str, number: int, **gaps: object) -> str:
    """The form of the sentence that fits `number`, which also fills the gap `number`."""
    return translated(one, many, number).format(number=number, **gaps)


def translated(sentence: str, many: str | None = None, number: int = 1) -> str:
    """The sentence in the table's language, its gaps unfilled; `many` is the plural form."""
    if many is None:
        return _language.translations.gettext(sentence)
    return _language.translations.ngettext(sentence, many, number)


def listed(parts: Sequence[str]) -> str:
    """Join names or numbers to a list: "Ada, Bo and Cy"."""
    if len(parts) <= 1:
        return "".join(parts)
    first, *more, last = parts
    for part in more:
        # For translators: within a list of three or more; its end has a sentence of its own.
        first = _("{list}, {next}", list=first, next=part)
    # For translators: the end of a list, such as "Ada, Bo" and "Cy".
    return _("{list} and {last}", list=first, last=last)


def decimal(number: float, digits: int = 1) -> str:
    """A number with that many digits after its decimal sign."""
    from babel.numbers import format_decimal  # noqa: PLC0415 - it takes time and room, and few need it

    pattern = f"#,##0.{'0' * digits}" if digits else "#,##0"
    return format_decimal(number, pattern, locale=regional_code())


def csv_separator() -> str:
    """Return what spreadsheets in the language expect between the columns of a CSV file."""
    return ";" if "," in decimal(0.5) else ","


def regional_code() -> str:
    """The language with a country whose numbers and dates are meant, such as en_GB."""
    return _REGIONS.get(_language.code, _language.code)


def visible(text: str) -> str:
    """A text whose invisible characters, except spaces, are written as their numbers."""
    if text.isprintable():  # as nearly all are
        return text
    return "".join(
        sign
        if sign.isprintable() or category(sign) == "Zs"
        else _("‹{number}›", number=f"{ord(sign):04x}")
        for sign in text
    )
