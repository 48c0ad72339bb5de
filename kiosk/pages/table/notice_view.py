"""Blocks for notices and hints above the question, and for the full text of a hint."""

from bisect import bisect_left
from functools import partial

from kivy.metrics import dp, sp
from msgspec.structs import replace

from kiosk import routes
from kiosk.pages.table.question import HintAction
from kiosk.pages.table.sheet import ShownHint
from kiosk.pieces.form import LessonPicture
from kiosk.pieces.lesson import illustration_fits
from kiosk.ui import theme
from kiosk.ui.button import draw_question_mark
from kiosk.ui.form import GAP_ROW, Block, Button, ButtonStyle, Column, Row, Text, TextStyle
from kiosk.ui.renderer import OnTap, height_of, widget_of
from kiosk.ui.surface import (
    Box,
    Surface,
    fitting_letter_size,
    smallest_running_text_size,
    text_height,
    text_width,
)
from kiosk.ui.tap import TapButton
from kiosk.words.language import _

_BESIDE = 20 + 28
"""Width in dp of a notice's margins and its question mark, together."""


class Notice(Block, frozen=True):
    """Notice above the question on the card.

    If the text does not fit even in the smallest letters, the notice shows the beginning of the
    text and “More”. A tap performs `action`, which opens the whole text. The background has the
    colour `ground` or, if `is_warning` is set, the colour of warnings. `key` is the key of the
    notice as a button.
    """

    text: str
    action: object
    is_warning: bool
    key: str = "told"
    ground: theme.Rgb = theme.SURFACE


