"""Data folders with saved games, as many as a table could play in a lifetime.

    python -m tests.benchmarks.saved_games FOLDER GAMES STEPS

A few real games are played and saved; all others are copies of their rows, and summed up as if
another release had added them.
"""

import itertools
import random
import sys
import tempfile
from pathlib import Path

from companion.game import Setup
from companion.memory.journal import Journal
from companion.memory.saved_rows import GameHead, Row
from companion.memory.session import Session
from tests.companion.playing import commands, four_players, two_players

_PATTERNS = 4
_GAME = """
    INSERT INTO games (key, started, setup, begun_after, format)
    SELECT ?, started, setup, (SELECT max(place) FROM steps_in_short), format
    FROM games WHERE id = ?
"""
_STEPS = """
    INSERT INTO steps_in_short (game, number, kind, time, command, events, format)
    SELECT (SELECT max(id) FROM games), number, kind, time, command, events, format
    FROM steps_in_short WHERE game = ? ORDER BY number
"""
_ROUNDS = 100
"""Seeds that are tried for a random game that lasts long enough."""


def main() -> None:
    """Fill the folder."""
    folder, games, steps = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    fill(folder, games, steps)


def fill(folder: Path, games: int, steps: int) -> None:
    """Save so many games of so many steps in a data folder; none of them has ended."""
    patterns = [_pattern(number, steps) for number in range(min(games, _PATTERNS))]
    keys = random.Random(1)
    journal = Journal.open(folder)
    file = journal._ready_file()
    # What is made for a measurement need not outlast a power cut.
    file.execute("PRAGMA synchronous = OFF")
    played = [journal.add(head, rows) for head, rows in patterns]
    with file:
        file.execute("BEGIN IMMEDIATE")
        for _number, pattern in zip(range(games - len(played)), itertools.cycle(played)):
            file.execute(_GAME, (keys.randbytes(16).hex(), pattern))
            file.execute(_STEPS, (pattern,))
    journal.games(limit=1)
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
