"""How far a long command is, told on a terminal and nowhere else."""

import io
from types import SimpleNamespace

import pytest

from kiosk.cli import progress
from kiosk.cli.progress import shown


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch):
    """A terminal, and a clock that goes on a tenth of a second at each look."""
    now = iter(range(10_000))
    monkeypatch.setattr(progress, "monotonic", lambda: next(now) / 10)
    return told_to(Terminal(), monkeypatch)


def told_to(stream, monkeypatch):
    """Let that be standard error, which pytest takes away between a fixture and its test."""
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))
    return stream


def lines(path, number):
    path.write_bytes(b"command\n" * number)
    return path.open("rb")


def told(terminal):
    return [line for line in map(str.rstrip, terminal.getvalue().split("\r")) if line]


def test_the_part_of_a_file_that_is_read_is_told(tmp_path, terminal):
    with lines(tmp_path / "record", 100) as stream:
        parts = iter(stream.readline, b"")
        assert list(shown(parts, stream)) == [b"command\n"] * 100
    percents = [
        int(line.removeprefix("read so far: ").removesuffix(" %")) for line in told(terminal)
    ]
    assert percents == sorted(percents)
    assert 8 <= percents[0] <= 12
    assert len(percents) > 20
    *_, last, blanks, rest = terminal.getvalue().split("\r")
    assert (blanks, rest) == (" " * len(last), "")


def test_of_a_stream_that_has_no_length_the_commands_are_counted(terminal):
    stream = io.BytesIO(b"")
    assert list(shown(range(12), stream)) == list(range(12))
    assert told(terminal) == ["commands read so far: 10", "commands read so far: 12"]


def test_what_is_done_within_a_second_is_not_told(tmp_path, terminal):
    with lines(tmp_path / "record", 5) as stream:
        assert len(list(shown(stream, stream))) == 5
    assert terminal.getvalue() == ""


@pytest.mark.usefixtures("terminal")
def test_nothing_is_told_where_there_is_no_terminal(tmp_path, monkeypatch):
    errors = told_to(io.StringIO(), monkeypatch)
    with lines(tmp_path / "record", 100) as stream:
        assert len(list(shown(stream, stream))) == 100
    assert errors.getvalue() == ""


def test_the_line_is_gone_where_something_goes_wrong(terminal):
    def broken():
        yield from range(20)
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        list(shown(broken(), io.BytesIO(b"")))
    *_, last, blanks, rest = terminal.getvalue().split("\r")
    assert (blanks, rest) == (" " * len(last), "")
