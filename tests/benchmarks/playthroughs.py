"""The playthroughs as games that can be replayed."""

from companion.commands import BuildHut, BuildTemple, Command, Correct, DeclareEnd
from companion.game import legal_commands, state_after
from companion.memory.record import encode_record
from companion.rules.setup import Setup, initial_state
from tests.companion.playing import commands, four_players, luck
from tests.companion.playthrough import FOLDER, extract, steps
from tests.kiosk.laid_games import beginning
from tests.legal_commands import legal_command

_RESTING_STEPS = 60
_TAPPED = "hoarders-won-by-chips"
"""Three players; its first turns already have buildings and walks of the druid."""


def played() -> list[tuple[Setup, tuple[Command, ...]]]:
    """Return the setup and the commands of every playthrough."""
    return [_game(path.stem) for path in sorted(FOLDER.glob("*.txt"))]


def tapped_record() -> bytes:
    """Return the game record whose taps are measured."""
    return encode_record(*_game(_TAPPED))


def resting_record() -> bytes:
    """Return a game of three players in its middle, for an idle table."""
    setup = beginning(3)
    return encode_record(setup, commands(setup, _RESTING_STEPS))


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
        state = state_after(state, command)
        done.append(command)
    return encode_record(setup, done)


def _game(name: str) -> tuple[Setup, tuple[Command, ...]]:
    script = extract((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    done = (step.command for step in steps(script))
    return script.setup, tuple(command for command in done if command is not None)
