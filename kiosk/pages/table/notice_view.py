"""Notices above the question: a refusal, news, or a problem with saving."""

from bisect import bisect_left
from functools import partial

from kivy.metrics import dp

from kiosk.ui import theme
from kiosk.ui.button import draw_question_mark
from kiosk.ui.form import Block
from kiosk.ui.renderer import OnTap, widget_of
from kiosk.ui.surface import Box, Surface, text_height
from kiosk.ui.tap import TapButton

_BESIDE = 20 + 28
"""Width in dp of a notice's margins and its question mark, together."""


class Notice(Block, frozen=True):
    """Notice above the question, shortened to fit; a tap opens the whole text.

    `wrong` is set for refusals and problems, which are shown in a warning colour.
    """

    text: str
    action: object
    wrong: bool
    key: str = "told"
    ground: theme.Rgb = theme.SURFACE


@widget_of.register
def _notice(block: Notice, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - the widget has its own background
    tap = TapButton(box, block.key, partial(on_tap, block.action))
    behind = theme.WARNING if block.wrong else block.ground
    tap.fill(behind, radius=10)
    place = Box(box.x + dp(10), box.y + dp(5), box.width - dp(_BESIDE), box.height - dp(10))
    tap.write(_beginning(block.text, place), place, ground=behind, size=theme.SMALL_TEXT)
    draw_question_mark(tap, (box.right - dp(18), box.center[1]), behind)
    tap.shade_when_pressed()
    return tap


def notice_height(text: str, width: float) -> float:
    """Return the height in pixels of a notice with all of `text`; 0 if there is no text."""
    return max(float(dp(theme.TOUCH)), _height(text, width)) if text else 0.0


def least_notice_height(refusal: str, text: str, width: float) -> float:
    """Return the minimum height in pixels of a notice whose text may be shortened.

    `refusal` is the beginning of the text, which is never shortened.
    """
    return min(notice_height(text, width), notice_height(f"{refusal}…", width))


def _height(text: str, width: float) -> float:
    return text_height(text, width - dp(_BESIDE), theme.SMALL_TEXT) + dp(12)


def _beginning(text: str, box: Box) -> str:
    """Return the text, shortened at the end if it does not fit into the box."""

    def is_too_high(shown: str) -> bool:
        return text_height(shown, box.width, theme.SMALL_TEXT) > box.height + 1

    def cut(length: int) -> str:
        return f"{text[:length].rstrip()}…"

    if not is_too_high(text):
        return text
    fitting = bisect_left(range(len(text)), 1, key=lambda length: is_too_high(cut(length)))
    return cut(max(0, fitting - 1))
