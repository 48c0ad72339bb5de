"""Page with the log: all steps, including undone ones. The page changes nothing in the game."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from kivy.metrics import dp, sp

from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.log.step import StepPage
from kiosk.pages.log.view import (
    TurnHeading,
    entry_block,
    final_points,
    scoring_block,
    turn_at,
    turn_block,
)
from kiosk.ui.form import (
    Align,
    Block,
    Button,
    Column,
    Form,
    Row,
    Style,
    Text,
    Tone,
    back_button,
    call,
)
from kiosk.ui.renderer import cached_heights, height_of
from kiosk.ui.theme import GAP, TOUCH
from kiosk.words.language import _

_TURN = 0.28
_SIDE = 0.17
"""Widths of a turn's title and of the column of buttons, relative to the rows of the log."""
_SHARES = (1.0, 1.6, 1.0, 1.6, 1.0)
"""Heights of the four buttons and of the text in the middle, relative to each other."""
_COLUMN_GAP = 16
_NARROW = 420
"""Width in sp below which a row shows its points below its text instead of beside it."""


class _OpenReasons(NamedTuple):
    """State of the page that is restored while the rules behind a step are open.

    `rows` is the number of rows in the log. `place` is the index of the step. If `only` is set,
    closing the rules returns to the list of rows; otherwise it returns to the step.
    """

    rows: int
    place: int
    only: bool


