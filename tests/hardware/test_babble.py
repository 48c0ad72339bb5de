"""Five megabytes of random bytes; `python -m tests.hardware.babble` does it with fifty."""

import pytest

from hardware.firmware.panel import wire
from tests.hardware.babble import Babbling
from tests.hardware.serial_desk import RED_FRAME


@pytest.fixture(scope="module")
def babbling(short_turns):
    babbling = Babbling(megabytes=5)
    babbling.run()
    yield babbling
    babbling.end()


def test_no_press_is_heard_in_noise_not_a_byte_answered_and_memory_stays_flat(babbling):
    assert babbling.presses == 0
    assert babbling.heard_before_hello == b""
    assert babbling.memory_grown < 1.0
    assert len(babbling.looks) > 1  # the screen goes on all along


def test_a_real_hello_after_it_is_answered_lamps_right(babbling):
    assert babbling.say_hello() == wire.welcome() + wire.seal("tick") + wire.lights(RED_FRAME)
