"""Timestamps of saved games, in UTC (ISO 8601, milliseconds)."""

from datetime import UTC, datetime, timezone

from companion.memory.local_time import local_time

_LONGEST = 40
"""Maximum length of a timestamp."""
_YEARS = range(1970, 3000)
_NEVER_SET = datetime(1970, 1, 1, tzinfo=UTC)


def current_timestamp() -> str:
    """Return the current time in UTC as a timestamp."""
    return current_time().isoformat(timespec="milliseconds")


def current_time() -> datetime:
    """Return the current time in UTC, or the start of 1970 if the clock has an impossible year."""
    try:
        return datetime.now(UTC)
    except (OverflowError, ValueError, OSError):
        return _NEVER_SET


def parse_timestamp(text: str) -> datetime | None:
    """Parse a timestamp; a timestamp without an offset is taken as UTC.

    Return None if the text is not a valid date and time.
    """
    if len(text) > _LONGEST:
        return None
    try:
        read = datetime.fromisoformat(text)
        moment = read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (OverflowError, ValueError):
        return None
    return moment if moment.year in _YEARS else None


def timestamp_to_utc(timestamp: str) -> str:
    """Convert a timestamp to UTC; return an invalid timestamp unchanged."""
    moment = parse_timestamp(timestamp)
    return timestamp if moment is None else moment.isoformat(timespec="milliseconds")


def to_game_local_time(moment: datetime, started: str) -> datetime:
    """Convert a time to the local time of the place where a game was played.

    The UTC offset is taken from `started`, the start time of the game. If `started` has no offset
    or is in UTC, the place is unknown, and the result is in this machine's local time.
    """
    offset = datetime.fromisoformat(started).utcoffset() if parse_timestamp(started) else None
    return moment.astimezone(timezone(offset)) if offset else local_time(moment)


def local_start_time(started: str) -> datetime | None:
    """Return a game's start time in the local time of its place; None if the text is invalid."""
    moment = parse_timestamp(started)
    return None if moment is None else to_game_local_time(moment, started)
