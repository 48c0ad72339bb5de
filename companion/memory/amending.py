"""What changing an old step does: every later step is carried out anew, by the rules.

Luck comes from outside and was what it was: a die that was rolled shows the same face. What the
table corrected in between stays as it was said. Nothing here writes anything.
"""

from collections.abc import Mapping, Sequence

import msgspec

from companion.commands import Command
from companion.errors import RuleViolation
from companion.game import unfold
from companion.memory.timeline import Amendment, Step
from companion.state import GameState


class Misfit(msgspec.Struct, frozen=True):
    """The first step that the rules refuse once an older one is another.

    `place` is its place among the steps that count, from 1; `command` what was to be done in
    `state`; `refusal` says why not.
    """

    place: int
    command: Command
    state: GameState
    refusal: RuleViolation


class Amending(msgspec.Struct, frozen=True):
    """Old steps that are changed, and what follows; nothing of it counts yet.

    `first` is the place of the first changed step among those that count, from 1. `old` are the
    steps from there on, `new` those that would count in their place: all, or those before the
    `misfit`.
    """

    first: int
    old: tuple[Step, ...]
    new: tuple[Step, ...]
    misfit: Misfit | None = None

    @property
    def changes(self) -> bool:
        """Whether another command would count for a step than before."""
        return bool(self.amendment.changed)

    @property
    def fits(self) -> bool:
        """Whether every later step can be done as it was."""
        return self.misfit is None

    @property
    def amendment(self) -> Amendment:
        """The amendment as it would be; its number is 0, as it has no row yet."""
        return Amendment(0, self.old, self.new)


def amend(steps: Sequence[Step], changes: Mapping[int, Command]) -> Amending:
    """What comes of other commands for some of the `steps` that count, by their places from 1.

    Raises ValueError where no step has such a place, or none is changed.
    """
    if not changes or not all(1 <= place <= len(steps) for place in changes):
        raise ValueError("a step is changed that counts")
    first = min(changes)
    old = tuple(steps[first - 1 :])
    new: list[Step] = []
    state = old[0].before
    for place, former in enumerate(old, start=first):
        command = changes.get(place, former.command)
        try:
            unfolding = unfold(state, command)
        except RuleViolation as refusal:
            return Amending(first, old, tuple(new), Misfit(place, command, state, refusal))
        new.append(Step(former.number, command, unfolding.events, state, unfolding.state))
        state = unfolding.state
    return Amending(first, old, tuple(new))
