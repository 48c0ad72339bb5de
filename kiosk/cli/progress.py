"""Progress of a long command: one line on a terminal, removed at the end."""

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
"""Seconds."""


def shown(parts: Iterable[T], stream: BinaryIO) -> Iterator[T]:
    """Yield the parts of a stream while the progress of reading it is shown.

    Nothing is shown within the first second, or if standard error is no terminal.
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
    """Return a callback that shows the progress, from 0 to 1, after the first second.

    At 1 the line is removed.
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
    """Return the size of a file in bytes, None for a stream without one."""
    try:
        size = os.fstat(stream.fileno()).st_size
    except (OSError, io.UnsupportedOperation):
        return None
    return size if size and stream.seekable() else None


def _tell(line: str, former: str) -> str:
    """Overwrite the former line; returns the new one."""
    sys.stderr.write(f"\r{line:<{len(former)}}")
    sys.stderr.flush()
    return line
