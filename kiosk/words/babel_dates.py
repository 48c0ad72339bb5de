"""Babel's dates, imported in any time zone.

Babel reads the machine's time zone when it is imported, and raises where that is damaged. It has no
need of it here: all our moments have a zone of their own. It takes time and room, and few need it.
"""

import os

_zone = os.environ.get("TZ")
os.environ["TZ"] = "UTC"
try:
    from babel.dates import format_date, format_datetime, format_time
finally:
    if _zone is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = _zone

__all__ = ["format_date", "format_datetime", "format_time"]
