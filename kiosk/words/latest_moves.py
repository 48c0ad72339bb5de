"""Moves that follow from the last step, and the reasons for them.

Moves that are still to do are also in the players' trays. Source: SCREEN.md, 3 and 6.
"""

from itertools import takewhile
from typing import NamedTuple

from companion.evolution import is_scoring_event
from companion.history import HistoryAction, PathChange, Step
from companion.state import GameState
from companion.telling.places import Place, places_touched
from companion.trays import rows_of_turn
from kiosk.words.amendments import edited_text
from kiosk.words.moves import MoveRow, move_rows, moves_of
from kiosk.words.reasons import ReasonText, reasons


class LatestMoves(NamedTuple):
    """The latest moves of pieces with a heading, and the reasons for the moves; any may be empty.

    `turn` is the number of the turn in which the decision was made, or 0 before the first turn. It
    is None for steps that belong to no turn, such as undone steps.
    """

    rows: tuple[MoveRow, ...] = ()
    reasons: tuple[ReasonText, ...] = ()
    heading: str = ""
    turn: int | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """Heading and moves, each as a line of text."""
        return tuple(filter(None, (self.heading, *(row.line for row in self.rows))))

    def places(self, state: GameState) -> tuple[Place, ...]:
        """Return the places on the board where the moves put or remove a piece.

        `state` is the state of the game after the moves.
        """
        return places_touched((row.row for row in self.rows), state)


def latest_moves(latest: Step | PathChange | None, *, open_chips: bool = False) -> LatestMoves:
    """Return the moves that follow from the latest step or turn, with the reasons for them.

    If `open_chips` is set, hands are open, and corrections of a hand are included.
    """
    match latest:
        case None:
            return LatestMoves()
        case Step():
            return moves_of_step(latest, open_chips=open_chips)
        case PathChange(act, removed, added):
            rows = move_rows(latest.after, rows_of_turn(latest, open_chips=open_chips))
            heading = edited_text(removed, added) if act is HistoryAction.BRANCH else ""
            return LatestMoves(rows, heading=heading)


def moves_of_step(step: Step, *, open_chips: bool = False) -> LatestMoves:
    """Return the moves that follow from a step, without the moves of the final scoring.

    If `open_chips` is set, hands are open, and corrections of a hand are included.
    """
    events = [*takewhile(lambda one: not is_scoring_event(one), step.all_events)]
    rows = moves_of(step.start, events, open_chips=open_chips)
    return LatestMoves(rows, reasons(step.start, events), turn=step.start.turn)
