"""One game as its rows tell it: which steps count, which were taken back, and every state between.

Events are folded, never decided again, so that a later mend of a rule does not rewrite a game
that stands on a table.
"""

from collections.abc import Iterable

import msgspec

from companion.commands import Command
from companion.errors import JournalError
from companion.events import Event
from companion.game import Setup, fold, start
from companion.memory.saved_rows import UNREADABLE_GAME, Kind, Row, read_command, read_events
from companion.memory.standing import Standing
from companion.state import GameState


class Step(msgspec.Struct, frozen=True):
    """A command, what then happened, and the states around it; `number` is that of its row."""

    number: int
    command: Command
    events: tuple[Event, ...]
    before: GameState
    after: GameState


class LogEntry(msgspec.Struct, frozen=True):
    """One row as people read it.

    `step` is what was done, taken back or done again, and None for a taking over. `in_effect` is
    False only for a command that is taken back at present.
    """

    number: int
    kind: Kind
    time: str
    step: Step | None
    in_effect: bool


def last_state(setup: Setup, standing: Iterable[Row]) -> GameState:
    """How a saved game stands, from its commands' rows that count; keeps no state on the way.

    Raises JournalError where the rows make no game.
    """
    try:
        state = start(setup)
        for row in standing:
            state = fold(state, read_events(row))
    except (KeyError, ValueError) as error:
        raise JournalError(UNREADABLE_GAME) from error
    return state


class Timeline:
    """The steps of one game, from its setup on. Raises RuleViolation for a wrong setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._start = start(setup)
        self._standing = Standing()
        self._steps: dict[int, Step] = {}
        self._told: list[tuple[Row, Step | None]] = []

    @classmethod
    def of(cls, setup: Setup, rows: Iterable[Row]) -> "Timeline":
        """A game that was saved. Raises JournalError where the rows make no game."""
        try:
            timeline = cls(setup)
            for row in rows:
                timeline.go_on(row)
        except (KeyError, ValueError) as error:
            raise JournalError(UNREADABLE_GAME) from error
        return timeline

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        done = self._standing.done
        return self._steps[done[-1]].after if done else self._start

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that count, oldest first."""
        return tuple(self._steps[number] for number in self._standing.done)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._standing.done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again: taken back, and nothing else done since."""
        return bool(self._standing.undone)

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """Every row, oldest first, with what was taken back."""
        standing = set(self._standing.done)
        return tuple(
            LogEntry(
                row.number,
                row.kind,
                row.time,
                step,
                row.kind is not Kind.COMMAND or row.number in standing,
            )
            for row, step in self._told
        )

    def go_on(self, row: Row, step: Step | None = None) -> Step | None:
        """Add a row that was read or is about to be written; the step it did, undid or redid.

        `step` is that of a command carried out just now; else it is read from the row. Raises
        JournalError for a row that cannot be read, KeyError or ValueError for one that does not
        fit the game; then nothing is added.
        """
        if row.kind is Kind.COMMAND:
            self._steps[row.number] = step or self._read(row)
        deed = self._standing.go_on(row.number, row.kind)
        told = None if deed is None else self._steps[deed]
        self._told.append((row, told))
        return told

    def _read(self, row: Row) -> Step:
        events = read_events(row)
        before = self.state
        return Step(row.number, read_command(row), events, before, fold(before, events))
