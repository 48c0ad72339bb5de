"""Babel's date functions, imported safely in any time zone.

Babel reads the machine's time zone when it is imported, and raises an exception if the zone is
invalid. The machine's zone is not needed, as all times in the app have a zone. The import takes
time and memory, and only a few pages need it.
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
