"""Random amendments of old steps: changed, inserted, or removed."""

from collections.abc import Sequence

from companion.commands import Command
from companion.history import Step
from companion.memory.amending import (
    Amendment,
    Edit,
    InsertStep,
    RemoveStep,
    ReplaceStep,
    prepare_amendment,
)
from companion.state import GameState, Phase
from tests.legal_commands import legal_command
from tests.luck import Luck

ENDED = Phase.FINISHED
TRIES = 8
"""Commands tried before a step is left unchanged."""


def another(state: GameState, former: Command, chance: Luck) -> Command:
    """Return another command of the same kind if possible, or any other; maybe the same."""
    thought = [legal_command(state, chance) for _ in range(TRIES)]
    others = [command for command in thought if command != former]
    alike = [command for command in others if type(command) is type(former)]
    return next(iter(alike or others), former)


def some_edits(steps: Sequence[Step], chance: Luck) -> tuple[tuple[Edit, ...], Amendment]:
    """Amend an old step, and now and then later ones that do not fit any more."""
    place = chance.below(len(steps)) + 1
    step = steps[place - 1]
    first = (
        ReplaceStep(place, another(step.before, step.command, chance)),
        InsertStep(place, legal_command(step.before, chance)),
        RemoveStep(place),
    )
    edits: list[Edit] = [chance.pick(first)]
    amendment = prepare_amendment(steps, edits, "2026-01-01T00:00:00.000+00:00")
    while (conflict := amendment.conflict) and conflict.state.phase is not ENDED:
        if chance.once_in(4):
            break
        command = legal_command(conflict.state, chance)
        ways = (
            ReplaceStep(conflict.position, command),
            InsertStep(conflict.position, command),
            RemoveStep(conflict.position),
        )
        edits.append(chance.pick(ways))
        amendment = prepare_amendment(steps, edits, "2026-01-01T00:00:00.000+00:00")
    return tuple(edits), amendment


def edited(commands: Sequence[Command], edits: Sequence[Edit]) -> list[Command]:
    """Return the commands of a game that was so from the start, without using the rules."""
    result = []
    for place, command in enumerate(commands, start=1):
        mine = [edit for edit in edits if edit.position == place]
        result += [edit.command for edit in mine if isinstance(edit, InsertStep)]
        last = next((edit for edit in reversed(mine) if not isinstance(edit, InsertStep)), None)
        if last is None:
            result.append(command)
        elif isinstance(last, ReplaceStep):
            result.append(last.command)
    return result
