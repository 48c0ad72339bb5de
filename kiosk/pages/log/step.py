"""The board as it lay after a step: the picture, how everybody stood, and what moved."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from kivy.metrics import dp, sp

from kiosk.pages.amend.view import How, Wish
from kiosk.pages.log.rows import draw_turn
from kiosk.pages.log.view import LogDetail
from kiosk.pieces.board import BoardView, square_at_left, square_on_top
from kiosk.pieces.picture import board_picture, standings
from kiosk.pieces.standings import Standings, tiles_height
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.paging import in_pages
from kiosk.ui.reading import ReadingCard
from kiosk.ui.surface import Box, Column, Surface, text_height
from kiosk.ui.tap import Tap, draw_button, fitting_size, split_for
from kiosk.words.language import _
from kiosk.words.reasons import reason_paragraph, rules_of

_MARGIN = 12
_GAP = 8
_BACK = 110
_FOOT = 52
_UPRIGHT_BOARD = 0.75
"""How much of an upright screen's width the board takes."""
_BELOW = 384
"""The least height of what stands below it, in dp."""
_HEAD = 48
"""How high it stands at its side, in sp: two lines."""
_TURN = 56
"""How high the turn stands beside it, in sp."""
_PADDING = 12
_LINE_GAP = 6


class StepView(Surface):
    """Shows a row of the log at a time; `on_step` is asked for another, `on_back` for the rows.

    Both are told the place of the row in the log; `on_edit` is told what shall be put right,
    `on_about` the ids of the rules about which all is wanted. `place` is that of the row that is
    shown, `reads` tells whether the rules behind it are read, `reads_at_once` that there was
    nothing else to see before. `forgot`: somebody looks for where a step was forgotten. Keys:
    `earlier` and `later` ask for the rows beside, `why` shows the rules behind it; `change` leads
    to another answer, `insert` to a forgotten step after this one, `remove` leaves it out; `more`
    shows its further moves; `back`.
    """

    def __init__(
        self,
        box: Box,
        lie: Rotation,
        on_step: Callable[[int], None],
        on_edit: Callable[[Wish], None],
        on_about: Callable[[tuple[str, ...]], None],
        on_back: Callable[[int], None],
        *,
        forgot: bool = False,
    ) -> None:
        super().__init__(box)
        self._on_step = on_step
        self._on_edit = on_edit
        self._forgot = forgot
        self._on_about = on_about
        self._on_back = on_back
        self.place = 0
        self.reads = self.reads_at_once = False
        self._detail: LogDetail | None = None
        self._open_chips = False
        self._places = _upright_places(box) if box.height > box.width else _wide_places(box)
        self._board = BoardView(
            self._places.board, lambda _field, _lifted: None, lambda _plain: None, lie
        )
        self.add_widget(self._board)
        self._sheet = Surface(box)
        """All but the board, which stays from row to row."""
        self.add_widget(self._sheet)

    def show(self, place: int, detail: LogDetail, *, open_chips: bool) -> None:
        """Show the row at that place, and the board after it; `open_chips`: with the hands."""
        self.place, self._detail, self._open_chips = place, detail, open_chips
        self._board.show(board_picture(detail.state, pointed=detail.field, face=detail.face))
        self._draw(detail)

    def say(self, text: str) -> None:
        """Say why there is no other row to show."""
        if self._detail is not None:
            self._draw(self._detail, said=text)

    def read(self, *, at_once: bool) -> None:
        """Read the rules behind the row that is shown; `at_once` leads back to the rows."""
        if self._detail is not None:
            self._read(self._detail, at_once=at_once)

    def _draw(self, detail: LogDetail, *, moves: int = 0, said: str = "") -> None:
        self._sheet.wipe()
        self.reads = False
        places = self._places
        self._button(places.back, "back", _("Back"), lambda: self._on_back(self.place))
        draw_turn(self._sheet, detail.turn, places.turn)
        body = places.body_above_edits if detail.edits else places.body
        players, width = len(detail.state.players), body.width
        most = body.height - dp(_GAP) - _least_card(detail, said, width)
        hands = self._open_chips and tiles_height(players, width, hands=True) <= most
        high = tiles_height(players, width, hands=hands)
        tiles = Box(body.x, body.top - high, width, high)
        self._sheet.add_widget(Standings(tiles, standings(detail.state, open_chips=hands)))
        card = Box(body.x, body.y, width, body.height - high - dp(_GAP))
        self._draw_card(detail, card, moves, said)
        self._add_foot(detail)

    # What happened

    def _draw_card(self, detail: LogDetail, box: Box, page: int, said: str) -> None:
        card = Surface(box)
        card.fill(theme.PAPER, radius=12)
        self._sheet.add_widget(card)
        inner = box.inset(dp(_PADDING))
        column = Column(inner, dp(_LINE_GAP))
        pages = _pages(_texts(detail, said), inner)
        for text in pages[page]:
            card.write(
                text.words,
                column.take(_high(text, inner.width)),
                size=text.size,
                bold=text.bold,
                valign="top",
            )
        if len(pages) > 1:
            place = Box(inner.x, inner.y, inner.width, dp(theme.TOUCH))
            more = _("More ({page} of {pages})", page=page + 1, pages=len(pages))
            following = (page + 1) % len(pages)
            self._button(place, "more", more, lambda: self._draw(detail, moves=following))

    # Where to go from here

    def _add_foot(self, detail: LogDetail) -> None:
        texts = (_("Earlier"), _("Why?"), _("Later"))
        size = fitting_size(self._places.foot, texts, dp(_GAP), theme.DECISION_TEXT)
        earlier, why, later = split_for(self._places.foot, texts, dp(_GAP), size)
        step = self._on_step
        self._button(earlier, "earlier", texts[0], partial(step, self.place - 1))
        if detail.reasons:
            self._button(why, "why", texts[1], partial(self._read, detail))
        self._button(later, "later", texts[2], partial(step, self.place + 1))
        if detail.edits:
            self._add_edits(detail.edits)

    def _add_edits(self, edits: Sequence[Wish]) -> None:
        texts = {
            How.CHANGE: _("Change"),
            How.INSERT: _("Put in after it"),
            How.REMOVE: _("Leave out"),
        }
        box = self._places.edits
        shares = [1.2 if wish.how is How.INSERT else 1.0 for wish in edits]
        places = box.split(shares, dp(_GAP))
        if box.height > box.width:
            places = box.rows((1,) * len(edits), dp(_GAP))
        for wish, place in zip(edits, places, strict=True):
            act, primary = partial(self._on_edit, wish), self._forgot and wish.how is How.INSERT
            self._button(place, wish.how.value, texts[wish.how], act, primary=primary)

    def _read(self, detail: LogDetail, *, at_once: bool = False) -> None:
        self._sheet.wipe()
        self.reads, self.reads_at_once = True, at_once
        rules = [reason_paragraph(one) for one in detail.reasons]
        about = partial(self._on_about, rules_of(detail.reasons))
        back = partial(self._on_back, self.place) if at_once else partial(self._draw, detail)
        self._sheet.add_widget(ReadingCard(self._places.reading, detail.title, rules, back, about))

    def _button(
        self, box: Box, key: str, text: str, on_tap: Callable[[], None], *, primary: bool = False
    ) -> None:
        tap = Tap(box, key, on_tap)
        draw_button(tap, text=text, fill=theme.RIVER if primary else theme.RAISED, bold=primary)
        self._sheet.add_widget(tap)


