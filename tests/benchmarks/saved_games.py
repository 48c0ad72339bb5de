"""Data folders with saved games, as many as a table could play in a lifetime.

    python -m tests.benchmarks.saved_games FOLDER GAMES STEPS

A few real games are played and saved; all others are the same rows under keys of their own.
"""

import random
import sys
import tempfile
from pathlib import Path
from sqlite3 import Connection

from companion.memory.journal.chain import hashed, head_hash
from companion.memory.journal.index import pack
from companion.memory.journal.rows import JournalRow
from msgspec.structs import replace

from companion.memory.journal import GameHead, Journal, chain
from companion.memory.session import Session
from companion.memory.statistics.figures import GameFigures, figures_of
from companion.rules.setup import Setup
from tests.companion.playing import commands, four_players, two_players

_PATTERNS = 4
_KEPT = """
    SELECT number, kind, time, command, events, format FROM steps WHERE game = ?
    ORDER BY number
"""
_STEP = """
    INSERT INTO steps (game, number, kind, time, command, events, format, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_FIRST_STEPS = 8
_TO_THE_END = 5000
_MINUTES = 75
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
    file = journal.ensure_open()
    # What is made for a measurement need not outlast a power cut.
    file.execute("PRAGMA synchronous = OFF")
    for head, rows in patterns:
        journal.add(head, rows)
    kept = [file.execute(_KEPT, (game.id,)).fetchall() for game in reversed(journal.games())]
    for number in range(len(patterns), games):
        head, rows = patterns[number % len(patterns)]
        _copy(file, replace(head, key=keys.randbytes(16).hex()), rows, kept[number % len(kept)])
    journal.games(limit=1)
    journal.close()


def fill_with_figures(folder: Path, games: int) -> None:
    """Save so many games that are added up, in a data folder.

    Of each only the first steps are there: its figures are those of a game to its end, as they are
    kept once it has been added up, and nobody reads its steps any more.
    """
    fill(folder, games, _FIRST_STEPS)
    patterns = [_figures(number) for number in range(_PATTERNS)]
    journal = Journal.open(folder)
    file = journal.ensure_open()
    file.execute("PRAGMA synchronous = OFF")
    with file:
        file.execute("BEGIN IMMEDIATE")
        for game in journal.games():
            file.execute(
                "UPDATE game_index SET ended = 1, figures = ? WHERE game = ?",
                (pack(patterns[game.id % _PATTERNS]), game.id),
            )
    journal.close()


def _figures(number: int) -> GameFigures:
    """The figures of a random game of two or of four."""
    setup = four_players() if number % 2 else two_players()
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        journal = Journal.open(Path(scratch))
        journal.ensure_open().execute("PRAGMA synchronous = OFF")
        session = Session.begin(journal, setup)
        for command in commands(setup, _TO_THE_END, number):
            session.apply(command)
        found = figures_of(session, _MINUTES)
        journal.close()
    if found is None:
        raise ValueError("the game has not ended")
    return found


def _copy(file: Connection, head: GameHead, rows: tuple[JournalRow, ...], kept: list) -> None:
    """Write a game as the journal does, without putting its rows in short once more."""
    hashes = (one for _row, one in hashed(head_hash(head), rows))
    with file:
        file.execute("BEGIN IMMEDIATE")
        game = chain.insert(file, head, ()).game
        file.executemany(_STEP, [(game, *row, one) for row, one in zip(kept, hashes, strict=True)])


def _pattern(number: int, steps: int) -> tuple[GameHead, tuple[JournalRow, ...]]:
    """A game as the journal keeps it when a table has played it."""
    setup = four_players() if number % 2 else two_players()
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        journal = Journal.open(Path(scratch))
        journal.ensure_open().execute("PRAGMA synchronous = OFF")
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
