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


def test_the_part_of_a_file_that_is_read_is_told_and_the_line_removed(tmp_path, terminal):
    with lines(tmp_path / "record", 100) as stream:
        parts = iter(stream.readline, b"")
        assert list(shown(parts, stream)) == [b"command\n"] * 100
    percents = [
        int(line.removeprefix("done so far: ").removesuffix(" %")) for line in told(terminal)
    ]
    assert percents == sorted(percents)
    assert 4 <= percents[0] <= 12
    assert len(percents) > 10
    *_, last, blanks, rest = terminal.getvalue().split("\r")
    assert (blanks, rest) == (" " * len(last), "")


@pytest.mark.parametrize("number", [5, 100])
def test_within_a_second_or_without_a_terminal_nothing_is_told(
    tmp_path, terminal, monkeypatch, number
):
    errors = terminal if number == 5 else told_to(io.StringIO(), monkeypatch)
    with lines(tmp_path / "record", number) as stream:
        assert len(list(shown(stream, stream))) == number
    assert list(shown(range(number), io.BytesIO(b""))) == [*range(number)]
    assert errors.getvalue() == ""


def test_the_line_is_gone_where_something_goes_wrong(tmp_path, terminal):
    def broken():
        yield from range(20)
        raise ValueError("wrong")

    with lines(tmp_path / "record", 100) as stream, pytest.raises(ValueError, match="wrong"):
        list(shown(broken(), stream))
    *_, last, blanks, rest = terminal.getvalue().split("\r")
    assert last.startswith("done so far")
    assert (blanks, rest) == (" " * len(last), "")
