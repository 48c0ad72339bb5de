"""Prints the progress of a long command on one line of the terminal."""

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import BinaryIO, TypeVar

from companion.sentence import Sentence
from kiosk.words.texts import sentence_text

T = TypeVar("T")

_FIRST_AFTER = 1.0
_AGAIN_AFTER = 0.2
"""Seconds between two updates of the progress."""


def shown(parts: Iterable[T], stream: BinaryIO) -> Iterator[T]:
    """Yield `parts` as they are read from `stream`, and print how much has been read so far."""
    size, tell = _size(stream), progress_printer()
    try:
        for part in parts:
            if size:
                tell(min(stream.tell() / size, 0.99))
            yield part
    finally:
        tell(1.0)


def progress_printer() -> Callable[[float], None]:
    """Return a callback that prints a progress of 0 to 1, beginning after a second.

    At 1 it removes the line. If standard error is not a terminal, the callback prints nothing.
    """
    next_time, line = monotonic() + _FIRST_AFTER, ""

    def tell(share: float) -> None:
        nonlocal next_time, line
        if sys.stderr is None or not sys.stderr.isatty():
            return
        if share >= 1:
            if line:
                sys.stderr.write(f"\r{'':{len(line)}}\r")
                sys.stderr.flush()
            return
        if monotonic() < next_time:
            return
        percent = Sentence("done so far: {percent} %", {"percent": int(100 * share)})
        line = f"{sentence_text(percent):{len(line)}}"
        sys.stderr.write(f"\r{line}")
        sys.stderr.flush()
        next_time = monotonic() + _AGAIN_AFTER

    return tell


def _size(stream: BinaryIO) -> int:
    """Return the size of a file in bytes, or 0 for a pipe."""
    try:
        return os.fstat(stream.fileno()).st_size if stream.seekable() else 0
    except (OSError, io.UnsupportedOperation):
        return 0
