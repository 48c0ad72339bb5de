"""Five megabytes of random bytes; `python -m tests.hardware.babble` does it with fifty."""

import pytest

from hardware import wire
from tests.hardware.babble import Babbling


@pytest.fixture(scope="module")
def babbling(short_turns):
    babbling = Babbling(megabytes=5)
    babbling.run()
    yield babbling
    babbling.end()


def test_memory_stays_flat(babbling):
    assert babbling.memory_grown < 1.0


def test_no_press_is_heard_in_noise_and_not_a_byte_answered(babbling):
    assert babbling.presses == 0
    assert babbling.heard_before_hello == b""


def test_the_screen_goes_on_all_along(babbling):
    assert len(babbling.looks) > 1


def test_a_real_hello_after_it_is_answered_lamps_right(babbling):
    answer = babbling.say_hello()
    assert answer == (
        wire.encode(wire.Welcome(1))
        + wire.encode(wire.Tick())
        + wire.encode(wire.Lights((*[0] * 9, 255)))
    )
