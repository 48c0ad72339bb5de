"""What stays as it was at the table while another screen is looked at; knows no Kivy."""

from enum import Enum, auto
from typing import NamedTuple

from companion.state import GameState, Phase
from kiosk.pages.table.draft import Draft, Ending, Nothing, beneath
from kiosk.words.reasons import Reason


class Progress(Enum):
    """How far people are with the newest list of moves.

    It is `NEW` until it is shown. Then it stands `FIRST`, before the question, until they say that
    it is `DONE`, even where a turned screen has room for both; or it stands `BESIDE` the question.
    """

    NEW = auto()
    FIRST = auto()
    BESIDE = auto()
    DONE = auto()


class Pondering(NamedTuple):
    """In which state of the game somebody had pointed at what, or counted it out.

    `progress` is with what the last decision asked to move. `reading` names what was read in the
    question's place, `refused` says why the last tap did nothing.
    """

    state: GameState
    draft: Draft
    progress: Progress
    reading: str = ""
    refused: Reason | None = None


def pondered(
    state: GameState, draft: Draft, progress: Progress, reading: str, refused: Reason | None
) -> Pondering | None:
    """What is to be kept; looking at hands, the menu and the end is not, unless one reads why."""
    if reading:
        return Pondering(state, draft, progress, reading, refused)
    kept = beneath(draft)
    if isinstance(kept, Ending):
        kept = Nothing()
    if kept == Nothing() and progress is Progress.NEW:
        return None
    return Pondering(state, kept, progress)


def all_moved(state: GameState) -> Pondering:
    """At the newest list of moves of a game there is nothing left to do: it all lies so."""
    return Pondering(state, Nothing(), Progress.DONE)


def still_pondered(kept: object, state: GameState) -> Pondering:
    """What was kept, unless the game has moved on since.

    Of a game that is over nothing waits to be moved: its end was unfolded step by step.
    """
    if isinstance(kept, Pondering) and kept.state == state:
        return kept
    if state.phase is Phase.FINISHED:
        return all_moved(state)
    return Pondering(state, Nothing(), Progress.NEW)
