"""A game goes on beside a babbling panel; `babble_at_the_table` does it with fifty megabytes."""

from statistics import median

import pytest

from companion.commands import Roll
from companion.state import Phase
from hardware.lamps import Lamp
from hardware.panel import PanelState
from kiosk import routes
from kiosk.settings import Settings
from tests.kiosk.touch import SIZES
from tests.tools.babble_at_the_table import (
    MEGABYTE,
    MOST_SECONDS,
    BabbledTable,
    lit,
    resident_bytes,
)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table at which three megabytes of random bytes have come while a game was played."""
    table = BabbledTable(tmp_path_factory.mktemp("table"), SIZES[0])
    table.play_while_it_babbles(12, seed=0)
    table.wait_for_the_mark()
    table.panel.forget()
    table.decisions = table.marks = 0
    table.memory = resident_bytes()
    table.play_while_it_babbles(30, seed=1)
    table.memory = resident_bytes() - table.memory
    yield table
    table.close()


def test_every_decision_is_carried_out_and_the_mark_is_shown_all_along(table):
    assert table.decisions >= len(table.commands)
    assert table.marks == table.decisions


def test_memory_stays_flat(table):
    assert table.memory < 6 * MEGABYTE


def test_no_call_of_the_screen_waits_for_the_panel(table):
    # Half of them: the slowest ones tell how busy this machine is. A call that waits for ever is
    # found by tests/hardware/test_never_waits.py, however slow the machine.
    assert len(table.panel.seconds) > 20
    assert median(table.panel.seconds) < MOST_SECONDS


def test_a_real_hello_after_it_is_answered_and_the_panel_plays_along(table):
    assert table.cable.hear() == b"", "a device that is no panel is not written to"
    device = table.become_a_panel()
    session = table.touch.app_state.session
    table.converse_until(device, lambda: Lamp(session.state.active) in lit(device))
    assert table.link.status.state is PanelState.READY
    assert not table.touch.shows("panel_mark")

    while session.state.phase is not Phase.ROLL:
        table.touch.tap("undo")
        table.touch.wait(0.5)
    table.touch.app_state.settings = Settings(motion=False)
    table.touch.navigator.go(routes.Table())
    before = len(session.steps)
    table.converse_until(device, lambda: len(session.steps) > before, down=True)
    command = session.steps[-1].command
    assert isinstance(command, Roll)
    table.converse_until(device, lambda: {Lamp(command.face), Lamp(command.by)} <= set(lit(device)))
    assert len(session.steps) == before + 1
