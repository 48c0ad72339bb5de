"""The box above the question, as large as the question leaves it: a tap on it tells all and why."""

from bisect import bisect_left
from collections.abc import Callable

from kivy.metrics import dp

from kiosk.ui import theme
from kiosk.ui.surface import Box, text_height
from kiosk.ui.tap import Tap, draw_tells_more

_BESIDE = 20 + 28
"""What the margins and the question mark take of the box's width, in dp."""


class ToldBox(Tap):
    """Why a tap was refused, or saving fails; only the beginning where there is too little room.

    What is `wrong` is coloured.
    """

    def __init__(self, box: Box, text: str, on_tap: Callable[[], None], *, wrong: bool) -> None:
        super().__init__(box, "told", on_tap)
        ground = theme.WARNING if wrong else theme.SURFACE
        self.fill(ground, radius=10)
        place = Box(box.x + dp(10), box.y + dp(5), box.width - dp(_BESIDE), box.height - dp(10))
        self.write(_beginning(text, place), place, ground=ground, size=theme.SMALL_TEXT)
        draw_tells_more(self, (box.right - dp(18), box.center[1]), ground)
        self.shade_when_pressed()


def told_height(text: str, width: float) -> float:
    """How high a box is in which all of a text stands, in pixels; 0 where there is none."""
    return max(float(dp(theme.TOUCH)), _height(text, width)) if text else 0.0


def least_height(refusal: str, text: str, width: float) -> float:
    """How high a box is at least, in pixels: the refusal that begins a text stands whole."""
    return min(told_height(text, width), told_height(f"{refusal}…", width))


def _height(text: str, width: float) -> float:
    return text_height(text, width - dp(_BESIDE), theme.SMALL_TEXT) + dp(12)


def _beginning(text: str, box: Box) -> str:
    """The text, or as much of it as the box holds: a tap shows the rest."""

    def is_too_high(shown: str) -> bool:
        return text_height(shown, box.width, theme.SMALL_TEXT) > box.height + 1

    def cut(length: int) -> str:
        return f"{text[:length].rstrip()}…"

    if not is_too_high(text):
        return text
    fitting = bisect_left(range(len(text)), 1, key=lambda length: is_too_high(cut(length)))
    return cut(max(0, fitting - 1))
