"""The log: everything that was done, and what was taken back (touchscreen, "Screens").

Reading it changes nothing.
"""

from functools import partial
from typing import NamedTuple

from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.memory.timeline import whole_log
from kiosk.navigator import Navigator, Page
from kiosk.pages.amend.view import Wish
from kiosk.pages.log.rows import draw_turn, line_height, line_tap, why_tap
from kiosk.pages.log.step import StepView
from kiosk.pages.log.view import Forgotten, log_detail, log_pages, page_lines
from kiosk.pieces.form import RulesBehind
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column
from kiosk.ui.tap import Tap, draw_button
from kiosk.words.language import _

_MARGIN = 12
_GAP = 8
_TITLE = 40
_SIDE = 110
"""The column of buttons at the right."""
_TURN = 106
_NARROW_TURN = 88
_ASIDE = 4
"""So far a row's question mark stands out of the rows in dp; where nothing is beside, farther."""
_FAR_ASIDE = 12


class _Places(NamedTuple):
    """Where everything stands: `turns` and `whys` beside the rows, `turning` for four buttons."""

    head: Box
    back: Box
    turns: Box
    rows: Box
    whys: Box
    turning: list[Box]


def _places(box: Box) -> _Places:
    """The buttons that turn pages stand beside the rows, on an upright screen below them."""
    inner = box.inset(dp(16), dp(_MARGIN))
    touch, width = dp(theme.TOUCH), dp(_SIDE)
    back = Box(inner.right - width, inner.top - touch, width, touch)
    if box.height > box.width:
        foot = Box(inner.x, inner.y, inner.width, touch)
        turning = foot.split((1,) * 4, dp(_GAP))
        top, turn = back.y - dp(_GAP), sp(_NARROW_TURN)
        body = Box(inner.x, foot.top + dp(_MARGIN), inner.width, top - foot.top - dp(_MARGIN))
        aside = dp(_FAR_ASIDE)
    else:
        side = Box(back.x, inner.y, width, back.y - dp(_GAP) - inner.y)
        turning = side.rows((1, 1.6, 1.6, 1), dp(_GAP))
        turn = max(dp(_TURN), sp(_NARROW_TURN))
        body = Box(inner.x, inner.y, back.x - dp(_MARGIN) - inner.x, inner.height - dp(_TITLE))
        aside = dp(_ASIDE)
    whys = Box(body.right + aside - touch, body.y, touch, body.height)
    turns = Box(body.x, body.y, turn, body.height)
    left = turns.right + dp(_GAP)
    rows = Box(left, body.y, whys.x - dp(_GAP) - left, body.height)
    head_width = back.x - dp(_MARGIN) - inner.x
    high = touch if box.height > box.width else dp(_TITLE - _GAP)
    head = Box(inner.x, inner.top - high, head_width, high)
    return _Places(head, back, turns, rows, whys, turning)


class _Read(NamedTuple):
    """The place of the row of a log of so many of which somebody reads why it was so.

    `at_once` is for who came from the rows themselves, and goes back to them.
    """

    rows: int
    place: int
    at_once: bool


