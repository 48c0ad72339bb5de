import sys
from collections.abc import Iterator

import pytest

from hardware.panel import PanelState
from hardware.panel_thread import take_short_turns
from tests.hardware.clocks import HandClock
from tests.hardware.serial_desk import FIRST, RED_LIT, SerialDesk


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


@pytest.fixture
def app_state(clock):
    app_state = SerialDesk(clock)
    yield app_state
    app_state.mailbox.close()


@pytest.fixture
def panel(app_state):
    panel = app_state.plug_in(FIRST)
    app_state.mailbox.order(picture=RED_LIT)
    app_state.run(2.0)
    assert app_state.status.state is PanelState.READY
    return panel
