"""How long the app waits for what is being saved, before it goes on or says that it has to wait.

Off the tests' machines that is so short that nobody sees it; a busy one may take longer for it.
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
    """The app waits however long that takes."""
    return _waits(WRITING, WRITING)


def usually_patient() -> AbstractContextManager[None]:
    """The app waits as long as at a table: for tests that let it wait."""
    return _waits(*_USUAL)
