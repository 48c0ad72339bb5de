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
def desk(clock):
    desk = SerialDesk(clock)
    yield desk
    desk.mailbox.free()


@pytest.fixture
def panel(desk):
    panel = desk.plug_in(FIRST)
    desk.mailbox.show(RED_LIT)
    desk.run(2.0)
    assert desk.status.state is PanelState.READY
    return panel
