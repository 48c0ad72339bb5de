import os
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.firmware.panel import wire
from tests.hardware import micropython, vectors

HERE = Path(__file__).parent


def run_or_skip(script: str, **given: object) -> dict:
    try:
        micropython.interpreter()
    except micropython.MicroPythonMissingError as why:
        # Where the whole suite has to be run, its absence is a failure.
        if os.environ.get("CI"):
            raise
        pytest.skip(str(why))
    return micropython.run(HERE / script, **given)


@pytest.fixture(scope="module")
def answers() -> dict:
    return run_or_skip("micropython_vectors.py", wire=vectors.WIRE, buttons=vectors.BUTTON)


@pytest.fixture(scope="module")
def board() -> dict:
    return run_or_skip("micropython_board.py")


def expected(part: str, key: str) -> list:
    return [vector[key] for vector in vectors.WIRE[part]]


def test_micropython_understands_what_a_computer_says(answers):
    assert answers["implementation"] == "micropython"
    assert answers["read"] == [[message] for message in expected("to_panel", "message")]


@pytest.mark.parametrize("cut", ["streams", "streams_byte_by_byte"])
def test_only_the_messages_in_a_stream_are_read_however_it_is_cut(answers, cut):
    read = dict(zip(expected("streams", "name"), answers[cut], strict=True))
    assert read == dict(
        zip(expected("streams", "name"), expected("streams", "to_panel"), strict=True)
    )


def test_presses_and_holds_are_those_of_the_computer(answers):
    names = [vector["name"] for vector in vectors.BUTTON]
    told = dict(zip(names, answers["buttons"], strict=True))
    assert told == {vector["name"]: vector["events"] for vector in vectors.BUTTON}


def test_the_hello_is_one_that_the_computer_understands(answers):
    (hello,) = wire.MessageDecoder(wire.FROM_PANEL).feed(vectors.as_bytes(answers["hello"]))
    assert (hello.number, hello.firmware) == (1, "1.1.0")
    assert hello.capabilities == ("button", "lamps10", "dim")


def test_current_grows_with_brightness_from_none_to_all(answers):
    duties = answers["duties"]
    assert (duties[0], duties[255]) == (0, 65535)
    assert all(less < more for less, more in pairwise(duties))


def test_a_quarter_of_a_megabyte_of_noise_takes_no_memory_and_a_line_after_it_is_read(answers):
    assert answers["grown_by_noise"] < 1000
    assert answers["after_noise"] == ["tick"]


def test_the_board_starts_dark_and_says_hello_twice_a_second_until_it_is_welcomed(board):
    assert board["dark"] == [0] * 10
    assert board["hertz"] == [1000] * 10
    assert board["first"].startswith(":hello companion-panel 1 ")
    assert board["second_of_hellos"].count(":hello ") == 2
    assert board["welcomed"] == wire.frame_message("tock").decode()
    assert board["quiet"] == ""


def test_the_board_shows_what_it_is_told_and_touches_no_lamp_without_need(board):
    assert board["lit"] == [65535, 16512, *[0] * 7, 1]
    assert board["touched_again"] is False
    assert board["forsaken"] == [0] * 10


def test_the_board_tells_a_press_of_its_button_also_during_a_flood_on_the_cable(board):
    assert board["button"] == [5, [0, 1]]
    assert board["pressed"] == wire.frame_message("press 0 pressed").decode()
    assert board["left_after_one_step"] == 200 + len(wire.frame_message("tick")) - 64


def test_a_buzzer_plays_what_it_is_told_and_is_quiet_then(board):
    assert board["buzzes"] == [[440, 32768], [880, 32768], [880, 0]]
