"""What putting old steps right does: every later step is carried out again, by the rules.

A step was another one than was entered, was forgotten, or was never done. Luck stays what it was: a
die that was rolled shows the same face. What the table corrected in between stays as it was said; a
payment of its own moves the same chips. Nothing here changes a game: `History.branch` does.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.commands import Change, Command, Correct, SetHand, SetSupply
from companion.errors import HandViolation, RuleViolation
from companion.history import Act, Step, Turn, carry_out
from companion.state import GameState


class Replace(msgspec.Struct, frozen=True):
    """The step at that place, from 1 among those that count, was this command; the last one holds.

    So it is with a `Remove` for the same place.
    """

    place: int
    command: Command


class Insert(msgspec.Struct, frozen=True):
    """A forgotten step, right before the one at that place and after all put in there before it."""

    place: int
    command: Command


class Remove(msgspec.Struct, frozen=True):
    """The step at that place was never done."""

    place: int


Edit = Replace | Insert | Remove
"""What is put right of the steps that count; places are those before the edits."""


class Misfit(msgspec.Struct, frozen=True):
    """The first step that the rules refuse once older ones are others.

    `place` is its place among the steps that count, from 1, of a forgotten one that of the step
    before which it was put; `command` what was to be done in `state`; `refusal` says why not.
    `entered` tells that it is itself one of the edits.
    """

    place: int
    command: Command
    state: GameState
    refusal: RuleViolation
    entered: bool = False


class Edited(NamedTuple):
    """A step before and after it was put right; None: it was forgotten, or never done."""

    old: Step | None
    new: Step | None


def edited(old: Sequence[Step], new: Sequence[Step]) -> tuple[Edited, ...]:
    """What was put right where `new` steps count in the place of `old` ones, in their order.

    Steps at the end that no longer count are left out: see `taken_back`.
    """
    origins = {step.number: place for place, step in enumerate(old)}
    found: list[Edited] = []
    passed = 0
    for step in new:
        of = None if step.origin is None else origins.get(step.origin)
        if of is None:
            found.append(Edited(None, step))
            continue
        found += (Edited(left_out, None) for left_out in old[passed:of])
        if old[of].command != step.command:
            found.append(Edited(old[of], step))
        passed = of + 1
    return tuple(found)


def taken_back(old: Sequence[Step], new: Sequence[Step]) -> int:
    """How many of the last `old` steps have none of the `new` ones in their place."""
    origins = {step.origin for step in new}
    reached = [place for place, step in enumerate(old, start=1) if step.number in origins]
    return len(old) - max(reached, default=0)


class Amending(msgspec.Struct, frozen=True):
    """Old steps that are put right, and what follows; nothing of it counts yet.

    `fork` is the number of the last step that stays. `old` are the steps behind it, `new` those
    that would count in their place: all, or those before the `misfit`. They have no numbers yet.
    """

    fork: int
    old: tuple[Step, ...]
    new: tuple[Step, ...]
    misfit: Misfit | None = None

    @property
    def turn(self) -> Turn:
        """What it would change."""
        return Turn(Act.BRANCH, self.old, self.new)

    @property
    def edited(self) -> tuple[Edited, ...]:
        """What would be put right."""
        return edited(self.old, self.new)

    @property
    def taken_back(self) -> int:
        """How many of the last steps would no longer count."""
        return taken_back(self.old, self.new)

    @property
    def changes(self) -> bool:
        """Whether other steps would count than before; not where an edit itself is refused."""
        if self.misfit is not None and self.misfit.entered:
            return False
        return bool(self.edited or self.taken_back)


def amend(path: Sequence[Step], edits: Iterable[Edit], time: str) -> Amending:
    """What comes of putting right some of the steps that count; forgotten ones get that `time`.

    Raises ValueError where no step has such a place, or nothing is put right.
    """
    edits = tuple(edits)
    if not edits or not all(1 <= edit.place <= len(path) for edit in edits):
        raise ValueError("a step is put right that counts")
    first = min(edit.place for edit in edits)
    old = tuple(path[first - 1 :])
    new: list[Step] = []
    state = old[0].start
    for place, former, command in _commands(first, old, edits):
        same = former is not None and command == former.command
        try:
            ruling = _ruling_again(former, state) if former is not None and same else None
            step = carry_out(state, command, time if former is None else former.time, ruling)
        except RuleViolation as refusal:
            misfit = Misfit(place, command, state, refusal, entered=not same)
            return Amending(old[0].parent, old, tuple(new), misfit)
        new.append(replace(step, origin=None if former is None else former.number))
        state = step.after
    return Amending(old[0].parent, old, tuple(new))


def _ruling_again(step: Step, state: GameState) -> Correct | None:
    """The ruling of a step in another state: as many chips more or fewer as it set then.

    Raises HandViolation where the hand lacks what was paid, as for any payment.
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
                    raise HandViolation(
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
    """What is to be done from the place `first` on: its place, and the step that it was before.

    None: it was forgotten.
    """
    for place, former in enumerate(old, start=first):
        command: Command | None = former.command
        for edit in edits:
            if edit.place != place:
                continue
            match edit:
                case Insert():
                    yield place, None, edit.command
                case Replace():
                    command = edit.command
                case Remove():
                    command = None
        if command is not None:
            yield place, former, command
