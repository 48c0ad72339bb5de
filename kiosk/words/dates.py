"""Dates and times in the players' language, in the time zone in which they were recorded."""

from datetime import datetime

from kiosk.words.language import locale_code

_SHORT = "short"


def format_date_and_time(moment: datetime) -> str:
    from kiosk.words.babel_dates import format_datetime  # noqa: PLC0415 - takes time and memory

    return format_datetime(moment, _SHORT, locale=locale_code())


def format_date(moment: datetime) -> str:
    """Return a date in the language's usual form, such as 24 Dec 2026."""
    from kiosk.words.babel_dates import format_date  # noqa: PLC0415 - takes time and memory

    return format_date(moment, "medium", locale=locale_code())


def format_time_of_day(moment: datetime) -> str:
    from kiosk.words.babel_dates import format_time  # noqa: PLC0415 - takes time and memory

    return format_time(moment, _SHORT, locale=locale_code())
