"""Timestamps of saved games: UTC, ISO 8601, milliseconds."""

from datetime import UTC, datetime, timezone

from companion.memory.local_time import local_time

_LONGEST = 40
"""Most characters of a timestamp."""
_YEARS = range(1970, 3000)
_NEVER_SET = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> str:
    """Return the current timestamp."""
    return this_moment().isoformat(timespec="milliseconds")


def this_moment() -> datetime:
    """Return the time in UTC; a clock with an impossible year counts as never set."""
    try:
        return datetime.now(UTC)
    except (OverflowError, ValueError, OSError):
        return _NEVER_SET


def moment_of(text: str) -> datetime | None:
    """Parse a timestamp; None if invalid, or outside the years 1970 to 2999.

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


def utc(text: str) -> str:
    """Convert a timestamp with an offset to UTC; invalid ones stay as they are."""
    moment = moment_of(text)
    return text if moment is None else moment.isoformat(timespec="milliseconds")


def place_time(moment: datetime, started: str) -> datetime:
    """Convert a moment of a game to local time at the place of the game.

    `started` is that of the game's head. Without a UTC offset in it, or with 0, the place is this
    machine's.
    """
    offset = datetime.fromisoformat(started).utcoffset() if moment_of(started) else None
    return moment.astimezone(timezone(offset)) if offset else local_time(moment)


def begun(started: str) -> datetime | None:
    """Return when a game began, in its local time; None if damaged."""
    moment = moment_of(started)
    return None if moment is None else place_time(moment, started)
