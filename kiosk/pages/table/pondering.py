"""What stays as it was at the table while another screen is looked at; knows no Kivy."""

from typing import NamedTuple

from companion.state import GameState
from kiosk.pages.table.draft import Draft, Ending, Nothing, beneath


class Pondering(NamedTuple):
    """In which state of the game somebody had pointed at what, or counted it out.

    `done`: all has been moved that the last decision asked for.
    """

    state: GameState
    draft: Draft
    done: bool


def pondered(state: GameState, draft: Draft, *, done: bool) -> Pondering | None:
    """What is to be kept; looking at hands, the menu and the end is not."""
    kept = beneath(draft)
    if isinstance(kept, Ending):
        kept = Nothing()
    return None if kept == Nothing() and not done else Pondering(state, kept, done)


def still_pondered(kept: object, state: GameState) -> Pondering:
    """What was kept, unless the game has moved on since."""
    if isinstance(kept, Pondering) and kept.state == state:
        return kept
    return Pondering(state, Nothing(), done=False)
