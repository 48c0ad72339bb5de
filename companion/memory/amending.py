"""Amendments: changes of earlier steps, after which the rules carry out all later steps again.

A step can be replaced, inserted or removed. Later rolls keep their faces, and later corrections
set the same values as before. A ruling is a correction by which the players allowed a refused
payment. A later ruling adds or removes the same number of chips as before. This module only
prepares amendments; `History.branch` carries them out.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.commands import Change, Command, Correct, SetHand, SetSupply
from companion.errors import HiddenHandViolation, RuleViolation
from companion.history import HeadMoveKind, PathChange, Step, make_step
from companion.state import GameState


class ReplaceStep(msgspec.Struct, frozen=True):
    """Edit that gives the step at `position` (from 1) another command.

    If several such edits concern the same step, the last of them applies.
    """

    position: int
    command: Command


class InsertStep(msgspec.Struct, frozen=True):
    """Edit that inserts a step before the step at `position` (from 1)."""

    position: int
    command: Command


class RemoveStep(msgspec.Struct, frozen=True):
    """Edit that removes the step at `position` (from 1)."""

    position: int


Edit = ReplaceStep | InsertStep | RemoveStep
"""An edit of one earlier step; `position` is that of the step before any of the edits."""


class AmendmentConflict(msgspec.Struct, frozen=True):
    """The first step that the rules refuse after an edit of earlier steps.

    `position` is the step's position before the edit, from 1; for an inserted step, it is the
    position of the next step. `command` is refused in `state`, for the reason `refusal`.
    `is_in_edited_step` is True if the edit replaced or inserted this very step.
    """

    position: int
    command: Command
    state: GameState
    refusal: RuleViolation
    is_in_edited_step: bool = False


class StepChange(NamedTuple):
    """A step before (`old`) and after (`new`) an edit.

    `old` is None for a new step; `new` is None for a removed step.
    """

    old: Step | None
    new: Step | None


def step_changes(old: Sequence[Step], new: Sequence[Step]) -> tuple[StepChange, ...]:
    """Return the steps that differ between two lists of steps, in order.

    Steps at the end of `old` that `new` lacks are not included; `undone_tail_length` counts
    them.
    """
    origins = {step.number: place for place, step in enumerate(old)}
    found: list[StepChange] = []
    passed = 0
    for step in new:
        of = None if step.origin is None else origins.get(step.origin)
        if of is None:
            found.append(StepChange(None, step))
            continue
        found += (StepChange(left_out, None) for left_out in old[passed:of])
        if old[of].command != step.command:
            found.append(StepChange(old[of], step))
        passed = of + 1
    return tuple(found)


def undone_tail_length(old: Sequence[Step], new: Sequence[Step]) -> int:
    """Return how many steps at the end of `old` are undone, without a counterpart in `new`.

    A counterpart is the same step, or a replacement for it.
    """
    origins = {step.origin for step in new}
    reached = [place for place, step in enumerate(old, start=1) if step.number in origins]
    return len(old) - max(reached, default=0)


class Amendment(msgspec.Struct, frozen=True):
    """A prepared amendment of earlier steps, which can be previewed before it is carried out.

    `fork` is the number of the last unchanged step, and `old_steps` are all steps after it.
    `new_steps` are the steps that replace them, not yet numbered. If the rules refuse a step,
    `conflict` is that step, and `new_steps` ends before it.
    """

    fork: int
    old_steps: tuple[Step, ...]
    new_steps: tuple[Step, ...]
    conflict: AmendmentConflict | None = None

    @property
    def path_change(self) -> PathChange:
        return PathChange(HeadMoveKind.BRANCH, self.old_steps, self.new_steps)

    @property
    def has_effect(self) -> bool:
        """True if carrying out the amendment would change the game.

        False if the edits change nothing, or if the rules refuse a step that was itself edited.
        """
        if self.conflict is not None and self.conflict.is_in_edited_step:
            return False
        old, new = self.old_steps, self.new_steps
        return bool(step_changes(old, new) or undone_tail_length(old, new))


def prepare_amendment(
    steps: Sequence[Step], edits: Iterable[Edit], time_of_new_steps: str
) -> Amendment:
    """Prepare an amendment from `edits`; inserted steps get the timestamp `time_of_new_steps`.

    `steps` has the steps from the start of the game to the current step. Raises ValueError if there
    are no edits, or if an edit names a step that `steps` does not have.
    """
    edits = tuple(edits)
    if not edits or not all(1 <= edit.position <= len(steps) for edit in edits):
        raise ValueError("there are no edits, or an edit names a step that is not there")
    first = min(edit.position for edit in edits)
    old = tuple(steps[first - 1 :])
    new: list[Step] = []
    state = old[0].state_before
    for place, former, command in _commands(first, old, edits):
        same = former is not None and command == former.command
        try:
            ruling = _ruling_again(former, state) if former is not None and same else None
            step = make_step(
                state, command, time_of_new_steps if former is None else former.time, ruling
            )
        except RuleViolation as refusal:
            conflict = AmendmentConflict(place, command, state, refusal, is_in_edited_step=not same)
            return Amendment(old[0].parent, old, tuple(new), conflict)
        new.append(replace(step, origin=None if former is None else former.number))
        state = step.after
    return Amendment(old[0].parent, old, tuple(new))


def _ruling_again(step: Step, state: GameState) -> Correct | None:
    """Return a step's ruling for use in `state`, or None if the step has no ruling.

    A ruling is a correction that allows a command that the rules would refuse. The returned ruling
    adds or removes the same number of chips as the original, starting from the chips in `state`.
    Raises HiddenHandViolation if a hand has too few chips for that.
    """
    if step.ruling is None:
        return None
    former, command = step.ruling.before, step.ruling.command
    changes: list[Change] = []
    for change in command.changes:
        match change:
            case SetHand(color, one, number):
                by = number - former.player(color).hand.number(one)
                number = state.player(color).hand.number(one) + by
                if number < 0:
                    raise HiddenHandViolation(
                        "pay.hand",
                        "{color} does not have all of these chips; choose others",
                        color=color,
                    )
                changes.append(SetHand(color, one, number))
            case SetSupply(one, number):
                by = number - former.supply.number(one)
                changes.append(SetSupply(one, state.supply.number(one) + by))
            case _:
                changes.append(change)
    return replace(command, changes=tuple(changes))


def _commands(
    first: int, old: Sequence[Step], edits: Sequence[Edit]
) -> Iterator[tuple[int, Step | None, Command]]:
    for place, former in enumerate(old, start=first):
        command: Command | None = former.command
        for edit in edits:
            if edit.position != place:
                continue
            match edit:
                case InsertStep():
                    yield place, None, edit.command
                case ReplaceStep():
                    command = edit.command
                case RemoveStep():
                    command = None
        if command is not None:
            yield place, former, command