class LogPage(Page):
    """All rows of the game in one column, the newest on top, page by page; a tap shows its board.

    Opened at `Forgotten` it asks for the step after which one was forgotten.
    Keys: `entry.<number>` shows the board after a row, `why.<number>` beside it the rules behind
    it, for a step that was put in `entry.<number>.<place>` with its place among those that count;
    `newer` and `older` turn the pages, `newest` and `oldest` go to their ends; `back`. Keys
    beside a board: those of `StepView`.
    """

    leads_to = ("amend",)

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        game = navigator.viewed
        self._now, self._log = game.state, whole_log(game)
        self._is_past = game is not self.app_state.session
        self._places = _places(self.box)
        self._pages = log_pages(
            self._log,
            room=self._places.rows.height,
            height=lambda shape: line_height(shape, self._places.rows.width) + dp(_GAP),
        )
        self._page = 0
        self._said = ""
        self._step: StepView | None = None
        kept = navigator.half_entered if navigator.opened_at is None else navigator.opened_at
        self._forgot = isinstance(kept, Forgotten) and not self._is_past
        self._show()
        if isinstance(kept, _Read) and kept.rows == len(self._log):
            self._explain(kept.place, at_once=kept.at_once)

    @property
    def half_entered(self) -> _Read | Forgotten | None:
        """Which row somebody reads why of: who looks up more about it comes back to that.

        Else that somebody looks for where a step was forgotten.
        """
        step = self._step
        if step is not None and step.reads:
            return _Read(len(self._log), step.place, step.reads_at_once)
        return Forgotten() if self._forgot else None

    def _leave(self) -> None:
        self._forgot = False
        self.navigator.back()

    def _put_right(self, wish: Wish) -> None:
        self._forgot = False
        self.navigator.go("amend", wish)

    def _show(self) -> None:
        self._step = None
        self.wipe()
        self.button(self._places.back, "back", _("Back"), self._leave)
        head = self._places.head
        if self._forgot and self._pages and not self._said:
            asks = _("After which step was one forgotten? Tap it.")
            self.write(asks, head, ink=theme.SAND, size=theme.DECISION_TEXT, bold=True)
        else:
            self.write(_("Log"), head, size=theme.LARGE_TEXT, bold=True)
            self._write_page(head)
        if self._pages:
            self._add_rows()
            self._add_turning()

    def _write_page(self, head: Box) -> None:
        """Which page it is, or what is said instead."""
        if not self._pages:
            self.write(
                _("Nothing has been done yet."),
                self.box,
                ink=theme.LIGHT_SOFT,
                size=theme.DECISION_TEXT,
                halign="center",
            )
            return
        page = _("Page {page} of {pages}", page=self._page + 1, pages=len(self._pages))
        self.write(
            self._said or page,
            head,
            ink=theme.SAND if self._said else theme.LIGHT_SOFT,
            halign="right",
        )

    # The rows

    def _add_rows(self) -> None:
        rows, whys, left = self._places.rows, self._places.whys, self._places.turns.x
        width = self._places.turns.width
        column = Column(rows, dp(_GAP))
        for group in page_lines(self._log, self._pages[self._page]):
            heights = [line_height(line.shape, rows.width) for line in group.lines]
            boxes = [column.take(height) for height in heights]
            foot = boxes[-1].y
            draw_turn(self, group.turn, Box(left, foot, width, boxes[0].top - foot))
            for line, place in zip(group.lines, boxes, strict=True):
                self.add_widget(line_tap(line, place, partial(self._look_at, line.place)))
                if line.explained:
                    why = Box(whys.x, place.center[1] - whys.width / 2, whys.width, whys.width)
                    self.add_widget(why_tap(line, why, partial(self._explain, line.place)))

    # Turning pages

    def _add_turning(self) -> None:
        last = len(self._pages) - 1
        buttons = (
            ("newest", _("Newest"), 0),
            ("newer", _("Newer"), self._page - 1),
            ("older", _("Older"), self._page + 1),
            ("oldest", _("Oldest"), last),
        )
        places = self._places.turning
        for (key, text, page), place in zip(buttons, places, strict=True):
            leads_on = 0 <= page <= last and page != self._page
            tap = Tap(place, key, partial(self._turn, page))
            ink = theme.LIGHT if leads_on else theme.mixed(theme.LIGHT, theme.RAISED, 0.35)
            draw_button(tap, text=text, fill=theme.RAISED, ink=ink)
            self.add_widget(tap)

    def _turn(self, page: int) -> None:
        self._said = ""
        if page < 0 or page == self._page == 0:
            self._said = _("These are the newest.")
        elif page >= len(self._pages) or page == self._page:
            self._said = _("These are the oldest.")
        self._page = min(max(page, 0), len(self._pages) - 1)
        self._show()

    # The board after a row

    def _look_at(self, place: int) -> None:
        """Show the board after a row, or say that there is no earlier or later one."""
        open_chips = self.app_state.settings.open_chips
        if self._step is None:
            self.wipe()
            self._step = StepView(
                self.box,
                self.navigator.lie,
                on_step=self._look_at,
                on_edit=self._put_right,
                on_about=lambda rules: self.navigator.go("rules", RulesBehind(rules)),
                on_back=self._leave_step,
                forgot=self._forgot,
            )
            self.add_widget(self._step)
        if not 0 <= place < len(self._log):
            self._step.say(_("This is the first.") if place < 0 else _("This is the newest."))
            return
        detail = log_detail(self._log, place, self._now, open_chips=open_chips)
        if self._is_past:
            detail = replace(detail, edits=())
        self._step.show(place, detail, open_chips=open_chips)

    def _explain(self, place: int, *, at_once: bool = True) -> None:
        """Read the rules behind a row beside its board; `at_once` leads back to the rows."""
        self._look_at(place)
        if self._step is not None:
            self._step.read(at_once=at_once)

    def _leave_step(self, place: int) -> None:
        """Back to the page of the rows on which the one that was looked at stands."""
        self._page = next(number for number, page in enumerate(self._pages) if place in page)
        self._said = ""
        self._show()
