"""The dictionary between the game and a panel: which lamps a state lights, what a press means.

Source: the panel as the touchscreen uses it; `hardware` knows lamps and presses, not the game.
"""

from enum import Enum

from companion.pieces import Color, Face
from companion.state import GameState, Phase
from hardware.button import PressKind
from hardware.lamps import Lamp, Picture, picture

DARK = picture()


class Meaning(Enum):
    """What a press of the die button does now."""

    ROLL = "roll"
    NOT_NOW = "not now"
    TEST_LAMPS = "test lamps"


def lamps_for(state: GameState, face: Face | None) -> Picture:
    """The lamps of a state: the die's face, the active player steady, who else decides blinking.

    At the end the winners shine. `face` is what the die shows until the turn ends.
    """
    if state.phase is Phase.FINISHED:
        return picture(steady=[_lamp(color) for color in state.winners or ()])
    steady = [_lamp(piece) for piece in (state.active, face) if piece is not None]
    other = state.decider if state.decider != state.active else None
    return picture(steady=steady, blinking=[_lamp(other)] if other is not None else ())


def meaning(press: PressKind, *, roll_is_asked: bool) -> Meaning:
    """What a press or a hold means, given whether the roll is what is asked on the screen."""
    if press is PressKind.HELD:
        return Meaning.TEST_LAMPS
    return Meaning.ROLL if roll_is_asked else Meaning.NOT_NOW


def _lamp(piece: Color | Face) -> Lamp:
    return Lamp(piece.value)
