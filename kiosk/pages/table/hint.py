"""A hint as the table shows it: a strip above the card, or read in the question's place."""

import msgspec
from msgspec.structs import replace

from companion.teaching.picture import Picture as Lesson
from kiosk import routes
from kiosk.pages.table.notice_view import Notice
from kiosk.pages.table.question import GotIt, NoMoreHints, Read
from kiosk.pieces.form import LessonPicture
from kiosk.ui import theme
from kiosk.ui.form import Block, Button, Column, Ground, Row, Style, Text, Tone
from kiosk.words.language import _

_PICTURE = 56
_PICTURE_WIDTH = 0.42
_YIELDS = 40
"""Of a strip: how high the picture is in dp, how wide where the words have 1, and how high what a
plain brings is."""


class Taught(msgspec.Struct, frozen=True):
    """A thought for the table in its words, what is drawn beside it, and its rules by their ids."""

    text: str
    lesson: Lesson
    rules: tuple[str, ...]


def strip(taught: Taught) -> Column:
    """All of a hint above the card, with both answers to it."""
    words, lesson = Text(taught.text, Tone.PLAIN), taught.lesson
    rows: tuple[Block, ...] = (words,)
    if lesson.yields:
        one = replace(lesson, drawn=(), numbers=(), yields=lesson.yields[:1])
        rows = (words, LessonPicture(one, height=_YIELDS))
    elif lesson.is_drawn:
        drawn = LessonPicture(lesson, height=_PICTURE, width=_PICTURE_WIDTH)
        rows = (Row((drawn, words), height=0),)
    return Column((*rows, Row(_answers(), fits_texts=True)), gap=6, ground=theme.SAND, pad=8)


def short_strip(taught: Taught) -> Notice:
    """The words of a hint, or their beginning: a tap shows all."""
    return Notice(taught.text, Read("hint"), wrong=False, key="hint", ground=theme.SAND)


def hint_to_read(taught: Taught) -> Column:
    """A hint in the question's place, as large as there is room."""
    words = Text(taught.text, Tone.PLAIN, size=theme.TITLE_TEXT, shrinks=True)
    drawn: tuple[Block, ...] = ()
    if taught.lesson.is_drawn:
        drawn = (LessonPicture(taught.lesson, share=1),)
    about = Button("about", routes.Rules(taught.rules), _("All about it"))
    foot = (Row((about,)), Row(_answers(), fits_texts=True))
    middle = Column((words, *drawn), share=1, gap=8)
    return Column((middle, *foot), ground=Ground.PAPER)


def _answers() -> tuple[Button, ...]:
    return (
        Button("hint.never", NoMoreHints(), _("No more hints"), Style.QUIET),
        Button("hint.got", GotIt(), _("Got it"), Style.PRIMARY),
    )
