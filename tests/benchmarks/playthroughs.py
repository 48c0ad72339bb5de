"""The playthroughs as games that can be played again."""

from companion.commands import Command
from companion.game import Setup
from companion.memory.record import write_record
from tests.benchmarks.saved_games import long_game
from tests.companion.playing import commands, two_players
from tests.companion.playthrough import FOLDER, extract, steps
from tests.kiosk.laid_games import beginning

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


def _game(name: str) -> tuple[Setup, tuple[Command, ...]]:
    script = extract((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    done = (step.command for step in steps(script))
    return script.setup, tuple(command for command in done if command is not None)
