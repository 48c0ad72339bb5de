"""The thread that looks after a panel, when what it does goes wrong."""

import logging
import threading

import pytest

from hardware import panel_thread
from hardware.mailbox import Mailbox
from hardware.panel import PanelKind, PanelState, PanelStatus
from hardware.panel_thread import ThreadedPanel

LONG = 10.0
STATUS = PanelStatus(PanelKind.GPIO, PanelState.SEARCHING)


class Stumbling:
    """Fails the first time and works the second."""

    def __init__(self) -> None:
        self.began = 0
        self.works = threading.Event()

    def attend(self, mailbox: Mailbox) -> None:
        self.began += 1
        if self.began == 1:
            raise KeyError("left lamp")
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


def test_the_thread_ends_when_the_panel_is_closed(stumbling):
    before = threading.active_count()
    panel = ThreadedPanel(stumbling, STATUS)
    panel.close(wait_seconds=LONG)
    assert threading.active_count() == before