class _Places(NamedTuple):
    """Where everything is: `body` for standings and what moved, `reading` for the rules.

    `foot` is for the three buttons that lead to other rows and to the rules, `edits` those that put
    the step right, where it can be: then the body is `body_above_edits`.
    """

    board: Box
    back: Box
    turn: Box
    edits: Box
    body: Box
    body_above_edits: Box
    foot: Box
    reading: Box


def _wide_places(box: Box) -> _Places:
    """Everything stands beside the board."""
    board = square_at_left(box)
    left = board.right + dp(_GAP)
    area = Box(left, box.y, box.right - left - dp(16), box.height).inset(0, dp(_MARGIN))
    high = max(dp(theme.TOUCH), sp(_HEAD))
    head = Box(area.x, area.top - high, area.width, high)
    back = Box(head.right - dp(_BACK), head.y, dp(_BACK), head.height)
    turn = Box(head.x, head.y, back.x - head.x - dp(_GAP), head.height)
    rest, foot = area.footed(dp(_FOOT), dp(_GAP))
    body = Box(rest.x, rest.y, rest.width, head.y - dp(_GAP) - rest.y)
    above, edits = body.footed(dp(theme.TOUCH), dp(_GAP))
    return _Places(board, back, turn, edits, body, above, foot, area)


def _upright_places(box: Box) -> _Places:
    """The ways back and to another answer, and the turn stand beside the board, all else below."""
    board = square_on_top(box, _UPRIGHT_BOARD, _BELOW)
    side = board.height
    beside = Box(board.right, board.y, box.right - board.right, side).inset(dp(_GAP), dp(_MARGIN))
    back = Box(beside.x, beside.top - dp(theme.TOUCH), beside.width, dp(theme.TOUCH))
    high = sp(_TURN)
    turn = Box(beside.x, back.y - dp(_GAP) - high, beside.width, high)
    area = Box(box.x, box.y, box.width, board.y - box.y).inset(dp(16), dp(_MARGIN))
    body, foot = area.footed(dp(theme.TOUCH), dp(_GAP))
    most = 3 * dp(theme.TOUCH) + 2 * dp(_GAP)
    edits = Box(beside.x, beside.y, beside.width, min(most, turn.y - dp(_GAP) - beside.y))
    return _Places(board, back, turn, edits, body, body, foot, area)


class _Text(NamedTuple):
    """A text of the card, with its size in sp."""

    words: str
    size: int
    bold: bool = False


def _texts(detail: LogDetail, said: str) -> list[_Text]:
    """What stands on the card: what it was, when, or what is `said`, and what moved."""
    time, stands_out = detail.time, detail.struck or detail.amended
    if detail.struck:
        time = _("{time} · undone", time=detail.time)
    elif detail.amended:
        time = _("{time} · changed later", time=detail.time)
    return [
        _Text(detail.title, theme.DECISION_TEXT, bold=True),
        _Text(said or time, theme.SMALL_TEXT, bold=bool(said) or stands_out),
        *(_Text(move, theme.TEXT) for move in detail.moves),
    ]


def _high(text: _Text, width: float) -> float:
    return text_height(text.words, width, text.size, bold=text.bold)


def _least_card(detail: LogDetail, said: str, width: float) -> float:
    """How high a card has to be for any of its texts above a button, in pixels."""
    inner = width - 2 * dp(_PADDING)
    highest = max(_high(text, inner) for text in _texts(detail, said))
    return highest + dp(theme.TOUCH + _LINE_GAP + 2 * _PADDING)


def _pages(texts: list[_Text], room: Box) -> list[list[_Text]]:
    """The texts, in as many pages as they need; more than one leave room for a button."""

    def height(text: _Text) -> float:
        return _high(text, room.width) + dp(_LINE_GAP)

    pages = in_pages(texts, height, room.height + dp(_LINE_GAP))
    if len(pages) == 1:
        return pages
    return in_pages(texts, height, room.height - dp(theme.TOUCH))
