"""To whom the table's screen turns (touchscreen, principle 9); knows no Kivy."""

from companion.state import GameState
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.words.latest_moves import LatestMoves


def decider_s_side(state: GameState, settings: Settings) -> Rotation | None:
    """Where whoever decides sits; None where nobody does."""
    return None if state.decider is None else settings.facing(state.decider)


def movers_side(latest: LatestMoves, settings: Settings, now: Rotation) -> Rotation | None:
    """Where whoever must move most sits; None: a list of moves stays turned as the screen is `now`.

    It stays where the table wants it so, where nobody has anything to move, and where one of those
    with most to move sits there already.
    """
    sides = [settings.facing(color) for color in latest.movers]
    stays = not settings.moves_turn or not sides or now in sides
    return None if stays else sides[0]
