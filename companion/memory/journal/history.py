"""What counts of a game: doing, taking back and doing again, worked out once for everybody.

The timeline, the list of saved games and the export all ask here, and only the kinds of the rows
are asked: nothing has to be read or folded to know which steps count.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, assert_never

from companion.errors import JournalError
from companion.memory.journal.rows import UNREADABLE_GAME, Kind


class Amends(NamedTuple):
    """How much a row of the kind `amend` changes: from the step at place `first` on (from 1).

    So many `steps` of its own count instead of those that counted from there on, of which there are
    at least `reach`, and never none.
    """

    first: int
    steps: int
    reach: int


class StepRef(NamedTuple):
    """A step as it is saved: in which row, and as which of its steps (from 0)."""

    row: int
    step: int = 0


class _Exchange(NamedTuple):
    """What counts last before a deed, and what counts in its place after it."""

    before: Sequence[StepRef]
    after: Sequence[StepRef]


class EffectiveHistory:
    """What counts after the rows so far, which come one by one.

    A deed is a row that can be taken back, and then as a whole: a command, or an amendment. `done`
    are the numbers of the deeds that count, oldest first; `undone` of those to do again, the next
    one last; `counting` are the steps that count, oldest first.
    """

    def __init__(self) -> None:
        self.done: list[int] = []
        self.undone: list[int] = []
        self.counting: list[StepRef] = []
        self._amendments: dict[int, _Exchange] = {}

    def append(self, number: int, kind: Kind, amends: Amends | None = None) -> int | None:
        """The deed that the row of that number does, takes back or does again.

        None for a taking over and for what was refused. Raises ValueError where there is nothing to
        take back or do again, and where an amendment would change what there is not.
        """
        match kind:
            case Kind.COMMAND:
                return self._do_something_new(number)
            case Kind.AMEND:
                self._amendments[number] = self._amendment(number, amends)
                return self._do_something_new(number)
            case Kind.UNDO:
                deed = _moved(self.done, self.undone, "there is no step to take back")
                exchange = self._exchange_of(deed)
                self._count(exchange.before, instead_of=exchange.after)
                return deed
            case Kind.REDO:
                return self._do(_moved(self.undone, self.done, "there is no step to do again"))
            case Kind.TAKEOVER | Kind.REFUSED:
                return None
            case _:
                assert_never(kind)

    def _do_something_new(self, number: int) -> int:
        self.done.append(number)
        self.undone.clear()
        return self._do(number)

    def _do(self, deed: int) -> int:
        exchange = self._exchange_of(deed)
        self._count(exchange.after, instead_of=exchange.before)
        return deed

    def _amendment(self, number: int, amends: Amends | None) -> _Exchange:
        former = self.counting[amends.first - 1 :] if amends and amends.first > 0 else []
        if amends is None or not former or amends.reach > len(former):
            raise ValueError("an amendment puts steps right that count")
        return _Exchange(former, [StepRef(number, step) for step in range(amends.steps)])

    def _exchange_of(self, deed: int) -> _Exchange:
        return self._amendments.get(deed) or _Exchange((), (StepRef(deed),))

    def _count(self, steps: Sequence[StepRef], instead_of: Sequence[StepRef]) -> None:
        self.counting[len(self.counting) - len(instead_of) :] = steps


def _moved(source: list[int], target: list[int], otherwise: str) -> int:
    if not source:
        raise ValueError(otherwise)
    target.append(source.pop())
    return target[-1]


def effective_steps(rows: Iterable[tuple[Kind, Amends | None]]) -> tuple[StepRef, ...]:
    """The steps that count after all of these rows. Raises JournalError."""
    result = EffectiveHistory()
    try:
        for number, (kind, amends) in enumerate(rows, start=1):
            result.append(number, kind, amends)
    except ValueError as error:
        raise JournalError(UNREADABLE_GAME) from error
    return tuple(result.counting)
