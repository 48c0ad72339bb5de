"""How the cardboard must lie, item by item, before a game goes on and at any time in it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.pieces import Color
from companion.state import GameState, Phase
from kiosk import routes
from kiosk.navigator import Navigator, Page
from kiosk.pages.resume.view import DruidFigure, Item, Line, hints, items
from kiosk.pieces import board, drawing
from kiosk.pieces.board import BoardView
from kiosk.pieces.picture import board_picture
from kiosk.rotation import Rotation
from kiosk.routes import Plain, Thing, WholeField
from kiosk.settings import Settings
from kiosk.ui import shapes, theme
from kiosk.ui.paging import in_pages
from kiosk.ui.surface import Box, Column, Surface, least_words, text_height, text_width
from kiosk.ui.tap import Tap, split_for
from kiosk.words.language import _

_MARGIN = 12
_GAP = 8
_PADDING = 12
_FOOT = 56
_BACK = 76
_LEAST_BELOW = 430
"""What an upright screen leaves below the board, in dp."""
_SIGN = 14
"""Half the width of a line's piece, in dp."""
_STONE = 10
_WORKER = (54, 11)
_MOST_PAGES = 88
_LINE_GAP = theme.GAP
_AROUND = (8, 4)
"""What a line that can be tapped has around it, across and along."""


class _Compared(NamedTuple):
    """Which page is being compared, and in which state of which game."""

    game_id: int | None
    state: GameState
    page: int


class ResumePage(Page):
    """The picture of the board and, page by page, what to compare it with.

    Keys: `play` goes to the table, `next` and `previous` turn the pages, `back` leads to the page
    beneath: the start screen or the table. What differs is tapped, `differs.<line>` (from 0) or a
    field or a plain of the picture: its correction comes, and after it the next page here. The
    game at hand has been taken up by whoever comes here.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        session = self.app_state.game
        self._game_id, self._state = session.game_id, session.state
        state = self._state
        self._finished = state.phase is Phase.FINISHED
        square, rest = places(self.box)
        self._board = BoardView(
            square, self._on_field, lambda plain: self._correct(Plain(plain)), navigator.lie
        )
        self._board.show(replace(board_picture(state), asked=()))
        self.add_widget(self._board)
        self._area = rest.inset(dp(_MARGIN))
        self._card_box = _card_box(rest)
        self._pages = _all_pages(state, self.app_state.settings, self._card_box)
        self._page = 0
        self._show(self._first_page(navigator.half_entered) % len(self._pages))

    def _first_page(self, kept: object) -> int:
        """Where somebody was; where something has been set right since then, the page after it."""
        if not isinstance(kept, _Compared) or kept.game_id != self._game_id:
            return 0
        return kept.page if kept.state == self._state else kept.page + 1

    @property
    def half_entered(self) -> _Compared | None:
        """How far somebody has come."""
        return _Compared(self._game_id, self._state, self._page) if self._page else None

    def _on_field(self, field: int, lifted: bool) -> None:  # noqa: FBT001 - the board's own order
        if lifted:
            self._correct(WholeField(field))

    def _correct(self, thing: Thing) -> None:
        self.navigator.go(routes.Correct(thing))

    def _leave(self, go: Callable[[], None]) -> None:
        """Compare from the first page on when somebody comes again."""
        self._page = 0
        go()

    def _show(self, page: int) -> None:
        self._page = page
        self.remove_widget(self._board)
        self.clear()
        self.add_widget(self._board)
        self._add_head(self._pages[page].hint)
        self._add_card(page)
        self._add_foot(page)
        self._add_marks(self._pages[page])

    def _add_head(self, hint: str) -> None:
        area = self._area
        touch, high = dp(theme.TOUCH), _head_height(area.width)
        back = Box(area.right - dp(_BACK), area.top - touch, dp(_BACK), touch)
        title = Box(area.x, area.top - high, back.x - area.x - dp(_GAP), high)
        self.write(
            hint,
            title,
            size=theme.DECISION_TEXT,
            bold=True,
        )
        self.button(back, "back", _("Back"), lambda: self._leave(self.navigator.back))

    def _add_foot(self, page: int) -> None:
        area = self._area
        foot = Box(area.x, area.y, area.width, dp(_FOOT))
        texts = (_("Previous"), _("Next"), _("Play"))
        before, after, play = split_for(foot, texts, dp(_GAP))
        pages = len(self._pages)
        self.button(before, "previous", texts[0], lambda: self._show((page - 1) % pages))
        self.button(after, "next", texts[1], lambda: self._show((page + 1) % pages))
        goal = routes.End() if self._finished else routes.Table()

        def leave() -> None:
            self._leave(lambda: self.navigator.replace(goal))

        self.button(play, "play", texts[2], leave, primary=True)

    def _add_card(self, page: int) -> None:
        self.add_widget(_card(self._card_box, self._pages, page, self._correct))

    # Where it lies on the picture

    def _add_marks(self, item: Item) -> None:
        marks = Surface(self._board.box)
        square = self._board.box
        with marks.canvas:
            for field in item.fields:
                radius = self._board.ring.disc_radius() * 1.25
                shapes.ring(self._board.field_center(field), radius, theme.LIGHT, dp(1.6))
            if item.plains:
                plains = self._board.ring.plains
                _outline(_around([plains[plain] for plain in item.plains]))
            if item.corner:
                side = self._board.ring.side
                corner = Box(square.x + dp(3), square.top - side * 0.31, side * 0.14, side * 0.31)
                _outline(self._board.ring.turned_box(corner))
        self.add_widget(marks)


def places(box: Box) -> tuple[Box, Box]:
    """The board's square, and beside it, on an upright screen below it, the room for the rest."""
    if box.is_upright:
        side = min(box.width, box.height - dp(_LEAST_BELOW))
        square = Box(box.center[0] - side / 2, box.top - side, side, side)
        return square, Box(box.x, box.y, box.width, square.y - box.y)
    side = min(box.height, box.width * 0.62)
    square = Box(box.x, box.center[1] - side / 2, side, side)
    return square, Box(square.right, box.y, box.right - square.right, box.height)


