"""The playthroughs as games that can be played again."""

from companion.commands import BuildHut, BuildTemple, Command, Correct, DeclareEnd
from companion.game import legal, play
from companion.memory.record import write_record
from companion.rules.setup import Setup, start
from tests.benchmarks.saved_games import long_game
from tests.companion.playing import commands, four_players, luck, two_players
from tests.companion.playthrough import FOLDER, extract, steps
from tests.kiosk.laid_games import beginning
from tests.legal_commands import legal_command

_RESTING_STEPS = 60
_TAPPED = "hoarders-won-by-chips"
"""Three players, from its first turns on with buildings and walks of the druid."""


def played() -> list[tuple[Setup, tuple[Command, ...]]]:
    """Every playthrough: how it begins, and its commands."""
    return [_game(path.stem) for path in sorted(FOLDER.glob("*.txt"))]


def tapped_record() -> bytes:
    """The game record whose taps are measured."""
    return write_record(*_game(_TAPPED))


def resting_record() -> bytes:
    """A game of three players in its middle: what lies on a table that is idle."""
    setup = beginning(3)
    return write_record(setup, commands(setup, _RESTING_STEPS))


def long_record(steps: int) -> bytes:
    """A game of two players that has not ended after so many steps."""
    setup = two_players()
    return write_record(setup, long_game(setup, steps))


def slow_record(number: int) -> bytes:
    """A game of four players that hardly build: it lasts exactly `number` commands, and longer."""
    setup, chance = four_players(), luck(3)
    ends_soon = BuildHut | BuildTemple | Correct | DeclareEnd
    state, done = start(setup), []
    while len(done) < number:
        command = legal_command(state, chance)
        may_build = len(done) % 40 == 39 and not isinstance(command, DeclareEnd)
        if isinstance(command, ends_soon) and not may_build:
            command = next(legal(state))
        state = play(state, command)
        done.append(command)
    return write_record(setup, done)


def _game(name: str) -> tuple[Setup, tuple[Command, ...]]:
    script = extract((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    done = (step.command for step in steps(script))
    return script.setup, tuple(command for command in done if command is not None)
