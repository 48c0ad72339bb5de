"""A disk that fails to read now and then is asked again, before its file counts as damaged."""

import sqlite3
import time
from collections.abc import Callable
from typing import TypeVar

from companion.memory.journal_file import UNREADABLE_SECTOR, DamagedError

_PAUSES = (0.05, 0.2)
"""Seconds after which what could not be read is read once more."""
AnyT = TypeVar("AnyT")


def patiently(what: Callable[[], AnyT]) -> AnyT:
    """Do what reads a file; where the disk fails to read, some more times after short pauses.

    Raises what it raises the last time.
    """
    for pause in _PAUSES:
        try:
            return what()
        except (DamagedError, sqlite3.Error) as error:
            if not _is_read_error(error):
                raise
        time.sleep(pause)
    return what()


def _is_read_error(error: Exception) -> bool:
    """Whether the disk has failed to read, which it may do once and not again."""
    found = error.__cause__ if isinstance(error, DamagedError) else error
    return getattr(found, "sqlite_errorcode", None) in UNREADABLE_SECTOR
