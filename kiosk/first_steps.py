"""Questions of a machine's first start, in order; free of Kivy."""

from enum import StrEnum


class FirstStep(StrEnum):
    """A question; each needs that touches arrive where they should, which the first ones ensure.

    Those before the language need no words. `DONE` asks nothing.
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
