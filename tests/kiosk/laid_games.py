"""Games at hand, as far as a test needs them, with short names or the longest ones."""

from pathlib import Path

from companion.pieces import Color
from companion.rules.setup import Setup
from companion.state import Phase
from kiosk.app_state import AppState
from tests.companion.memory.sessions import played
from tests.companion.playing import named
from tests.companion.positions import BLUE, GREEN, PURPLE, RED, setup, side_for_four
from tests.kiosk.touch import WRITING

LONGEST_NAMES = (
    "Wilhelmina-Charlotte von und zu Oberndor",
    "Maximilian Theodor Alexander Hohenzollern"[:40],
    "Mamamamamamamamamamamamamamamamamamamama",
    "Ó Conchobhair Ní Mhaolchathaigh-Ó Briain",
)
_TO_THE_END = 5000


def beginning(players: int, *, longest: bool = False) -> Setup:
    """How a game of that many players begins, each side of the board as the booklet says."""
    board = side_for_four() if players == 4 else None
    colors: tuple[Color, ...] = {
        2: (PURPLE, BLUE),
        3: (BLUE, RED, GREEN),
        4: (GREEN, BLUE, RED, PURPLE),
    }[players]
    short = setup(*colors, board=board)
    return named(short, *LONGEST_NAMES) if longest else short


def app_state_with_game(
    folder: Path,
    start: Setup,
    number: int = _TO_THE_END,
    seed: int = 1,
    *,
    back_to: Phase | None = None,
) -> AppState:
    """Return a game at random, `number` commands far or to its end; all pieces are moved.

    Then it is undone `back_to` the last decision of that kind.
    """
    app_state = AppState(folder)
    session = played(app_state.begin_game(start), number, seed)
    for color in session.state.colors:
        session.mark_done(color)
    while back_to not in (None, session.state.phase):
        session.undo()
    app_state.wait_for_writes(WRITING)
    return app_state


def left_game(folder: Path, start: Setup, number: int = _TO_THE_END, seed: int = 1) -> None:
    app_state_with_game(folder, start, number, seed).close()
