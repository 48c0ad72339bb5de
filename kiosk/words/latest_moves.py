"""Moves of pieces that the latest step requires on the table, and the reasons for them.

Moves of earlier steps that players have not made yet are not included; the players' trays on the
screen list them. Source: SCREEN.md, 3 and 6.
"""

from itertools import takewhile
from typing import NamedTuple

from companion.evolution import is_final_scoring_event
from companion.history import HeadMoveKind, PathChange, Step
from companion.state import GameState
from companion.telling.places import Place, places_touched
from companion.trays import tray_rows_for_path_change
from kiosk.words.amendments import edit_summary
from kiosk.words.moves import MoveText, event_move_texts, move_texts
from kiosk.words.reasons import ReasonText, reasons


class LatestMoves(NamedTuple):
    """The latest moves of pieces with a heading, and the reasons for the moves.

    The moves, the reasons and the heading may each be empty. `turn` is the number of the turn to
    which the moves belong, or 0 before the first turn. It is None for moves after an undo, a redo
    or a change of earlier steps.
    """

    rows: tuple[MoveText, ...] = ()
    reasons: tuple[ReasonText, ...] = ()
    heading: str = ""
    turn: int | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.heading, *(row.line for row in self.rows))))

    def places(self, state: GameState) -> tuple[Place, ...]:
        """Return the places at which pieces are put or removed.

        `state` is the state after the moves.
        """
        return places_touched((row.row for row in self.rows), state)


def latest_moves(latest: Step | PathChange | None, *, open_chips: bool = False) -> LatestMoves:
    """Return the moves on the table that a step, an undo, a redo or an edit requires.

    `open_chips` is set if players' chips are not secret. Moves that correct a player's chips are
    then included.
    """
    match latest:
        case None:
            return LatestMoves()
        case Step():
            return latest_moves_of_step(latest, open_chips=open_chips)
        case PathChange(act, removed, added):
            rows = move_texts(
                latest.state_after, tray_rows_for_path_change(latest, open_chips=open_chips)
            )
            heading = edit_summary(removed, added) if act is HeadMoveKind.BRANCH else ""
            return LatestMoves(rows, heading=heading)


def latest_moves_of_step(step: Step, *, open_chips: bool = False) -> LatestMoves:
    """Return the moves on the table that a step requires; leave out those of the final scoring.

    `open_chips` is set if players' chips are not secret. Moves that correct a player's chips are
    then included.
    """
    events = [*takewhile(lambda one: not is_final_scoring_event(one), step.all_events)]
    rows = event_move_texts(step.state_before, events, open_chips=open_chips)
    return LatestMoves(rows, reasons(step.state_before, events), turn=step.state_before.turn)