def draw_ahead(box: Box, state: GameState, settings: Settings, lie: Rotation) -> Iterator[None]:
    """Draw, in short steps, what the first picture on a screen of that size will be made of."""
    square, rest = places(box)
    yield from board.draw_ahead(square, board_picture(state), lie)
    card = _card_box(rest)
    _card(card, _all_pages(state, settings, card), 0, _unheard).close()
    yield


def _unheard(_thing: Thing) -> None:
    """What is thrown away before it is shown cannot be tapped."""


def _card_box(rest: Box) -> Box:
    """Where the card lies in the room that the board leaves."""
    area = rest.inset(dp(_MARGIN))
    below = dp(_FOOT + _GAP)
    above = _head_height(area.width) + dp(_GAP)
    return Box(area.x, area.y + below, area.width, area.height - below - above)


def _head_height(width: float) -> float:
    """How high what to do is above the card, and the way back beside it, in pixels."""
    room = width - dp(_BACK + _GAP)
    words = (text_height(hint, room, least_words(), bold=True) for hint in hints())
    return max(float(dp(theme.TOUCH)), *words)


def _all_pages(state: GameState, settings: Settings, card: Box) -> list[Item]:
    found = items(state, open_chips=settings.open_chips)
    return [page for item in found for page in _pages(item, card)]


def _card(box: Box, pages: list[Item], page: int, correct: Callable[[Thing], None]) -> Surface:
    """A page of what to compare, each line of which may lead to its correction."""
    item = pages[page]
    card = Surface(box)
    card.fill(theme.PAPER, radius=12)
    inner = box.inset(dp(_PADDING))
    column = Column(inner, dp(_LINE_GAP))
    head = column.take(_title_height(item, inner))
    wide = _title_width(inner)
    title = Box(head.x, head.y, wide, head.height)
    place = Box(title.right + dp(6), head.y, head.right - title.right - dp(6), head.height)
    card.write(item.title, title, size=theme.TITLE_TEXT, bold=True)
    card.write(
        _("{page} of {pages}", page=page + 1, pages=len(pages)),
        place,
        ink=theme.INK_SOFT,
        halign="right",
    )
    for number, line in enumerate(item.lines):
        place = column.take(_line_height(line, inner.width))
        if line.thing is None:
            _draw_line(card, line, place)
        else:
            card.add_widget(_line_button(number, line, partial(correct, line.thing), place))
    return card


def _line_button(number: int, line: Line, on_tap: Callable[[], None], box: Box) -> Tap:
    tap = Tap(box, f"differs.{number}", on_tap)
    tap.fill(theme.PAPER_SHADE, radius=10)
    tap.shade_when_pressed()
    _draw_line(tap, line, box.inset(*map(dp, _AROUND)))
    return tap


def _around(boxes: list[Box]) -> Box:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, top = max(box.right for box in boxes), max(box.top for box in boxes)
    return Box(x, y, right - x, top - y).inset(-dp(5))


def _outline(box: Box) -> None:
    Ink(*theme.LIGHT)
    SmoothLine(rounded_rectangle=(*box, dp(10)), width=dp(1.6))


def _title_height(item: Item, inner: Box) -> float:
    return max(dp(28.0), text_height(item.title, _title_width(inner), theme.TITLE_TEXT, bold=True))


