import io
import json

import msgspec
import pytest

from companion.errors import RecordError
from companion.memory.record import (
    COMMAND_LIMIT,
    LINE_LIMIT,
    board_problem,
    encode_command,
    encode_header,
    encode_state,
    open_record,
    parse_command,
    parse_header,
    replayed_states,
)
from companion.rules.setup import initial_state
from companion.state import Board, Field
from tests.companion.positions import BLUE, GREEN, PURPLE, RED, ring, setup

HEADER = encode_header(setup(PURPLE, BLUE))
ALL_PLACED = tuple(
    b'{"do":"place_worker","by":"%s","plain":"%s"}' % placed
    for placed in zip(
        (b"purple", b"blue") * 3,
        (b"wood", b"wood", b"wool", b"wool", b"stone", b"stone"),
        strict=True,
    )
)
"""The workers of two players, purple first: the next line is purple's roll."""


def no_boards(_name: str) -> None:
    return None


def fault(*lines: bytes) -> RecordError:
    """The error that ends the reading of a record of these lines."""
    text = b"".join(line + b"\n" for line in lines)
    with pytest.raises(RecordError) as caught:
        list(replayed_states(io.BytesIO(text), no_boards))
    return caught.value


def header(**changes: object) -> bytes:
    return json.dumps({**json.loads(HEADER), **changes}).encode()


def test_a_state_has_the_keys_and_values_that_the_format_shows() -> None:
    state = json.loads(encode_state(initial_state(setup(GREEN, RED, BLUE))))

    assert list(state) == [
        *("phase", "decider", "asked", "active", "turn", "finale", "supply", "stacks", "players"),
        *("fields", "druid", "visits", "winners"),
    ]
    assert state["phase"] == "placing"
    assert state["supply"] == {"wood": 15, "wool": 15, "copper": 15, "stone": 15}
    assert state["stacks"] == {"wood": [], "wool": [], "copper": [], "stone": []}
    assert state["players"][0] == {
        "color": "green",
        "points": 5,
        "hand": {"wood": 1, "wool": 1, "copper": 1, "stone": 1},
        "huts_left": 8,
        "temples_left": 2,
        "runes": [],
        "breakdown": {
            "bonus": 0,
            "offerings": 0,
            "interim_runes": 0,
            "final_offerings": 0,
            "temples": 0,
            "runes": 0,
            "corrections": 0,
        },
    }
    assert state["fields"][3] == {"field": 4, "building": None, "owner": None, "bonus": "points"}
    assert state["druid"] == {"stone": 0, "field": None}
    assert state["visits"] == []
    assert state["winners"] is None


@pytest.mark.parametrize(
    "line",
    [
        b'{"do":"place_worker","by":"blue","plain":"wood"}',
        b'{"do":"take","by":"blue","material":null}',
        b'{"do":"move_worker","by":"red","from":"wood","level":1,"to":"stone"}',
        b'{"do":"build_hut","by":"blue","field":19,"pay":{"wood":3,"stone":3}}',
        b'{"do":"build_hut","by":"blue","field":19}',
        b'{"do":"offer","by":"red","give":"one","pay":{"copper":3}}',
        b'{"do":"declare_end"}',
        b'{"do":"declare_end","by":"red"}',
        b'{"do":"survey","field":9,"needs":["wood","wool"],"rune":"shield"}',
        (
            b'{"do":"correct","set":{"points":{"blue":3},"hands":{"red":{"wool":2}},"supply":'
            b'{"wool":3},"stacks":{"wood":["red","blue"]},"runes":{"eye":null},"fields":{"12":'
            b'{"building":"hut","owner":"red"},"13":{"building":null}},"bonus":{"4":null},'
            b'"druid":{"field":12},"active":"red","printed":{"18":{"needs":["wool","copper"],'
            b'"rune":"shield"},"20":{"needs":["wood","wood"],"rune":"eye"}}},"why":"bumped"}'
        ),
        b'{"do":"correct","set":{"hands":{"blue":{},"red":{"wool":2}}},"why":"bumped"}',
    ],
)
def test_every_form_of_command_is_written_as_it_was_read(line: bytes) -> None:
    assert encode_command(parse_command(line, 2)) == line


def test_no_payment_and_an_empty_one_are_the_same_command() -> None:
    line = b'{"do":"build_hut","by":"blue","field":3%s}'

    assert parse_command(line % b"", 2) == parse_command(line % b',"pay":{}', 2)


