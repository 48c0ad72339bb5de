"""What putting old steps right does: every later step is carried out anew, by the rules.

A step is another one than was entered, or was forgotten, or was never done. Luck comes from outside
and was what it was: a die that was rolled shows the same face. What the table corrected in between
stays as it was said; a payment of its own moves the same chips. Nothing here writes anything.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.commands import Change, Command, Correct, SetHand, SetSupply
from companion.errors import HandViolation, RuleViolation
from companion.game import unfold
from companion.memory.timeline import Amendment, Step
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
"""What is put right of the steps that count; places are those of before, whatever is put in."""


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


class Amending(msgspec.Struct, frozen=True):
    """Old steps that are put right, and what follows; nothing of it counts yet.

    `first` is the place of the first step that is another, or before which one was put in, among
    those that count, from 1. `old` are the steps from there on, `new` those that would count in
    their place: all, or those before the `misfit`. `instead` says which of `old` each of `new`
    stands for, as an `Amendment` does.
    """

    first: int
    old: tuple[Step, ...]
    new: tuple[Step, ...]
    instead: tuple[int | None, ...]
    misfit: Misfit | None = None

    @property
    def changes(self) -> bool:
        """Whether other steps would count than before; not where an edit itself is refused."""
        if self.misfit is not None and self.misfit.entered:
            return False
        return self.amendment.changes

    @property
    def fits(self) -> bool:
        """Whether every later step can be done as it was."""
        return self.misfit is None

    @property
    def amendment(self) -> Amendment:
        """The amendment as it would be; its number is 0, as it has no row yet."""
        return self.numbered(0)

    def numbered(self, row: int) -> Amendment:
        """The amendment in the row of that number, which is that of all that was put in, too."""
        new = (
            replace(step, number=row) if of is None else step
            for step, of in zip(self.new, self.instead, strict=True)
        )
        return Amendment(row, self.old, tuple(new), self.instead)


def amend(steps: Sequence[Step], edits: Iterable[Edit]) -> Amending:
    """What comes of putting right some of the `steps` that count.

    Raises ValueError where no step has such a place, or nothing is put right.
    """
    edits = tuple(edits)
    if not edits or not all(1 <= edit.place <= len(steps) for edit in edits):
        raise ValueError("a step is put right that counts")
    first = min(edit.place for edit in edits)
    old = tuple(steps[first - 1 :])
    new: list[Step] = []
    instead: list[int | None] = []
    state = old[0].before
    for place, of, command in _commands(first, old, edits):
        entered = of is None or command != old[of].command
        try:
            if of is not None and not entered and old[of].is_ruling:
                command = _as_paid(old[of], state)  # noqa: PLW2901 - the same, in other numbers
            unfolding = unfold(state, command)
        except RuleViolation as refusal:
            misfit = Misfit(place, command, state, refusal, entered)
            return Amending(first, old, tuple(new), tuple(instead), misfit)
        number = 0 if of is None else old[of].number
        new.append(Step(number, command, unfolding.events, state, unfolding.state))
        instead.append(of)
        state = unfolding.state
    return Amending(first, old, tuple(new), tuple(instead))


def _as_paid(ruling: Step, state: GameState) -> Command:
    """A ruling in another state than it was made in: as many chips more or fewer as it set then.

    Raises HandViolation where the hand lacks what was paid, as for any payment.
    """
    former, command = ruling.before, ruling.command
    if not isinstance(command, Correct):
        return command
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
) -> Iterator[tuple[int, int | None, Command]]:
    """What is to be done from the place `first` on, each with its place.

    And with which of the `old` steps, from 0, it stands for; None: it was forgotten.
    """
    for of, former in enumerate(old):
        place = first + of
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
            yield place, of, command
