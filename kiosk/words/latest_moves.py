"""What the newest row of a game has led to on the cardboard, and why: kept until the next row.

It is told from the log alone, so that it is the same whenever the table is shown again; what is
still to be moved of it stands in the players' trays. Source: touchscreen, principles 3 and 6.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from companion.asking import are_together
from companion.evolution import is_scored
from companion.memory.journal.rows import Kind
from companion.memory.timeline import Amendment, LogEntry, Step, ruling_of
from companion.state import GameState
from companion.telling.places import Place, places_touched
from kiosk.words.amendments import edited_text
from kiosk.words.moves import MoveRow, moves_between, moves_of
from kiosk.words.reasons import ReasonText, reasons


class LatestMoves(NamedTuple):
    """What is moved, with what stands above it, and the rules behind it; all may be empty.

    `turn` is the number of the turn in which that was decided, 0 before the first; None where it
    belongs to none, as with steps that were taken back.
    """

    rows: tuple[MoveRow, ...] = ()
    reasons: tuple[ReasonText, ...] = ()
    heading: str = ""
    turn: int | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it as text, a line each."""
        return tuple(filter(None, (self.heading, *(row.line for row in self.rows))))

    def places(self, state: GameState) -> tuple[Place, ...]:
        """Where on the board something is moved; `state` is the game after that."""
        return places_touched((row.row for row in self.rows), state)


def latest_moves(log: Sequence[LogEntry], *, open_chips: bool = False) -> LatestMoves:
    """What the newest row leads to; a taking over to nothing: the row before it is still told.

    Unless chips are open, what the table corrected in a hand is not told.
    """
    places = range(len(log) - 1, -1, -1)
    place = next((place for place in places if log[place].deed is not None), None)
    if place is None:
        return LatestMoves()
    newest = log[place]
    match newest.deed:
        case Step() as step if newest.kind is Kind.COMMAND:
            ruling = ruling_of(log, place)
            steps = (ruling, step) if ruling else _with_answers_before(log, place, step)
            return moves_of_steps(steps, open_chips=open_chips)
        case Amendment() as amendment if newest.kind is Kind.AMEND:
            rows = amendment_rows(amendment, open_chips=open_chips)
            return LatestMoves(rows, heading=edited_text(amendment))
        case Step() | Amendment() as deed if newest.before and newest.after:
            rows = moves_between(newest.before, newest.after, deed.events, open_chips=open_chips)
            return LatestMoves(rows)
        case _:
            return LatestMoves()


def amendment_rows(amendment: Amendment, *, open_chips: bool) -> tuple[MoveRow, ...]:
    """What to move after old steps were put right."""
    before, after, passed = amendment.before, amendment.after, amendment.events
    return moves_between(before, after, passed, open_chips=open_chips)


def _with_answers_before(log: Sequence[LogEntry], place: int, step: Step) -> tuple[Step, ...]:
    """A step, and before it the answers of those who were asked at once with whoever made it."""
    steps = [step]
    for entry in reversed(log[:place]):
        before = entry.step
        if before is None or entry.kind is not Kind.COMMAND:
            break
        if not are_together(before.before, before.command, steps[0].command):
            break
        steps.insert(0, before)
    return tuple(steps)


def moves_of_steps(steps: Sequence[Step], *, open_chips: bool = False) -> LatestMoves:
    """What steps lead to that are done in one go: one alone, one with its ruling, or answers.

    What a ruling corrects in a hand is told only if chips are open; what the final scoring brings,
    by that alone.
    """
    happened = (event for step in steps for event in step.events)
    before, events = steps[0].before, [*takewhile(lambda one: not is_scored(one), happened)]
    rows = moves_of(before, events, open_chips=open_chips)
    return LatestMoves(rows, reasons(before, events), turn=before.turn)
