"""The box above the question, as large as the question leaves it: a tap on it tells all and why."""

from bisect import bisect_left
from collections.abc import Callable

from kivy.metrics import dp

from kiosk.pieces import drawing
from kiosk.toolkit import theme
from kiosk.toolkit.surface import Box, text_height
from kiosk.toolkit.tap import Tap
from kiosk.words.texts import several

_BESIDE = 20 + 28
"""What the margins and the question mark take of the box's width, in dp."""


class ToldBox(Tap):
    """What to move on the cardboard, or what went wrong, which is coloured."""

    def __init__(
        self, box: Box, lines: tuple[str, ...], on_tap: Callable[[], None], *, wrong: bool
    ) -> None:
        super().__init__(box, "told", on_tap)
        ground = theme.WARNING if wrong else theme.SURFACE
        self.fill(ground, radius=10)
        self._draw_sign(ground)
        text = Box(box.x + dp(10), box.y + dp(5), box.width - dp(_BESIDE), box.height - dp(10))
        shown = _lines_that_fit(lines, text)
        self.write(shown, text, ink=theme.LIGHT, ground=ground, size=theme.SMALL_TEXT)
        self.shade_when_pressed()

    def _draw_sign(self, ground: theme.Rgb) -> None:
        """A question mark at the right: there is more to read."""
        center = (self.box.right - dp(18), self.box.center[1])
        lighter = theme.mixed(ground, theme.LIGHT, 0.15)
        with self.canvas:
            drawing.disc(center, dp(11), lighter)
        self.write(
            "?",
            Box(center[0] - dp(11), center[1] - dp(11), dp(22), dp(22)),
            ink=theme.LIGHT,
            ground=lighter,
            size=theme.SMALL_TEXT,
            bold=True,
            halign="center",
        )


def told_height(lines: tuple[str, ...], width: float) -> float:
    """How high a box is in which all lines stand, in pixels; 0 without any."""
    if not lines:
        return 0.0
    text = text_height("\n".join(lines), width - dp(_BESIDE), theme.SMALL_TEXT)
    return max(float(dp(theme.TOUCH)), text + dp(12))


def _lines_that_fit(lines: tuple[str, ...], box: Box) -> str:
    """As many lines as the box holds, and how many more a tap shows."""
    for kept in range(len(lines), 0, -1):
        hidden = len(lines) - kept
        text = "\n".join((*lines[:kept], *((_more(hidden),) if hidden else ())))
        if _fits(text, box):
            return text
    return _beginning(lines[0], (_more(len(lines) - 1),) if len(lines) > 1 else (), box)


def _more(number: int) -> str:
    return several("and {number} more", "and {number} more", number)


def _fits(text: str, box: Box) -> bool:
    return text_height(text, box.width, theme.SMALL_TEXT) <= box.height + 1


def _beginning(line: str, following: tuple[str, ...], box: Box) -> str:
    """A line and what follows; only its beginning where it is too long: a tap shows the rest."""
    whole = "\n".join((line, *following))
    if _fits(whole, box):
        return whole

    def cut(length: int) -> str:
        return "\n".join((line[:length].rstrip() + "…", *following))

    fitting = bisect_left(range(len(line)), 1, key=lambda length: not _fits(cut(length), box))
    return cut(max(0, fitting - 1))
