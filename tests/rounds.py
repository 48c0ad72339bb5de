"""What is told to a program that does something again and again, each time by chance."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


def rounds_told(
    module: str, rounds: str, arguments: Sequence[str] | None = None, *, usual: int = 50
) -> tuple[int, int]:
    """How many `rounds` (`usual` if it is not told) and which seed (1), from the command line."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}")
    parser.add_argument(f"--{rounds}", dest="rounds", type=int, default=usual, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    told = parser.parse_args(arguments)
    return told.rounds, told.seed


@contextmanager
def told_which(seed: int) -> Iterator[None]:
    """Whatever goes wrong says in which game."""
    try:
        yield
    except Exception:
        sys.stderr.write(f"seed {seed}:\n")
        raise
