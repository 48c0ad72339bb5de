"""Data folders with saved games, as many as a table could play in a lifetime.

    python -m tests.benchmarks.saved_games FOLDER GAMES STEPS

A few real games are played and saved; all others have their rows. They go through the journal
itself, so that whatever it keeps beside the rows is kept of each.
"""

import itertools
import random
import sys
import tempfile
from pathlib import Path

from msgspec.structs import replace

from companion.game import Setup
from companion.memory.journal import Journal
from companion.memory.saved_rows import GameHead, Row
from companion.memory.session import Session
from tests.companion.playing import commands, four_players, two_players

_PATTERNS = 4
_ROUNDS = 100
"""Seeds that are tried for a random game that lasts long enough."""


def main() -> None:
    """Fill the folder."""
    folder, games, steps = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    fill(folder, games, steps)


def fill(folder: Path, games: int, steps: int) -> None:
    """Save so many games of so many steps in a data folder; none of them has ended."""
    patterns = [_pattern(number, steps) for number in range(min(games, _PATTERNS))]
    journal = Journal.open(folder)
    # What is made for a measurement need not outlast a power cut.
    journal._ready_file().execute("PRAGMA synchronous = OFF")
    keys = random.Random(1)
    for _number, (head, rows) in zip(range(games), itertools.cycle(patterns), strict=False):
        journal.add(replace(head, key=keys.randbytes(16).hex()), rows)
    journal.close()


def _pattern(number: int, steps: int) -> tuple[GameHead, tuple[Row, ...]]:
    """A game as the journal keeps it when a table has played it."""
    setup = four_players() if number % 2 else two_players()
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        journal = Journal.open(Path(scratch))
        journal._ready_file().execute("PRAGMA synchronous = OFF")
        session = Session.begin(journal, setup)
        for command in long_game(setup, steps, number):
            session.apply(command)
        game = journal.games()[0]
        rows = journal.rows(game.id)
        journal.close()
    return game.head, rows


def long_game(setup: Setup, steps: int, first_seed: int = 0) -> list:
    """The commands of a random game of so many steps that has not ended by then."""
    for seed in range(first_seed, first_seed + _ROUNDS):
        found = commands(setup, steps + 1, seed)
        if len(found) > steps:
            return found[:steps]
    raise ValueError(f"no game of {steps} steps in {_ROUNDS}")


if __name__ == "__main__":
    main()
