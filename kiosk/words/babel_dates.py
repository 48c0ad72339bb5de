"""Babel's dates, imported in any time zone.

Babel reads the machine's time zone when it is imported, and raises if it is invalid. The zone is
not needed, as all our times have one. The import takes time and memory, and few pages need it.
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
