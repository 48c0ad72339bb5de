"""Fixed random numbers and times, for pictures to compare."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from unittest.mock import patch

from companion.memory import clock
from tests.kiosk.replaced import replaced

_SEED = 12
_BEGINNING = datetime(2026, 1, 1, 17, 30, tzinfo=UTC)
_STEP = timedelta(seconds=20)
"""Time between two entries of the journal."""


@contextmanager
def same_each_time() -> Iterator[None]:
    """Use the same random numbers and times on every run inside the block."""
    luck, steps = Random(_SEED), count()

    def now() -> str:
        return (_BEGINNING + next(steps) * _STEP).isoformat(timespec="milliseconds")

    with (
        patch("kiosk.pages.new_game.page.SystemRandom", lambda: luck),
        replaced(clock.current_timestamp, now),
    ):
        yield
