"""Days and times of day as the language writes them, each in its own zone; Babel knows how."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from kiosk.words.language import regional_code

_SHORT = "short"


def date_and_time(moment: datetime) -> str:
    """Return a day and the time of day to the minute."""
    with _no_time_zone():
        from babel.dates import format_datetime  # noqa: PLC0415 - it takes time and room, and few need it

    return format_datetime(moment, _SHORT, locale=regional_code())


def day(moment: datetime) -> str:
    """Return a day, its month as a word where that is the language's habit."""
    with _no_time_zone():
        from babel.dates import format_date  # noqa: PLC0415 - it takes time and room, and few need it

    return format_date(moment, "medium", locale=regional_code())


def time_of_day(moment: datetime) -> str:
    """Return the hour and the minute."""
    with _no_time_zone():
        from babel.dates import format_time  # noqa: PLC0415 - it takes time and room, and few need it

    return format_time(moment, _SHORT, locale=regional_code())


@contextmanager
def _no_time_zone() -> Iterator[None]:
    """Import `babel.dates` in here: it raises where the machine's time zone is damaged.

    Babel has no need of it, for all our moments have a zone of their own.
    """
    if "babel.dates" in sys.modules:
        yield
        return
    machines_own = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    try:
        yield
    finally:
        if machines_own is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = machines_own
