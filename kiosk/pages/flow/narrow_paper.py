"""A paper to read beside the board: headings with a text each, in pages where one is too low."""

from kivy.metrics import dp, sp

from kiosk.pages.flow.view import Paper, turned
from kiosk.toolkit import theme
from kiosk.toolkit.paging import in_pages
from kiosk.toolkit.surface import Box, Column, Surface, text_height
from kiosk.toolkit.tap import Tap, draw_button

_HEADING = 18
"""The height of a heading, in sp."""
_AROUND = (12, 8)

_Lines = list[tuple[str, str]]


class NarrowPaper(Surface):
    """Each heading with its text below; what is left of the height stands between them.

    Key: `paper.more` turns to the next page where there are several.
    """

    def __init__(self, box: Box, paper: Paper) -> None:
        super().__init__(box)
        self._inner = box.inset(*map(dp, _AROUND))
        lines = list(paper.lines)
        self._size = theme.TEXT
        if self._left(lines, self._inner) < 0:
            self._size = theme.SMALL_TEXT
        self._pages = [lines]
        self._room = self._inner
        if self._left(lines, self._inner) < 0:
            foot = dp(theme.TOUCH + theme.GAP)
            inner = self._inner
            self._room = Box(inner.x, inner.y + foot, inner.width, inner.height - foot)
            self._pages = in_pages(lines, self._height, self._room.height)
        self._show(0)

    def _show(self, page: int) -> None:
        self.wipe()
        self.fill(theme.PAPER, radius=12)
        lines, room = self._pages[page], self._room
        between = max(0.0, self._left(lines, room)) / max(1, len(lines) - 1)
        if len(self._pages) > 1:
            between = min(between, dp(theme.GAP))
            self._add_more(page)
        column = Column(room, 0)
        for heading, text in lines:
            place = column.take(sp(_HEADING))
            self.write(heading, place, ink=theme.INK_SOFT, size=theme.SMALL_TEXT)
            self.write(text, column.take(self._text_height(text)), size=self._size)
            column.take(between)

    def _add_more(self, page: int) -> None:
        following = (page + 1) % len(self._pages)
        place = Box(self._inner.x, self._inner.y, self._inner.width, dp(theme.TOUCH))
        tap = Tap(place, "paper.more", lambda: self._show(following))
        draw_button(tap, text=turned(page, len(self._pages)), fill=theme.RAISED)
        self.add_widget(tap)

    def _left(self, lines: _Lines, room: Box) -> float:
        """How many pixels of height the lines leave of a room; negative: they need more."""
        return room.height - sum(map(self._height, lines))

    def _height(self, line: tuple[str, str]) -> float:
        return sp(_HEADING) + self._text_height(line[1])

    def _text_height(self, text: str) -> float:
        return text_height(text, self._inner.width, self._size)
