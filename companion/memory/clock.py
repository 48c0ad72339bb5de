"""The time as saved games keep it: UTC, ISO 8601, to the millisecond."""

from datetime import UTC, datetime

_LONGEST = 40
"""Characters of a time."""
_YEARS = range(1970, 3000)
_NEVER_SET = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> str:
    """This moment; a clock that shows an impossible year counts as one that was never set."""
    try:
        moment = datetime.now(UTC)
    except (OverflowError, ValueError, OSError):
        moment = _NEVER_SET
    return moment.isoformat(timespec="milliseconds")


def moment_of(text: str) -> datetime | None:
    """A saved time in UTC; None for anything that no clock shows (years 1970 to 2999).

    A time without a zone is UTC.
    """
    if len(text) > _LONGEST:
        return None
    try:
        read = datetime.fromisoformat(text)
        moment = read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (OverflowError, ValueError):
        return None
    return moment if moment.year in _YEARS else None
