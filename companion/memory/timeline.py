"""One game as its rows tell it: which steps count, which were taken back, and every state between.

Events are folded, never decided again, so that a later mend of a rule does not rewrite a game
that stands on a table.
"""

from collections.abc import Iterable
from typing import assert_never

import msgspec

from companion.commands import Command
from companion.errors import JournalError
from companion.events import Event
from companion.game import Setup, fold, start
from companion.memory.saved_rows import UNREADABLE_GAME, Kind, Row, read_command, read_events
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
        self._steps: list[Step] = []
        self._undone: list[Step] = []
        self._told: list[tuple[Row, Step | None]] = []

    @classmethod
    def of(cls, setup: Setup, rows: Iterable[Row]) -> "Timeline":
        """A game that was saved. Raises JournalError where the rows make no game."""
        try:
            timeline = cls(setup)
            for row in rows:
                timeline.go_on(row)
        except (IndexError, KeyError, ValueError) as error:
            raise JournalError(UNREADABLE_GAME) from error
        return timeline

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self._steps[-1].after if self._steps else self._start

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that count, oldest first."""
        return tuple(self._steps)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._steps)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again: taken back, and nothing else done since."""
        return bool(self._undone)

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """Every row, oldest first, with what was taken back."""
        standing = {step.number for step in self._steps}
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

    def go_on(self, row: Row) -> Step | None:
        """Add a row that was read or is about to be written; the step it did, undid or redid.

        Raises JournalError for a row that cannot be read, IndexError for an undo or a redo of
        nothing, and KeyError or ValueError for events that do not fit the game.
        """
        step = self._carried_out(row)
        self._told.append((row, step))
        return step

    def _done(self, row: Row) -> Step:
        events = read_events(row)
        before = self.state
        step = Step(row.number, read_command(row), events, before, fold(before, events))
        self._steps.append(step)
        self._undone.clear()
        return step

    def _carried_out(self, row: Row) -> Step | None:
        match row.kind:
            case Kind.COMMAND:
                return self._done(row)
            case Kind.UNDO:
                self._undone.append(self._steps.pop())
                return self._undone[-1]
            case Kind.REDO:
                self._steps.append(self._undone.pop())
                return self._steps[-1]
            case Kind.TAKEOVER:
                return None
            case _:
                assert_never(row.kind)
