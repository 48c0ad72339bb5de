"""Data folders with saved games, as many as a table could play in a lifetime.

A few real games are played; all others are the same rows with other keys.
"""

import random
from collections.abc import Sequence
from pathlib import Path
from sqlite3 import Connection

import msgspec
from msgspec.structs import replace

from companion.commands import Command
from companion.history import carry_out
from companion.memory.clock import current_timestamp
from companion.memory.journal import GameRows, Journal, add_game
from companion.memory.played_game import PlayedGame
from companion.memory.statistics.figures import figures_of
from companion.rules.setup import Setup
from tests.companion.playing import commands, four_players, two_players

_PATTERNS = 4
_FIRST_STEPS = 8
_TO_THE_END = 5000
_MINUTES = 75
_ROUNDS = 100
"""Seeds tried for a random game that lasts long enough."""


def fill(folder: Path, games: int, steps: int) -> None:
    """Save a number of unfinished games of some steps in a data folder."""
    patterns = [
        _played(setup, long_game(setup, steps, number)).rows
        for number, setup in _setups(min(games, _PATTERNS))
    ]
    _save(folder, games, patterns, [None] * len(patterns))


def fill_with_results(folder: Path, games: int) -> None:
    """Save a number of finished games in a data folder.

    Each has only its first steps, with the result of the whole game, as steps of a game with a
    result are not read.
    """
    patterns, results = [], []
    for number, setup in _setups(_PATTERNS):
        patterns.append(_played(setup, commands(setup, _FIRST_STEPS, number)).rows)
        figures = figures_of(_played(setup, commands(setup, _TO_THE_END, number)))
        results.append(msgspec.json.encode(replace(figures, minutes=_MINUTES)).decode())
    _save(folder, games, patterns, results)


def _setups(number: int) -> list[tuple[int, Setup]]:
    """Return the setups of a number of games, of two and of four in turn."""
    return [(one, four_players() if one % 2 else two_players()) for one in range(number)]


def _played(setup: Setup, done: Sequence[Command]) -> PlayedGame:
    game = PlayedGame.begin(setup)
    for command in done:
        game.add(carry_out(game.state, command, current_timestamp()))
    return game


def _save(
    folder: Path, games: int, patterns: Sequence[GameRows], results: Sequence[str | None]
) -> None:
    """Save copies of these games in one transaction."""
    keys = random.Random(1)

    def add(file: Connection) -> None:
        for number in range(games):
            rows = patterns[number % len(patterns)].copy()
            rows.head = replace(rows.head, key=keys.randbytes(16).hex())
            add_game(file, rows, results[number % len(results)])

    journal = Journal.open(folder)
    journal.run_transaction(add)
    journal.close()


def long_game(setup: Setup, steps: int, first_seed: int = 0) -> list[Command]:
    """Return the commands of an unfinished random game of some steps."""
    for seed in range(first_seed, first_seed + _ROUNDS):
        found = commands(setup, steps + 1, seed)
        if len(found) > steps:
            return found[:steps]
    raise ValueError(f"no game of {steps} steps in {_ROUNDS}")
