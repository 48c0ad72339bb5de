"""A game that was played: who won it, points by source and by turn, and what to do with it."""

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from companion.errors import JournalError
from kiosk.app_state import PastGame
from kiosk.navigator import Navigator, Page
from kiosk.pages.end.banner import draw_banner
from kiosk.pages.end.score_table import ScoreTable, table_and_chart
from kiosk.pages.end.view import final_score
from kiosk.pages.past_game.view import actions, courses_so_far, head
from kiosk.pieces.chart import PointsChart
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column
from kiosk.ui.tap import split_for
from kiosk.words.language import _
from kiosk.words.moments import journal_text, turn_text

_MARGIN = 12
_GAP = 10
_FOOT = 52


class PastGamePage(Page):
    """Shows the game that is looked at; whatever is done here, the game itself stays as it is.

    Keys: `log`, `rolls`, `past_board` (the board at any step); `hand_over` a game that has ended,
    `go_on` with one that has not; `take_away` leaves it out of all lists, `bring_back` lets it be
    there again; `back`.
    """

    leads_to = ("past_board", "hand_over")

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._told = ""
        self._show()

    @property
    def faces(self) -> Rotation:
        """What was played is for all: as the screen stands."""
        return Rotation.NONE

    @property
    def _past(self) -> PastGame:
        if self.app_state.past is None:
            raise ValueError("the page is about a game that is looked at")
        return self.app_state.past

    def _show(self) -> None:
        self.wipe()
        column = Column(self.box.inset(dp(_MARGIN)), dp(_GAP))
        told = head(self._past)
        draw_banner(self, column, told.title, self._told or told.below, told.winners)
        rows = 2 if self.box.is_upright else 1
        body, foot = column.rest().footed(dp(rows * _FOOT + (rows - 1) * _GAP), dp(_GAP))
        points = final_score(self._past.read.timeline.state)
        table, chart = table_and_chart(body, points, dp(_GAP))
        self.add_widget(ScoreTable(table, points))
        self._add_chart(chart)
        self._add_buttons(foot, rows)

    def _add_chart(self, box: Box) -> None:
        found = courses_so_far(self._past)
        if found:
            ended = self._past.read.timeline.state.winners is not None
            self.add_widget(PointsChart(box, found, end=_("end") if ended else _("now")))
            return
        self.fill(theme.SURFACE, box, radius=12)
        text = turn_text(self._past.read.timeline.state)
        self.write(text, box, ink=theme.LIGHT_SOFT, ground=theme.SURFACE, halign="center")

    def _add_buttons(self, box: Box, rows: int) -> None:
        own: dict[str, Callable[[], None]] = {
            "go_on": self._go_on,
            "take_away": partial(self._put_away, away=True),
            "bring_back": partial(self._put_away, away=False),
        }
        back = ("back", _("Back"), False)
        buttons = [back, *((one.key, one.text, one.primary) for one in actions(self._past))]
        first = -(-len(buttons) // rows)
        lines = [buttons[:first], buttons[first:]][:rows]
        for line, place in zip(lines, box.rows((1,) * rows, dp(_GAP)), strict=True):
            places = split_for(place, [text for _key, text, _primary in line], dp(_GAP))
            for (key, text, primary), spot in zip(line, places, strict=True):
                act = self.navigator.back if key == "back" else own.get(key)
                self.button(spot, key, text, act or self._way_to(key), primary=primary)

    def _way_to(self, page: str) -> Callable[[], None]:
        return lambda: self.navigator.go(page)

    # Where that leads

    def _go_on(self) -> None:
        try:
            self.app_state.take_up(*self._past)
        except JournalError as error:
            self._tell(error)
        else:
            self.navigator.go_from_start("resume")

    def _put_away(self, *, away: bool) -> None:
        self.navigator.heed_no_trembling()
        try:
            self.app_state.put_away(self._past.saved, away=away)
        except JournalError as error:
            self._tell(error)
        else:
            self._tell(None)

    def _tell(self, error: JournalError | None) -> None:
        self._told = journal_text(error) if error else ""
        self._show()
