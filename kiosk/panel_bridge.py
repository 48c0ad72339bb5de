"""The dictionary between the game and a panel: which lamps a state lights, what a press means.

Source: the panel as the touchscreen uses it; `hardware` knows lamps and presses, not the game.
"""

from companion.pieces import Color, Face
from companion.state import GameState, Phase
from hardware.button import PressKind
from hardware.lamps import Lamp, Picture, picture

DARK = picture()


def lamps_for(state: GameState, face: Face | None) -> Picture:
    """The lamps of a state: the die's face, the active player steady, who else decides blinking.

    At the end the winners shine. `face` is what the die shows until the turn ends.
    """
    if state.phase is Phase.FINISHED:
        return picture(steady=[_lamp(color) for color in state.winners or ()])
    steady = [_lamp(piece) for piece in (state.active, face) if piece is not None]
    other = state.decider if state.decider != state.active else None
    return picture(steady=steady, blinking=[_lamp(other)] if other is not None else ())


def means_roll(press: PressKind, *, roll_is_asked: bool) -> bool:
    """Whether a press rolls the die. A hold never does: the panel itself tests its lamps then."""
    return press is PressKind.PRESSED and roll_is_asked


def _lamp(piece: Color | Face) -> Lamp:
    return Lamp(piece.value)
