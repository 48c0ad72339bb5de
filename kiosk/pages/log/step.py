"""The board as it lay after a step: the picture, how everybody stood, and what moved."""

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from kiosk.pages.log.rows import draw_turn
from kiosk.pages.log.view import LogDetail
from kiosk.pieces.board import BoardView
from kiosk.pieces.picture import board_picture, standings
from kiosk.pieces.standings import Standings, tiles_height
from kiosk.toolkit import theme
from kiosk.toolkit.paging import in_pages
from kiosk.toolkit.reading import ReadingCard
from kiosk.toolkit.surface import Box, Column, Surface, text_height
from kiosk.toolkit.tap import Tap, draw_button
from kiosk.words.language import _
from kiosk.words.reasons import reason_paragraph

_MARGIN = 12
_GAP = 8
_BACK = 110
_FOOT = 52
_PADDING = 12
_LINE_GAP = 6


class StepView(Surface):
    """Shows a row of the log at a time; `on_step` is asked for another, `on_back` for the rows.

    Both are told the place of the row in the log. Keys: `earlier` and `later` ask for the rows
    beside, `why` shows the rules behind it, `more` its further moves; `back`.
    """

    def __init__(
        self, box: Box, on_step: Callable[[int], None], on_back: Callable[[int], None]
    ) -> None:
        super().__init__(box)
        self._on_step = on_step
        self._on_back = on_back
        self._place = 0
        self._detail: LogDetail | None = None
        self._open_chips = False
        side = box.height
        self._board = BoardView(
            Box(box.x, box.y, side, side), lambda _field, _lifted: None, lambda _plain: None
        )
        left = box.x + side + dp(_GAP)
        area = Box(left, box.y, box.right - left - dp(16), box.height)
        self._area = area.inset(0, dp(_MARGIN))

    def show(self, place: int, detail: LogDetail, *, open_chips: bool) -> None:
        """Show the row at that place, and the board after it; `open_chips`: with the hands."""
        self._place, self._detail, self._open_chips = place, detail, open_chips
        self._board.show(board_picture(detail.state, pointed=detail.field, face=detail.face))
        self._draw(detail)

    def say(self, text: str) -> None:
        """Say why there is no other row to show."""
        if self._detail is not None:
            self._draw(self._detail, said=text)

    def _draw(self, detail: LogDetail, *, moves: int = 0, said: str = "") -> None:
        self.wipe()
        self.add_widget(self._board)
        column = Column(self._area, dp(_GAP))
        head = column.take(dp(theme.TOUCH))
        back = Box(head.right - dp(_BACK), head.y, dp(_BACK), head.height)
        self._button(back, "back", _("Back"), lambda: self._on_back(self._place))
        draw_turn(self, detail.turn, Box(head.x, head.y, back.x - head.x - dp(_GAP), head.height))
        tiles = column.take(tiles_height(hands=self._open_chips))
        shown = standings(detail.state, open_chips=self._open_chips)
        self.add_widget(Standings(tiles, shown, tiles=True))
        rest = column.rest()
        foot = Box(rest.x, rest.y, rest.width, dp(_FOOT))
        card = Box(rest.x, foot.top + dp(_GAP), rest.width, rest.height - foot.height - dp(_GAP))
        self._draw_card(detail, card, moves, said)
        self._add_foot(detail, foot)

    # What happened

    def _draw_card(self, detail: LogDetail, box: Box, page: int, said: str) -> None:
        card = Surface(box)
        card.fill(theme.PAPER, radius=12)
        self.add_widget(card)
        inner = box.inset(dp(_PADDING))
        column = Column(inner, dp(_LINE_GAP))
        for text, size, bold in _head(detail, said):
            high = text_height(text, inner.width, size, bold=bold)
            card.write(text, column.take(high), size=size, bold=bold, valign="top")
        pages = _move_pages(detail.moves, column.rest())
        for text in pages[page]:
            high = text_height(text, inner.width, theme.TEXT)
            card.write(text, column.take(high), valign="top")
        if len(pages) > 1:
            place = Box(inner.x, inner.y, inner.width, dp(theme.TOUCH))
            more = _("More ({page} of {pages})", page=page + 1, pages=len(pages))
            following = (page + 1) % len(pages)
            self._button(place, "more", more, lambda: self._draw(detail, moves=following))

    # Where to go from here

    def _add_foot(self, detail: LogDetail, foot: Box) -> None:
        earlier, why, later = foot.split((1, 1, 1), dp(_GAP))
        step = self._on_step
        self._button(earlier, "earlier", _("Earlier"), partial(step, self._place - 1))
        if detail.reasons:
            self._button(why, "why", _("Why?"), partial(self._read, detail))
        self._button(later, "later", _("Later"), partial(step, self._place + 1))

    def _read(self, detail: LogDetail) -> None:
        self.wipe()
        self.add_widget(self._board)
        rules = [reason_paragraph(one) for one in detail.reasons]
        self.add_widget(ReadingCard(self._area, detail.title, rules, lambda: self._draw(detail)))

    def _button(self, box: Box, key: str, text: str, on_tap: Callable[[], None]) -> None:
        tap = Tap(box, key, on_tap)
        draw_button(tap, text=text, fill=theme.RAISED)
        self.add_widget(tap)


def _head(detail: LogDetail, said: str) -> list[tuple[str, int, bool]]:
    """What stands above the moves: each text with its size in dp, and whether it is bold."""
    time = _("{time} · taken back", time=detail.time) if detail.struck else detail.time
    return [
        (detail.title, theme.DECISION_TEXT, True),
        (said or time, theme.SMALL_TEXT, bool(said) or detail.struck),
    ]


def _move_pages(moves: tuple[str, ...], room: Box) -> list[list[str]]:
    """The moves, in as many pages as they need; more than one leave room for a button."""

    def height(text: str) -> float:
        return text_height(text, room.width, theme.TEXT) + dp(_LINE_GAP)

    pages = in_pages(moves, height, room.height + dp(_LINE_GAP))
    if len(pages) == 1:
        return pages
    return in_pages(moves, height, room.height - dp(theme.TOUCH))
