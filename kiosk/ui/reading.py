"""A card to read: paragraphs on paper, in pages where one is not enough; never a scroll bar."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

from kivy.metrics import dp, sp

from kiosk.ui import theme
from kiosk.ui.paging import in_pages
from kiosk.ui.surface import Box, Column, Surface, text_height, text_width
from kiosk.ui.tap import Tap, draw_button, fitting_size, split_for
from kiosk.words.language import _
from kiosk.words.paragraph import Paragraph

_PADDING = 12
_GAP = 8
_NARROW = 0.3
"""Of the narrowest letters so many stand on a pixel of a line."""


class ReadingCard(Surface):
    """Paragraphs under a title, page by page, with a way back.

    Where `on_about` is given, `about` leads to all that there is to read about it. `further` is the
    key, the text and the meaning of a button that has a row of its own. Keys: `back`, `more`,
    `about`.
    """

    def __init__(
        self,
        box: Box,
        title: str,
        paragraphs: Sequence[Paragraph],
        on_back: Callable[[], None],
        on_about: Callable[[], None] | None = None,
        further: tuple[str, str, Callable[[], None]] | None = None,
    ) -> None:
        super().__init__(box)
        self._title = title
        self._on_back = on_back
        self._on_about = on_about
        self._further = further
        self._inner = box.inset(dp(_PADDING))
        title_height = text_height(title, self._inner.width, theme.TITLE_TEXT, bold=True)
        self._title_height = title_height
        width = self._inner.width
        row = dp(theme.TOUCH) + dp(_GAP)
        room = self._inner.height - title_height - dp(_GAP) - row * (2 if further else 1)
        pieces = (piece for each in paragraphs for piece in _pieces(each, width, room))
        self._pages = in_pages(pieces, lambda piece: _height(piece, width), room)
        self._show(0)

    def _show(self, page: int) -> None:
        self.wipe()
        self.fill(theme.PAPER, radius=12)
        column = Column(self._inner, dp(_GAP))
        self._write(self._title, column.take(self._title_height), theme.TITLE_TEXT, bold=True)
        for paragraph in self._pages[page]:
            for text, bold in ((paragraph.heading, True), (paragraph.text, False)):
                if text:
                    height = text_height(text, self._inner.width, theme.TEXT, bold=bold)
                    self._write(text, column.take(height), theme.TEXT, bold=bold)
        foot = Box(self._inner.x, self._inner.y, self._inner.width, dp(theme.TOUCH))
        ways = list(self._ways(page))
        texts = [text for _key, text, _on_tap in ways]
        size = fitting_size(foot, texts, dp(_GAP), theme.DECISION_TEXT)
        places = split_for(foot, texts, dp(_GAP), size)
        for (key, text, on_tap), place in zip(ways, places, strict=True):
            self._button(place, key, text, on_tap, size)
        if self._further is not None:
            above = foot.moved(0, dp(theme.TOUCH) + dp(_GAP))
            self._button(above, *self._further)

    def _ways(self, page: int) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """The keys, the texts and the meanings of the buttons below a page."""
        yield "back", _("Back"), self._on_back
        if len(self._pages) > 1:
            following = (page + 1) % len(self._pages)
            text = _("More ({page} of {pages})", page=page + 1, pages=len(self._pages))
            yield "more", text, lambda: self._show(following)
        if self._on_about is not None:
            yield "about", _("All about it"), self._on_about

    def _write(self, text: str, box: Box, size: float, *, bold: bool) -> None:
        self.write(text, box, size=size, bold=bold, valign="top")

    def _button(
        self,
        box: Box,
        key: str,
        text: str,
        on_tap: Callable[[], None],
        size: float = theme.DECISION_TEXT,
    ) -> None:
        tap = Tap(box, key, on_tap)
        draw_button(tap, text=text, fill=theme.RAISED, size=size)
        self.add_widget(tap)


def _height(paragraph: Paragraph, width: float) -> float:
    """The height of a paragraph and of the gaps below its parts, in pixels."""
    return sum(
        text_height(text, width, theme.TEXT, bold=bold) + dp(_GAP)
        for text, bold in ((paragraph.heading, True), (paragraph.text, False))
        if text
    )


def _pieces(paragraph: Paragraph, width: float, room: float) -> Iterator[Paragraph]:
    """A paragraph, cut between words where it is higher than a page; a word at least a page."""
    rest = paragraph
    # Of a text of millions of letters no more is measured than a page could hold of narrow ones.
    most = 1 + int(max(width, 0) * max(room, 0) / sp(theme.TEXT) * _NARROW)
    while len(rest.text) > most or _height(rest, width) > room:
        text = rest.text
        fitting = bisect_left(
            range(min(len(text), most)),
            1,
            key=lambda end: _height(Paragraph(rest.heading, text[:end]), width) > room,
        )
        end = max(text.rfind(" ", 0, fitting), text.rfind("\n", 0, fitting)) + 1
        if not end:
            end = fitting - 1 if fitting > 1 else text.find(" ") + 1 or len(text)
        if end == len(text):
            break
        yield Paragraph(rest.heading, text[:end].rstrip())
        rest = Paragraph("", text[end:])
    yield rest


def breakable(text: str, width: float, size: float) -> str:
    """The text with spaces in words that are wider than `width` pixels, such as long paths."""
    return " ".join(_broken(word, width, size) for word in text.split(" "))


def _broken(word: str, width: float, size: float) -> str:
    """The word in parts that fit; a part has a letter at least, however narrow the room is."""
    parts, rest = [], word
    while count := _fitting(rest, width, size):
        parts.append(rest[:count])
        rest = rest[count:]
    return " ".join(parts)


def _fitting(text: str, width: float, size: float) -> int:
    """How many letters stand in a width, one at least where there are any."""
    # No letter is narrower than a pixel: of a word of a million letters few are measured.
    ends = range(1, min(len(text), max(1, int(width))) + 1)
    fitting = bisect_right(ends, width, key=lambda end: text_width(text[:end], size, bold=True))
    return max(fitting, min(1, len(text)))
