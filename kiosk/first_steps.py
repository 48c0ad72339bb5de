"""The questions at the first start of a machine, in order. Imports no Kivy."""

from enum import StrEnum


class FirstStartQuestion(StrEnum):
    """Questions of the first start, in the order in which they appear.

    The first questions check that touches arrive in the right places. They use no words, because
    the players choose the language later. `DONE` is not a question but marks the end.
    """

    TOUCH = "touch"
    UP = "up"
    LANGUAGE = "language"
    ZONE = "zone"
    SOUND = "sound"
    PANEL = "panel"
    DONE = "done"


QUESTIONS = tuple(step for step in FirstStartQuestion if step is not FirstStartQuestion.DONE)
