"""The end of a game: who has won and why, points by source and by turn (touchscreen)."""

from collections.abc import Callable

from kivy.metrics import dp, sp

from kiosk.navigator import Navigator, Page
from kiosk.pages.end.banner import draw_banner
from kiosk.pages.end.score_table import ScoreTable, table_and_chart
from kiosk.pages.end.view import courses, final_score, headline, new_records, verdict
from kiosk.pages.table.page import TablePage
from kiosk.pieces.chart import PointsChart
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column, text_height
from kiosk.ui.tap import split_for
from kiosk.words.language import _

_MARGIN = 12
_GAP = 10
_FOOT = 52
_LEAST_CHART = 130
"""A chart that is lower, in sp, can tell nothing: it gives way to the records that fall."""


class EndPage(Page):
    """Announces the winners and tells where the points came from.

    Keys: `undo` takes the last step back and leads to the table; `final_scoring` shows again how
    it came to that; `log`, `rolls`, `table`, `hand_over`, `history` (all games), `rematch` (a new
    game for the same people), `to.start`.
    """

    leads_to = ("hand_over",)

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        session = self.app_state.game
        if session.state.winners is None:
            raise ValueError("the final score is that of a finished game")
        self._session = session
        self._state = session.state
        inner = self.box.inset(dp(_MARGIN))
        column = Column(inner, dp(_GAP))
        reason = " · ".join(verdict(self._state))
        draw_banner(self, column, headline(self._state), reason, session.state.winners)
        height = dp(2 * _FOOT + _GAP if self.box.is_upright else _FOOT)
        body, foot = column.rest().footed(height, dp(_GAP))
        points = final_score(self._state)
        table, chart = table_and_chart(body, points, dp(_GAP))
        score = ScoreTable(table, points)
        self.add_widget(score)
        self.button(
            score.corner, "final_scoring", _("Step by step"), lambda: navigator.go("final_scoring")
        )
        chart = self._announce_records(chart)
        if chart.height >= sp(_LEAST_CHART):
            self.add_widget(PointsChart(chart, courses(session.steps)))
        self._add_buttons(foot)

    @property
    def faces(self) -> Rotation:
        """The end is for all: as the screen stands."""
        return Rotation.NONE

    def _announce_records(self, box: Box) -> Box:
        """Tell of the records of the house that fall; returns what is left below."""
        heading, *lines = new_records(self.app_state.journal, self._session) or ("",)
        if not heading:
            return box
        width, told = box.width - dp(24), "\n".join(lines)
        above = text_height(heading, width, theme.TEXT, bold=True)
        column = Column(box, dp(_GAP))
        paper = column.take(above + text_height(told, width, theme.TEXT) + dp(16))
        self.fill(theme.SAND, paper, radius=12)
        words = Column(paper.inset(dp(12), dp(8)), 0)
        self.write(heading, words.take(above), ground=theme.SAND, bold=True)
        self.write(told, words.rest(), ground=theme.SAND)
        return column.rest()

    # Where to go from here

    def _add_buttons(self, box: Box) -> None:
        looks = (("undo", _("Undo"), self._undo), *map(self._way_to, _looks()))
        ways = (
            ("rematch", _("Rematch"), self._rematch),
            ("to.start", _("To the start screen"), lambda: self.navigator.go("start")),
        )
        buttons = (*looks, *ways)
        half = len(buttons) // 2
        rows = (buttons[:half], buttons[half:]) if self.box.is_upright else (buttons,)
        for row, line in zip(rows, box.rows((1,) * len(rows), dp(_GAP)), strict=True):
            places = split_for(line, [text for _key, text, _act in row], dp(_GAP))
            for (key, text, act), place in zip(row, places, strict=True):
                self.button(place, key, text, act, primary=key == "to.start")

    def _way_to(self, look: tuple[str, str]) -> tuple[str, str, Callable[[], None]]:
        name, text = look
        return name, text, lambda: self.navigator.go(name)

    def _rematch(self) -> None:
        self.app_state.rematch = self._session.setup
        self.navigator.go("new_game")

    def _undo(self) -> None:
        self.navigator.go("table")
        if isinstance(self.navigator.page, TablePage):
            # The tap was meant here, and is no trembling on the page that has come.
            self.navigator.fingers.come_anew()
            self.navigator.page.undo()


def _looks() -> tuple[tuple[str, str], ...]:
    """What a finished game can be looked at by, and all the others: pages and their words."""
    return (
        ("log", _("Log")),
        ("rolls", _("Rolls")),
        ("table", _("Table")),
        ("hand_over", _("BG Stats")),
        ("history", _("Games")),
    )