def test_corrections_in_another_order_are_the_same_command() -> None:
    one = b'{"do":"correct","set":{"points":{"red":1,"blue":2},"active":"red"},"why":"x"}'
    other = b'{"why":"x","set":{"active":"red","points":{"blue":2,"red":1}},"do":"correct"}'

    assert parse_command(one, 2) == parse_command(other, 2)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"null",
        b'{"do":"roll","by":"blue"}',
        b'{"do":"roll","by":"blue","face":"wood","why":"x"}',
        b'{"do":"roll","by":"blue","face":"wood"} 7',
        b'{"do":"roll","by":"yellow","face":"wood"}',
        b'{"do":"fly","by":"blue"}',
        b'{"do":"build_hut","by":"blue","field":1.0}',
        b'{"do":"build_hut","by":"blue","field":true}',
        b'{"do":"build_hut","by":"blue","field":NaN}',
        b'{"do":"build_hut","by":"blue","field":1,"pay":null}',
        b'{"do":"build_hut","by":"blue","field":1,"pay":{"wood":-1}}',
        b'{"do":"declare_end","by":null}',
        b'{"do":"survey","field":9,"needs":["wood"],"rune":"shield"}',
        b'{"do":"correct","set":{"druid":null},"why":"x"}',
        b'{"do":"correct","set":{"active":null},"why":"x"}',
        b'{"do":"correct","set":{"fields":{"012":{"building":null}}},"why":"x"}',
        b'{"do":"correct","set":{"fields":{"12":{"building":"hut"}}},"why":"x"}',
        b'{"do":"correct","set":{"printed":{"0":{"needs":["wool","wood"],"rune":"eye"}}},"why":"x"}',
        b'{"do":"correct","set":{"printed":{"9":{"needs":["wool"],"rune":"eye"}}},"why":"x"}',
        b'{"do":"correct","set":{"printed":{"9":{"needs":["wool","wood"]}}},"why":"x"}',
        b'{"do":"correct","set":{"printed":{"9":{"needs":null,"rune":null}}},"why":"x"}',
        b'{"do":"correct","set":{},"why":"\\ud800"}',
        b'{"do":"correct","set":{},"why":"\xff"}',
        b'{"do":"correct","set":{"points":' + b'{"blue":' * 20_000,
        b"\x00\x01\x02",
    ],
)
def test_a_line_against_the_format_is_refused_by_its_number_in_one_printable_line(
    line: bytes,
) -> None:
    error = fault(HEADER, line)

    assert (error.line, error.rule) == (2, "record.format")
    assert str(error.sentence).isprintable()


NO_RECORD = "this line does not have the form of a record"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (header(record="chess"), NO_RECORD),
        (header(version=2), NO_RECORD),
        (header(extra=1), NO_RECORD),
        (header(board="nowhere"), "there is no board named 'nowhere' here"),
        (header(players=[{"color": "blue", "name": ""}]), NO_RECORD),
        (header(players=[{"color": "blue", "name": "x" * 41}]), NO_RECORD),
        (header(bonus={"x": "hut"}), "'x' is not a field number"),
    ],
)
def test_a_header_against_the_format_is_refused_on_line_one(text: bytes, reason: str) -> None:
    error = fault(text)

    assert (error.line, error.rule) == (1, "record.format")
    assert reason in str(error.sentence)


def test_a_header_against_a_rule_is_refused_with_the_rule() -> None:
    assert fault(header(first=2)).rule == "setup.players"
    assert fault(header(bonus={"4": "hut"})).rule == "setup.bonus"


@pytest.mark.parametrize(
    "what",
    [
        b'"points":{"red":3}',
        b'"hands":{"red":{}}',
        b'"hands":{"purple":{"wood":1},"red":{}}',
        b'"hands":{"red":{"wood":0}}',
        b'"stacks":{"wood":["red"]}',
        b'"runes":{"eye":"red"}',
        b'"fields":{"12":{"building":"hut","owner":"red"}}',
        b'"active":"red"',
    ],
)
def test_a_correction_that_names_a_color_which_does_not_play_is_refused(what: bytes) -> None:
    line = b'{"do":"correct","set":{%s},"why":"x"}' % what

    error = fault(HEADER, *ALL_PLACED, line)

    assert (error.line, error.rule) == (len(ALL_PLACED) + 2, "correct.table")
    assert "red" in str(error.sentence)


def test_a_refused_command_names_its_line_and_rule_as_the_format_shows_it() -> None:
    error = fault(HEADER, *ALL_PLACED, b'{"do":"roll","by":"blue","face":"wood"}')

    assert str(error) == "line 8: turn.decider: it is purple's decision now"


def test_a_line_may_have_the_limit_of_bytes_and_not_one_more() -> None:
    space = LINE_LIMIT - len(HEADER)

    list(replayed_states(io.BytesIO(HEADER + b" " * space + b"\n"), no_boards))

    assert str(fault(HEADER + b" " * (space + 1)).sentence) == (
        "this line is too long: a line has at most 65536 bytes"
    )


def test_a_record_ends_at_its_limit_of_commands() -> None:
    turn = b'{"do":"declare_end"}\n'
    stream = io.BytesIO(HEADER + b"\n" + turn * (COMMAND_LIMIT + 1))

    with pytest.raises(RecordError, match="at most 100000 commands") as caught:
        list(open_record(stream, no_boards).numbered_commands)

    assert caught.value.line == COMMAND_LIMIT + 2


def test_a_board_may_be_named_when_it_is_known_and_is_always_written_inline() -> None:
    board = ring(24)

    found = parse_header(header(board="known"), {"known": board}.get)

    assert found.board == board
    assert msgspec.json.decode(encode_header(found))["board"]["name"] == "ring of 24"


def test_a_board_is_told_what_is_wrong_with_it() -> None:
    short = Board("short", ring(24).fields[:23])
    half = Board("half", (Field(None, ring(24).fields[0].rune), *ring(24).fields[1:]))
    turned = Board("turned", ring(24).fields[3:] + ring(24).fields[:3])
    mixed = Board("mixed", ring(24).fields[::-1])

    assert "at least 24 fields" in str(board_problem(short))
    assert "field 1 is incomplete" in str(board_problem(half))
    assert board_problem(turned) is None
    assert "do not follow each other" in str(board_problem(mixed))
