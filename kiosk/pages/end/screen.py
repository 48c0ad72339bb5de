"""The end of a game: who has won and why, points by source and by turn (touchscreen)."""

from collections.abc import Callable

from kivy.metrics import dp, sp

from companion.pieces import Color
from kiosk.pages.end.view import (
    FinalScore,
    Scorer,
    courses,
    final_score,
    headline,
    new_records,
    verdict,
)
from kiosk.pages.table.screen import TableScreen
from kiosk.pieces import drawing, palette
from kiosk.pieces.chart import PointsChart
from kiosk.rotation import Rotation
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.reading import breakable
from kiosk.toolkit.surface import Box, Column, Surface, text_height, text_width
from kiosk.words.language import _

_MARGIN = 12
_GAP = 10
_FOOT = 52
_HEAD = 32
_NAME = 20
"""The height of a name, in sp."""
_LEAST_CHART = 130
"""A chart that is lower, in sp, can tell nothing: it gives way to the records that fall."""
_BADGE = 16
_TABLE_SHARE = {2: 0.44, 3: 0.5, 4: 0.56}
_LEAST_LABEL, _MOST_LABEL = 0.3, 0.46
"""What the names of the sources take of the table's width at least and at most."""


class EndScreen(Screen):
    """Announces the winners and tells where the points came from.

    Keys: `undo` takes the last step back and leads to the table; `final_scoring` shows again how
    it came to that; `log`, `rolls`, `table`, `hand_over`, `rematch` (a new game for the same
    people), `to.start`.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        session = self.desk.game
        if session.state.winners is None:
            raise ValueError("the final score is that of a finished game")
        self._session = session
        self._state = session.state
        inner = self.box.inset(dp(_MARGIN))
        column = Column(inner, dp(_GAP))
        self._draw_banner(column)
        height = dp(2 * _FOOT + _GAP if self.box.is_upright else _FOOT)
        body, foot = column.rest().footed(height, dp(_GAP))
        share = _TABLE_SHARE[len(self._state.players)]
        table, chart = body.parts((share, 1 - share), dp(_GAP))
        score = _ScoreTable(table, final_score(self._state))
        self.add_widget(score)
        self.button(
            score.corner, "final_scoring", _("Step by step"), lambda: stage.go("final_scoring")
        )
        chart = self._announce_records(chart)
        if chart.height >= sp(_LEAST_CHART):
            self.add_widget(PointsChart(chart, courses(session.steps)))
        self._add_buttons(foot)

    @property
    def faces(self) -> Rotation:
        """The end is for all: as the screen stands."""
        return Rotation.NONE

    # Who has won

    def _draw_banner(self, column: Column) -> None:
        winners = self._state.winners or ()
        fill = palette.PLAYERS[winners[0]] if len(winners) == 1 else theme.RAISED_MORE
        reason = " · ".join(verdict(self._state))
        room = dp((2 * _BADGE + 8) * len(winners) + 10)
        width = column.box.width - room - dp(32)
        announced = breakable(headline(self._state), width, theme.SMALL_TEXT)
        title = text_height(announced, width, theme.LARGE_TEXT, bold=True)
        below = text_height(reason, width, theme.TEXT)
        box = column.take(title + below + dp(20))
        self.fill(fill, box, radius=12)
        paper = Box(box.x + room, box.y, box.width - room, box.height).inset(dp(4))
        self.fill(theme.PAPER, paper, radius=9)
        self._draw_winners(winners, box)
        words = Column(Box(paper.x + dp(12), paper.y + dp(6), width, paper.height - dp(12)), 0)
        self.write(
            announced,
            words.take(title),
            ground=theme.PAPER,
            size=theme.LARGE_TEXT,
            bold=True,
        )
        self.write(reason, words.rest(), ground=theme.PAPER)

    def _draw_winners(self, winners: tuple[Color, ...], box: Box) -> None:
        x = box.x + dp(10 + _BADGE)
        with self.canvas:
            for color in winners:
                drawing.badge(color, (x, box.center[1]), dp(_BADGE))
                x += dp(2 * _BADGE + 8)

    def _announce_records(self, box: Box) -> Box:
        """Tell of the records of the house that fall; returns what is left below."""
        heading, *lines = new_records(self.desk.journal, self._session) or ("",)
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
            ("to.start", _("To the start screen"), lambda: self.stage.go("start")),
        )
        lines = box.rows((1, 1), dp(_GAP)) if self.box.is_upright else box.split((5, 3.2), dp(_GAP))
        for line, buttons, widths in zip(lines, (looks, ways), ((1,) * 5, (1.2, 1.8)), strict=True):
            for (key, text, act), place in zip(buttons, line.split(widths, dp(_GAP)), strict=True):
                self.button(place, key, text, act, primary=key == "to.start")

    def _way_to(self, look: tuple[str, str]) -> tuple[str, str, Callable[[], None]]:
        name, text = look
        return name, text, lambda: self.stage.go(name)

    def _rematch(self) -> None:
        self.desk.rematch = self._session.setup
        self.stage.go("new_game")

    def _undo(self) -> None:
        self.stage.go("table")
        if isinstance(self.stage.screen, TableScreen):
            self.stage.screen.undo()


def _looks() -> tuple[tuple[str, str], ...]:
    """What a finished game can be looked at by: pages and their words."""
    return (
        ("log", _("Log")),
        ("rolls", _("Rolls")),
        ("table", _("Table")),
        ("hand_over", _("BG Stats")),
    )


class _ScoreTable(Surface):
    """Points by source, a column a player; the winners' columns are lit.

    `corner` is the free place above the names of the sources.
    """

    def __init__(self, box: Box, score: FinalScore) -> None:
        super().__init__(box)
        self.fill(theme.SURFACE, radius=12)
        players = len(score.scorers)
        inner = box.inset(dp(12), dp(8))
        column = Column(inner, 0)
        head, below = column.take(dp(_HEAD) + sp(_NAME)), column.rest()
        share = _label_share(score, inner.width)
        self._weights = (share, *((1 - share) / players,) * players)
        corner = head.split(self._weights, dp(4))[0]
        self.corner = Box(corner.x, corner.top - dp(theme.TOUCH), corner.width, dp(theme.TOUCH))
        columns = box.inset(dp(12), 0).split(self._weights, dp(4))[1:]
        for scorer, place in zip(score.scorers, columns, strict=True):
            if scorer.won:
                self.fill(theme.RAISED, place.inset(-dp(1), dp(4)), radius=8)
        for scorer, cell in zip(score.scorers, head.split(self._weights, dp(4))[1:], strict=True):
            self._draw_head(scorer, cell)
        lines = below.rows((1,) * (len(score.rows) + 1), 0)
        for row, line in zip(score.rows, lines, strict=False):
            self._draw_row(row.label, row.points, score, line)
        self.fill(theme.LIGHT_SOFT, Box(inner.x, lines[-1].top - dp(0.5), inner.width, dp(1)))
        self._draw_row(_("Total"), score.totals, score, lines[-1], bold=True)

    def _draw_head(self, scorer: Scorer, cell: Box) -> None:
        with self.canvas:
            drawing.badge(scorer.color, (cell.center[0], cell.top - dp(13)), dp(11))
        name = Box(cell.x + dp(2), cell.y, cell.width - dp(4), sp(_NAME))
        self.write(
            scorer.name,
            name,
            ground=_ground(scorer),
            size=theme.SMALL_TEXT,
            bold=scorer.won,
            halign="center",
            shorten=True,
        )

    def _draw_row(
        self,
        label: str,
        points: tuple[int, ...],
        score: FinalScore,
        line: Box,
        *,
        bold: bool = False,
    ) -> None:
        words, *cells = line.split(self._weights, dp(4))
        size = theme.DECISION_TEXT if bold else theme.TEXT
        self.write(label, words, ground=theme.SURFACE, size=size, bold=bold)
        for scorer, number, cell in zip(score.scorers, points, cells, strict=True):
            self.write(
                _number(number),
                cell,
                ink=theme.LIGHT if number else theme.LIGHT_SOFT,
                ground=_ground(scorer),
                size=size + (2 if bold else 0),
                bold=bold,
                halign="center",
            )


def _label_share(score: FinalScore, width: float) -> float:
    widest = max(text_width(row.label, theme.TEXT) for row in score.rows) + dp(8)
    return min(max(widest / width, _LEAST_LABEL), _MOST_LABEL)


def _ground(scorer: Scorer) -> theme.Rgb:
    return theme.RAISED if scorer.won else theme.SURFACE


def _number(points: int) -> str:
    """A number with the minus sign that belongs to numbers."""
    return str(points).replace("-", "−")
