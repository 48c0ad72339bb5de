"""What counts of a game: doing, taking back and doing again, worked out once for everybody.

The timeline, the list of saved games and the export all ask here, and only the kinds of the rows
are asked: nothing has to be read or folded to know which rows count.
"""

from collections.abc import Iterable
from typing import assert_never

from companion.errors import JournalError
from companion.memory.saved_rows import UNREADABLE_GAME, Kind


class Standing:
    """What counts after the rows so far, which come one by one.

    A deed is a row that can be taken back, and then as a whole: a command. `done` are the numbers
    of the deeds that count, oldest first; `undone` of those to do again, the next one last.
    """

    def __init__(self) -> None:
        self.done: list[int] = []
        self.undone: list[int] = []

    def go_on(self, number: int, kind: Kind) -> int | None:
        """The deed that the row of that number does, takes back or does again.

        None for a taking over. Raises ValueError where there is nothing to take back or do again.
        """
        match kind:
            case Kind.COMMAND:
                self.done.append(number)
                self.undone.clear()
                return number
            case Kind.UNDO:
                return _moved(self.done, self.undone, "there is no step to take back")
            case Kind.REDO:
                return _moved(self.undone, self.done, "there is no step to do again")
            case Kind.TAKEOVER:
                return None
            case _:
                assert_never(kind)


def _moved(source: list[int], target: list[int], otherwise: str) -> int:
    if not source:
        raise ValueError(otherwise)
    target.append(source.pop())
    return target[-1]


def standing(kinds: Iterable[Kind]) -> tuple[int, ...]:
    """The numbers of the deeds that count after all of these rows. Raises JournalError."""
    rows = Standing()
    try:
        for number, kind in enumerate(kinds, start=1):
            rows.go_on(number, kind)
    except ValueError as error:
        raise JournalError(UNREADABLE_GAME) from error
    return tuple(rows.done)
