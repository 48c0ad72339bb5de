"""What passes between the screen's thread and a panel's, without any thread."""

import select

import pytest

from hardware.button import PressKind
from hardware.lamps import Effect, Lamp, LampSettings, picture
from hardware.mailbox import Mailbox, Orders
from hardware.panel import PanelKind, PanelReport, PanelState, PanelStatus, Press

STATUS = PanelStatus(PanelKind.SERIAL, PanelState.SEARCHING)
RED = picture(steady=[Lamp.RED])
BLUE = picture(steady=[Lamp.BLUE])


@pytest.fixture
def mailbox():
    mailbox = Mailbox(STATUS)
    yield mailbox
    mailbox.close()


def rings(mailbox: Mailbox) -> bool:
    return bool(select.select([mailbox.fileno()], [], [], 0)[0])


def test_orders_are_taken_once(mailbox):
    mailbox.order(picture=RED)
    mailbox.order(effect=Effect.TUMBLE)
    mailbox.order(settings=LampSettings(brightness_percent=30))
    assert mailbox.take_orders() == Orders(
        picture=RED, settings=LampSettings(brightness_percent=30), effects=(Effect.TUMBLE,)
    )
    assert mailbox.take_orders() == Orders()


def test_only_the_newest_picture_waits_and_few_effects(mailbox):
    for _ in range(1000):
        mailbox.order(picture=BLUE, effect=Effect.NOT_NOW)
    mailbox.order(picture=RED, effect=Effect.TUMBLE)
    orders = mailbox.take_orders()
    assert orders.picture == RED
    assert orders.effects == (*[Effect.NOT_NOW] * 3, Effect.TUMBLE)


def test_stop_is_not_forgotten_over_later_orders(mailbox):
    mailbox.order(stop=True)
    mailbox.order(picture=RED)
    assert mailbox.take_orders().stop


def test_the_bell_rings_until_the_orders_are_taken(mailbox):
    assert not rings(mailbox)
    mailbox.order(picture=RED)
    assert rings(mailbox)
    mailbox.take_orders()
    assert not rings(mailbox)


def test_a_bell_that_nobody_answers_never_blocks(mailbox):
    for _ in range(100_000):
        mailbox.wake()
    mailbox.take_orders()
    assert not rings(mailbox)


def test_presses_are_told_once_and_in_order(mailbox):
    first, second = (Press(PressKind.PRESSED, number, 0.0) for number in (1, 2))
    mailbox.press(first)
    mailbox.press(second)
    assert mailbox.collect() == PanelReport((first, second), STATUS)
    assert mailbox.collect() == PanelReport((), STATUS)


def test_of_presses_that_nobody_asks_for_the_newest_are_kept(mailbox):
    for number in range(1000):
        mailbox.press(Press(PressKind.PRESSED, number, 0.0))
    assert [press.number for press in mailbox.collect().presses] == list(range(968, 1000))


def test_a_closed_mailbox_takes_orders_without_complaint(mailbox):
    mailbox.close()
    mailbox.order(picture=RED)
    mailbox.wake()
    assert mailbox.collect().status == STATUS
