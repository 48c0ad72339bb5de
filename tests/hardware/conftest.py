import sys
from collections.abc import Iterator

import pytest

from hardware.panel_thread import take_short_turns
from tests.hardware.clocks import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(scope="module")
def short_turns() -> Iterator[None]:
    """Threads take turns as short as the companion makes them at its start."""
    before = sys.getswitchinterval()
    take_short_turns()
    yield
    sys.setswitchinterval(before)
