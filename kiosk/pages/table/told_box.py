"""The box above the question, as large as the question leaves it: a tap on it tells all and why.

Why a tap was refused stands above what was told before it: the pieces still have to be moved.
"""

from bisect import bisect_left
from collections.abc import Callable

from kivy.metrics import dp, sp

from kiosk.toolkit import theme
from kiosk.toolkit.surface import Box, text_height
from kiosk.toolkit.tap import Tap
from kiosk.words.language import several

_BESIDE = 20 + 28
"""What the margins and the question mark take of the box's width, in dp."""


class ToldBox(Tap):
    """Why a tap was refused, if it was, and below it what to move; what went wrong is coloured."""

    def __init__(
        self,
        box: Box,
        refusal: str,
        lines: tuple[str, ...],
        on_tap: Callable[[], None],
        *,
        wrong: bool,
    ) -> None:
        super().__init__(box, "told", on_tap)
        lower = theme.WARNING if wrong else theme.SURFACE
        upper = theme.WARNING if refusal else lower
        self.fill(lower, radius=10)
        top = _upper(box, refusal, lines)
        left = box.height - top.height
        if refusal:
            self.fill(upper, top, radius=10)
            self._write((refusal,), top, upper)
        if lines and (not refusal or left >= _height((_more(1),), box.width)):
            self._write(lines, Box(box.x, box.y, box.width, left), lower)
        self._draw_sign(top if refusal else box, upper)
        self.shade_when_pressed()

    def _write(self, lines: tuple[str, ...], box: Box, ground: theme.Rgb) -> None:
        text = Box(box.x + dp(10), box.y + dp(5), box.width - dp(_BESIDE), box.height - dp(10))
        shown = _lines_that_fit(lines, text)
        self.write(shown, text, ground=ground, size=theme.SMALL_TEXT)

    def _draw_sign(self, box: Box, ground: theme.Rgb) -> None:
        """A question mark at the right: there is more to read."""
        center = (box.right - dp(18), box.center[1])
        lighter = theme.mixed(ground, theme.LIGHT, 0.15)
        disc = Box(center[0] - sp(11), center[1] - sp(11), sp(22), sp(22))
        self.fill(lighter, disc, radius=11)
        self.write(
            "?",
            disc,
            ground=lighter,
            size=theme.SMALL_TEXT,
            bold=True,
            halign="center",
        )


def _upper(box: Box, refusal: str, lines: tuple[str, ...]) -> Box:
    """The part of a box in which a refusal stands; all of it where nothing else is told."""
    if not refusal:
        return Box(box.x, box.top, box.width, 0)
    high = min(_height((refusal,), box.width), box.height) if lines else box.height
    return Box(box.x, box.top - high, box.width, high)


def told_height(refusal: str, lines: tuple[str, ...], width: float) -> float:
    """How high a box is in which all that is told stands, in pixels; 0 where nothing is."""
    parts = [part for part in (((refusal,) if refusal else ()), lines) if part]
    if not parts:
        return 0.0
    return max(float(dp(theme.TOUCH)), sum(_height(part, width) for part in parts))


def least_height(refusal: str, lines: tuple[str, ...], width: float) -> float:
    """How high a box is at least, in pixels: for a refusal and a line, or for what may be cut."""
    whole = told_height(refusal, lines, width)
    if not refusal or not lines:
        return min(whole, float(dp(theme.TOUCH)))
    return min(whole, _height((refusal,), width) + _height((_more(1),), width))


def _height(lines: tuple[str, ...], width: float) -> float:
    return text_height("\n".join(lines), width - dp(_BESIDE), theme.SMALL_TEXT) + dp(12)


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
