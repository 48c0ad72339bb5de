"""Command lines of programs that repeat a random trial."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


def rounds_told(
    module: str, rounds: str, arguments: Sequence[str] | None = None, *, usual: int = 50
) -> tuple[int, int]:
    """Parse the number of `rounds` (default `usual`) and the seed (default 1)."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}")
    parser.add_argument(f"--{rounds}", dest="rounds", type=int, default=usual, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    told = parser.parse_args(arguments)
    return told.rounds, told.seed


@contextmanager
def told_which(seed: int) -> Iterator[None]:
    """Add the number of the game to any error."""
    try:
        yield
    except Exception:
        sys.stderr.write(f"seed {seed}:\n")
        raise
