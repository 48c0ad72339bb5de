import pytest

from hardware.panel import PanelState
from tests.hardware.serial_desk import FIRST, RED_LIT, SerialDesk


@pytest.fixture
def desk(clock):
    desk = SerialDesk(clock)
    yield desk
    desk.mailbox.close_sockets()


@pytest.fixture
def panel(desk):
    panel = desk.plug_in(FIRST)
    desk.mailbox.show_pattern(RED_LIT)
    desk.run(2.0)
    assert desk.status.state is PanelState.READY
    return panel
