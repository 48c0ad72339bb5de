"""The parts of a rehearsal, each told in a line: how it went, and how long it took."""

import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from virtual_machine import TroubleError

Part = tuple[str, Callable[[], None]]
"""What is to be seen, and what raises TroubleError unless it is."""


def chosen(sections: Mapping[str, Sequence[Part]], only: Sequence[str]) -> Sequence[Part]:
    """The parts of all sections, or of the first, which the others need, and of those in `only`."""
    first = next(iter(sections))
    return [
        part
        for name, found in sections.items()
        if not only or name == first or name in only
        for part in found
    ]


def play(parts: Sequence[Part], log: Callable[[], str]) -> bool:
    """Play the parts up to the first that fails, with a line for each; whether none did.

    `log` gives what else the machine has to tell of a part that has failed.
    """
    return all(_line(name, part, log) for name, part in parts)


def _line(name: str, part: Callable[[], None], log: Callable[[], str]) -> bool:
    began = time.monotonic()
    trouble: Exception | None = None
    try:
        part()
    except (TroubleError, OSError, subprocess.SubprocessError) as error:
        trouble = error
    word = "ok" if trouble is None else "FAILED"
    sys.stdout.write(f"{word:7} {name:62} {time.monotonic() - began:5.0f} s\n")
    if trouble is not None:
        told = f"{trouble}\n{log()}"
        sys.stdout.write("".join(f"        | {line}\n" for line in told.splitlines()))
    sys.stdout.flush()
    return trouble is None
