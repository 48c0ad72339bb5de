"""How the parts of the statistics are drawn: figures in columns, records as cards, people."""

from collections.abc import Sequence

from kivy.metrics import dp, sp

from kiosk.pages.statistics.view import HouseRecord, Line
from kiosk.ui import theme
from kiosk.ui.paging import in_pages
from kiosk.ui.surface import Box, Column, Surface, text_height, text_width
from kiosk.ui.tap import Tap
from kiosk.words.language import _

_GAP = 8
_PADDING = 12
_ROW = 30
_VALUE = 64
_HEAD = 22
"""The least height of a figure's row, how wide its value is, and how high a heading, in sp."""
_PERSON = 48
_NUMBER = 58


class FiguresTable(Surface):
    """Figures in one column, on a lying screen in two; `pages` is how many it takes to show all.

    Shows that `page` of them, the last one where there are not so many.
    """

    def __init__(self, box: Box, lines: Sequence[Line], page: int) -> None:
        super().__init__(box)
        places = [box] if box.is_upright else box.split((1, 1), dp(_GAP))
        inner = _inner(places[0])
        self._games = max(
            text_width(word, theme.SMALL_TEXT)
            for word in (_("Games"), *(str(line.games) for line in lines))
        ) + dp(4)
        columns = self._in_columns(lines, inner, len(places))
        self.pages = -(-len(columns) // len(places))
        shown = columns[min(page, self.pages - 1) * len(places) :]
        for lines_of_column, place in zip(shown, places, strict=False):
            self._draw(lines_of_column, place)

    def _in_columns(self, lines: Sequence[Line], inner: Box, across: int) -> list[list[Line]]:
        """The lines in columns that are about equally high where all have room on one page."""
        heights = {line: self._height(line, inner.width) for line in lines}
        share = sum(heights.values()) / across + max(heights.values())
        return in_pages(lines, heights.__getitem__, min(share, inner.height))

    def _label_width(self, width: float) -> float:
        return width - self._beside_label()

    def _beside_label(self) -> float:
        return float(sp(_VALUE) + self._games + 2 * dp(_GAP))

    def _height(self, line: Line, width: float) -> float:
        return max(sum(self._word_heights(line, width)) + dp(6), float(sp(_ROW)))

    def _word_heights(self, line: Line, width: float) -> tuple[float, float]:
        """How high a label is, and what stands below it."""
        room = self._label_width(width)
        beside = text_height(line.beside, room, theme.SMALL_TEXT) if line.beside else 0.0
        return text_height(line.label, room, theme.TEXT), beside

    def _draw(self, lines: Sequence[Line], place: Box) -> None:
        self.fill(theme.SURFACE, place, radius=12)
        inner = _inner(place)
        head = Box(inner.right - self._games, inner.top, self._games, sp(_HEAD))
        self._write(_("Games"), head, size=theme.SMALL_TEXT, soft=True)
        heights = [self._height(line, inner.width) for line in lines]
        spare = max(0.0, inner.height - sum(heights)) / len(lines)
        column = Column(inner, 0)
        for line, height in zip(lines, heights, strict=True):
            row = column.take(height + min(spare, dp(10)))
            label = Box(row.x, row.y, self._label_width(row.width), row.height)
            value = Box(label.right + dp(_GAP), row.y, sp(_VALUE), row.height)
            games = Box(row.right - self._games, row.y, self._games, row.height)
            self._write_words(line, label)
            self._write(line.value, value, size=theme.TITLE_TEXT, bold=True)
            self._write(str(line.games), games, size=theme.SMALL_TEXT, soft=True)

    def _write_words(self, line: Line, box: Box) -> None:
        high, below = self._word_heights(line, box.width + self._beside_label())
        words = Column(box.inset(0, (box.height - high - below) / 2), 0)
        self.write(line.label, words.take(high), ground=theme.SURFACE)
        if line.beside:
            ink = theme.LIGHT_SOFT
            self.write(
                line.beside,
                words.take(below),
                ink=ink,
                ground=theme.SURFACE,
                size=theme.SMALL_TEXT,
            )

    def _write(
        self, text: str, box: Box, *, size: float, bold: bool = False, soft: bool = False
    ) -> None:
        ink = theme.LIGHT_SOFT if soft else theme.LIGHT
        self.write(text, box, ink=ink, ground=theme.SURFACE, size=size, bold=bold, halign="right")


def _inner(place: Box) -> Box:
    """Where the rows of a column lie, below its heading."""
    box = place.inset(dp(_PADDING), dp(6))
    return Box(box.x, box.y, box.width, box.height - sp(_HEAD))


class RecordCards(Surface):
    """The records of the house, a card each: what for and when, how much and whose."""

    def __init__(self, box: Box, records: Sequence[HouseRecord]) -> None:
        super().__init__(box)
        across = 1 if box.is_upright else 2
        lines = box.rows((1,) * -(-len(records) // across), dp(_GAP))
        places = [place for line in lines for place in line.split((1,) * across, dp(_GAP))]
        for record, place in zip(records, places, strict=False):
            self._draw(record, place)

    def _draw(self, record: HouseRecord, place: Box) -> None:
        self.fill(theme.SURFACE, place, radius=12)
        inner = place.inset(dp(_PADDING), dp(6))
        upper, lower = inner.rows((1, 1), 0)
        day = text_width(record.day, theme.SMALL_TEXT) + dp(2)
        number = max(sp(44), text_width(record.number, theme.LARGE_TEXT, bold=True) + dp(12))
        soft, ground = theme.LIGHT_SOFT, theme.SURFACE
        self.write(record.label, upper, ink=soft, ground=ground)
        self.write(
            record.number,
            Box(lower.x, lower.y, number, lower.height),
            ink=theme.SAND,
            ground=ground,
            size=theme.LARGE_TEXT,
            bold=True,
        )
        self.write(
            record.names,
            Box(lower.x + number, lower.y, lower.width - number - day - dp(_GAP), lower.height),
            ground=ground,
            size=theme.DECISION_TEXT,
            is_name=True,
        )
        self.write(
            record.day,
            Box(lower.right - day, lower.y, day, lower.height),
            ink=soft,
            ground=ground,
            size=theme.SMALL_TEXT,
            halign="right",
        )


def people_on_a_page(height: float) -> int:
    """So many people have room in a list of that height, in pixels, below its headings.

    At least everybody and one person.
    """
    return max(2, int((height - sp(_HEAD)) // dp(_PERSON + _GAP)))


def person_places(box: Box) -> tuple[Box, list[Box]]:
    """Where the headings stand, and as many people as there is room for."""
    column = Column(box, dp(_GAP))
    head = column.take(sp(_HEAD))
    return head, [column.take(dp(_PERSON)) for _row in range(people_on_a_page(box.height))]


def draw_headings(surface: Surface, box: Box) -> None:
    """Write what the numbers of people are."""
    for text, cell in zip(_headings(), _numbers(box), strict=True):
        surface.write(text, cell, ink=theme.LIGHT_SOFT, size=theme.SMALL_TEXT, halign="right")


def draw_person(tap: Tap, name: str, numbers: Sequence[str], *, chosen: bool) -> None:
    """Draw a row of the list: somebody's name and, but for everybody's row, three numbers."""
    ground = theme.PAPER if chosen else theme.RAISED
    tap.fill(ground, radius=10)
    cells = _numbers(tap.box) if numbers else []
    right = cells[0].x if cells else tap.box.right - dp(_PADDING)
    left = tap.box.x + dp(_PADDING)
    words = Box(left, tap.box.y, right - left, tap.box.height)
    tap.write(name, words, size=theme.DECISION_TEXT, bold=chosen, is_name=True)
    for number, cell in zip(numbers, cells, strict=False):
        tap.write(number, cell, size=theme.DECISION_TEXT, halign="right")
    tap.shade_when_pressed()


def _headings() -> tuple[str, str, str]:
    return (_("Games"), _("Wins"), _("Points"))


def _numbers(line: Box) -> list[Box]:
    """Where the three numbers stand in a line, below their headings."""
    widest = max(text_width(text, theme.SMALL_TEXT) for text in _headings())
    width = max(sp(_NUMBER), widest + dp(_GAP))
    right = line.right - dp(_PADDING)
    return [Box(right - (3 - cell) * width, line.y, width, line.height) for cell in range(3)]
