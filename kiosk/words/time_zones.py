"""Time zones and countries in the players' language, and the time zone of the process."""

import os
import time
from pathlib import Path
from typing import NamedTuple

from kiosk.words.language import language, mark

_TABLE = Path("/usr/share/zoneinfo/zone.tab")
"""File with the country, coordinates, zone and comment in each line. Source: the tz database."""
_MACHINES_OWN = Path("/etc/localtime")
_UTC = {"UTC", "Etc/UTC"}
REGIONS = {
    "Europe": mark("Europe"),
    "America": mark("America"),
    "Africa": mark("Africa"),
    "Asia": mark("Asia"),
    "Australia": mark("Australia"),
    "Atlantic": mark("Atlantic"),
    "Indian": mark("Indian Ocean"),
    "Pacific": mark("Pacific"),
}
"""First parts of the zones' names, with the names of the regions. The poles are left out."""


class Country(NamedTuple):
    """Country with its time zones in one region of the world, such as Europe."""

    code: str
    name: str
    zones: tuple[str, ...]


def is_time_zone_set(localtime_link: Path = _MACHINES_OWN) -> bool:
    """Return whether the variable TZ is set, or the machine has a time zone other than UTC.

    `localtime_link` is the machine's link to the file of its zone.
    """
    if os.environ.get("TZ"):
        return True
    try:
        name = str(localtime_link.readlink()).partition("zoneinfo/")[2]
    except OSError:  # the file is missing, or a copy instead of a link
        return localtime_link.exists()
    return name not in _UTC


def set_process_time_zone(zone: str) -> None:
    os.environ["TZ"] = zone
    time.tzset()


def time_zone_name(zone: str) -> str:
    from babel import Locale  # noqa: PLC0415 - takes time and memory, and few need it

    named = Locale(language()).time_zones.get(zone, {}).get("city")
    return str(named or zone.rpartition("/")[2].replace("_", " "))


def countries_in_region(region: str, table: Path = _TABLE) -> tuple[Country, ...]:
    """Return the countries that have a time zone in the region, sorted by name.

    `table` is the file `zone.tab` of the tz database. The result is empty if this file is missing.
    """
    from babel import Locale  # noqa: PLC0415 - as above

    from kiosk.words.search import normalize_for_search  # noqa: PLC0415 - as above

    names = Locale(language()).territories
    found = [Country(code, names.get(code, code), zones) for code, zones in _zones(region, table)]
    return tuple(sorted(found, key=lambda country: normalize_for_search(country.name)))


def _zones(region: str, table: Path) -> list[tuple[str, tuple[str, ...]]]:
    zones: dict[str, tuple[str, ...]] = {}
    try:
        lines = table.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    for line in lines:
        code, _coordinates, zone, *_comment = (
            line.split("\t") if line.count("\t") > 1 else ("#", "", "")
        )
        if zone.startswith(f"{region}/"):
            zones[code] = (*zones.get(code, ()), zone)
    return list(zones.items())