@widget_of.register
def _notice(block: Notice, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:
    tap = TapButton(box, block.key, partial(on_tap, block.action))
    behind = theme.WARNING if block.is_warning else block.ground
    tap.fill(behind, radius=10)
    place = Box(box.x + dp(10), box.y + dp(5), box.width - dp(_BESIDE), box.height - dp(10))
    least = smallest_running_text_size()
    size = max(least, fitting_letter_size(block.text, place, theme.SMALL_TEXT))
    if _is_too_high(block.text, place, size):
        # For translators: a short word beside the beginning of a text: a tap shows the rest
        more, ground = _("More"), theme.mix_colors(behind, ground, 0.2)
        width = text_width(more, least, bold=True) + dp(12)
        sign = Box(box.right - dp(6) - width, box.center[1] - sp(13), width, sp(26))
        place = place._replace(width=sign.x - dp(8) - place.x)
        tap.write(_beginning(block.text, place, least), place, ground=behind, size=least)
        tap.fill(ground, sign, radius=8)
        tap.write(more, sign, ground=ground, size=least, bold=True, halign="center")
    else:
        tap.write(block.text, place, ground=behind, size=size)
        draw_question_mark(tap, (box.right - dp(18), box.center[1]), behind)
    tap.shade_when_pressed()
    return tap


def notice_height(text: str, width: float) -> float:
    return _height(text, width, theme.SMALL_TEXT) if text else 0.0


def notice_slot_height(width: float) -> float:
    """Return the height in pixels of a notice with two lines in the smallest letters.

    The notice is `width` pixels wide.
    """
    return _height("\n", width, smallest_running_text_size())


def least_notice_height(required_text: str, text: str, width: float) -> float:
    """Return the minimum height in pixels of a notice with `text`; 0 if `text` is empty.

    The notice is `width` pixels wide. At this height, at least `required_text`, with which `text`
    begins, is shown in full in the smallest letters. The rest of `text` may not be shown.
    """
    size = smallest_running_text_size()
    shown = required_text if required_text == text else f"{required_text}…"
    return min(_height(text, width, size), _height(shown, width, size)) if text else 0.0


def _height(text: str, width: float, size: float) -> float:
    high = text_height(text, width - dp(_BESIDE), size)
    return max(float(dp(theme.TOUCH)), float(high + dp(12)))


def _is_too_high(text: str, box: Box, size: float) -> bool:
    return text_height(text, box.width, size) > box.height + 1


def _beginning(text: str, box: Box, size: float) -> str:
    words = text.split(" ")

    def first(number: int) -> str:
        return f"{' '.join(words[:number]).rstrip()}…"

    fitting = bisect_left(
        range(len(words)), 1, key=lambda number: _is_too_high(first(number), box, size)
    )
    return first(max(0, fitting - 1))


# Hints

_PICTURE = 56
_PICTURE_WIDTH = 0.42
_BROAD = 420
"""Size of a strip's picture: height in dp, and width relative to the text. From a width of `_BROAD`
dp, the text needs one line less."""
_LINES, _LINES_OF_BEGINNING = 4, 3
_LINE = 1.35
"""Number of lines of a hint's text: in a strip above the question (`_LINES`), and in a notice
(`_LINES_OF_BEGINNING`). Maximum height of a line relative to the letter size (`_LINE`)."""
_PAD, _GAP = 8, 6


def free_height_for_hint(width: float) -> float:
    """Return the height in pixels of the space that is kept free for a full hint above a question.

    The hint is `width` pixels wide.
    """
    lines = _LINES if width < dp(_BROAD) else _LINES - 1
    return float(sp(lines * theme.TEXT * _LINE) + dp(theme.TOUCH + 2 * _PAD + _GAP))


def shortened_hint_heights() -> tuple[float, float]:
    """Return the heights in pixels of the two short forms of a hint, the larger form first.

    The first form is a notice with at most three lines of the hint's text. The second form is only
    a button that opens the full hint.
    """
    beginning = sp(_LINES_OF_BEGINNING * theme.SMALL_TEXT * _LINE) + dp(_PAD)
    return float(beginning), float(dp(theme.TOUCH))


def hint_strip(hint: ShownHint, width: float, height: float) -> Column | None:
    """Return a strip above the question that shows a full hint, or None if it does not fit.

    The strip is `width` pixels wide and may be at most `height` pixels high. If there is no room
    for both text and picture, it has only the text.
    """
    words, lesson = Text(hint.text, TextStyle.PLAIN), hint.illustration
    ways: list[tuple[Block, ...]] = [(words,)]
    if lesson.has_drawing:
        if lesson.yield_examples:
            lesson = replace(
                lesson, piece_groups=(), player_numbers=(), yield_examples=lesson.yield_examples[:1]
            )
        drawn = LessonPicture(lesson, height=_PICTURE, width=_PICTURE_WIDTH)
        part = _PICTURE_WIDTH / (1 + _PICTURE_WIDTH)
        if illustration_fits(lesson, (width - dp(2 * _PAD + theme.GAP)) * part, dp(_PICTURE)):
            ways.insert(0, (Row((drawn, words), height=0),))
    for rows in ways:
        strip = Column(
            (*rows, GAP_ROW, Row(_hint_buttons(hint), fits_texts=True)),
            gap=_GAP,
            ground=theme.SAND,
            pad=_PAD,
        )
        if height_of(strip, width, 1.0) <= height:
            return strip
    return None


def hint_card(hint: ShownHint, size: float) -> Column:
    """Return a card that shows a hint instead of the question, in letters of `size` sp.

    The hint's picture fills the space that its text and buttons leave free.
    """
    words = Text(hint.text, TextStyle.PLAIN, size=size)
    drawn: tuple[Block, ...] = (GAP_ROW,)
    if hint.illustration.has_drawing:
        drawn = (LessonPicture(hint.illustration, share=1),)
    about = Button("about", routes.Rules(hint.rule_ids), _("The full rule"), ButtonStyle.QUIET)
    other, got = _hint_buttons(hint)
    others = (other, about) if hint.rule_ids else (other,)
    foot = Column((Row(others, fits_texts=True), Row((got,))))
    return Column((words, *drawn, foot), gap=_GAP, ground=theme.SAND, pad=_PAD)


def _hint_buttons(hint: ShownHint) -> tuple[Button, Button]:
    other = Button("hint.never", HintAction.SWITCH_OFF, _("No more hints"), ButtonStyle.QUIET)
    if hint.is_last:
        other = Button("hint.again", HintAction.SWITCH_ON, _("Hints on again"), ButtonStyle.QUIET)
    return (other, Button("hint.got", HintAction.DISMISS, _("Got it"), ButtonStyle.PRIMARY))
