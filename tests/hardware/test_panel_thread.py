"""The thread that looks after a panel, when what it does goes wrong."""

import logging
import sys
import threading
import time

import pytest

from hardware import panel_thread
from hardware.mailbox import Mailbox
from hardware.panel import PanelKind, PanelState, PanelStatus
from hardware.panel_thread import ThreadedPanel, take_short_turns

LONG = 10.0
STATUS = PanelStatus(PanelKind.GPIO, PanelState.SEARCHING)


class Stumbling:
    """Fails the first time and works the second."""

    def __init__(self) -> None:
        self.began = 0
        self.fault: Exception = KeyError("left lamp")
        self.works = threading.Event()

    def attend(self, mailbox: Mailbox) -> None:
        self.began += 1
        if self.began == 1:
            raise self.fault
        self.works.set()


@pytest.fixture
def stumbling(monkeypatch):
    monkeypatch.setattr(panel_thread, "_BEGIN_ANEW_SECONDS", 0.05)
    return Stumbling()


def test_a_fault_is_told_and_logged_and_the_work_begun_anew(stumbling, caplog):
    with caplog.at_level(logging.ERROR):
        panel = ThreadedPanel(stumbling, STATUS)
        assert stumbling.works.wait(LONG)
        panel.close(wait_seconds=LONG)
    assert "The panel's thread failed and begins anew" in caplog.text
    status = panel.poll().status
    assert status.state is PanelState.TROUBLED
    assert str(status.trouble).startswith(
        "The program that looks after the panel has stumbled: 'left lamp'."
    )


@pytest.mark.parametrize("fault", [MemoryError(), RecursionError("too deep")])
def test_whatever_it_fails_of_is_named(stumbling, fault):
    stumbling.fault = fault
    panel = ThreadedPanel(stumbling, STATUS)
    assert stumbling.works.wait(LONG)
    panel.close(wait_seconds=LONG)
    assert f"has stumbled: {str(fault) or 'MemoryError'}." in str(panel.poll().status.trouble)


def test_the_thread_ends_when_the_panel_is_closed(stumbling):
    before = threading.active_count()
    panel = ThreadedPanel(stumbling, STATUS)
    panel.close(wait_seconds=LONG)
    assert threading.active_count() == before


class Computing:
    """Computes without a pause, as for a device that babbles; counts its `rounds`."""

    def __init__(self) -> None:
        self.rounds = 0
        self.has_begun = threading.Event()

    def attend(self, mailbox: Mailbox) -> None:
        while not mailbox.take_orders().stop:
            sum(range(1000))
            self.rounds += 1
            self.has_begun.set()


@pytest.fixture
def usual_turns():
    """Turns as long as Python's own, whatever another test has made of them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.005)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("usual_turns")
def test_a_panel_alone_leaves_the_programs_turns_as_they_are(stumbling):
    ThreadedPanel(stumbling, STATUS).close(wait_seconds=LONG)
    assert sys.getswitchinterval() == 0.005


@pytest.mark.usefixtures("usual_turns")
def test_turns_are_made_short_and_never_longer():
    take_short_turns()
    assert sys.getswitchinterval() == 0.001
    sys.setswitchinterval(0.0005)
    take_short_turns()
    assert sys.getswitchinterval() == 0.0005


def test_the_screen_comes_by_its_turn_beside_a_thread_that_never_pauses():
    computing = Computing()
    panel = ThreadedPanel(computing, STATUS)
    assert computing.has_begun.wait(LONG)
    for _frame in range(20):
        before = computing.rounds
        time.sleep(0)  # the screen lets go, and has to come by its turn again
        panel.poll()
        assert computing.rounds >= before
    panel.close(wait_seconds=LONG)
