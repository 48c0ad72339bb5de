"""Games for the benchmarks: playthroughs, long ones, and folders with as many as in a lifetime."""

import random
from pathlib import Path
from sqlite3 import Connection

import msgspec
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Command, Correct, DeclareEnd
from companion.game import legal_commands, state_after_command
from companion.history import make_step
from companion.memory.clock import current_timestamp
from companion.memory.journal import Journal, add_game
from companion.memory.played_game import PlayedGame
from companion.memory.record import encode_record
from companion.memory.statistics.figures import compute_figures
from companion.rules.setup import Setup, initial_state
from tests.companion.playing import commands, four_players, luck, two_players
from tests.companion.playthrough import FOLDER, extract, steps
from tests.kiosk.laid_games import beginning
from tests.legal_commands import legal_command

_SAVED_STEPS = 180
_TO_THE_END = 5000


def played(name: str) -> tuple[Setup, list[Command]]:
    script = extract((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    done = (step.command for step in steps(script))
    return script.setup, [command for command in done if command is not None]


def tapped_record() -> bytes:
    """Return a game of three players whose first turns have buildings and walks of the druid."""
    return encode_record(*played("hoarders-won-by-chips"))


def resting_record() -> bytes:
    """Return a game of three players in its middle, for an idle table."""
    setup = beginning(3)
    return encode_record(setup, commands(setup, 60))


def slow_record(number: int) -> bytes:
    """Return a game of four players who hardly build, cut after `number` commands."""
    setup, chance = four_players(), luck(3)
    ends_soon = BuildHut | BuildTemple | Correct | DeclareEnd
    state, done = initial_state(setup), []
    while len(done) < number:
        command = legal_command(state, chance)
        may_build = len(done) % 40 == 39 and not isinstance(command, DeclareEnd)
        if isinstance(command, ends_soon) and not may_build:
            command = next(legal_commands(state))
        state = state_after_command(state, command)
        done.append(command)
    return encode_record(setup, done)


def fill(folder: Path, games: int) -> None:
    """Save a number of games in a data folder, three of four of them finished.

    A few real games are played; all others are the same rows with other keys. Finished ones have
    only their first steps, as steps of a game with a result are not read.
    """
    patterns = []
    for number, setup in enumerate((two_players(), four_players()) * 2):
        done, result = commands(setup, _TO_THE_END, number), None
        if number:
            figures = replace(compute_figures(_carried_out(setup, done)), minutes=75)
            result = msgspec.json.encode(figures).decode()
        first = done[: 8 if number else _SAVED_STEPS]
        patterns.append((_carried_out(setup, first).rows, result))
    keys = random.Random(1)

    def add(file: Connection) -> None:
        for number in range(games):
            rows, result = patterns[number % len(patterns)]
            copy = rows.copy()
            copy.header = replace(rows.header, key=keys.randbytes(16).hex())
            add_game(file, copy, result)

    journal = Journal.open(folder)
    journal.run_transaction(add)
    journal.close()


def _carried_out(setup: Setup, done: list[Command]) -> PlayedGame:
    game = PlayedGame.begin(setup)
    for command in done:
        game.add_step(make_step(game.state, command, current_timestamp()))
    return game
