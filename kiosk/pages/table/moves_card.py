"""What to move, above the question or as a card in its place: nothing of it is ever hidden."""

from collections.abc import Callable

from kivy.metrics import dp, sp

from kiosk.pages.table.move_list import ROW_GAP, draw_rows, list_allowance, list_height, row_height
from kiosk.pages.table.moves_shown import Line, MovesShown
from kiosk.ui import theme
from kiosk.ui.paging import in_pages
from kiosk.ui.surface import Box, Surface, text_height, text_width
from kiosk.ui.tap import Tap, draw_button, draw_tells_more, round_button
from kiosk.words.language import _

_PADDING = 10
_BESIDE_PADDING = 8
_BESIDE_EDGE = 3
"""Above and below the moves that stand above the question, in dp."""
_TIGHT_EDGE = 1
"""The same where there is only room so."""
_SIGN = 30
"""What the question mark takes of the width, in sp."""
_MAIN = 56
_USUAL_LINES = (4, 6)
"""Few steps have more to move: room for so many at least and at most is kept free."""
_SHARE = 0.3
"""Of a column with room for more than the least."""


class MovesBeside(Tap):
    """The moves above the question; a tap tells why."""

    def __init__(self, box: Box, lines: tuple[Line, ...], on_tap: Callable[[], None]) -> None:
        super().__init__(box, "moves", on_tap)
        self.fill(theme.SURFACE, radius=10)
        inner = box.inset(dp(_BESIDE_PADDING), dp(_TIGHT_EDGE))
        high = min(inner.height, list_height(lines, inner.width - sp(_SIGN)))
        room = Box(inner.x, inner.center[1] - high / 2, inner.width - sp(_SIGN), high)
        draw_rows(self, room, lines, lines, theme.SURFACE)
        draw_tells_more(self, (inner.right - sp(11), inner.center[1]), theme.SURFACE)
        self.shade_when_pressed()


def beside_height(lines: tuple[Line, ...], width: float, *, tight: bool = False) -> float:
    """How high the moves above the question are, in pixels; 0 where there are none.

    `tight` is the least in which they can be read.
    """
    if not lines:
        return 0.0
    high = list_height(lines, width - dp(2 * _BESIDE_PADDING) - sp(_SIGN), tight=tight)
    return float(max(dp(theme.TOUCH), high + dp(2 * (_TIGHT_EDGE if tight else _BESIDE_EDGE))))


def beside_allowance(room: float) -> float:
    """How much of so many pixels is kept free for the moves above a question, set closely."""
    least, most = (list_allowance(lines) + dp(2 * _TIGHT_EDGE) for lines in _USUAL_LINES)
    return max(least, min(most, room * _SHARE))


def card_height(moves: MovesShown, width: float) -> float:
    """How high a card has to be for all moves on one page, in pixels."""
    inner = width - 2 * dp(_PADDING)
    rows = sum(row_height(line, moves.lines, inner) for line in moves.lines)
    gaps = dp(ROW_GAP) * (len(moves.lines) + 1)
    return float(2 * dp(_PADDING) + _head_height(moves, inner) + rows + gaps + dp(_MAIN))


def _title_width(inner: float) -> float:
    return inner - dp(theme.TOUCH + 44)


def _head_height(moves: MovesShown, inner: float) -> float:
    title = text_height(moves.title, _title_width(inner), theme.TITLE_TEXT, bold=True)
    return max(float(dp(theme.TOUCH - 8)), title)


class MovesCard(Surface):
    """The moves in the question's place, page by page; its main button says that they are made.

    Every page is seen before that: "More" stands in the same place. `on_page` hears of another one.
    """

    def __init__(
        self,
        box: Box,
        moves: MovesShown,
        on_done: Callable[[], None],
        on_why: Callable[[], None],
        on_page: Callable[[], None],
    ) -> None:
        super().__init__(box)
        self._moves = moves
        self._on_done = on_done
        self._on_why = on_why
        self._on_page = on_page
        self._inner = box.inset(dp(_PADDING))
        width = self._inner.width
        self._head = _head_height(moves, width)
        room = self._inner.height - self._head - dp(_MAIN) - 2 * dp(ROW_GAP)
        self._pages = in_pages(
            moves.lines,
            lambda line: row_height(line, moves.lines, width) + dp(ROW_GAP),
            room + dp(ROW_GAP),
        )
        self._show(0)

    def _show(self, page: int) -> None:
        self.wipe()
        self.fill(theme.PAPER, radius=14)
        inner = self._inner
        head = Box(inner.x, inner.top - self._head, inner.width, self._head)
        self._draw_head(head)
        foot = inner.y + dp(_MAIN + ROW_GAP)
        rows = Box(inner.x, foot, inner.width, head.y - dp(ROW_GAP) - foot)
        draw_rows(self, rows, self._pages[page], self._moves.lines, theme.PAPER)
        self._lay_foot(page)

    def _turn(self, page: int) -> None:
        self._show(page)
        self._on_page()

    def _draw_head(self, box: Box) -> None:
        title = Box(box.x, box.y, _title_width(box.width), box.height)
        self.write(self._moves.title, title, size=theme.TITLE_TEXT, bold=True)
        why = Box(box.right - dp(theme.TOUCH - 6), box.top - dp(theme.TOUCH - 6), *_touch())
        if self._moves.number:
            text = str(self._moves.number)
            width = text_width(text, theme.DECISION_TEXT) + dp(2)
            number = Box(why.x - width - dp(4), box.y, width, box.height)
            self.write(text, number, ink=theme.INK_SOFT, size=theme.DECISION_TEXT)
        self.add_widget(round_button(why, "moves.why", "?", self._on_why))

    def _lay_foot(self, page: int) -> None:
        foot = Box(self._inner.x, self._inner.y, self._inner.width, dp(_MAIN))
        last = len(self._pages) - 1
        if page:
            before, foot = foot.split((1, 4), dp(theme.GAP))
            self._button(before, "moves.before", "‹", lambda: self._turn(page - 1), theme.RAISED)
        if page < last:
            text = _("More ({page} of {pages})", page=page + 1, pages=last + 1)
            self._button(foot, "moves.more", text, lambda: self._turn(page + 1), theme.RAISED)
            return
        text = _("Done · {what}", what=self._moves.follows)
        self._button(foot, "moves.done", text, self._on_done, theme.RIVER)

    def _button(
        self, box: Box, key: str, text: str, on_tap: Callable[[], None], fill: theme.Rgb
    ) -> None:
        tap = Tap(box, key, on_tap)
        draw_button(tap, text=text, fill=fill, bold=True, size=theme.TITLE_TEXT)
        self.add_widget(tap)


def _touch() -> tuple[float, float]:
    return (float(dp(theme.TOUCH)), float(dp(theme.TOUCH)))
