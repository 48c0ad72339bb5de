"""Language of the app: gettext for sentences, Babel for decimals.

Sentences have named placeholders and are never put together from fragments. `mark` only marks a
sentence for extraction; `_` and `plural` translate. How to add a language: locale/README.md.
"""

import gettext
import os
from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from unicodedata import category

from companion.content import translations_into

DOMAIN = "meduris"
LOCALE_FOLDER = Path(__file__).parent / "locale"
SOURCE_LANGUAGE = "en"

_REGIONS = {SOURCE_LANGUAGE: "en_GB"}
"""Locale for dates and numbers, for each language whose code alone stands for another country: `en`
stands for the United States."""
_ENVIRONMENT = ("LC_ALL", "LC_MESSAGES", "LANG")


class _Language:
    def __init__(self) -> None:
        self.code = SOURCE_LANGUAGE
        self.translations = gettext.NullTranslations()


_language = _Language()


def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    found = sorted(
        path.parents[1].name for path in LOCALE_FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    )
    return (SOURCE_LANGUAGE, *(code for code in found if code != SOURCE_LANGUAGE))


def language() -> str:
    return _language.code


def use_language(code: str) -> None:
    """Switch to a language. Raises ValueError if there is no translation into this language."""
    if code != SOURCE_LANGUAGE and code not in languages():
        raise ValueError(f"there is no language {code!r}: choose from {', '.join(languages())}")
    _language.translations = _translations(code)
    _language.code = code


def _translations(code: str) -> gettext.NullTranslations:
    if code == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    found = gettext.translation(DOMAIN, LOCALE_FOLDER, [code])
    found.add_fallback(_ContentTranslations(code, found.plural))  # type: ignore[attr-defined]
    return found


class _ContentTranslations(gettext.NullTranslations):
    def __init__(self, code: str, plural: Callable[[int], int]) -> None:
        super().__init__()
        self._code = code
        self._plural = plural

    def gettext(self, message: str) -> str:
        return translations_into(self._code).get(message, (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = translations_into(self._code).get(msgid1)
        return super().ngettext(msgid1, msgid2, n) if forms is None else forms[self._plural(n)]


def native_language_name(code: str) -> str:
    """Return the name of a language in that language itself, such as Deutsch."""
    # For translators: the name of your language, in your language.
    return _translations(code).pgettext(*mark_in_context("this language", "English"))


def environment_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language code of the environment's locale.

    Return the code of English if the app lacks this language.
    """
    wanted = next((environment[name] for name in _ENVIRONMENT if environment.get(name)), "")
    code = wanted.partition(".")[0].partition("_")[0].lower()
    return code if code in languages() else SOURCE_LANGUAGE


def mark(sentence: str) -> str:
    """Mark a sentence for translation, and return it unchanged."""
    return sentence


def mark_in_context(context: str, sentence: str) -> tuple[str, str]:
    """Mark an ambiguous text for translation; return `context` and the text, both unchanged."""
    return (context, sentence)


def _(sentence: str, **gaps: object) -> str:
    """Translate a sentence into the current language, and fill its placeholders with `gaps`."""
    return translate(sentence).format(**gaps)


def translate_into_every_language(sentence: str) -> tuple[str, ...]:
    """Return the translations of a sentence that has no placeholders, one for each language."""
    return tuple(_translations(code).gettext(sentence) for code in languages())


def translate_in_context(context: str, sentence: str, **gaps: object) -> str:
    """Translate an ambiguous word as `_` does; `context` tells translators what it means."""
    return _language.translations.pgettext(context, sentence).format(**gaps)


def plural(one: str, many: str, number: int, **gaps: object) -> str:
    """Translate `one` or `many`, whichever the language needs for `number`; fill its placeholders.

    The placeholder `number` gets the number, and `gaps` fills the others.
    """
    return translate(one, many, number).format(number=number, **gaps)


def translate(sentence: str, plural_sentence: str | None = None, number: int = 1) -> str:
    """Translate a sentence. If `number` needs the plural, translate `plural_sentence` instead.

    Placeholders are not filled.
    """
    if plural_sentence is None:
        return _language.translations.gettext(sentence)
    return _language.translations.ngettext(sentence, plural_sentence, number)


def join_with_and(parts: Sequence[str]) -> str:
    """Join names or numbers into a list such as "Ada, Bo and Cy"."""
    if len(parts) <= 1:
        return "".join(parts)
    first, *more, last = parts
    for part in more:
        # For translators: within a list of three or more; its end has a sentence of its own.
        first = _("{list}, {next}", list=first, next=part)
    # For translators: the end of a list, such as "Ada, Bo" and "Cy".
    return _("{list} and {last}", list=first, last=last)


def round_half_up(number: float, digits: int = 0) -> Decimal:
    """Round as people do: to one digit, 2.25 becomes 2.3; to none, 2.5 becomes 3.

    Python's `round` turns 2.5 into 2.
    """
    rounded = Decimal(str(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return rounded + 0  # without the minus of a rounded -0.04


def format_decimal(number: float, most_digits: int = 1) -> str:
    """Format a number with at most `most_digits` decimal places. A whole number gets none."""
    from babel.numbers import format_decimal  # noqa: PLC0415 - takes time and memory, and few need it

    pattern = f"#,##0.{'#' * most_digits}" if most_digits else "#,##0"
    return format_decimal(round_half_up(number, most_digits), pattern, locale=locale_code())


def csv_separator() -> str:
    """Return the column separator that spreadsheets in this language expect in CSV files."""
    return ";" if "," in format_decimal(0.5) else ","


def locale_code() -> str:
    """Return the code of the locale for numbers and dates, such as en_GB."""
    return _REGIONS.get(_language.code, _language.code)


def escape_invisible(text: str) -> str:
    """Replace invisible characters, except spaces, by their code points."""
    if text.isprintable():  # the usual case
        return text
    return "".join(
        sign
        if sign.isprintable() or category(sign) == "Zs"
        else _("‹{number}›", number=f"{ord(sign):04x}")
        for sign in text
    )
