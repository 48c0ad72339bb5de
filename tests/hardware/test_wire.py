import random
import re
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hardware
from hardware.firmware.panel import wire
from tests.hardware import vectors
from tests.hardware.vectors import as_bytes

ENDS = {"from_panel": wire.FROM_PANEL, "to_panel": wire.TO_PANEL}
OTHER = {"from_panel": "to_panel", "to_panel": "from_panel"}


def as_list(message: wire.Message) -> list:
    match message.word:
        case wire.HELLO:
            return ["hello", message.number, message.firmware, list(message.capabilities)]
        case wire.PRESS:
            return ["press", message.number, message.kind]
        case wire.WELCOME:
            return ["welcome", message.number]
        case wire.LIGHTS:
            return ["lamps", list(message.levels)]
        case wire.BUZZ:
            return ["buzz", [list(note) for note in message.notes]]
    return [message.word]


def read(end: str, pieces: list[bytes]) -> list:
    reader = wire.MessageDecoder(ENDS[end])
    return [as_list(message) for piece in pieces for message in reader.feed(piece)]


def written(message: list) -> bytes:
    match message:
        case ["hello", 1, firmware, capabilities]:
            return wire.encode_hello(firmware, tuple(capabilities))
        case ["press", number, kind]:
            return wire.encode_button_event(number, kind)
        case ["welcome", 1]:
            return wire.encode_welcome()
        case ["lamps", levels]:
            return wire.encode_lamp_levels(tuple(levels))
        case ["buzz", notes]:
            return wire.encode_melody(tuple(map(tuple, notes)))
    return wire.frame_message(message[0])


@pytest.mark.parametrize(("text", "crc"), vectors.WIRE["checksums"])
def test_the_checksum_is_the_documented_one(text, crc):
    assert wire.checksum(as_bytes(text)) == crc


@pytest.mark.parametrize("end", ENDS)
def test_what_is_said_is_written_byte_by_byte_and_understood_by_who_listens_to_it(end):
    for vector in vectors.WIRE[end]:
        line = as_bytes(vector["line"])
        assert written(vector["message"]) == line
        assert read(end, [line]) == [vector["message"]]
        assert read(OTHER[end], [line]) == []


@pytest.mark.parametrize("end", ENDS)
def test_only_the_messages_in_a_stream_are_read_however_it_is_cut(end):
    for vector in vectors.WIRE["streams"]:
        stream = as_bytes("".join(vector["pieces"]))
        for pieces in (
            [as_bytes(piece) for piece in vector["pieces"]],
            [stream],
            [bytes([byte]) for byte in stream],
        ):
            assert read(end, pieces) == vector[end], vector


@given(st.binary(max_size=300), st.binary(max_size=300), st.integers(1, 50))
def test_a_line_after_any_noise_is_read_however_it_is_cut(before, after, size):
    stream = before + b"\n" + wire.frame_message("press 7 pressed") + after
    pieces = [stream[start : start + size] for start in range(0, len(stream), size)]
    assert ["press", 7, "pressed"] in read("from_panel", pieces)


@given(st.integers(0, 200), st.integers(0, 7))
def test_a_line_with_one_wrong_bit_is_never_another_message(place, bit):
    line = bytearray(wire.frame_message("press 7 pressed"))
    line[place % len(line)] ^= 1 << bit
    assert read("from_panel", [bytes(line)]) in ([], [["press", 7, "pressed"]])


def test_noise_is_counted_to_the_byte():
    reader = wire.MessageDecoder(wire.FROM_PANEL)
    reader.feed(b"garbage\n")
    assert reader.noise_bytes == 8
    reader.feed(b"abc" + wire.frame_message("tock"))
    assert reader.noise_bytes == 11
    reader.feed(b"x" * 1000)
    assert reader.noise_bytes == 11 + 1000 - wire.MAX_LINE


def test_ten_megabytes_of_noise_are_dropped_in_little_memory_and_a_line_after_them_is_read():
    reader = wire.MessageDecoder(wire.FROM_PANEL)
    noise = b"z" * 10_000_000
    tracemalloc.start()
    try:
        reader.feed(noise)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 200_000
    (tock,) = reader.feed(b"\n" + wire.frame_message("tock"))
    assert tock.word == wire.TOCK


def test_a_megabyte_of_random_bytes_says_nothing():
    reader = wire.MessageDecoder(wire.FROM_PANEL)
    assert reader.feed(random.Random(1).randbytes(1_000_000)) == []
    assert reader.noise_bytes > 999_000


def test_the_conversation_in_the_documentation_has_the_right_checksums():
    readme = (Path(hardware.__file__).parent / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^[<>] :(.*)\*([0-9A-F]{4})$", readme, re.MULTILINE)
    assert len(lines) == 6
    assert [f"{wire.checksum(body.encode()):04X}" for body, _ in lines] == [crc for _, crc in lines]
