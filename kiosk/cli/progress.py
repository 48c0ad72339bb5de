"""Progress of a long command, on one line of the terminal."""

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import BinaryIO, TypeVar

from companion.sentence import Sentence
from kiosk.words.texts import sentence_text

T = TypeVar("T")

_WHOLE = 100
_FIRST_AFTER = 1.0
_AGAIN_AFTER = 0.2
"""Seconds between two updates."""


def shown(parts: Iterable[T], stream: BinaryIO) -> Iterator[T]:
    """Yield `parts`, and print how much of `stream`, where they come from, has been read.

    Printed after the first second, if standard error is a terminal.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield from parts
        return
    size, next_time, told = _size(stream), monotonic() + _FIRST_AFTER, ""
    try:
        for number, part in enumerate(parts, start=1):
            if monotonic() >= next_time:
                told = _tell(sentence_text(_sentence(number, stream, size)), told)
                next_time = monotonic() + _AGAIN_AFTER
            yield part
    finally:
        if told:
            _tell("", _tell("", told))


def teller() -> Callable[[float], None]:
    """Return a callback that prints the progress, from 0 to 1, after the first second.

    1 removes the line.
    """
    next_time, told = monotonic() + _FIRST_AFTER, ""

    def tell(share: float) -> None:
        nonlocal next_time, told
        if sys.stderr is None or not sys.stderr.isatty() or monotonic() < next_time:
            return
        percent = Sentence("done so far: {percent} %", {"percent": int(_WHOLE * share)})
        told = _tell(sentence_text(percent) if share < 1 else "", told)
        if share >= 1:
            told = _tell("", told)
        next_time = monotonic() + _AGAIN_AFTER

    return tell


def _sentence(number: int, stream: BinaryIO, size: int | None) -> Sentence:
    if size is None:
        return Sentence("commands read so far: {number}", {"number": number})
    return Sentence("read so far: {percent} %", {"percent": 100 * stream.tell() // size})


def _size(stream: BinaryIO) -> int | None:
    """Return the size of a file in bytes; None for a pipe."""
    try:
        size = os.fstat(stream.fileno()).st_size
    except (OSError, io.UnsupportedOperation):
        return None
    return size if size and stream.seekable() else None


def _tell(line: str, former: str) -> str:
    """Overwrite the previous line on the terminal, and return the new one."""
    sys.stderr.write(f"\r{line:<{len(former)}}")
    sys.stderr.flush()
    return line