class LogPage(StepPage):
    """Page with all log rows, newest first; a tap on a row shows the board after that step."""

    route: routes.Log | None

    def __init__(self, navigator: Navigator) -> None:
        game, session = navigator.viewed_game, navigator.app_state.session
        is_current = session is not None and game is session.game
        super().__init__(navigator, game.log, can_edit=is_current)
        self._rows: dict[int, Column] = {}
        self._shown = self._down_from(len(self.log) - 1)
        self._at_end = ""
        forgot = self.route is not None and self.route.forgot
        kept = self.route if forgot else navigator.saved_state
        self.forgot = isinstance(kept, routes.Log) and is_current
        if isinstance(kept, _OpenReasons) and kept.rows == len(self.log):
            self.read(kept.place, only=kept.only)
        else:
            self.show()

    @property
    def saved_state(self) -> _OpenReasons | routes.Log | None:
        """Step whose rules are open, or the route if the player is looking for a forgotten step."""
        if self.place is not None and self.reads:
            return _OpenReasons(len(self.log), self.place, self.reads_only)
        return routes.Log(forgot=True) if self.forgot else None

    def perform(self, action: object) -> None:
        if isinstance(action, routes.Correct):
            self.forgot = False
        super().perform(action)

    def _leave(self) -> None:
        self.forgot = False
        self.navigator.back()

    def leave_step(self) -> None:
        if self.place is not None and self.place not in self._shown:
            self._shown = self._down_from(self.place)
        self._at_end, self.place, self.reads = "", None, False
        self.show()

    def form(self) -> Form:
        return self._rows_form() if self.place is None else self.step_form(self.place)

    # The rows

    def _rows_form(self) -> Form:
        """Return a form with rows of the log, and the buttons that turn its pages.

        The buttons are beside the rows or, if the page is higher than wide, below them.
        """
        out = back_button(self._leave)
        if not self.log:
            return Form(_("Log"), out, (Column((Text(_("Nothing has been done yet.")),)),))
        title = _("After which step was one forgotten? Tap it.") if self.forgot else _("Log")
        groups = groupby(self._shown, self._turn_at)
        rows = Column(tuple(self._group(turn, places) for turn, places in groups))
        newest, newer, visible, older, oldest = turning = self._turning()
        if self.box.is_upright:
            return Form(title, out, (rows,), foot=(visible, Row((newest, newer, older, oldest))))
        shares = zip(turning, _SHARES, strict=True)
        beside = tuple(Row((one,), share=share) for one, share in shares)
        return Form(title, out, (rows, Column(beside, width=_SIDE)))

    def _group(self, turn: TurnHeading, places: Iterable[int]) -> Row:
        return Row((turn_block(turn, _TURN), Column(tuple(map(self._row, places)))), height=0)

    def _row(self, place: int) -> Column:
        """Return the lines of the step at index `place`; they are built once, then cached.

        A button beside each line opens the reasons for the step. For the last offering of the game,
        the line of the final scoring comes first.
        """
        if place not in self._rows:
            entry, act = self.log[place], call(self.look_at, place)
            width = self._room[0] / (1 + _TURN) - dp(TOUCH + 2 * GAP)
            narrow = width < sp(_NARROW)
            blocks = {place + 1: entry_block(entry, place + 1, act, narrow=narrow)}
            if scored := final_points(entry):
                blocks = {0: scoring_block(scored, act, narrow=narrow), **blocks}
            why = call(self.read, place, only=True)
            self._rows[place] = Column(
                tuple(
                    Row((block, Button(f"why.{number}", why, style=Style.WHY, width=0)), height=0)
                    for number, block in blocks.items()
                )
            )
        return self._rows[place]

    def _turn_at(self, place: int) -> TurnHeading:
        return turn_at(self.log[place])

    @property
    def _room(self) -> tuple[float, float]:
        body = self.body
        if self.box.is_upright:
            foot = height_of(Column((Text("0"), Row())), body.width, 1.0)
            return body.width, body.height - foot - dp(GAP)
        return body.split((1.0, _SIDE), dp(_COLUMN_GAP))[0].width, body.height

    def _fitting(self, places: Iterable[int]) -> list[int]:
        """Return the longest beginning of `places` whose rows fit on a page, at least one row."""
        width, left = self._room
        found: list[int] = []
        for place in places:
            group = self._group(self._turn_at(place), (place,))
            left -= height_of(group, width, 1.0)
            if found and left < 0:
                break
            found.append(place)
            left -= dp(GAP)
        return found

    def _down_from(self, place: int) -> list[int]:
        """Return the indexes of the rows on a page from top to bottom; row `place` is the first."""
        return self._fitting(range(place, -1, -1))

    def _up_from(self, place: int) -> list[int]:
        """Return the indexes of the rows on a page from top to bottom; row `place` is the last."""
        return self._fitting(range(place, len(self.log)))[::-1]

    # Turning pages

    def _turning(self) -> tuple[Block, ...]:
        """Return the buttons that turn pages and, between them, the range of visible rows."""
        first, last, number = self._shown[0] + 1, self._shown[-1] + 1, len(self.log)
        range_text = _("Rows {first} to {last} of {number}", first=first, last=last, number=number)
        said = Tone.WARNED if self._at_end else Tone.SOFT
        ways = (
            ("newest", _("Newest"), first == number),
            ("newer", _("Newer"), first == number),
            ("older", _("Older"), last == 1),
            ("oldest", _("Oldest"), last == 1),
        )
        newest, newer, older, oldest = (
            Button(key, call(self._turn, key), text, Style.QUIET if is_last else Style.PLAIN)
            for key, text, is_last in ways
        )
        text = Text(self._at_end or range_text, said, align=Align.CENTER)
        return newest, newer, text, older, oldest

    def _turn(self, key: str) -> None:
        """Turn the page in the direction of the button `key`.

        If there are no further rows in that direction, show a notice.
        """
        top, bottom, newest = self._shown[0], self._shown[-1], len(self.log) - 1
        self._at_end = ""
        with cached_heights():
            match key:
                case "newest" | "newer" if top == newest:
                    self._at_end = _("These are the newest.")
                    self._shown = self._down_from(newest)
                case "newest":
                    self._shown = self._down_from(newest)
                case "newer":
                    shown = self._up_from(top + 1)
                    self._shown = self._down_from(newest) if newest in shown else shown
                case "older" | "oldest" if bottom == 0:
                    self._at_end = _("These are the oldest.")
                case "older":
                    self._shown = self._down_from(bottom - 1)
                case "oldest":
                    self._shown = self._up_from(0)
                case _:
                    raise ValueError(f"no button turns the page to {key!r}")
            self.show()
