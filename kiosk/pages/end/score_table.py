"""Everybody's points by source, as a table."""

from kivy.metrics import dp, sp

from kiosk.pages.end.view import FinalScore, Scorer
from kiosk.pieces import drawing
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column, Surface, text_height, text_width
from kiosk.words.language import _

_HEAD = 32
_NAME, _MOST_NAME = 20, 80
"""The height of a name, in sp, and of one that has to be broken where the rows leave room."""
_BESIDE_NAME = 2
"""What a column leaves at either side of a name, in dp."""
_LEAST_LABEL, _MOST_LABEL = 0.3, 0.49
"""What the names of the sources take of the table's width at least and at most."""


_SHARE = {2: 0.44, 3: 0.5, 4: 0.56}
"""What the table takes of the width beside the chart, by the number of players."""
_LARGE_SHARE = 0.56
_LINE, _LARGE_LINE = 19, 23
"""How high a row of the table is at least, in dp, and where letters are large."""
_LEAST_CHART, _WIDE = 150, 560
"""How high a chart below the table is at least, and from which width on it stands beside, in dp."""


def table_and_chart(box: Box, score: FinalScore, gap: float) -> list[Box]:
    """Room for the table and for a chart beside it, on an upright screen below it."""
    share, needed = _SHARE[len(score.scorers)], _rows_top(score) + sp(_NAME)
    narrow = box.width < dp(_WIDE) and needed + gap + dp(_LEAST_CHART) <= box.height
    if box.is_upright or narrow:
        share = max(share, needed / (box.height - gap))
        return box.rows((share, 1 - share), gap)
    return box.split((max(share, _LARGE_SHARE) if sp(1) > dp(1) else share, 1 - share), gap)


def _rows_top(score: FinalScore) -> float:
    """How high a table is at least without the names, in pixels."""
    line = dp(_LARGE_LINE if sp(1) > dp(1) else _LINE)
    return float(dp(16 + _HEAD) + line * (len(score.rows) + 1))


class ScoreTable(Surface):
    """Points by source, a column a player; the winners' columns are lit.

    `corner` is the free place above the names of the sources.
    """

    def __init__(self, box: Box, score: FinalScore) -> None:
        super().__init__(box)
        self.fill(theme.SURFACE, radius=12)
        players = len(score.scorers)
        inner = box.inset(dp(12), dp(8))
        share = _label_share(score, inner.width)
        self._weights = (share, *((1 - share) / players,) * players)
        cell = inner.split(self._weights, dp(4))[-1]
        spare = box.height - _rows_top(score)
        self._name_height = _name_height(score, cell.width - dp(2 * _BESIDE_NAME), spare)
        column = Column(inner, 0)
        head, below = column.take(dp(_HEAD) + self._name_height), column.rest()
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
        across = dp(_BESIDE_NAME)
        name = Box(cell.x + across, cell.y, cell.width - 2 * across, self._name_height)
        self.write(
            scorer.name,
            name,
            ground=_ground(scorer),
            size=theme.SMALL_TEXT,
            bold=scorer.won,
            halign="center",
            is_name=True,
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


def _name_height(score: FinalScore, width: float, most: float) -> float:
    """How high names of that width are, in pixels: more than a line where they have to be small."""
    size = theme.LEAST_NAME * dp(1) / sp(1)
    names = (text_height(one.name, width, size, bold=one.won) for one in score.scorers)
    return max(float(sp(_NAME)), min(max(names), most, float(sp(_MOST_NAME))))


def _label_share(score: FinalScore, width: float) -> float:
    widest = max(text_width(row.label, theme.TEXT) for row in score.rows) + dp(8)
    return min(max(widest / width, _LEAST_LABEL), _MOST_LABEL)


def _ground(scorer: Scorer) -> theme.Rgb:
    return theme.RAISED if scorer.won else theme.SURFACE


def _number(points: int) -> str:
    """A number with the minus sign that belongs to numbers."""
    return str(points).replace("-", "−")
