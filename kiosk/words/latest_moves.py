"""What was done last has led to on the cardboard, and why.

What is still to be moved of it stands in the players' trays. Source: touchscreen, principles 3, 6.
"""

from itertools import takewhile
from typing import NamedTuple

from companion.evolution import is_scored
from companion.history import Act, Step, Turn
from companion.state import GameState
from companion.telling.places import Place, places_touched
from companion.trays import rows_of_turn
from kiosk.words.amendments import edited_text
from kiosk.words.moves import MoveRow, move_rows, moves_of
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


def latest_moves(latest: Step | Turn | None, *, open_chips: bool = False) -> LatestMoves:
    """What was done last leads to (`History.latest`).

    Unless chips are open, what the table corrected in a hand is not told.
    """
    match latest:
        case None:
            return LatestMoves()
        case Step():
            return moves_of_step(latest, open_chips=open_chips)
        case Turn(act, removed, added):
            rows = move_rows(latest.after, rows_of_turn(latest, open_chips=open_chips))
            heading = edited_text(removed, added) if act is Act.BRANCH else ""
            return LatestMoves(rows, heading=heading)


def moves_of_step(step: Step, *, open_chips: bool = False) -> LatestMoves:
    """What a step leads to; what the final scoring brings is told by that alone.

    What a ruling corrects in a hand is told only if chips are open.
    """
    events = [*takewhile(lambda one: not is_scored(one), step.all_events)]
    rows = moves_of(step.start, events, open_chips=open_chips)
    return LatestMoves(rows, reasons(step.start, events), turn=step.start.turn)
