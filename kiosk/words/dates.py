"""Days and times of day as the language writes them, each in its own zone."""

from datetime import datetime

from kiosk.words.language import regional_code

_SHORT = "short"


def date_and_time(moment: datetime) -> str:
    """Return a day and the time of day to the minute."""
    from kiosk.words.babel_dates import format_datetime  # noqa: PLC0415 - it takes time and room

    return format_datetime(moment, _SHORT, locale=regional_code())


def day(moment: datetime) -> str:
    """Return a day, its month as a word where that is the language's habit."""
    from kiosk.words.babel_dates import format_date  # noqa: PLC0415 - it takes time and room

    return format_date(moment, "medium", locale=regional_code())


def time_of_day(moment: datetime) -> str:
    """Return the hour and the minute."""
    from kiosk.words.babel_dates import format_time  # noqa: PLC0415 - it takes time and room

    return format_time(moment, _SHORT, locale=regional_code())
