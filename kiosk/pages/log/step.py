"""The board after a step: the picture, the players' trays, and the moves."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple, cast

from kivy.metrics import dp
from msgspec.structs import replace

from kiosk.pages.log.view import LogDetail, turn_block
from kiosk.pieces.board import BoardView, square_at_left, square_on_top
from kiosk.pieces.picture import board_picture, tray_pictures
from kiosk.pieces.tray import TraysOnce, once_height
from kiosk.rotation import Rotation
from kiosk.routes import AmendKind, Amendment
from kiosk.ui.form import (
    GAP_ROW,
    Block,
    Button,
    Column,
    Ground,
    Row,
    Style,
    Text,
    Tone,
    Widget,
    back_button,
    call,
    reading_card,
)
from kiosk.ui.renderer import FormView, Pages, height_of
from kiosk.ui.surface import Box, Surface
from kiosk.ui.theme import DECISION_TEXT, GAP, SMALL_TEXT
from kiosk.words.language import _
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import reason_paragraph, rules_of

_MARGIN = (16, 12)
_FOOT = 52
_BACK = 0.45
_UPRIGHT_BOARD = 0.75
"""Width of the board on an upright page, relative to the page."""
_BELOW = 384
"""Least height of the part below it, in dp."""


class StepView(Surface):
    """Shows one row of the log; `on_step` changes to another, `on_back` leads to the rows.

    Both receive the place of the row in the log; `on_edit` receives an amendment, `on_about` the
    ids of rules to explain. `place` is that of the current row, `reads`: its reasons are open,
    `reads_at_once`: they were opened first. `forgot`: the place of a forgotten step is wanted.
    Keys: `earlier` and `later` lead to the neighbouring rows, `why` shows the reasons; `change`
    leads to another answer, `insert` to a forgotten step after this one, `remove` leaves it out;
    `more` shows further moves; `back`.
    """

    def __init__(
        self,
        box: Box,
        lie: Rotation,
        on_step: Callable[[int], None],
        on_edit: Callable[[Amendment], None],
        on_about: Callable[[tuple[str, ...]], None],
        on_back: Callable[[int], None],
        *,
        forgot: bool = False,
        foot: float = 0,
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
        places = _places(box, foot)
        self.foot = places.foot
        self._board = BoardView(places.board, lambda _field, _up: None, lambda _plain: None, lie)
        self.add_widget(self._board)
        self._pages: Pages = {}
        self._side = None if places.side is None else FormView(places.side, _do)
        self._main = FormView(places.main, _do, self._pages)
        for view in filter(None, (self._side, self._main)):
            self.add_widget(view)

    def show(self, place: int, detail: LogDetail, *, open_chips: bool) -> None:
        """Show the row at a place, and the board after it; `open_chips`: with the hands."""
        self.place, self._detail, self._open_chips = place, detail, open_chips
        self._board.show(board_picture(detail.state, pointed=detail.field, face=detail.face))
        self._pages.clear()
        self._draw(detail)

    def say(self, text: str) -> None:
        """Show why there is no other row."""
        if self._detail is not None:
            self._draw(self._detail, said=text)

    def read(self, *, at_once: bool) -> None:
        """Show the reasons of the current row; `at_once` leads back to the rows."""
        detail = self._detail
        if detail is None:
            return
        self.reads, self.reads_at_once = True, at_once
        back = call(self._on_back, self.place) if at_once else call(self._draw, detail)
        about = Button("about", call(self._on_about, rules_of(detail.reasons)), _("All about it"))
        # Typed reasons may be longer than a page, and continue like other texts.
        told = [Paragraph(detail.title, ""), *map(reason_paragraph, detail.reasons)]
        self._pages.clear()
        self._show(reading_card(_("Why?"), told, back_button(back), about), ())

    def _show(self, main: Block, side: tuple[Block, ...]) -> None:
        self._main.show(main)
        if self._side is not None:
            self._side.show(Column(side))

    def _draw(self, detail: LogDetail, said: str = "") -> None:
        self.reads = False
        back, turn = back_button(call(self._on_back, self.place)), turn_block(detail.turn)
        edits = [self._edit(wish) for wish in detail.edits]
        above: list[Block] = []
        below: list[Block] = [Row(tuple(self._ways(detail)), _FOOT, fits_texts=True)]
        if self._side is None:
            above = [Row((turn, replace(back, width=_BACK)))]
            below = [*([Row(tuple(edits))] if edits else []), *below]
        card = _card(detail, said)
        trays = self._trays(detail, self._left_by(Column((*above, card, *below))))
        rows = (*above, trays, card, *below)
        if self._left_by(Column(rows)) < 0:
            rows = (*above, replace(card, rows=(*card.rows, trays)), *below)
        beside = (Row((one,)) for one in edits)
        self._show(Column(rows), (Row((back,)), turn, GAP_ROW, *beside))

    def _left_by(self, rows: Column) -> float:
        """Return the height left by these rows at their lowest, in pixels."""
        return self._main.box.height - height_of(rows, self._main.box.width, 0.0)

    def _trays(self, detail: LogDetail, room: float) -> Widget:
        """Return the trays after the step, with open hands if `room` pixels allow."""
        players, width = len(detail.state.players), self._main.box.width
        high = once_height(players, width, hands=True) + dp(GAP)
        hands = self._open_chips and high <= room
        shown = tray_pictures(detail.state, open_chips=self._open_chips)
        return Widget(TraysOnce, (shown,), partial(once_height, players, hands=hands))

    def _ways(self, detail: LogDetail) -> Iterator[Button]:
        """Yield the buttons to the neighbouring rows, and to the reasons."""
        yield Button("earlier", call(self._on_step, self.place - 1), _("Earlier"))
        if detail.reasons:
            yield Button("why", call(self.read, at_once=False), _("Why?"))
        yield Button("later", call(self._on_step, self.place + 1), _("Later"))

    def _edit(self, wish: Amendment) -> Button:
        texts = {
            AmendKind.CHANGE: _("Change"),
            AmendKind.INSERT: _("Add after it"),
            AmendKind.REMOVE: _("Remove it"),
        }
        is_insert = wish.how is AmendKind.INSERT
        style = Style.PRIMARY if self._forgot and is_insert else Style.PLAIN
        width = 1.2 if is_insert else 1.0
        act = call(self._on_edit, wish)
        return Button(wish.how.value, act, texts[wish.how], style, width=width)


def _do(action: object) -> None:
    cast("Callable[[], None]", action)()


def _card(detail: LogDetail, said: str) -> Column:
    """Return a card with the step, its time or a message (`said`), and the moves."""
    time = _("{time} · undone", time=detail.time) if detail.struck else detail.time
    tone = Tone.BOLD if said or detail.struck else Tone.PLAIN
    texts = (
        Text(detail.title, Tone.BOLD, size=DECISION_TEXT, shrinks=True),
        Text(said or time, tone, size=SMALL_TEXT),
        *(Text(move, Tone.PLAIN) for move in detail.moves),
    )
    return Column(texts, gap=6, ground=Ground.PAPER, pages="more", share=1)


class _Places(NamedTuple):
    """Positions: the board, the column beside it on an upright page, the main column, the foot."""

    board: Box
    side: Box | None
    main: Box
    foot: Box


def _places(page: Box, foot: float) -> _Places:
    """Place everything beside the board; on an upright page the buttons beside it, the rest below.

    A foot of that height in pixels stays free: below the board, on an upright page below
    everything.
    """
    across, along = dp(_MARGIN[0]), dp(_MARGIN[1])
    box, low = page.footed(foot, 0)
    if not page.is_upright:
        board = square_at_left(box)
        left = board.right + dp(GAP)
        main = Box(left, page.y, page.right - left - across, page.height).inset(0, along)
        return _Places(board, None, main, low._replace(width=board.right - low.x))
    board = square_on_top(box, _UPRIGHT_BOARD, _BELOW)
    beside = Box(board.right, board.y, box.right - board.right, board.height)
    below = Box(box.x, box.y, box.width, board.y - box.y)
    return _Places(board, beside.inset(dp(GAP), along), below.inset(across, along), low)
