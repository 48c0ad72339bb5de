"""What a machine is asked at its first start, one after the other; free of Kivy."""

from enum import StrEnum


class FirstStep(StrEnum):
    """What is asked, in this order: every later answer needs a touch that arrives.

    What comes before the language needs no words. `DONE` is asked nothing any more.
    """

    TOUCH = "touch"
    UP = "up"
    LANGUAGE = "language"
    SOUND = "sound"
    PANEL = "panel"
    DONE = "done"


STEPS = tuple(step for step in FirstStep if step is not FirstStep.DONE)
"""All that is asked."""
