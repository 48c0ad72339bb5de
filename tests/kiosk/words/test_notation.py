"""How a language writes lists, decimals and dates: as Babel does, which the app does without."""

from datetime import UTC, datetime, timedelta

import pytest
from babel.dates import format_date, format_datetime, format_time
from babel.lists import format_list
from babel.numbers import format_decimal

from deploy.catalogues import notation, notations
from kiosk.words import language
from kiosk.words.language import SOURCE_LANGUAGE, languages, use_language
from kiosk.words.notation import NOTATIONS, notation_of

every_language = pytest.mark.parametrize(
    ("code", "locale"), [(code, "en_GB" if code == "en" else code) for code in languages()]
)
NAMES = ("Ada", "Bo", "Cy", "Dan", "Eve")
NUMBERS = (0, 3, -2.5, 0.25, 0.35, 2.675, -0.04, 999.95, 1234.5, -9876543.21, 1e16)
MOMENTS = [
    datetime(2026, 1, 3, 4, 5, tzinfo=UTC) + timedelta(days=29, hours=7) * n for n in range(14)
]


def test_the_file_has_what_babel_knows_of_every_language() -> None:
    """Else: `.venv/bin/python deploy/catalogues.py update`."""
    assert NOTATIONS.read_text(encoding="utf-8") == notations()


@every_language
def test_things_are_listed_as_the_language_lists_them(code, locale) -> None:
    for many in range(len(NAMES) + 1):
        assert notation_of(code).listed(NAMES[:many]) == format_list(NAMES[:many], locale=locale)


@every_language
@pytest.mark.parametrize(("digits", "pattern"), [(0, "#,##0"), (1, "#,##0.0"), (2, "#,##0.00")])
def test_decimals_have_the_signs_of_the_language(code, locale, digits, pattern) -> None:
    for number in NUMBERS:
        told = notation_of(code).decimal(number, digits)
        assert told == format_decimal(number, pattern, locale=locale)


@every_language
def test_days_and_times_are_written_as_the_language_writes_them(code, locale) -> None:
    own = notation_of(code)
    for moment in MOMENTS:
        assert own.date(moment) == format_date(moment, "medium", locale=locale)
        assert own.time_of_day(moment) == format_time(moment, "short", locale=locale)
        assert own.date_and_time(moment) == format_datetime(moment, "short", locale=locale)


def test_the_clock_of_this_place_counts_and_the_language_that_is_spoken() -> None:
    moment = MOMENTS[0]
    here = moment.astimezone().replace(tzinfo=None)
    for code in languages():
        use_language(code)
        assert language.date_and_time(moment) == notation_of(code).date_and_time(here)
        assert language.day(moment) == notation_of(code).date(here)
        assert language.time_of_day(moment) == notation_of(code).time_of_day(here)
    use_language(SOURCE_LANGUAGE)


def test_a_part_of_a_date_that_cannot_be_written_yet_is_named() -> None:
    with pytest.raises(KeyError, match="h"):
        notation("en_US")
