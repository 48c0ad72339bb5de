"""Debounce and hold, without a contact and without waiting."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.button import ButtonEvent, DebouncedButton, PressKind
from tests.hardware import vectors


def button() -> DebouncedButton:
    return DebouncedButton(settle_seconds=15, hold_seconds=2000)


def tell(a_button: DebouncedButton, contacts: list) -> None:
    for at, down in contacts:
        a_button.contact(down=down, at=at)


def pairs(events: tuple[ButtonEvent, ...]) -> list:
    return [[event.at, event.kind.value] for event in events]


@pytest.mark.parametrize("vector", **vectors.named(vectors.BUTTON))
def test_a_button_asked_only_at_the_end_tells_everything_in_order(vector):
    a_button = button()
    tell(a_button, vector["contacts"])
    assert pairs(a_button.advance(vector["until"])) == vector["events"]


@pytest.mark.parametrize("vector", **vectors.named(vectors.BUTTON))
def test_a_button_asked_whenever_it_is_due_tells_the_same(vector):
    a_button = button()
    told = []
    for at, down in [*vector["contacts"], [vector["until"], None]]:
        while (due := a_button.due()) is not None and due <= at:
            told += pairs(a_button.advance(due))
        if down is not None:
            a_button.contact(down=down, at=at)
    assert told == vector["events"]


def test_each_event_is_told_once():
    a_button = button()
    tell(a_button, [[0, False], [100, True]])
    assert pairs(a_button.advance(200)) == [[115, "pressed"]]
    assert a_button.advance(200) == ()


def test_nothing_is_due_while_nothing_happens():
    a_button = button()
    assert a_button.due() is None
    tell(a_button, [[0, False]])
    assert a_button.due() == 15
    a_button.advance(15)
    assert a_button.due() is None


def test_a_button_known_to_be_open_can_be_pressed_at_once():
    a_button = DebouncedButton(15, 2000, known_open=True)
    tell(a_button, [[0, True]])
    assert pairs(a_button.advance(15)) == [[15, "pressed"]]


def test_a_time_that_runs_backwards_is_taken_as_now():
    a_button = button()
    tell(a_button, [[0, False], [100, True], [90, False]])
    assert a_button.advance(500) == ()


@given(
    st.lists(st.tuples(st.integers(0, 400), st.booleans()), max_size=40),
    st.lists(st.integers(0, 5000), max_size=40),
)
def test_presses_are_a_settling_time_apart_and_a_hold_follows_its_press(steps, questions):
    a_button = button()
    at = 0
    told: list[ButtonEvent] = []
    for wait, down in steps:
        at += wait
        a_button.contact(down=down, at=at)
        if at in questions:
            told += a_button.advance(at)
    told += a_button.advance(at + 3000)
    presses = [event.at for event in told if event.kind is PressKind.PRESSED]
    assert all(later - earlier >= 30 for earlier, later in pairwise(presses))
    for before, event in zip([None, *told], told, strict=False):
        if event.kind is PressKind.HELD:
            assert before is not None
            assert (before.kind, event.at - before.at) == (PressKind.PRESSED, 1985)
