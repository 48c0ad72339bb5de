"""Hints on the table's page: a strip above the card, and a card with the whole hint."""

from kivy.metrics import dp, sp
from msgspec.structs import replace

from kiosk import routes
from kiosk.pages.table.question import DismissHint, SwitchHintsOff, SwitchHintsOn
from kiosk.pages.table.sheet import ShownHint
from kiosk.pieces.form import LessonPicture
from kiosk.pieces.lesson import lesson_fits
from kiosk.ui import theme
from kiosk.ui.form import GAP_ROW, Block, Button, ButtonStyle, Column, Row, Text, TextStyle
from kiosk.ui.renderer import height_of
from kiosk.words.language import _

_PICTURE = 56
_PICTURE_WIDTH = 0.42
_BROAD = 420
"""Height in dp of a strip's picture, its width relative to the text's, and the width in dp from
which the text needs one line less."""


_LINES = 4
"""Number of text lines in a strip."""
_LINE = 1.35
"""Maximum height of a line relative to the letter size."""
_LINES_OF_BEGINNING = 3
_PAD, _GAP = 8, 6


def free_height_for_hint(width: float) -> float:
    """Return the height in pixels that a card `width` pixels wide leaves free for a hint."""
    lines = _LINES if width < dp(_BROAD) else _LINES - 1
    return float(sp(lines * theme.TEXT * _LINE) + dp(theme.TOUCH + 2 * _PAD + _GAP))


def shortened_hint_heights() -> tuple[float, float]:
    """Return the heights in pixels to reserve for a hint that is shortened to its beginning.

    The first height has room for three lines of text, the second only for a button.
    """
    return float(sp(_LINES_OF_BEGINNING * theme.SMALL_TEXT * _LINE) + dp(_PAD)), float(
        dp(theme.TOUCH)
    )


def hint_strip(taught: ShownHint, width: float, high: float) -> Column | None:
    """Return a strip with the whole hint and two buttons, or None if there is no room.

    `width` and `high` are the available width and height in pixels. If there is little room, the
    picture is left out.
    """
    words, lesson = Text(taught.text, TextStyle.PLAIN), taught.lesson
    ways: list[tuple[Block, ...]] = [(words,)]
    if lesson.is_drawn:
        if lesson.yields:
            lesson = replace(lesson, drawn=(), numbers=(), yields=lesson.yields[:1])
        drawn = LessonPicture(lesson, height=_PICTURE, width=_PICTURE_WIDTH)
        part = _PICTURE_WIDTH / (1 + _PICTURE_WIDTH)
        if lesson_fits(lesson, (width - dp(2 * _PAD + theme.GAP)) * part, dp(_PICTURE)):
            ways.insert(0, (Row((drawn, words), height=0),))
    for rows in ways:
        strip = Column(
            (*rows, GAP_ROW, Row(_answers(taught), fits_texts=True)),
            gap=_GAP,
            ground=theme.SAND,
            pad=_PAD,
        )
        if height_of(strip, width, 1.0) <= high:
            return strip
    return None


def hint_card(taught: ShownHint, size: float) -> Column:
    """Return a hint as a card in the question's place; the picture fills the free room."""
    words = Text(taught.text, TextStyle.PLAIN, size=size)
    drawn: tuple[Block, ...] = (GAP_ROW,)
    if taught.lesson.is_drawn:
        drawn = (LessonPicture(taught.lesson, share=1),)
    about = Button("about", routes.Rules(taught.rules), _("All about it"), ButtonStyle.QUIET)
    other, got = _answers(taught)
    others = (other, about) if taught.rules else (other,)
    foot = Column((Row(others, fits_texts=True), Row((got,))))
    return Column((words, *drawn, foot), gap=_GAP, ground=theme.SAND, pad=_PAD)


def _answers(taught: ShownHint) -> tuple[Button, Button]:
    other = Button("hint.never", SwitchHintsOff(), _("No more hints"), ButtonStyle.QUIET)
    if taught.is_last:
        other = Button("hint.again", SwitchHintsOn(), _("Hints on again"), ButtonStyle.QUIET)
    return (other, Button("hint.got", DismissHint(), _("Got it"), ButtonStyle.PRIMARY))
