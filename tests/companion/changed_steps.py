"""Old steps that a table changes at random."""

from collections.abc import Sequence

from companion.commands import Command
from companion.memory.amending import Amending, amend
from companion.memory.timeline import Step
from companion.state import GameState, Phase
from tests.legal_commands import legal_command
from tests.luck import Luck

ENDED = Phase.FINISHED
TRIES = 8
"""So many commands are thought of before a step is left as it is."""


def another(state: GameState, former: Command, chance: Luck) -> Command:
    """Some other command of the same kind where one comes to mind, else any; maybe the same."""
    thought = [legal_command(state, chance) for _ in range(TRIES)]
    others = [command for command in thought if command != former]
    alike = [command for command in others if type(command) is type(former)]
    return next(iter(alike or others), former)


def some_changes(steps: Sequence[Step], chance: Luck) -> tuple[dict[int, Command], Amending]:
    """An old step is changed, and now and then those that do not fit any more, too."""
    place = chance.below(len(steps)) + 1
    changes = {place: another(steps[place - 1].before, steps[place - 1].command, chance)}
    amending = amend(steps, changes)
    while (misfit := amending.misfit) and misfit.state.phase is not ENDED:
        if chance.once_in(3):
            break
        changes[misfit.place] = legal_command(misfit.state, chance)
        amending = amend(steps, changes)
    return changes, amending
