"""Saved games for the tests of the pages that look back at them."""

from companion.memory.people import People
from companion.rules.setup import Setup
from tests.companion.memory.sessions import played
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import WRITING, Touchscreen

END = 5000


def play(touch: Touchscreen, start: Setup, steps: int = END, seed: int = 1) -> int:
    """Play a game at hand, so many steps far or to its end; returns its number."""
    session = played(touch.app_state.begin_game(start), steps, seed)
    touch.app_state.wait_for_writes(WRITING)
    return session.game_id


def play_some(touch: Touchscreen, number: int, *, longest: bool = False) -> None:
    """Games of two, three and four players in turn; every third one has not ended."""
    for game in range(number):
        start = beginning(2 + game % 3, longest=longest)
        play(touch, start, 30 if game % 3 == 0 else END, seed=game)


def people(touch: Touchscreen) -> list[tuple[str, ...]]:
    """The names of everybody who has played."""
    return [person.spellings for person in People.from_journal(touch.app_state.journal).everybody]
