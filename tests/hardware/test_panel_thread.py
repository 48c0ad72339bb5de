import logging
import select
import threading
import time

import pytest

from hardware import panel_thread
from hardware.lamps import (
    DARK_LEVELS,
    Lamp,
    LampEffect,
    LampScheduler,
    LampSettings,
    make_lamp_pattern,
)
from hardware.panel import PanelKind, PanelReport, PanelState, PanelStatus, Press, PressKind
from hardware.panel_thread import Mailbox, ThreadedPanel

LONG = 10.0
STATUS = PanelStatus(PanelKind.GPIO, PanelState.SEARCHING)


RED = make_lamp_pattern(steady=[Lamp.RED])


def lamps() -> LampScheduler:
    return LampScheduler(lambda: 0.0, LampSettings(brightness_percent=100))


@pytest.fixture
def mailbox():
    mailbox = Mailbox(lamps(), STATUS)
    yield mailbox
    mailbox.close_sockets()


def sleeps(mailbox: Mailbox, monkeypatch) -> bool:
    slept = []
    ready = select.select

    def look(readable, writable, _broken, seconds):
        found = ready(readable, writable, [], 0)
        slept.append(seconds if not any(found) else 0)
        return found

    monkeypatch.setattr(select, "select", look)
    mailbox.sleep([None, 6.0], 5.0)
    monkeypatch.undo()
    return slept == [1.0]


def test_whatever_the_screen_says_ends_a_sleep_once(mailbox, monkeypatch):
    assert sleeps(mailbox, monkeypatch)
    for say in (
        lambda: mailbox.show_pattern(RED),
        mailbox.stop,
        lambda: mailbox.set_lamp_settings(LampSettings()),
    ):
        say()
        assert not sleeps(mailbox, monkeypatch)
        assert sleeps(mailbox, monkeypatch)


def test_a_bell_that_nobody_answers_never_blocks(mailbox, monkeypatch):
    for _ in range(100_000):
        mailbox.wake()
    assert not sleeps(mailbox, monkeypatch)
    assert sleeps(mailbox, monkeypatch)


def test_the_newest_picture_is_what_the_lamps_should_show(mailbox):
    assert mailbox.lamp_levels() == DARK_LEVELS
    mailbox.show_pattern(make_lamp_pattern(steady=Lamp))
    mailbox.show_pattern(RED)
    assert mailbox.lamp_levels() == (*[0] * 9, 255)


def test_presses_are_told_once_and_in_order(mailbox):
    first, second = (Press(PressKind.PRESSED, number, 0.0) for number in (1, 2))
    mailbox.report_press(first)
    mailbox.report_press(second)
    assert mailbox.poll() == PanelReport((first, second), STATUS)
    assert mailbox.poll() == PanelReport((), STATUS)


def test_of_presses_that_nobody_asks_for_the_newest_are_kept(mailbox):
    for number in range(1000):
        mailbox.report_press(Press(PressKind.PRESSED, number, 0.0))
    assert [press.sequence_number for press in mailbox.poll().presses] == list(range(968, 1000))


def test_a_mailbox_whose_thread_has_ended_takes_orders_without_complaint(mailbox):
    mailbox.close_sockets()
    mailbox.show_pattern(RED)
    mailbox.wake()
    assert mailbox.poll().status == STATUS


class Stumbling:
    def __init__(self) -> None:
        self.began = 0
        self.fault: Exception = KeyError("left lamp")
        self.works = threading.Event()

    def serve_until_stopped(self, mailbox: Mailbox) -> None:
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
        panel = ThreadedPanel(stumbling, lamps(), STATUS)
        assert stumbling.works.wait(LONG)
        panel.close(wait_seconds=LONG)
    assert "The panel thread failed and will be restarted" in caplog.text
    status = panel.poll().status
    assert status.state is PanelState.TROUBLED
    assert str(status.trouble).startswith(
        "The program that runs the panel has failed: 'left lamp'."
    )


@pytest.mark.parametrize("fault", [MemoryError(), RecursionError("too deep")])
def test_whatever_it_fails_of_is_named(stumbling, fault):
    stumbling.fault = fault
    panel = ThreadedPanel(stumbling, lamps(), STATUS)
    assert stumbling.works.wait(LONG)
    panel.close(wait_seconds=LONG)
    assert f"has failed: {str(fault) or 'MemoryError'}." in str(panel.poll().status.trouble)


def test_the_thread_ends_when_the_panel_is_closed(stumbling):
    before = threading.active_count()
    panel = ThreadedPanel(stumbling, lamps(), STATUS)
    panel.close(wait_seconds=LONG)
    assert threading.active_count() == before


class Waiting:
    def __init__(self, *, sleeps: bool) -> None:
        self.has_begun = threading.Event()
        self.lets_go = threading.Event()
        self._sleeps = sleeps

    def serve_until_stopped(self, mailbox: Mailbox) -> None:
        self.has_begun.set()
        if not self._sleeps:
            self.lets_go.wait()
        while not mailbox.is_stopped:
            mailbox.sleep([], 0.0)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("sleeps", [False, True])
def test_no_call_of_the_screen_waits_for_the_thread(sleeps):
    waiting = Waiting(sleeps=sleeps)
    panel = ThreadedPanel(waiting, lamps(), STATUS)
    assert waiting.has_begun.wait(LONG)
    for call in (
        lambda: panel.show_pattern(RED),
        lambda: panel.play_effect(LampEffect.NOT_NOW),
        lambda: panel.set_lamp_settings(LampSettings()),
        lambda: panel.play_melody(((440, 100),)),
        panel.poll,
        panel.close,
    ):
        time.sleep(0.02)  # until it sleeps again
        call()
    waiting.lets_go.set()
    panel.close(wait_seconds=LONG)


class Computing:
    def __init__(self) -> None:
        self.rounds = 0
        self.has_begun = threading.Event()

    def serve_until_stopped(self, mailbox: Mailbox) -> None:
        while not mailbox.is_stopped:
            sum(range(1000))
            self.rounds += 1
            self.has_begun.set()


def test_the_screen_comes_by_its_turn_beside_a_thread_that_never_pauses():
    computing = Computing()
    panel = ThreadedPanel(computing, lamps(), STATUS)
    assert computing.has_begun.wait(LONG)
    for _frame in range(20):
        before = computing.rounds
        time.sleep(0)  # the screen lets go, and has to come by its turn again
        panel.poll()
        assert computing.rounds >= before
    panel.close(wait_seconds=LONG)
