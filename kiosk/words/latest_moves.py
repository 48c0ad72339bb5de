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
from kiosk.words.amendments import changed_steps_summary
from kiosk.words.moves import MoveText, event_move_texts, move_texts
from kiosk.words.reasons import ReasonText, reasons


class PieceMoves(NamedTuple):
    """Moves of pieces that players must make on the table, and why.

    `edit_summary` is a sentence about changed earlier steps. `moves`, `reasons` and `edit_summary`
    may be empty. `turn_number` is the number of the turn to which the moves belong, or 0 before the
    first turn. It is None for moves after an undo, a redo or a change of earlier steps.
    """

    moves: tuple[MoveText, ...] = ()
    reasons: tuple[ReasonText, ...] = ()
    edit_summary: str = ""
    turn_number: int | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.edit_summary, *(row.text for row in self.moves))))

    def touched_places(self, state: GameState) -> tuple[Place, ...]:
        """Return the places on the table at which the moves put or remove pieces.

        `state` is the state of the game after the moves.
        """
        return places_touched((row.move for row in self.moves), state)


def piece_moves(change: Step | PathChange | None, *, open_chips: bool = False) -> PieceMoves:
    """Return how players must move real pieces after a step, an undo, a redo or an amendment.

    Without a `change`, there is nothing to move.
    `open_chips` is set if players' chips are not secret. Moves that correct a player's chips are
    then included.
    """
    match change:
        case None:
            return PieceMoves()
        case Step():
            return piece_moves_of_step(change, open_chips=open_chips)
        case PathChange(act, removed, added):
            rows = move_texts(
                change.state_after, tray_rows_for_path_change(change, open_chips=open_chips)
            )
            summary = changed_steps_summary(removed, added) if act is HeadMoveKind.BRANCH else ""
            return PieceMoves(rows, edit_summary=summary)


def piece_moves_of_step(step: Step, *, open_chips: bool = False) -> PieceMoves:
    """Return the moves on the table that a step requires; leave out those of the final scoring.

    `open_chips` is set if players' chips are not secret. Moves that correct a player's chips are
    then included.
    """
    events = [*takewhile(lambda one: not is_final_scoring_event(one), step.all_events)]
    rows = event_move_texts(step.state_before, events, open_chips=open_chips)
    return PieceMoves(rows, reasons(step.state_before, events), turn_number=step.state_before.turn)
