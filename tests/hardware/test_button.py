from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware.panel.button import Button
from hardware.panel import PressKind
from tests.hardware import vectors


def button(*contacts: tuple[int, bool], known_open: bool = False) -> Button:
    a_button = Button(15, 2000, known_open=known_open)
    for at, down in contacts:
        a_button.record_contact(at, down=down)
    return a_button


def told(a_button: Button, until: float) -> list:
    return [[at, kind] for kind, at in a_button.events_until(until)]


@pytest.mark.parametrize("vector", **vectors.named(vectors.BUTTON))
def test_asked_only_at_the_end_or_whenever_it_is_due_it_tells_the_same_in_order(vector):
    assert told(button(*vector["contacts"]), vector["until"]) == vector["events"]
    a_button = button()
    events = []
    for at, down in [*vector["contacts"], [vector["until"], None]]:
        while (due := a_button.next_wakeup_time()) is not None and due <= at:
            events += told(a_button, due)
        if down is not None:
            a_button.record_contact(at, down=down)
    assert events == vector["events"]


def test_each_event_is_told_once():
    a_button = button((0, False), (100, True))
    assert told(a_button, 200) == [[115, "pressed"]]
    assert told(a_button, 200) == []


def test_nothing_is_due_while_nothing_happens():
    a_button = button()
    assert a_button.next_wakeup_time() is None
    a_button.record_contact(0, down=False)
    assert a_button.next_wakeup_time() == 15
    a_button.events_until(15)
    assert a_button.next_wakeup_time() is None


def test_a_button_known_to_be_open_can_be_pressed_at_once():
    assert told(button((0, True), known_open=True), 15) == [[15, "pressed"]]


def test_a_time_that_runs_backwards_is_taken_as_now():
    assert told(button((0, False), (100, True), (90, False)), 500) == []


@given(
    st.lists(st.tuples(st.integers(0, 400), st.booleans()), max_size=40),
    st.lists(st.integers(0, 5000), max_size=40),
)
def test_presses_are_a_settling_time_apart_and_a_hold_follows_its_press(steps, questions):
    a_button = button()
    at = 0
    events: list[tuple[str, float]] = []
    for wait, down in steps:
        at += wait
        a_button.record_contact(at, down=down)
        if at in questions:
            events += a_button.events_until(at)
    events += a_button.events_until(at + 3000)
    presses = [when for kind, when in events if kind == PressKind.PRESSED]
    assert all(later - earlier >= 30 for earlier, later in pairwise(presses))
    for before, (kind, when) in zip([None, *events], events, strict=False):
        if kind == PressKind.HELD:
            assert before is not None
            assert (before[0], when - before[1]) == (PressKind.PRESSED, 1985)
