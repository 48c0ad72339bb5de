"""Questions of a machine's first start, in order. Free of Kivy."""

from enum import StrEnum


class FirstStep(StrEnum):
    """Question of the first start.

    The first ones make sure that touches arrive in the right places, and need no words, as the
    language comes after them. `DONE` asks nothing.
    """

    TOUCH = "touch"
    UP = "up"
    LANGUAGE = "language"
    ZONE = "zone"
    SOUND = "sound"
    PANEL = "panel"
    DONE = "done"


STEPS = tuple(step for step in FirstStep if step is not FirstStep.DONE)
"""All questions."""
