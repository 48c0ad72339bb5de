"""What stands on a page of the rules, cut into parts that fit: a paper, and ways to others."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from kivy.metrics import dp

from kiosk.pages.rules.drawn import example_height, example_view
from kiosk.pages.rules.examples import Example
from kiosk.pages.rules.view import Place, RulesPage, Way
from kiosk.ui import theme
from kiosk.ui.paging import in_pages
from kiosk.ui.surface import Box, Column, Surface, text_height
from kiosk.ui.tap import Tap
from kiosk.words.paragraph import Paragraph

_GAP = 10
_PADDING = 14
_LINE_GAP = 6
_APART = 8
_WAY_PADDING = 12
_BRIEF_WAY = 56
_ABREAST = 2
"""Ways side by side, unless the screen is upright."""
_HEADING_GAP = 6


class _Text(NamedTuple):
    """A text of the paper, its size in sp and its ink; `apart` from what stands above it."""

    words: str
    size: float
    bold: bool = False
    ink: theme.Rgb | None = None
    apart: bool = False

    def height(self, width: float) -> float:
        """How high it is with the gaps above and below, in pixels."""
        words = text_height(self.words, width, self.size, bold=self.bold)
        return words + dp(_LINE_GAP + (_APART if self.apart else 0))


class Paper(NamedTuple):
    """What is read, on paper of that height in pixels."""

    texts: tuple[_Text, ...]
    height: float

    def draw(self, screen: Surface, box: Box, _open: Callable[[Place], None]) -> None:
        """Draw it into a box."""
        paper = Surface(box)
        paper.fill(theme.PAPER, radius=12)
        column = Column(box.inset(dp(_PADDING)), dp(_LINE_GAP))
        for text in self.texts:
            place = column.take(text.height(column.box.width) - dp(_LINE_GAP))
            paper.write(
                text.words, place, ink=text.ink, size=text.size, bold=text.bold, valign="bottom"
            )
        screen.add_widget(paper)


class Drawn(NamedTuple):
    """An example, on paper of that height in pixels."""

    example: Example
    height: float

    def draw(self, screen: Surface, box: Box, _open: Callable[[Place], None]) -> None:
        """Draw it into a box."""
        screen.add_widget(example_view(box, self.example))


class Ways(NamedTuple):
    """Ways to other pages side by side, below a heading if there is one."""

    ways: tuple[Way, ...]
    heading: str
    brief: bool
    abreast: int
    height: float

    def draw(self, screen: Surface, box: Box, on_way: Callable[[Place], None]) -> None:
        """Draw them into a box; `on_way` hears which one is tapped."""
        if self.heading:
            high = _heading_height(self.heading, box.width)
            place = Box(box.x, box.top - high, box.width, high)
            screen.write(self.heading, place, ink=theme.SAND, bold=True, valign="top")
            box = Box(box.x, box.y, box.width, box.height - high)
        places = box.split((1,) * self.abreast, dp(_GAP))
        for way, place in zip(self.ways, places, strict=False):
            screen.add_widget(_button(way, place, on_way, brief=self.brief))


Piece = Paper | Drawn | Ways


def parts_of(page: RulesPage, room: Box) -> list[list[Piece]]:
    """All that a page shows, in as many parts as need such a room each."""
    pieces: list[Piece] = [*_papers(page.paragraphs, room)]
    if page.example is not None:
        pieces.append(Drawn(page.example, example_height(page.example, room.width)))
    pieces += _rows(page, room)
    return in_pages(pieces, lambda piece: piece.height + dp(_GAP), room.height + dp(_GAP))


def _papers(paragraphs: Sequence[Paragraph], room: Box) -> Iterator[Paper]:
    """The paragraphs on one paper, on several where they are too high for the room."""
    width = room.width - 2 * dp(_PADDING)
    texts = [tuple(_texts(number, one)) for number, one in enumerate(paragraphs)]
    margins = 2 * dp(_PADDING) - dp(_LINE_GAP)

    def height(together: tuple[_Text, ...]) -> float:
        return sum(text.height(width) for text in together)

    for part in in_pages(texts, height, room.height - margins):
        if part:
            yield Paper(tuple(chain.from_iterable(part)), sum(map(height, part)) + margins)


def _texts(number: int, paragraph: Paragraph) -> Iterator[_Text]:
    """The first paragraph is what the page is about; one without a heading is a remark."""
    if paragraph.heading:
        size = theme.DECISION_TEXT if number else theme.TITLE_TEXT
        yield _Text(paragraph.heading, size, bold=True, apart=number > 0)
        yield _Text(paragraph.text, theme.TEXT if number else theme.DECISION_TEXT)
    else:
        yield _Text(paragraph.text, theme.TEXT, ink=theme.INK_SOFT)


def _rows(page: RulesPage, room: Box) -> Iterator[Ways]:
    """The ways row by row; those of a row are equally high."""
    abreast = 1 if room.is_upright else _ABREAST
    width = (room.width - (abreast - 1) * dp(_GAP)) / abreast
    for start in range(0, len(page.ways), abreast):
        row = page.ways[start : start + abreast]
        heading = "" if start else page.heading
        high = max(_way_height(way, width, brief=page.brief) for way in row)
        if heading:
            high += _heading_height(heading, room.width)
        yield Ways(row, heading, page.brief, abreast, high)


def _heading_height(heading: str, width: float) -> float:
    return text_height(heading, width, theme.TEXT, bold=True) + dp(_HEADING_GAP)


def _way_size(*, brief: bool) -> float:
    return theme.DECISION_TEXT if brief else theme.TEXT


def _way_height(way: Way, width: float, *, brief: bool) -> float:
    words = text_height(way.text, width - 2 * dp(_WAY_PADDING), _way_size(brief=brief))
    least = dp(_BRIEF_WAY if brief else theme.TOUCH)
    return max(words + dp(_WAY_PADDING), float(least))


def _button(way: Way, box: Box, on_way: Callable[[Place], None], *, brief: bool) -> Tap:
    tap = Tap(box, way.key, partial(on_way, way.place))
    tap.fill(theme.RAISED, radius=10)
    words = box.inset(dp(_WAY_PADDING), dp(2))
    tap.write(way.text, words, size=_way_size(brief=brief), bold=way.stands_out)
    tap.shade_when_pressed()
    return tap
