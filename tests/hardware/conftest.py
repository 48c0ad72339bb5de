import pytest

from tests.hardware.clocks import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock()
