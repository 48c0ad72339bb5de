"""Conversion to local time that never fails."""

import os
import re
import stat
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

_MACHINES_OWN = Path("/etc/localtime")
_ZONES = Path("/usr/share/zoneinfo")
_RULE = re.compile(r"(<[A-Za-z0-9+-]{3,}>|[A-Za-z]{3,})[+-]?\d{1,3}(:\d\d){0,2}")
"""Beginning of a POSIX time zone rule, such as CET-1CEST; see tzset(3)."""


def local_time(moment: datetime) -> datetime:
    """Convert a time to local time, or to UTC if the machine's time zone is unusable."""
    try:
        return moment.astimezone()
    except (OverflowError, ValueError, OSError):  # such as an offset of a day or more
        return moment.astimezone(UTC)


def unusable_time_zone_setting(zone_file: Path = _MACHINES_OWN) -> str | None:
    """Return where an unusable time zone is set, or None if the machine's time zone is usable.

    The result is the environment variable, as `TZ=…`, or else the path of the file `zone_file`.
    """
    wanted = os.environ.get("TZ")
    if wanted is None:
        usable = not os.path.lexists(zone_file) or _is_zone_file(zone_file)
        return None if usable else str(zone_file)
    name = wanted.removeprefix(":")
    usable = not name or _is_zone_file(_ZONES / name) or _is_rule(name)
    return None if usable else f"TZ={wanted}"


def _is_rule(name: str) -> bool:
    if _RULE.match(name) is None:
        return False
    try:
        datetime.now(UTC).astimezone()
    except (OverflowError, ValueError, OSError):
        return False
    return True


def _is_zone_file(path: Path) -> bool:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return False
        with path.open("rb") as file:
            ZoneInfo.from_file(file)
    except Exception:  # noqa: BLE001 - a damaged file raises whatever its parser stumbles over
        return False
    return True
