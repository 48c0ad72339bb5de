"""How long the app waits for a save before it continues or reports a delay.

In the app that is too short to be noticed; a busy test machine may take longer.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from unittest.mock import patch

from kiosk import app_state, writer
from tests.kiosk.touch import WRITING

_USUAL = app_state._SWITCH_SECONDS, writer._GLANCE_SECONDS


@contextmanager
def _waits(switch: float, glance: float) -> Iterator[None]:
    with (
        patch.object(app_state, "_SWITCH_SECONDS", switch),
        patch.object(writer, "_GLANCE_SECONDS", glance),
    ):
        yield


def patient() -> AbstractContextManager[None]:
    """Make the app wait as long as necessary."""
    return _waits(WRITING, WRITING)


def usually_patient() -> AbstractContextManager[None]:
    return _waits(*_USUAL)
