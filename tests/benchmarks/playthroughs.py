"""The playthroughs as games that can be played again."""

from companion.commands import Command
from companion.game import Setup
from companion.memory.record import write_record
from tests.companion.playthrough import FOLDER, extract, steps

_TAPPED = "hoarders-won-by-chips"
"""Three players, from its first turns on with buildings and walks of the druid."""


def played() -> list[tuple[Setup, tuple[Command, ...]]]:
    """Every playthrough: how it begins, and its commands."""
    return [_game(path.stem) for path in sorted(FOLDER.glob("*.txt"))]


def tapped_record() -> bytes:
    """The game record whose taps are measured."""
    return write_record(*_game(_TAPPED))


def _game(name: str) -> tuple[Setup, tuple[Command, ...]]:
    script = extract((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    done = (step.command for step in steps(script))
    return script.setup, tuple(command for command in done if command is not None)
