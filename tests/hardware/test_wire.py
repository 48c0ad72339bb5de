"""The computer's half of the protocol, held to the same vectors as the panel's half."""

import random
import re
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import wire
from hardware.button import PressKind
from tests.hardware import vectors
from tests.hardware.vectors import as_bytes


def as_list(message: wire.FromPanel) -> list:
    match message:
        case wire.Hello(version, firmware, capabilities):
            return ["hello", version, firmware, list(capabilities)]
        case wire.Pressed(number, kind):
            return ["press", number, kind.value]
        case wire.Tock():
            return ["tock"]


def to_panel(message: list) -> wire.ToPanel:
    match message:
        case ["welcome", version]:
            return wire.Welcome(version)
        case ["lamps", levels]:
            return wire.Lights(tuple(levels))
        case ["tick"]:
            return wire.Tick()
        case _:
            raise AssertionError(message)


def read(pieces: list[bytes]) -> list:
    reader = wire.Reader()
    return [as_list(message) for piece in pieces for message in reader.feed(piece)]


@pytest.mark.parametrize(("text", "crc"), vectors.WIRE["checksums"])
def test_the_checksum_is_the_documented_one(text, crc):
    assert wire.checksum(as_bytes(text)) == crc


@pytest.mark.parametrize("vector", **vectors.named(vectors.WIRE["from_panel"]))
def test_what_a_panel_says_is_understood(vector):
    assert read([as_bytes(vector["line"])]) == [vector["message"]]


@pytest.mark.parametrize("vector", **vectors.named(vectors.WIRE["to_panel"]))
def test_what_a_panel_is_told_is_written_byte_by_byte(vector):
    assert wire.encode(to_panel(vector["message"])) == as_bytes(vector["line"])


@pytest.mark.parametrize("vector", **vectors.named(vectors.WIRE["to_panel"]))
def test_what_the_computer_itself_says_is_no_message_to_it(vector):
    assert read([as_bytes(vector["line"])]) == []


@pytest.mark.parametrize("vector", **vectors.named(vectors.WIRE["streams"]))
def test_only_the_messages_in_a_stream_are_read(vector):
    assert read([as_bytes(piece) for piece in vector["pieces"]]) == vector["from_panel"]


@pytest.mark.parametrize("vector", **vectors.named(vectors.WIRE["streams"]))
def test_it_does_not_matter_how_a_stream_is_cut(vector):
    stream = as_bytes("".join(vector["pieces"]))
    assert read([stream]) == vector["from_panel"]
    assert read([bytes([byte]) for byte in stream]) == vector["from_panel"]


@given(st.binary(max_size=300), st.binary(max_size=300), st.integers(1, 50))
def test_a_line_after_any_noise_is_read_however_it_is_cut(before, after, size):
    stream = before + b"\n" + wire.seal("press 7 pressed") + after
    pieces = [stream[start : start + size] for start in range(0, len(stream), size)]
    assert ["press", 7, "pressed"] in read(pieces)


@given(st.builds(wire.Pressed, st.integers(0, wire.HIGHEST_NUMBER), st.sampled_from(PressKind)))
def test_every_press_comes_through(press):
    line = wire.seal(f"press {press.number} {press.kind}")
    assert wire.Reader().feed(line) == [press]


@given(st.integers(0, 200), st.integers(0, 7))
def test_a_line_with_one_wrong_bit_is_never_another_message(place, bit):
    line = bytearray(wire.seal("press 7 pressed"))
    line[place % len(line)] ^= 1 << bit
    messages = wire.Reader().feed(bytes(line))
    assert all(message == wire.Pressed(7, PressKind.PRESSED) for message in messages)


def test_noise_is_counted_to_the_byte():
    reader = wire.Reader()
    reader.feed(b"garbage\n")
    assert reader.noise_bytes == 8
    reader.feed(b"abc" + wire.seal("tock"))
    assert reader.noise_bytes == 11
    reader.feed(b"x" * 1000)
    assert reader.noise_bytes == 11 + 1000 - wire.MAX_LINE


def test_ten_megabytes_without_a_newline_are_dropped_in_little_memory():
    reader = wire.Reader()
    noise = b"z" * 10_000_000
    tracemalloc.start()
    try:
        reader.feed(noise)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 200_000
    assert reader.feed(b"\n" + wire.seal("tock")) == [wire.Tock()]


def test_a_megabyte_of_random_bytes_says_nothing():
    noise = random.Random(1).randbytes(1_000_000)
    reader = wire.Reader()
    assert reader.feed(noise) == []
    assert reader.noise_bytes > 999_000


def test_the_conversation_in_the_documentation_has_the_right_checksums():
    readme = (Path(wire.__file__).parent / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^[<>] :(.*)\*([0-9A-F]{4})$", readme, re.MULTILINE)
    assert len(lines) == 6
    assert [f"{wire.checksum(body.encode()):04X}" for body, _ in lines] == [crc for _, crc in lines]