def _title_width(inner: Box) -> float:
    """What a title has of a card's width: all that the number of the page beside it leaves."""
    widest = _("{page} of {pages}", page=_MOST_PAGES, pages=_MOST_PAGES)
    return inner.width - text_width(widest, least_words()) - dp(6)


def _pages(item: Item, card: Box) -> list[Item]:
    """The item, in as many pages as its lines need on a card of that size."""
    inner = card.inset(dp(_PADDING))
    pages = in_pages(
        item.lines,
        lambda line: _line_height(line, inner.width) + dp(_LINE_GAP),
        inner.height - _title_height(item, inner),
    )
    return [replace(item, lines=tuple(lines)) for lines in pages]


def _text_left(line: Line) -> float:
    return float(dp(2 * _SIGN + 10)) if line.piece is not None else 0.0


def _line_widths(line: Line, width: float) -> tuple[float, float]:
    """The width of the text, and of what stands at its right."""
    right = 0.0
    if line.number:
        right = text_width(line.number, theme.DECISION_TEXT, bold=True)
    elif line.stack is not None:
        right = float(dp(_WORKER[0]))
    elif _stones_beside(line, width):
        right = _stones_width(line)
    right = min(right, width * 0.6)
    gap = dp(8) if right else 0.0
    return width - _text_left(line) - right - gap, right


def _below_width(line: Line, width: float) -> float:
    """What stands below the text has the whole width, but for a stack at its right."""
    return _line_widths(line, width)[0] if line.stack else width - _text_left(line)


def _stones_width(line: Line) -> float:
    return float(len(line.stones) * dp(2 * _STONE + 4))


def _stones_beside(line: Line, width: float) -> bool:
    """Whether the stones stand beside the name; else they have a row of their own."""
    return 0 < _stones_width(line) <= width * 0.55


def _line_height(line: Line, width: float) -> float:
    """How high a line is on a card of that width, with what it has around it as a target."""
    if line.thing is None:
        return _written_height(line, width)
    across, along = map(dp, _AROUND)
    return max(dp(theme.TOUCH), _written_height(line, width - 2 * across) + 2 * along)


def _written_height(line: Line, width: float) -> float:
    text, _right = _line_widths(line, width)
    height = sp(22.0) if line.is_name else text_height(line.text, text, theme.DECISION_TEXT)
    for below in line.below:
        height += text_height(below, _below_width(line, width), theme.TEXT)
    if line.stones and not _stones_beside(line, width):
        height += dp(2 * _STONE + 6)
    return max(height, dp(2.0 * _SIGN) if line.piece is not None else 0.0)


def _draw_line(card: Surface, line: Line, box: Box) -> None:
    width, right = _line_widths(line, box.width)
    left = box.x + _text_left(line)
    column = Column(Box(left, box.y, width, box.height), 0)
    height = sp(22.0) if line.is_name else text_height(line.text, width, theme.DECISION_TEXT)
    alone = not line.below and not line.stones
    first = column.take(max(height, box.height if alone else 0.0))
    card.write(
        line.text,
        first,
        size=theme.DECISION_TEXT,
        bold=line.is_name,
        is_name=line.is_name,
    )
    for below in line.below:
        wide = _below_width(line, box.width)
        place = column.take(text_height(below, wide, theme.TEXT))
        card.write(below, Box(place.x, place.y, wide, place.height), ink=theme.INK_SOFT)
    side = Box(box.right - right, box.y, right, box.height)
    if line.number:
        card.write(line.number, side, size=theme.DECISION_TEXT, bold=True, halign="right")
    with card.canvas:
        if line.piece is not None:
            _draw_piece(line, (box.x + dp(_SIGN), box.top - dp(_SIGN)))
        beside = _stones_beside(line, box.width)
        x = box.right - _stones_width(line) if beside else left
        y = first.center[1] if beside else box.y + dp(_STONE)
        for number, stone in enumerate(line.stones):
            center = (x + dp(_STONE) + number * dp(2 * _STONE + 4), y)
            drawing.rune_stone(stone, center, dp(_STONE), _holder(line))
        for height_in_stack, color in enumerate(line.stack or ()):
            y = box.y + dp(_WORKER[1]) * (0.7 + height_in_stack * 1.25)
            drawing.worker(color, (side.center[0], y), side.width, dp(_WORKER[1]))


def _holder(line: Line) -> Color | None:
    return line.piece if isinstance(line.piece, Color) else None


def _draw_piece(line: Line, center: shapes.Point) -> None:
    if isinstance(line.piece, DruidFigure):
        drawing.druid(center, dp(_SIGN))
    else:
        drawing.sign(line.piece, center, dp(_SIGN))
