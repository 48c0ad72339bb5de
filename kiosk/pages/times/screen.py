"""How long everybody decided and waited, where the table wants to know it."""

from kivy.metrics import dp

from kiosk.pages.times.view import TimeRow, time_rows
from kiosk.pieces import drawing
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.surface import Box, Column, least_words, text_height
from kiosk.words.language import _

_GAP = 8
_WEIGHTS = (1.2, 1, 1)
_PADDING = 16
_HEADING = 30
_MOST_ROW = 64
_BADGE = 15


class TimesScreen(Screen):
    """A line a player in seating order. Key: `back`."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        game = stage.viewed
        rows = time_rows(game.log, game.state.players)
        body = self.head(_("Time at the table"), self.stage.back)
        note = _(
            "Breaks of more than half an hour are not counted, nor is the time while the app was "
            "off."
        )
        height = text_height(note, body.width, theme.TEXT)
        room, foot = body.footed(height, dp(_GAP))
        self.write(note, foot, ink=theme.LIGHT_SOFT)
        column = Column(room, dp(_GAP))
        self._write_headings(column)
        most = (column.left - dp(_GAP) * (len(rows) - 1)) / len(rows)
        for row in rows:
            self._draw_row(row, column.take(min(dp(_MOST_ROW), most)))

    def _write_headings(self, column: Column) -> None:
        _name, *cells = _cells(column.box)
        headings = (_("For decisions"), _("Longest wait"))
        high = max(
            text_height(text, cell.width, least_words())
            for text, cell in zip(headings, cells, strict=True)
        )
        _name, *cells = _cells(column.take(max(dp(_HEADING), high)))
        for text, cell in zip(headings, cells, strict=True):
            self.write(text, cell, ink=theme.LIGHT_SOFT, valign="bottom")

    def _draw_row(self, row: TimeRow, box: Box) -> None:
        self.fill(theme.SURFACE, box, radius=10)
        name, deciding, wait = _cells(box)
        with self.canvas:
            drawing.badge(row.color, (name.x + dp(_BADGE), name.center[1]), dp(_BADGE))
        left = dp(2 * _BADGE + 12)
        words = Box(name.x + left, name.y, name.width - left, name.height)
        for text, cell, size in (
            (row.name, words, theme.DECISION_TEXT),
            (row.deciding, deciding, theme.TITLE_TEXT),
            (row.longest_wait, wait, theme.TITLE_TEXT),
        ):
            is_name = cell is words
            self.write(text, cell, ground=theme.SURFACE, size=size, is_name=is_name)


def _cells(box: Box) -> list[Box]:
    return box.inset(dp(_PADDING), 0).split(_WEIGHTS, dp(_GAP))
